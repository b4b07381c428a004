"""What a round came to for a patron, and the notices shown once: the shapes. Fills none."""

from __future__ import annotations

import msgspec

from cutcard.games.reason import Reason


class PaidView(msgspec.Struct, frozen=True, kw_only=True):
    """What a betting field has won, all hands of it together."""

    position: int
    bet: str
    won: int


class RoundMoney(msgspec.Struct, frozen=True, kw_only=True):
    """What a round came to for one patron.

    ``won`` are the winnings of the wagers that won, ``stakes_back`` what else was handed back, ``net`` is
    won less lost. A void round wins nothing, but for special bets where the house pays them.
    """

    round: int
    staked: int
    won: int
    stakes_back: int
    net: int
    void: bool = False


class NoticeView(msgspec.Struct, frozen=True, kw_only=True):
    """Something a patron has to see once: what, of which round of which table, and when."""

    id: str
    table: str
    name: str
    profile: str
    round: int
    wall_ms: int
    says: Reason
