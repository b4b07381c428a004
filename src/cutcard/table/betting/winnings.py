"""What a round handed back, split up: the winnings of wagers that won, and stakes.

All that is handed back is one or the other. So ``won`` is what a patron gained where they gained something,
however much they lost elsewhere; a push, a refund, half the stake of a surrender and the stake that comes
with its winnings are stakes back. Moves no money.
"""

from __future__ import annotations

import msgspec

from cutcard.table.play.events import LineShare, SettledShare


class Handed(msgspec.Struct, frozen=True):
    """What one patron staked in a round and what came back of it."""

    staked: int = 0
    won: int = 0
    stakes_back: int = 0

    @property
    def returned(self) -> int:
        """All that is handed back."""
        return self.won + self.stakes_back

    @property
    def net(self) -> int:
        """Won less lost."""
        return self.returned - self.staked


NOTHING_HANDED = Handed()


def winnings(line: LineShare) -> int:
    """What a wager gained on top of its stake; nothing where it did not win."""
    return max(0, line.returned - line.stake)


def won_by(share: SettledShare) -> int:
    """The winnings of all wagers that won."""
    return sum(winnings(line) for line in share.lines)


def handed(share: SettledShare | None, refunded: int = 0, gained: int = 0) -> Handed:
    """A patron's round: what was settled, what was refunded before, and what a void paid all the same."""
    if share is None:
        return Handed(refunded, gained, refunded)
    won = won_by(share)
    return Handed(share.staked + refunded, won + gained, share.returned - won + refunded)
