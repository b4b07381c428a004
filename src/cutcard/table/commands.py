"""What can be asked of a table, in the imperative. The venue names the patron, and judges who may ask."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from cutcard.games.blackjack.options import Decision
from cutcard.profiles.profile import Speed
from cutcard.table.betting.commands import (
    BetAll,
    BetCommand,
    ClearAll,
    ClearLast,
    DoubleBets,
    LetItPlay,
    PlaceBet,
    PlayNow,
    Position,
    RaiseBets,
    RepeatBets,
    UndoBet,
)
from cutcard.table.command import Deals, TableCommand
from cutcard.table.event import Wagers
from cutcard.table.pit.dispute_commands import CloseDispute, ConfirmResult, Dispute, FillDispute, Name, Why
from cutcard.table.seating.commands import FreeSeat, LeaveSeat, TakeSeat
from cutcard.table.settings import Settings

__all__ = [
    "BetAll",
    "BetCommand",
    "ClearAll",
    "ClearLast",
    "CloseDispute",
    "ConfirmResult",
    "Dispute",
    "DoubleBets",
    "FillDispute",
    "FreeSeat",
    "LeaveSeat",
    "LetItPlay",
    "PlaceBet",
    "PlayNow",
    "RaiseBets",
    "RepeatBets",
    "TakeSeat",
    "UndoBet",
]


class Join(TableCommand, frozen=True, tag="join"):
    """Have this table among the open games. The venue puts in what others may call the patron."""

    keeps_reservation: ClassVar[bool] = True
    patron: str
    name: Name = ""


class Leave(TableCommand, frozen=True, tag="leave"):
    """Close it; only with no bet on it (GUI-01)."""

    keeps_reservation: ClassVar[bool] = True
    patron: str


class SetOption(TableCommand, frozen=True, tag="set_option"):
    """Insurance offered or never; bets repeated by themselves, ``other`` without any here; bets kept on."""

    patron: str
    option: Name
    on: bool
    other: Wagers = ()


class SetSpeed(TableCommand, frozen=True, tag="set_speed"):
    """How quickly cards are dealt and results go by at one's own table (GUI-10)."""

    patron: str
    speed: Speed


class Reserve(TableCommand, frozen=True, tag="reserve"):
    """Keep the place for a while, or take it again, as whatever else its owner does (GUI-04)."""

    keeps_reservation: ClassVar[bool] = True
    patron: str
    on: bool = True


class Contribute(TableCommand, frozen=True, tag="contribute"):
    """Mix a text of one's own into the cards of the round."""

    keeps_reservation: ClassVar[bool] = True
    patron: str
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


class PressDeal(TableCommand, frozen=True, tag="press_deal"):
    """Ready for the cards."""

    patron: str


class Decide(TableCommand, frozen=True, tag="decide"):
    """Decide for a hand."""

    patron: str
    decision: Decision
    position: Position = 1
    branch: Annotated[int, msgspec.Meta(ge=0, le=16)] = 0


class Complete(TableCommand, frozen=True, tag="complete"):
    """Best play without new money for a hand that waits no longer for its patron (TB-40, TB-42)."""

    patron: str
    decision: Decision
    position: Position = 1
    branch: Annotated[int, msgspec.Meta(ge=0, le=16)] = 0


class SetBehind(TableCommand, frozen=True, tag="set_behind"):
    """Whether a bet behind a seat doubles and splits along."""

    patron: str
    seat: Position
    double_along: bool
    split_along: bool


class RefuseBehind(TableCommand, frozen=True, tag="refuse_behind"):
    """Take no bets behind one's seat, or take them again."""

    patron: str
    seat: Position
    refused: bool


class GoAway(TableCommand, frozen=True, tag="go_away"):
    """The patron's terminal is gone: closed, or silent to pings."""

    keeps_reservation: ClassVar[bool] = True
    patron: str


class StayAway(TableCommand, frozen=True, tag="stay_away"):
    """The patron's terminal has been gone for so long that nothing waits for it any more (MO-02)."""

    keeps_reservation: ClassVar[bool] = True
    patron: str


class ComeBack(TableCommand, frozen=True, tag="come_back"):
    """The patron's terminal is back."""

    keeps_reservation: ClassVar[bool] = True
    patron: str


class CloseBets(TableCommand, frozen=True, tag="close_bets"):
    """The croupier says: no more bets."""

    deals: ClassVar[Deals] = Deals.BY_HAND
    by: Name


