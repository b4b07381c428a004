"""Every key that the rules can utter has a text, and every text has its facts (TB-65)."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from cutcard.games.blackjack.specials import CATALOGUE
from cutcard.games.reason import Reason, Refusal
from cutcard.texts import NoSuchText, languages, say, text
from cutcard.texts.catalogue import catalogue

GAMES = Path(__file__).parents[2] / "src" / "cutcard" / "games"


def uttered() -> set[str]:
    """Every refusal code and blackjack reason written in the rules as a plain literal."""
    keys = set()
    for path in GAMES.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
                first = node.args[0]
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    if node.func.id == "Refusal":
                        keys.add(f"refused.{first.value}")
                    elif node.func.id == "Reason":
                        keys.add(first.value)
    return keys


def test_tb_65_every_refusal_and_reason_is_worded() -> None:
    keys = uttered()
    assert len(keys) > 30
    assert not {key for key in keys if key not in catalogue("en")}


def test_no_refusal_is_worded_that_nobody_utters() -> None:
    worded = {key for key in catalogue("en") if key.startswith("refused.")}
    assert worded == {key for key in uttered() if key.startswith("refused.")}


@pytest.mark.parametrize("bet", list(CATALOGUE), ids=lambda bet: bet.id)
def test_every_bet_and_line_has_a_name(bet: object) -> None:
    bet_id, lines = bet.id, bet.lines  # type: ignore[attr-defined]  # a bet, whatever it sees
    assert text(f"bet.{bet_id}.name")
    assert text(f"bet.{bet_id}.about").endswith(".")
    for line in lines:
        assert text(f"line.{bet_id}.{line.id}")


def test_texts_are_plain_lines() -> None:
    for key, worded in catalogue("en").items():
        assert worded == worded.strip(), key
        assert "\n" not in worded, key
        assert re.sub(r"\{\w+\}", "", worded).count("{") == 0, key


def test_a_fact_may_itself_be_a_key() -> None:
    said = say(Reason("blackjack.special_lost", {"bet": "@bet.21-plus-3.name"}))
    assert said.startswith("21+3 ")


def test_a_refusal_is_said_with_its_facts() -> None:
    assert say(Refusal("too_many_hands", {"hands": 4})).startswith("There are 4 hands")


def test_an_unknown_key_or_a_missing_fact_is_an_error() -> None:
    with pytest.raises(NoSuchText, match="no text for"):
        text("blackjack.moon")
    with pytest.raises(NoSuchText, match="asks for total"):
        text("blackjack.bust")


def test_there_is_english() -> None:
    assert "en" in languages()
