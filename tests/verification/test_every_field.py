"""Whoever can seal may write anything: each field of each event is forged, and the judge finds it (TB-60).

Every hash of a forgery fits. What the judge cannot find is on one list, with the reason; a field that is on
it and is found after all is taken off.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import get_args

import pytest

from cutcard.ledger import Book
from cutcard.record import Entry, decode_event
from cutcard.table import events as e
from cutcard.table.settings import is_random
from cutcard.table.state import Table
from cutcard.verification.fold import Replay
from cutcard.verification.judge import RULES, event_fault
from cutcard.verification.verdict import IMPOSSIBLE
from tests.verification.forging import Recorded, every_path, forgeries
from tests.verification.judged_elsewhere import JUDGED_ELSEWHERE, REAL_CARDS
from tests.verification.stories import stories

OFTEN = 3
"""So many events of each kind, and of each way in which its fields are empty or not, are forged."""


def test_every_event_there_is_has_its_rules() -> None:
    assert RULES.keys() == {*get_args(e.AnyEvent)}


def test_what_is_judged_elsewhere_is_a_field_that_there_is() -> None:
    assert {*JUDGED_ELSEWHERE, *REAL_CARDS} <= {".".join(path) for path in every_path()}


@pytest.mark.slow
def test_tb_60_every_forged_field_of_every_event_is_found() -> None:
    found: defaultdict[str, list[bool]] = defaultdict(list)
    example: dict[str, str] = {}
    for story in stories():
        assert story.holds(), story.stream
    for field, was, example_text in forged_fields():
        found[field].append(was)
        if not was:
            example[field] = example_text
    untried = {".".join(path) for path in every_path()} - found.keys()
    assert not untried, f"no recorded event shows {sorted(untried)}"
    missed = {field: shown for field, shown in example.items() if field not in JUDGED_ELSEWHERE}
    assert not missed, missed
    needless = [field for field in JUDGED_ELSEWHERE if all(found[field])]
    assert not needless, f"the judge does find {needless}"


def forged_fields() -> Iterator[tuple[str, bool, str]]:
    """Which field was forged, whether that was found, and what it was."""
    often: Counter[tuple[object, ...]] = Counter()
    for story in stories():
        over = over_rounds(story)
        for stream, entries in story.streams():
            replay = Replay(stream, Book(), story.forks.__getitem__)
            in_table = stream == story.stream
            for at, entry in enumerate(entries):
                event = decode_event(entry, e.AnyEvent)
                holds = (bool(getattr(event, name)) for name in event.__struct_fields__)
                kind = (type(event), at_random(replay), *holds)
                if often[kind] < OFTEN and (entry.round in over or not in_table):
                    often[kind] += 1
                    table = replay.fold.table if replay.fold is not None else None
                    yield from each_forged(story, stream, at, table)
                if in_table:
                    assert replay.judge_entry(entry) is None


def at_random(replay: Replay) -> bool:
    return replay.fold is not None and is_random(replay.fold.table.deal.settings)


def over_rounds(story: Recorded) -> set[int]:
    """The rounds of which all is on record, and 0 for what is in none."""
    settled = {entry.round for entry in story.entries if entry.tag in ("round_settled", "round_voided")}
    begun = [entry for entry in story.entries if entry.tag == "round_opened"]
    random = {entry.round for entry in begun if decode_event(entry, e.AnyEvent).commitment}
    revealed = {entry.round for entry in story.entries if entry.tag == "round_revealed"}
    return {0, *(settled - random), *(settled & revealed)}


def each_forged(
    story: Recorded, stream: str, at: int, table: Table | None
) -> Iterator[tuple[str, bool, str]]:
    entry = dict(story.streams())[stream][at]
    for path, forged in forgeries(decode_event(entry, e.AnyEvent)):
        field = ".".join(path)
        if field in REAL_CARDS and table is not None and not is_random(table.deal.settings):
            continue
        judged = table is not None and stands_out(table, forged, entry)
        what = f"{stream} {entry.number}: {forged}"
        yield field, judged or not story.with_event(stream, at, forged).holds(), what


def stands_out(table: Table, forged: e.AnyEvent, entry: Entry) -> bool:
    """Whether the judge finds it at once; else it is asked of all that comes after."""
    try:
        return event_fault(table, forged, entry.at_ms) is not None
    except IMPOSSIBLE:
        return True
