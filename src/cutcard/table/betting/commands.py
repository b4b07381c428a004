"""What a patron does with chips, each with its word on record. Who may ask is judged elsewhere."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from cutcard.table.command import Deals, Name, Position, Stake, TableCommand
from cutcard.table.event import Wagers


class PlaceBet(TableCommand, frozen=True, tag="place_bet"):
    """Put a chip on a field."""

    how: ClassVar[str] = "place"
    patron: str
    bet: Name
    amount: Stake
    position: Position = 1


class ClearLast(TableCommand, frozen=True, tag="clear_last"):
    """Take the last chip back, and what depends on it."""

    how: ClassVar[str] = "clear_last"
    patron: str


class ClearAll(TableCommand, frozen=True, tag="clear_all"):
    """Take every chip back."""

    how: ClassVar[str] = "clear_all"
    patron: str


class UndoBet(TableCommand, frozen=True, tag="undo_bet"):
    """As it was before the last of these buttons."""

    how: ClassVar[str] = "undo"
    patron: str


class DoubleBets(TableCommand, frozen=True, tag="double_bets"):
    """Twice every stake, or nothing."""

    how: ClassVar[str] = "double"
    patron: str


class RaiseBets(TableCommand, frozen=True, tag="raise_bets"):
    """One chip more on every bet, in the order placed, as far as credit goes."""

    how: ClassVar[str] = "raise"
    patron: str
    amount: Stake


class RepeatBets(TableCommand, frozen=True, tag="repeat_bets"):
    """The bets of the last round, once or twice, or nothing. Without one here, ``other`` is repeated."""

    how: ClassVar[str] = "repeat"
    patron: str
    times: Annotated[int, msgspec.Meta(ge=1, le=2)] = 1
    other: Wagers = ()


class BetAll(TableCommand, frozen=True, tag="bet_all"):
    """One chip on every available field of a position, main first."""

    how: ClassVar[str] = "bet_all"
    patron: str
    amount: Stake
    position: Position = 1


class LetItPlay(TableCommand, frozen=True, tag="let_it_play"):
    """Stake again what the main bet of a position won in the last round (GUI-09)."""

    how: ClassVar[str] = "let_it_play"
    patron: str
    position: Position = 1


class PlayNow(TableCommand, frozen=True, tag="play_now"):
    """A chip on the main bet of every position that has none."""

    how: ClassVar[str] = "play_now"
    patron: str
    amount: Stake


class SetOption(TableCommand, frozen=True, tag="set_option"):
    """Insurance offered or never; bets repeated by themselves, ``other`` without any here; bets kept on."""

    patron: str
    option: Name
    on: bool
    other: Wagers = ()


class PressDeal(TableCommand, frozen=True, tag="press_deal"):
    """Ready for the cards."""

    patron: str


class CloseBets(TableCommand, frozen=True, tag="close_bets"):
    """The croupier says: no more bets."""

    deals: ClassVar[Deals] = Deals.BY_HAND
    by: Name


BetCommand = (
    PlaceBet
    | ClearLast
    | ClearAll
    | UndoBet
    | DoubleBets
    | RaiseBets
    | RepeatBets
    | BetAll
    | LetItPlay
    | PlayNow
)
