"""What can be asked of a table, in the imperative. The venue names the patron, and judges who may ask."""

from __future__ import annotations

from cutcard.table.betting.commands import (
    BetAll,
    BetCommand,
    ClearAll,
    ClearLast,
    CloseBets,
    DoubleBets,
    LetItPlay,
    PlaceBet,
    PlayNow,
    PressDeal,
    RaiseBets,
    RepeatBets,
    SetOption,
    UndoBet,
)
from cutcard.table.dealing.commands import Burn, Check, Deal, DealFaceDown, EnterCard, TurnUp
from cutcard.table.forks.commands import Complete
from cutcard.table.house.commands import (
    ChangeSettings,
    CloseTable,
    OpenRound,
    OpenTable,
    Pause,
    Resume,
    Reveal,
    Tick,
    VoidRound,
)
from cutcard.table.pit.commands import (
    ApproveCorrection,
    CallSupervisor,
    ChangeShoe,
    CloseDispute,
    ConfirmResult,
    CorrectCard,
    Dispute,
    FillDispute,
    ProposeCorrection,
    SeeCutCard,
)
from cutcard.table.play.commands import Decide
from cutcard.table.seating.commands import (
    ComeBack,
    Contribute,
    FreeSeat,
    GoAway,
    Join,
    Leave,
    LeaveSeat,
    RefuseBehind,
    Reserve,
    SetBehind,
    SetSpeed,
    StayAway,
    TakeSeat,
)

__all__ = [
    "ApproveCorrection",
    "BetAll",
    "BetCommand",
    "Burn",
    "CallSupervisor",
    "CardCommand",
    "ChangeSettings",
    "ChangeShoe",
    "Check",
    "ClearAll",
    "ClearLast",
    "CloseBets",
    "CloseDispute",
    "CloseTable",
    "ComeBack",
    "Command",
    "Complete",
    "ConfirmResult",
    "Contribute",
    "CorrectCard",
    "CroupierCommand",
    "Deal",
    "DealFaceDown",
    "Decide",
    "Dispute",
    "DoubleBets",
    "EnterCard",
    "FillDispute",
    "FreeSeat",
    "GoAway",
    "HouseCommand",
    "Join",
    "Leave",
    "LeaveSeat",
    "LetItPlay",
    "OpenRound",
    "OpenTable",
    "PatronCommand",
    "Pause",
    "PlaceBet",
    "PlayNow",
    "PressDeal",
    "ProposeCorrection",
    "RaiseBets",
    "RefuseBehind",
    "RepeatBets",
    "Reserve",
    "Resume",
    "Reveal",
    "SeeCutCard",
    "SetBehind",
    "SetOption",
    "SetSpeed",
    "StayAway",
    "TakeSeat",
    "Tick",
    "TurnUp",
    "UndoBet",
    "VoidRound",
]

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
