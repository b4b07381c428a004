"""What happened at a table, in the past tense. Each event has a stable tag; a published one is never changed.

An event with ``patron`` is that patron's own affair: only its ``open_fields`` are for all to read.
An event with ``shares`` is public but for each patron's share. Nothing here judges or moves anything.
"""

from __future__ import annotations

from cutcard.table.betting.events import (
    BetsChanged,
    BetsClosed,
    BetsShare,
    BettingTimed,
    BettingWaits,
    DealPressed,
    LastBetsCalled,
    OptionSet,
)
from cutcard.table.dealing.events import CardBurned, CardDealt, CardTurned, Checked, FaceDownDealt
from cutcard.table.event import Event, Wager, Wagers
from cutcard.table.forks.events import (
    ForkDealt,
    ForkDecided,
    ForkEnded,
    ForkEvent,
    ForkOpened,
    ForkRaised,
    ForkRevealed,
    ForkSettled,
    ForkTurned,
    HandForked,
)
from cutcard.table.house.events import (
    Paused,
    Resumed,
    RoundOpened,
    RoundRevealed,
    SettingsChanged,
    TableClosed,
    TableOpened,
)
from cutcard.table.pit.events import (
    CardCorrected,
    CorrectionMade,
    CorrectionProposed,
    CorrectionShare,
    CutCardSeen,
    DisputeClosed,
    Disputed,
    DisputeFormSet,
    Refund,
    ResultConfirmed,
    ResultShown,
    RoundVoided,
    ShoeChanged,
    SupervisorCalled,
)
from cutcard.table.play.events import (
    Act,
    BehindFollowed,
    BehindShare,
    Decided,
    LineShare,
    RoundSettled,
    SettledShare,
    WindowClosed,
    WindowOpened,
    WindowShare,
)
from cutcard.table.seating.events import (
    BehindRefunded,
    BehindRefused,
    BehindSet,
    CameBack,
    Contributed,
    Joined,
    Left,
    PlaceReserved,
    ReservationEnded,
    SeatChanged,
    SeatFreed,
    SeatLeft,
    SeatTaken,
    SpeedSet,
    StayedAway,
    WentAway,
)

AnyEvent = (
    TableOpened
    | SettingsChanged
    | Joined
    | Left
    | OptionSet
    | SpeedSet
    | PlaceReserved
    | ReservationEnded
    | RoundOpened
    | Contributed
    | BettingTimed
    | BettingWaits
    | BetsChanged
    | DealPressed
    | LastBetsCalled
    | BetsClosed
    | CardBurned
    | CardDealt
    | FaceDownDealt
    | Checked
    | CardTurned
    | WindowOpened
    | Decided
    | WindowClosed
    | RoundSettled
    | RoundRevealed
    | RoundVoided
    | SeatTaken
    | SeatLeft
    | SeatChanged
    | SeatFreed
    | BehindRefused
    | BehindSet
    | BehindRefunded
    | BehindFollowed
    | ShoeChanged
    | CutCardSeen
    | CardCorrected
    | ResultShown
    | Disputed
    | DisputeFormSet
    | ResultConfirmed
    | DisputeClosed
    | SupervisorCalled
    | WentAway
    | StayedAway
    | CameBack
    | HandForked
    | ForkRaised
    | ForkSettled
    | ForkEvent
    | CorrectionProposed
    | CorrectionMade
    | Paused
    | Resumed
    | TableClosed
)

__all__ = [
    "Act",
    "AnyEvent",
    "BehindFollowed",
    "BehindRefunded",
    "BehindRefused",
    "BehindSet",
    "BehindShare",
    "BetsChanged",
    "BetsClosed",
    "BetsShare",
    "BettingTimed",
    "BettingWaits",
    "CameBack",
    "CardBurned",
    "CardCorrected",
    "CardDealt",
    "CardTurned",
    "Checked",
    "Contributed",
    "CorrectionMade",
    "CorrectionProposed",
    "CorrectionShare",
    "CutCardSeen",
    "DealPressed",
    "Decided",
    "DisputeClosed",
    "DisputeFormSet",
    "Disputed",
    "Event",
    "FaceDownDealt",
    "ForkDealt",
    "ForkDecided",
    "ForkEnded",
    "ForkEvent",
    "ForkOpened",
    "ForkRaised",
    "ForkRevealed",
    "ForkSettled",
    "ForkTurned",
    "HandForked",
    "Joined",
    "LastBetsCalled",
    "Left",
    "LineShare",
    "OptionSet",
    "Paused",
    "PlaceReserved",
    "Refund",
    "ReservationEnded",
    "ResultConfirmed",
    "ResultShown",
    "Resumed",
    "RoundOpened",
    "RoundRevealed",
    "RoundSettled",
    "RoundVoided",
    "SeatChanged",
    "SeatFreed",
    "SeatLeft",
    "SeatTaken",
    "SettingsChanged",
    "SettledShare",
    "ShoeChanged",
    "SpeedSet",
    "StayedAway",
    "SupervisorCalled",
    "TableClosed",
    "TableOpened",
    "Wager",
    "Wagers",
    "WentAway",
    "WindowClosed",
    "WindowOpened",
    "WindowShare",
]
