"""What can be asked of a table, in the imperative. The venue names the patron, and judges who may ask."""

from __future__ import annotations

from typing import Annotated

import msgspec

from cutcard.games.blackjack.options import Decision
from cutcard.profiles.profile import Speed
from cutcard.table.commands_dispute import CloseDispute, ConfirmResult, Dispute, FillDispute, Name, Why
from cutcard.table.commands_seats import FreeSeat, LeaveSeat, TakeSeat
from cutcard.table.events import Wagers
from cutcard.table.settings import Settings

__all__ = ["CloseDispute", "ConfirmResult", "Dispute", "FillDispute", "FreeSeat", "LeaveSeat", "TakeSeat"]

Stake = Annotated[int, msgspec.Meta(ge=1, le=10**12)]
Position = Annotated[int, msgspec.Meta(ge=1, le=7)]


class Join(msgspec.Struct, frozen=True, tag="join"):
    """Have this table among the open games. The venue puts in what others may call the patron."""

    patron: str
    name: Name = ""


class Leave(msgspec.Struct, frozen=True, tag="leave"):
    """Close it; only with no bet on it (GUI-01)."""

    patron: str


class PlaceBet(msgspec.Struct, frozen=True, tag="place_bet"):
    """Put a chip on a field."""

    patron: str
    bet: Name
    amount: Stake
    position: Position = 1


class ClearLast(msgspec.Struct, frozen=True, tag="clear_last"):
    """Take the last chip back, and what depends on it."""

    patron: str


class ClearAll(msgspec.Struct, frozen=True, tag="clear_all"):
    """Take every chip back."""

    patron: str


class UndoBet(msgspec.Struct, frozen=True, tag="undo_bet"):
    """As it was before the last of these buttons."""

    patron: str


class DoubleBets(msgspec.Struct, frozen=True, tag="double_bets"):
    """Twice every stake, or nothing."""

    patron: str


class RaiseBets(msgspec.Struct, frozen=True, tag="raise_bets"):
    """One chip more on every bet, in the order placed, as far as credit goes."""

    patron: str
    amount: Stake


class RepeatBets(msgspec.Struct, frozen=True, tag="repeat_bets"):
    """The bets of the last round, once or twice, or nothing. Without one here, ``other`` is repeated."""

    patron: str
    times: Annotated[int, msgspec.Meta(ge=1, le=2)] = 1
    other: Wagers = ()


class BetAll(msgspec.Struct, frozen=True, tag="bet_all"):
    """One chip on every available field of a position, main first."""

    patron: str
    amount: Stake
    position: Position = 1


class LetItPlay(msgspec.Struct, frozen=True, tag="let_it_play"):
    """Stake again what the main bet of a position won in the last round (GUI-09)."""

    patron: str
    position: Position = 1


class PlayNow(msgspec.Struct, frozen=True, tag="play_now"):
    """A chip on the main bet of every position that has none."""

    patron: str
    amount: Stake


class SetOption(msgspec.Struct, frozen=True, tag="set_option"):
    """Insurance offered or never; bets repeated by themselves, ``other`` without any here; bets kept on."""

    patron: str
    option: Name
    on: bool
    other: Wagers = ()


class SetSpeed(msgspec.Struct, frozen=True, tag="set_speed"):
    """How quickly cards are dealt and results go by at one's own table (GUI-10)."""

    patron: str
    speed: Speed


class Reserve(msgspec.Struct, frozen=True, tag="reserve"):
    """Keep the place for a while, or take it again, as whatever else its owner does (GUI-04)."""

    patron: str
    on: bool = True


class Contribute(msgspec.Struct, frozen=True, tag="contribute"):
    """Mix a text of one's own into the cards of the round."""

    patron: str
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


class PressDeal(msgspec.Struct, frozen=True, tag="press_deal"):
    """Ready for the cards."""

    patron: str


class Decide(msgspec.Struct, frozen=True, tag="decide"):
    """Decide for a hand."""

    patron: str
    decision: Decision
    position: Position = 1
    branch: Annotated[int, msgspec.Meta(ge=0, le=16)] = 0


class Complete(msgspec.Struct, frozen=True, tag="complete"):
    """Best play without new money for a hand that waits no longer for its patron (TB-40, TB-42)."""

    patron: str
    decision: Decision
    position: Position = 1
    branch: Annotated[int, msgspec.Meta(ge=0, le=16)] = 0


class SetBehind(msgspec.Struct, frozen=True, tag="set_behind"):
    """Whether a bet behind a seat doubles and splits along."""

    patron: str
    seat: Position
    double_along: bool
    split_along: bool


