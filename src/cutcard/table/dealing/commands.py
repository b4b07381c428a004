"""Cards, as they come to a table: by hand or from the shoe. Who may deal is one rule, in ``decide``."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from cutcard.table.command import Deals, TableCommand


class Deal(TableCommand, frozen=True, tag="deal"):
    """An open card came."""

    deals: ClassVar[Deals] = Deals.BY_HAND | Deals.FROM_THE_SHOE
    card: Annotated[int, msgspec.Meta(ge=0, le=51)]


class DealFaceDown(TableCommand, frozen=True, tag="deal_face_down"):
    """A card came face down. Where a reader knows its face, the venue keeps it, and no record names it."""

    deals: ClassVar[Deals] = Deals.BY_HAND | Deals.FROM_THE_SHOE
    card: Annotated[int, msgspec.Meta(ge=0, le=51)] | None = None


class EnterCard(TableCommand, frozen=True, tag="enter_card"):
    """A card was scanned or typed: it goes where an open card is due, dealt, turned or burned."""

    deals: ClassVar[Deals] = Deals.BY_HAND | Deals.FROM_THE_SHOE
    card: Annotated[int, msgspec.Meta(ge=0, le=51)]


class Burn(TableCommand, frozen=True, tag="burn"):
    """A card of a fresh shoe was put away; shown where the house shows the first."""

    deals: ClassVar[Deals] = Deals.BY_HAND | Deals.FROM_THE_SHOE
    card: Annotated[int, msgspec.Meta(ge=0, le=51)] | None = None


class Check(TableCommand, frozen=True, tag="check"):
    """The dealer has looked."""

    deals: ClassVar[Deals] = Deals.BY_HAND | Deals.FROM_THE_SHOE
    blackjack: bool


class TurnUp(TableCommand, frozen=True, tag="turn_up"):
    """The face-down card is turned."""

    deals: ClassVar[Deals] = Deals.BY_HAND | Deals.FROM_THE_SHOE
    card: Annotated[int, msgspec.Meta(ge=0, le=51)]