class ChangeShoe(TableCommand, frozen=True, tag="change_shoe"):
    """A new shoe. ``remaining`` are the 52 counts of what was left in the old one, where it was counted."""

    deals: ClassVar[Deals] = Deals.BY_HAND | Deals.FROM_THE_SHOE
    by: Name
    remaining: tuple[int, ...] = ()


class SeeCutCard(TableCommand, frozen=True, tag="see_cut_card"):
    """The cut card came out."""

    deals: ClassVar[Deals] = Deals.BY_HAND | Deals.FROM_THE_SHOE
    by: Name


class CorrectCard(TableCommand, frozen=True, tag="correct_card"):
    """A card was misread. Without ``at`` it is the last one; else it is counted from 1 in the round."""

    deals: ClassVar[Deals] = Deals.FROM_THE_SHOE
    by: Name
    card: Annotated[int, msgspec.Meta(ge=0, le=51)]
    at: Annotated[int, msgspec.Meta(ge=0, le=400)] = 0
    why: Why = ""


class CallSupervisor(TableCommand, frozen=True, tag="call_supervisor"):
    """A supervisor, please."""

    by: Name
    reason: Why


class ProposeCorrection(TableCommand, frozen=True, tag="propose_correction"):
    """Put a settled round right: what each patron gets, or gives back where it is negative."""

    by: Name
    of_round: Annotated[int, msgspec.Meta(ge=1)]
    amounts: dict[str, int]
    why: Why


class ApproveCorrection(TableCommand, frozen=True, tag="approve_correction"):
    """The second person's yes."""

    by: Name
    number: Annotated[int, msgspec.Meta(ge=1)]


class OpenTable(TableCommand, frozen=True, tag="open_table"):
    """Begin. ``by`` is whoever has the table opened; nobody where the house does it by itself."""

    settings: Settings
    by: Name | None = None


class ChangeSettings(TableCommand, frozen=True, tag="change_settings"):
    """Run with other settings from the next round on."""

    settings: Settings
    by: Name


class OpenRound(TableCommand, frozen=True, tag="open_round"):
    """Open betting. The commitment is empty where real cards are dealt."""

    deals: ClassVar[Deals] = Deals.BY_HAND | Deals.FROM_THE_SHOE
    commitment: str = ""


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


class Reveal(TableCommand, frozen=True, tag="reveal"):
    """The round's secret, after the round."""

    deals: ClassVar[Deals] = Deals.FROM_THE_SHOE
    secret: str
    unseen: tuple[int, ...] = ()


class Tick(TableCommand, frozen=True, tag="tick"):
    """Time has passed. One that changes nothing is not recorded."""


class Pause(TableCommand, frozen=True, tag="pause"):
    """Halt the table."""

    by: Name
    reason: Why


class Resume(TableCommand, frozen=True, tag="resume"):
    """Go on; open times begin again in full."""

    by: Name


class VoidRound(TableCommand, frozen=True, tag="void_round"):
    """Hand every wager of the running round back."""

    by: Name
    reason: Why


class CloseTable(TableCommand, frozen=True, tag="close_table"):
    """No further round."""

    by: Name


PatronCommand = (
    Join
    | Leave
    | PlaceBet
    | ClearLast
    | ClearAll
    | UndoBet
    | DoubleBets
    | RaiseBets
    | RepeatBets
    | BetAll
    | LetItPlay
    | PlayNow
    | SetOption
    | SetSpeed
    | Reserve
    | Contribute
    | PressDeal
    | Decide
    | TakeSeat
    | LeaveSeat
    | SetBehind
    | RefuseBehind
    | Dispute
    | FillDispute
    | ConfirmResult
    | GoAway
    | StayAway
    | ComeBack
)
CroupierCommand = (
    CloseBets
    | ChangeShoe
    | SeeCutCard
    | CorrectCard
    | CloseDispute
    | CallSupervisor
    | FreeSeat
    | ProposeCorrection
    | ApproveCorrection
)
CardCommand = Deal | DealFaceDown | Burn | Check | TurnUp
HouseCommand = (
    OpenTable | ChangeSettings | OpenRound | Reveal | Tick | Pause | Resume | VoidRound | CloseTable
)
Command = Complete | PatronCommand | CardCommand | EnterCard | CroupierCommand | HouseCommand