class RefuseBehind(msgspec.Struct, frozen=True, tag="refuse_behind"):
    """Take no bets behind one's seat, or take them again."""

    patron: str
    seat: Position
    refused: bool


class GoAway(msgspec.Struct, frozen=True, tag="go_away"):
    """The patron's terminal is gone: closed, or silent to pings."""

    patron: str


class StayAway(msgspec.Struct, frozen=True, tag="stay_away"):
    """The patron's terminal has been gone for so long that nothing waits for it any more (MO-02)."""

    patron: str


class ComeBack(msgspec.Struct, frozen=True, tag="come_back"):
    """The patron's terminal is back."""

    patron: str


class CloseBets(msgspec.Struct, frozen=True, tag="close_bets"):
    """The croupier says: no more bets."""

    by: Name


class ChangeShoe(msgspec.Struct, frozen=True, tag="change_shoe"):
    """A new shoe. ``remaining`` are the 52 counts of what was left in the old one, where it was counted."""

    by: Name
    remaining: tuple[int, ...] = ()


class SeeCutCard(msgspec.Struct, frozen=True, tag="see_cut_card"):
    """The cut card came out."""

    by: Name


class CorrectCard(msgspec.Struct, frozen=True, tag="correct_card"):
    """A card was misread. Without ``at`` it is the last one; else it is counted from 1 in the round."""

    by: Name
    card: Annotated[int, msgspec.Meta(ge=0, le=51)]
    at: Annotated[int, msgspec.Meta(ge=0, le=400)] = 0
    why: Why = ""


class CallSupervisor(msgspec.Struct, frozen=True, tag="call_supervisor"):
    """A supervisor, please."""

    by: Name
    reason: Why


class ProposeCorrection(msgspec.Struct, frozen=True, tag="propose_correction"):
    """Put a settled round right: what each patron gets, or gives back where it is negative."""

    by: Name
    of_round: Annotated[int, msgspec.Meta(ge=1)]
    amounts: dict[str, int]
    why: Why


class ApproveCorrection(msgspec.Struct, frozen=True, tag="approve_correction"):
    """The second person's yes."""

    by: Name
    number: Annotated[int, msgspec.Meta(ge=1)]


class OpenTable(msgspec.Struct, frozen=True, tag="open_table"):
    """Begin. ``by`` is whoever has the table opened; nobody where the house does it by itself."""

    settings: Settings
    by: Name | None = None


class ChangeSettings(msgspec.Struct, frozen=True, tag="change_settings"):
    """Run with other settings from the next round on."""

    settings: Settings
    by: Name


class OpenRound(msgspec.Struct, frozen=True, tag="open_round"):
    """Open betting. The commitment is empty where real cards are dealt."""

    commitment: str = ""


class Deal(msgspec.Struct, frozen=True, tag="deal"):
    """An open card came."""

    card: Annotated[int, msgspec.Meta(ge=0, le=51)]


class DealFaceDown(msgspec.Struct, frozen=True, tag="deal_face_down"):
    """A card came face down. Where a reader knows its face, the venue keeps it, and no record names it."""

    card: Annotated[int, msgspec.Meta(ge=0, le=51)] | None = None


class EnterCard(msgspec.Struct, frozen=True, tag="enter_card"):
    """A card was scanned or typed: it goes where an open card is due, dealt, turned or burned."""

    card: Annotated[int, msgspec.Meta(ge=0, le=51)]


class Burn(msgspec.Struct, frozen=True, tag="burn"):
    """A card of a fresh shoe was put away; shown where the house shows the first."""

    card: Annotated[int, msgspec.Meta(ge=0, le=51)] | None = None


class Check(msgspec.Struct, frozen=True, tag="check"):
    """The dealer has looked."""

    blackjack: bool


class TurnUp(msgspec.Struct, frozen=True, tag="turn_up"):
    """The face-down card is turned."""

    card: Annotated[int, msgspec.Meta(ge=0, le=51)]


class Reveal(msgspec.Struct, frozen=True, tag="reveal"):
    """The round's secret, after the round."""

    secret: str
    unseen: tuple[int, ...] = ()


class Tick(msgspec.Struct, frozen=True, tag="tick"):
    """Time has passed. One that changes nothing is not recorded."""


class Pause(msgspec.Struct, frozen=True, tag="pause"):
    """Halt the table."""

    by: Name
    reason: Why


class Resume(msgspec.Struct, frozen=True, tag="resume"):
    """Go on; open times begin again in full."""

    by: Name


class VoidRound(msgspec.Struct, frozen=True, tag="void_round"):
    """Hand every wager of the running round back."""

    by: Name
    reason: Why


class CloseTable(msgspec.Struct, frozen=True, tag="close_table"):
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
