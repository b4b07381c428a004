"""The cards of one round and all that follows from them alone: what a correction puts in place of another."""

from __future__ import annotations

import msgspec

from cutcard.cards import Shoe
from cutcard.games import baccarat
from cutcard.games.blackjack.play import HandAt
from cutcard.table import events as e
from cutcard.table.felt.felt import Felt
from cutcard.table.settings import Settings

Destination = HandAt | baccarat.Side | None
"""Where a card of the round went; None for what is not a card."""


class Burns(msgspec.Struct, frozen=True):
    """Cards to be burned before a coup. The first is shown, and says how many are left after it."""

    first: bool = False
    left: int = 0

    @property
    def due(self) -> bool:
        """Whether any is left to burn."""
        return self.first or self.left > 0


class Begun(msgspec.Struct, frozen=True):
    """What a round was begun with, at no more bets."""

    shoe: Shoe
    burns: Burns


class Deal(msgspec.Struct, kw_only=True):
    """The round on the felt, whose cards stay there until the next is dealt, and the shoe it comes from.

    ``draws`` are the cards that have left the shoe in this round, ``unseen`` those of them that nobody has
    seen, ``dealt`` the open ones, each with whether it went to no hand. ``story`` is what happened since no
    more bets, each card with the place it went to: a corrected round is played again from it.
    """

    settings: Settings
    shoe: Shoe
    round: int = 0
    felt: Felt | None = None
    draws: int = 0
    unseen: int = 0
    dealt: list[tuple[int, bool]] = []
    burns: Burns = Burns()
    story: list[tuple[e.AnyEvent, Destination]] = []
    begun_with: Begun | None = None


def felt_of(deal: Deal) -> Felt:
    """What lies there, once bets are closed."""
    assert deal.felt is not None, "a round that is played lies on the felt"
    return deal.felt
