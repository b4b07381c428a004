"""What the roads are drawn from: the result of each coup, its notation, and the shoe's counters.

How a result came about is not known here, nor where it is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from cutcard.games.baccarat.coup import Coup, Winner, natural, pair, winner

_WINNERS: Final = {"P": Winner.PLAYER, "B": Winner.BANKER, "T": Winner.TIE}
_NATURALS: Final = "89"
_MARKS: Final = "pb" + _NATURALS
_HOW: Final = "write P, B or T, each followed by what it had of p, b and one of 8 and 9"


class BadResults(ValueError):
    """The text is not a list of results such as ``Pb8 T B``."""


class Result(msgspec.Struct, frozen=True):
    """How one coup ended, as far as the roads and counters show it."""

    winner: Winner
    player_pair: bool = False
    banker_pair: bool = False
    natural: int | None = None


class Counters(msgspec.Struct, frozen=True):
    """What is counted over a shoe (BA-09)."""

    player_wins: int
    banker_wins: int
    ties: int
    naturals: int
    player_pairs: int
    banker_pairs: int


def result_of(coup: Coup) -> Result:
    """What the roads keep of a finished coup."""
    return Result(winner(coup), pair(coup.player), pair(coup.banker), natural(coup))


def counters(results: Iterable[Result]) -> Counters:
    """The counters after these results; ties' pairs and naturals count too (BA-09, RD-02)."""
    listed = tuple(results)
    return Counters(
        player_wins=sum(coup.winner is Winner.PLAYER for coup in listed),
        banker_wins=sum(coup.winner is Winner.BANKER for coup in listed),
        ties=sum(coup.winner is Winner.TIE for coup in listed),
        naturals=sum(coup.natural is not None for coup in listed),
        player_pairs=sum(coup.player_pair for coup in listed),
        banker_pairs=sum(coup.banker_pair for coup in listed),
    )


def parse_results(text: str) -> tuple[Result, ...]:
    """``"Pb8 T B Bpb"`` as results: case matters, blanks are free, and so is the order of marks."""
    results: list[Result] = []
    won: Winner | None = None
    marks = ""
    for place, letter in enumerate(text, 1):
        if letter.isspace():
            continue
        if letter in _WINNERS:
            if won is not None:
                results.append(_result(won, marks))
            won, marks = _WINNERS[letter], ""
        elif letter not in _MARKS:
            raise BadResults(f"{letter!r} at place {place} is not a result: {_HOW}")
        elif won is None:
            raise BadResults(f"{letter!r} at place {place} follows no result: {_HOW}")
        else:
            _refuse_mark(letter, marks, place)
            marks += letter
    return (*results, _result(won, marks)) if won is not None else ()


def _refuse_mark(mark: str, before: str, place: int) -> None:
    if mark in before:
        raise BadResults(f"{mark!r} at place {place} is already said of its result: {_HOW}")
    if mark in _NATURALS and set(_NATURALS) & set(before):
        raise BadResults(f"{mark!r} at place {place} contradicts the natural before it: {_HOW}")


def _result(won: Winner, marks: str) -> Result:
    naturals = [int(mark) for mark in marks if mark in _NATURALS]
    return Result(won, "p" in marks, "b" in marks, naturals[0] if naturals else None)
