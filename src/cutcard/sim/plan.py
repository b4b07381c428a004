"""A plan: what a simulated patron decides, by total, with exceptions. It knows no rule.

A plan is a chart. What it says and the rules do not allow falls back as charts do: a double
becomes a hit or a stand, a surrender or a split likewise.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from cutcard.exact.codes import FOR_PAIRS, calm, decision_of, default_code, says
from cutcard.games.blackjack.hand import Hand
from cutcard.games.blackjack.options import Decision


class Plan(msgspec.Struct, frozen=True):
    """Codes by total and up card; exceptions by number of cards, and by two first cards."""

    hard: Mapping[int, Mapping[int, str]]
    soft: Mapping[int, Mapping[int, str]]
    pairs: Mapping[int, Mapping[int, str]]
    by_cards: Mapping[tuple[int, bool, int], Mapping[int, str]] = {}
    by_hand: Mapping[tuple[int, int], Mapping[int, str]] = {}
    insurance: bool = False


Place = tuple[str, tuple[int, ...]]
"""The part of a plan a row belongs to (``hard``, ``soft``, ``pair``, ``with``, ``two``), its place there."""


class Ruling(NamedTuple):
    """What a plan decides for a hand, by which row and by what the row says."""

    place: Place
    code: str
    decision: Decision


def code_for(plan: Plan, up: int, hand: Hand, first_two: tuple[int, int] | None) -> str:
    """What the plan says of a hand; ``first_two`` are the values of its cards while it has no more."""
    return _row_for(plan, up, hand, first_two)[1]


def _row_for(plan: Plan, up: int, hand: Hand, first_two: tuple[int, int] | None) -> tuple[Place, str]:
    """The first row that speaks of a hand, and what it says."""
    if first_two is not None and up in plan.by_hand.get(first_two, {}):
        return ("two", first_two), plan.by_hand[first_two][up]
    if hand.pair in plan.pairs and up in plan.pairs[hand.pair]:
        return ("pair", (hand.pair,)), plan.pairs[hand.pair][up]
    if code := plan.by_cards.get((hand.cards, hand.soft, hand.total), {}).get(up):
        return ("with", (hand.cards, int(hand.soft), hand.total)), code
    return _row_of_total(plan, up, hand)


def _row_of_total(plan: Plan, up: int, hand: Hand) -> tuple[Place, str]:
    """The row of a total; of one that the plan leaves out, what anybody would do."""
    rows = plan.soft if hand.soft else plan.hard
    code = rows.get(hand.total, {}).get(up) or default_code(hand.soft, hand.total)
    return ("soft" if hand.soft else "hard", (hand.total,)), code


def decide(
    plan: Plan, up: int, hand: Hand, first_two: tuple[int, int] | None, allowed: tuple[Decision, ...]
) -> Decision:
    """The plan's decision among those that the rules allow."""
    return ruling(plan, up, hand, first_two, allowed).decision


def ruling(
    plan: Plan, up: int, hand: Hand, first_two: tuple[int, int] | None, allowed: tuple[Decision, ...]
) -> Ruling:
    """The same, with the row that leads to it."""
    place, code = _row_for(plan, up, hand, first_two)
    decision = decision_of(code, allowed)
    if decision is None and code in FOR_PAIRS:
        # A pair that cannot be split is played as its total.
        place, code = _row_of_total(plan, up, hand)
        decision = decision_of(code, allowed)
    if decision is None:
        hits = calm(code) == "H" and Decision.HIT in allowed
        decision = Decision.HIT if hits else Decision.STAND
    return Ruling(place, code, decision)


def gives_up(
    plan: Plan, up: int, hand: Hand, first_two: tuple[int, int] | None, offered: tuple[Decision, ...]
) -> bool:
    """Whether the plan surrenders two first cards when that is offered before the dealer looks.

    A pair that it would split is not played as its total here: it can be split after the look.
    """
    return Decision.SURRENDER in offered and says(code_for(plan, up, hand, first_two), Decision.SURRENDER)
