"""What playing a round again comes to: what does not agree, what could not be played. It plays nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from cutcard.cards import NotInPack
from cutcard.specials import NoSuchBet
from cutcard.table import events as e
from cutcard.table.settings import BEHIND


class Replayed(msgspec.Struct, frozen=True):
    """What does not agree, and what could not be played again; ``settled`` where results were found anew.

    ``unjudged`` is what this copy does not show enough of to be judged, however well all else agrees.
    """

    faults: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    settled: bool = False
    unjudged: tuple[str, ...] = ()


class NotReplayed(Exception):
    """Why a file cannot be played again, although nothing may be wrong with it."""


class Misfit(Exception):
    """Something on record that the rules do not let happen; the text says what."""


IMPOSSIBLE: Final = (
    *(AssertionError, KeyError, IndexError, ValueError, TypeError, AttributeError, StopIteration),
    *(NotInPack, NoSuchBet, Misfit),
)
"""What comes of events that no table could have made."""


def not_behind(wagers: Sequence[e.Wager]) -> list[e.Wager]:
    """The wagers that no bets behind are among: those hang on what others wager."""
    return [wager for wager in wagers if wager.bet != BEHIND]


def result_fault(patron: str, written: e.SettledShare | None, due_share: e.SettledShare | None) -> str | None:
    """How a patron's result on record differs from the one that the cards and the rules give."""
    if written is None or due_share is None:
        return f"{patron} has {'no result' if written is None else 'a result without a wager'}"
    if written == due_share:
        return None
    due = {_field(line): line for line in due_share.lines}
    written_lines = {_field(line): line for line in written.lines}
    for field in (*written_lines, *due):
        if written_lines.get(field) != due.get(field):
            where = f"{patron}, {field[2]} at position {field[0]}"
            share = _describe_share(written_lines.get(field))
            return f"{where}: written is {share}, and due {_describe_share(due.get(field))}"
    return f"the result of {patron} is not the sum of its lines"


def _field(line: e.LineShare) -> tuple[int, int, str]:
    return line.position, line.branch, line.bet


def _describe_share(line: e.LineShare | None) -> str:
    if line is None:
        return "nothing"
    return f"{line.outcome} {line.pays} with {line.returned} for {line.stake}"
