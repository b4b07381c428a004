"""A bet: lines tried from the top, the first that fits and is paid wins, alone.

The declaration of a bet is the only place that knows it. Settlement, exact return,
help, highlight, the API and the simulator all read it; none of them is known here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic, Literal, TypeVar

import msgspec

from cutcard.money import LOSE, PUSH, Odds

View = TypeVar("View")
"""What a bet is judged by: the cards it sees, in their order, or a whole finished coup."""


Group = Literal["main", "special", "totals"]
"""What a layout shows together: main bets, special bets, special bets that differ in their totals alone."""


class Line(msgspec.Struct, Generic[View], frozen=True):
    """One row a pay table can have, and what must be seen for it. Of a shipped bet the texts name it."""

    id: str
    fits: Callable[[View], bool]
    name: str = ""


class PayTable(msgspec.Struct, frozen=True):
    """The odds of a bet's lines. A line without odds is not paid.

    ``decks`` are the pack sizes it is approved for; ``source`` says where its
    figures come from.
    """

    id: str
    pays: Mapping[str, Odds]
    decks: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7, 8)
    source: str = "own design"


def same_card(card: int) -> int:
    """The finest classes: every card differs from every other."""
    return card


class Bet(msgspec.Struct, Generic[View], frozen=True):
    """One entry of a catalogue.

    ``sees`` names the cards it is judged by, in the order in which ``fits`` takes them.
    ``classes`` maps a card to its class where the lines cannot distinguish the cards of a class
    apart, so that counting stays quick. Two cards of the same hand (``P1`` and ``P2``, ``D1``
    and ``D2``) may change places without changing the outcome, unless ``ordered``. ``needs``
    is the bet that must be wagered first (SB-50), ``not_with`` those that may not stand beside
    it. ``in_bet_all`` is false for what the Bet All buttons leave out. ``group`` and ``side`` say
    where a layout has its field; a game whose layout has no sides leaves the side empty. ``name`` and
    ``definition``, a hash of what it was read from, are an own bet's: texts and code know the shipped ones.
    """

    id: str
    sees: tuple[str, ...]
    lines: tuple[Line[View], ...]
    paytables: tuple[PayTable, ...]
    pushes: Callable[[View], bool] | None = None
    classes: Callable[[int], int] = same_card
    ordered: bool = False
    needs: str | None = None
    not_with: tuple[str, ...] = ()
    in_bet_all: bool = True
    group: Group = "special"
    side: str = ""
    name: str = ""
    definition: str = ""

    @property
    def judges(self) -> tuple[Callable[[View], bool], ...]:
        """All that the outcome hangs on: what fits each line, and what pushes."""
        return (*(line.fits for line in self.lines), *((self.pushes,) if self.pushes else ()))


class Outcome(msgspec.Struct, frozen=True):
    """How a bet ended: the id of its line, ``push`` or ``lose``, and the odds that pays."""

    id: str
    pays: Odds


PUSHED = Outcome("push", PUSH)
LOST = Outcome("lose", LOSE)


def paid_lines(bet: Bet[View], table: PayTable) -> tuple[tuple[Line[View], Odds], ...]:
    """The lines that this pay table pays, best first."""
    return tuple((line, table.pays[line.id]) for line in bet.lines if line.id in table.pays)


def outcome(bet: Bet[View], table: PayTable, view: View) -> Outcome:
    """What the first line that fits and is paid gives; without one, a push or a loss."""
    for line, odds in paid_lines(bet, table):
        if line.fits(view):
            return PUSHED if odds == PUSH else Outcome(line.id, odds)
    if bet.pushes is not None and bet.pushes(view):
        return PUSHED
    return LOST


def pays(written: str) -> dict[str, Odds]:
    """``"straight 10:1, flush 5:1"`` as the odds of lines, for declarations that read like a pay table."""
    rows = (row.split() for row in written.split(","))
    return {line: Odds.parse(odds) for line, odds in rows}
