"""What the roads are drawn from: the result of each coup, its notation, and the shoe's counters.

How a result came about is not known here, nor where it is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from cutcard.games.baccarat.coup import Coup, Winner, natural, pair, winner

_WINNERS: Final = {"P": Winner.PLAYER, "B": Winner.BANKER, "T": Winner.TIE}
_HOW: Final = "write P, B or T, each followed directly by what it had of p, b and one of 8 and 9"


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
        player_wins=sum(one.winner is Winner.PLAYER for one in listed),
        banker_wins=sum(one.winner is Winner.BANKER for one in listed),
        ties=sum(one.winner is Winner.TIE for one in listed),
        naturals=sum(one.natural is not None for one in listed),
        player_pairs=sum(one.player_pair for one in listed),
        banker_pairs=sum(one.banker_pair for one in listed),
    )


def parse_results(text: str) -> tuple[Result, ...]:
    """``"Pb8 T B Bpb"`` as results: case matters, blanks between results are free, the order of marks too."""
    results: list[Result] = []
    place = 0
    while place < len(text):
        letter = text[place]
        place += 1
        if letter.isspace():
            continue
        if letter in _WINNERS:
            marks = _marks_from(text, place)
            results.append(_result(_WINNERS[letter], marks, place))
            place += len(marks)
        elif letter in "pb89":
            raise BadResults(f"{letter!r} at place {place} follows no result directly: {_HOW}")
        else:
            raise BadResults(f"{letter!r} at place {place} is not a result: {_HOW}")
    return tuple(results)


def _marks_from(text: str, start: int) -> str:
    end = start
    while end < len(text) and text[end] in "pb89":
        end += 1
    return text[start:end]


def _result(won: Winner, marks: str, before: int) -> Result:
    for index, mark in enumerate(marks):
        if mark in marks[:index]:
            raise BadResults(f"{mark!r} at place {before + index + 1} is already said of its result: {_HOW}")
        if mark in "89" and ({"8", "9"} & set(marks[:index])):
            raise BadResults(
                f"{mark!r} at place {before + index + 1} contradicts the natural before it: {_HOW}"
            )
    naturals = [int(mark) for mark in marks if mark in "89"]
    return Result(won, "p" in marks, "b" in marks, naturals[0] if naturals else None)
