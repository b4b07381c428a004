"""A bet behind a seat: it follows the seat's hand and never decides (TB-22). Knows no purse and no clock."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from cutcard.games.blackjack.dealer import Dealer
from cutcard.games.blackjack.options import Decision
from cutcard.games.blackjack.play import Branch, Position, State, as_stood
from cutcard.games.blackjack.rules import Rules
from cutcard.games.blackjack.settle import insurance_pays, results
from cutcard.money import LOSE
from cutcard.table.events import BehindShare, LineShare
from cutcard.table.felt.settling import insurance_stake, line
from cutcard.table.felt.wager_fates import INSURANCE
from cutcard.table.settings import BEHIND

ALONG = (True, True)
"""Without a word of its owner a bet behind doubles along and splits along."""


class Behind(msgspec.Struct):
    """One patron's bet behind one seat. ``units`` are its stakes on each hand the seat has.

    One that ``stays`` was insured when the seat surrendered, and is in play to the end as if it had stood.
    """

    patron: str
    seat: int
    stake: int
    double_along: bool = True
    split_along: bool = True
    units: list[int] = msgspec.field(default_factory=lambda: [1])
    insured: bool = False
    answered: bool = False
    stays: bool = False

    @property
    def staked(self) -> int:
        """All that lies there."""
        return self.stake * sum(self.units) + (insurance_stake(self.stake) if self.insured else 0)

    def follows(self, branch: int, decision: Decision, playable: int) -> BehindShare | None:
        """What it does when the seat doubles, splits or surrenders; None where it has nothing on that hand.

        Short of credit counts as not along. Of a surrender it is said only where it is insured, and so stays.
        """
        if branch >= len(self.units) or not self.units[branch]:
            return None
        if decision is Decision.SURRENDER:
            return BehindShare(self.seat, branch, decision, along=False) if self.insured else None
        wants = self.double_along if decision is Decision.DOUBLE else self.split_along
        along = wants and playable >= self.stake
        return BehindShare(self.seat, branch, decision, along, self.stake if along else 0)

    def followed(self, branch: int, decision: Decision, along: bool) -> None:
        """The seat has doubled or split, or surrenders. Not splitting along, it stays on the first hand."""
        if decision is Decision.SURRENDER:
            self.stays = not along
        elif decision is Decision.DOUBLE:
            self.units[branch] = 2 if along else 1
        else:
            self.units.insert(branch + 1, 1 if along else 0)

    def lines(self, rules: Rules, position: Position, dealer: Dealer) -> Iterator[LineShare]:
        """What it comes to: as the seat's own bet, on the hands it is on and with the stakes it has there."""
        for ended in results(rules, self._followed_position(self.plays(position)), dealer):
            branch = self._branches()[ended.hand.branch]
            stake = self.stake * self.units[branch]
            yield line(self.seat, branch, BEHIND, ended.ending.value, ended.pays, stake)
        if self.insured:
            pays = insurance_pays(rules, dealer)
            outcome = "lose" if pays == LOSE else "win"
            yield line(self.seat, 0, INSURANCE, outcome, pays, insurance_stake(self.stake))

    def plays(self, position: Position) -> Position:
        """The seat's hands as they stand for this bet."""
        return as_stood(position) if self.stays else position

    def _branches(self) -> list[int]:
        return [index for index, units in enumerate(self.units) if units]

    def _followed_position(self, position: Position) -> Position:
        branches = tuple(_as_mine(position.branches[at], self.units[at]) for at in self._branches())
        return msgspec.structs.replace(position, branches=branches, at=len(branches))


def _as_mine(branch: Branch, units: int) -> Branch:
    """The seat's hand with this bet's own stake: not doubled where it did not go along."""
    if branch.doubled and units == 1:
        state = State.STOOD if branch.state is State.DOUBLED else branch.state
        return msgspec.structs.replace(branch, doubled=False, state=state)
    return branch
