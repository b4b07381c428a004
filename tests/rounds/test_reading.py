"""Whether the reader of round files would see a mistake, and whether its manual is true."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final, get_args

import pytest

from cutcard.table import events as e
from tests.rounds.dialect import deed_of, lines_of
from tests.rounds.reader import Reader, differences
from tests.rounds.test_rounds import FILES, HERE
from tests.rounds.words_of_events import CARDS, OF_MANY, SILENT, WORDS

MANUAL: Final = (HERE / "README.md").read_text(encoding="utf-8")
EXAMPLES: Final = re.findall(r"`([^`]+)`", " ".join(re.findall(r"^\| (`.*?) \|", MANUAL, re.MULTILINE)))
ONE_OF_EACH: Final = [
    next(path for path in FILES if path.parent.name == folder)
    for folder in ("baccarat", "blackjack", "live", "shared", "tables")
]


@pytest.mark.parametrize("path", ONE_OF_EACH, ids=lambda path: path.parent.name)
def test_a_wrong_word_on_any_line_is_found(path: Path, tmp_path: Path) -> None:
    text = path.read_text(encoding="utf-8").splitlines()
    copy = tmp_path / path.name
    for number, _, expected in lines_of(path):
        wrong = [*text]
        line = wrong[number - 1]
        wrong[number - 1] = f"{line}x" if expected else f"{line} -> a word"
        copy.write_text("\n".join(wrong), encoding="utf-8")
        found = differences(copy)
        assert len(found) == 1
        assert found[0].startswith(f"{path.name}:{number}: ")


def test_a_word_that_is_called_out_and_not_written_is_found(tmp_path: Path) -> None:
    copy = tmp_path / "silent.round"
    copy.write_text("# Nothing is expected.\ntable punto-banco\npatron ann 1000\n", encoding="utf-8")
    assert differences(copy) == ["silent.round:3: patron ann 1000\n  file: \n  said: ann is here"]


@pytest.mark.parametrize("line", ["bet ann main 500", "check maybe", "sit ann", "ann hit 1", "void"])
def test_words_that_say_nothing_stop_the_reading(line: str) -> None:
    reader = Reader()
    reader.perform(["rules", "american-live"])
    with pytest.raises((AssertionError, ValueError)):
        reader.perform(line.split())


def test_every_event_of_a_table_is_called_out_or_silent_on_purpose() -> None:
    of_its_own_record = set(get_args(e.ForkEvent))
    events = set(get_args(e.AnyEvent)) - of_its_own_record
    assert len(events) > 40
    assert events == {*WORDS, *SILENT, *CARDS, *OF_MANY}


def test_a_file_begins_with_who_plays() -> None:
    with pytest.raises(AssertionError, match="the first line names the rules or a table"):
        Reader().perform(["card", "8h"])


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_line_of_the_manual_can_be_read(example: str) -> None:
    assert deed_of(example.split()) is not None


def test_the_round_of_the_manual_is_called_out_as_it_says(tmp_path: Path) -> None:
    match = re.search(r"```\n(# .*?)```", MANUAL, re.DOTALL)
    assert match is not None
    copy = tmp_path / "manual.round"
    copy.write_text(match[1], encoding="utf-8")
    assert differences(copy) == []
    assert len(list(lines_of(copy))) > 5


def test_every_command_of_a_file_is_in_the_manual() -> None:
    explained = {example.split()[0] for example in EXAMPLES}
    used = {line.split()[0] for path in FILES for _, line, _ in lines_of(path)}
    assert len(explained) > 40
    assert used <= explained, f"{used - explained} are not explained"
