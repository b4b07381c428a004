"""What happened to a table besides the play: seats, shoes, disputes, corrections, pauses. Judges nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import msgspec

from cutcard.games.blackjack.options import Decision
from cutcard.table.event import Event, News, Retold, Wagers
from cutcard.table.settings import Settings


class TableOpened(Event, frozen=True, tag="table_opened"):
    """The table exists from here on. ``by`` is empty where nobody opened it: at a start, for a patron."""

    news: ClassVar[News] = News.LATER
    retold: ClassVar[Retold] = Retold.AUDIT
    settings: Settings
    by: str = ""


class SettingsChanged(Event, frozen=True, tag="settings_changed"):
    """From the next round on the table runs with these settings (TB-23)."""

    news: ClassVar[News] = News.LATER
    retold: ClassVar[Retold] = Retold.AUDIT
    settings: Settings
    by: str


class Refund(msgspec.Struct, frozen=True):
    """What a void hands back to one patron; ``won`` is what special bets gained that were won already.

    ``wagers`` are the void ones as position and bet, where not all of the round is void.
    """

    returned: int
    won: int = 0
    wagers: tuple[tuple[int, str], ...] = ()


class RoundVoided(Event, frozen=True, tag="round_voided"):
    """Every wager of the round goes back and nothing is paid (TB-31), or only special bets already won.

    ``misread`` are a card as it was entered and as it was, where a correction left nothing that fits.
    """

    news: ClassVar[News] = News.EVERYBODY
    retold: ClassVar[Retold] = Retold.STEPS | Retold.RECORD | Retold.AUDIT
    frames_story: ClassVar[bool] = True
    reason: str
    by: str
    shares: Mapping[str, Refund]
    misread: tuple[int, ...] = ()


class SeatTaken(Event, frozen=True, tag="seat_taken"):
    """A patron sits (TB-20)."""

    open_fields: ClassVar[tuple[str, ...]] = ("seat",)
    news: ClassVar[News] = News.EVERYBODY
    patron: str
    seat: int


class SeatLeft(Event, frozen=True, tag="seat_left"):
    """A seat is free again."""

    open_fields: ClassVar[tuple[str, ...]] = ("seat",)
    news: ClassVar[News] = News.EVERYBODY
    patron: str
    seat: int


class SeatChanged(Event, frozen=True, tag="seat_changed"):
    """A patron went from the seat ``left`` to a free one in one step (TB-20)."""

    open_fields: ClassVar[tuple[str, ...]] = ("seat", "left")
    news: ClassVar[News] = News.EVERYBODY
    patron: str
    seat: int
    left: int


class SeatFreed(Event, frozen=True, tag="seat_freed"):
    """The house has freed a seat (TB-20); ``by`` is who did, empty where nobody had to.

    ``why``: ``idle`` for rounds sat out, ``away`` for a terminal that did not come back, ``reservation`` for
    one that has run out, ``settings`` where the table has no such seat any more, ``staff``.
    """

    open_fields: ClassVar[tuple[str, ...]] = ("seat",)
    news: ClassVar[News] = News.EVERYBODY
    patron: str
    seat: int
    why: str
    by: str = ""


class BehindRefused(Event, frozen=True, tag="behind_refused"):
    """A seated patron takes no bets behind, or takes them again, from the next round on (TB-22)."""

    open_fields: ClassVar[tuple[str, ...]] = ("seat", "refused")
    news: ClassVar[News] = News.EVERYBODY
    patron: str
    seat: int
    refused: bool


class BehindSet(Event, frozen=True, tag="behind_set"):
    """What a bet behind a seat does when the seat doubles or splits."""

    news: ClassVar[News] = News.PATRON
    patron: str
    seat: int
    double_along: bool
    split_along: bool


class BehindRefunded(Event, frozen=True, tag="behind_refunded"):
    """A bet behind a seat that does not play went back to its owner before it was final (TB-22).

    ``why`` is ``seat_left`` where its player no longer sits there, or ``no_main_bet`` where the seat has none
    at no more bets. ``chips`` are all that the patron still has on the layout.
    """

    open_fields: ClassVar[tuple[str, ...]] = ("seat",)
    news: ClassVar[News] = News.PATRON
    retold: ClassVar[Retold] = Retold.STEPS | Retold.RECORD
    patron: str
    seat: int
    amount: int
    why: str
    chips: Wagers


class BehindShare(msgspec.Struct, frozen=True):
    """Whether one patron's bet behind went along with the seat, and what that cost."""

    seat: int
    branch: int
    decision: Decision
    along: bool
    cost: int = 0


class BehindFollowed(Event, frozen=True, tag="behind_followed"):
    """A seat doubled or split, and those behind it went along or did not.

    Of a surrender, only the insured bets are named: they do not go along, and stay in play as if the seat had
    stood. Where a record says nothing, they surrendered with the seat.
    """

    news: ClassVar[News] = News.EVERYBODY
    retold: ClassVar[Retold] = Retold.RECORD
    in_story: ClassVar[bool] = True
    shares: Mapping[str, BehindShare]


class ShoeChanged(Event, frozen=True, tag="shoe_changed"):
    """A new shoe. ``missing`` and ``extra`` are what counting the old one found (TB-34)."""

    news: ClassVar[News] = News.EVERYBODY
    retold: ClassVar[Retold] = Retold.RECORD | Retold.AUDIT
    by: str
    number: int
    missing: tuple[int, ...] = ()
    extra: tuple[int, ...] = ()


class CutCardSeen(Event, frozen=True, tag="cut_card_seen"):
    """The cut card came out: this round is the shoe's last."""

    news: ClassVar[News] = News.EVERYBODY
    retold: ClassVar[Retold] = Retold.STEPS | Retold.RECORD
    by: str


class CardCorrected(Event, frozen=True, tag="card_corrected"):
    """A card was misread: the physical card is right (TB-33). The shares are the wagers this makes void."""

    news: ClassVar[News] = News.EVERYBODY
    retold: ClassVar[Retold] = Retold.STEPS | Retold.RECORD | Retold.AUDIT
    frames_story: ClassVar[bool] = True
    at: int
    card: int
    was: int
    by: str
    shares: Mapping[str, Refund]
    why: str = ""


class ResultShown(Event, frozen=True, tag="result_shown"):
    """The result lies open and can be disputed until then (TB-30)."""

    news: ClassVar[News] = News.EVERYBODY
    retold: ClassVar[Retold] = Retold.STEPS | Retold.RECORD
    closes_ms: int


class Disputed(Event, frozen=True, tag="disputed"):
    """A patron with a stake disputes: the table halts. What they say is theirs and the staff's (TB-30).

    Entries of older versions have ``about`` in the open, too.
    """

    news: ClassVar[News] = News.EVERYBODY
    retold: ClassVar[Retold] = Retold.STEPS | Retold.RECORD
    patron: str
    about: str
    reason: str = ""


class DisputeFormSet(Event, frozen=True, tag="dispute_form_set"):
    """A patron has the dispute form open, or no longer: the result waits for it beyond the dispute time."""

    news: ClassVar[News] = News.PATRON
    patron: str
    on: bool


class ResultConfirmed(Event, frozen=True, tag="result_confirmed"):
    """A patron agrees with the result."""

    news: ClassVar[News] = News.PATRON
    patron: str


class DisputeClosed(Event, frozen=True, tag="dispute_closed"):
    """The dispute is over, with what a croupier or supervisor said."""

    news: ClassVar[News] = News.EVERYBODY
    retold: ClassVar[Retold] = Retold.STEPS | Retold.RECORD | Retold.AUDIT
    by: str
    reason: str
    deadline_ms: int | None = None


class SupervisorCalled(Event, frozen=True, tag="supervisor_called"):
    """Somebody wants a supervisor."""

    news: ClassVar[News] = News.LATER
    retold: ClassVar[Retold] = Retold.RECORD
    by: str
    reason: str


class WentAway(Event, frozen=True, tag="went_away"):
    """A patron's terminal is gone."""

    news: ClassVar[News] = News.PATRON
    patron: str


class StayedAway(Event, frozen=True, tag="stayed_away"):
    """It did not come back in time: nothing waits for the patron, who leaves once nothing keeps them here."""

    news: ClassVar[News] = News.PATRON
    patron: str


class CameBack(Event, frozen=True, tag="came_back"):
    """A patron's terminal is back."""

    news: ClassVar[News] = News.PATRON
    patron: str


class CorrectionShare(msgspec.Struct, frozen=True):
    """What one patron gets, or gives back where it is negative."""

    amount: int


class CorrectionProposed(Event, frozen=True, tag="correction_proposed"):
    """One person wants a settled round put right (TB-32)."""

    news: ClassVar[News] = News.LATER
    retold: ClassVar[Retold] = Retold.RECORD | Retold.AUDIT
    number: int
    by: str
    of_round: int
    why: str
    shares: Mapping[str, CorrectionShare]


class CorrectionMade(Event, frozen=True, tag="correction_made"):
    """A second person agreed: compensating postings, the old ones stay."""

    news: ClassVar[News] = News.LATER
    retold: ClassVar[Retold] = Retold.RECORD | Retold.AUDIT
    number: int
    by: str
    of_round: int
    shares: Mapping[str, CorrectionShare]


class Paused(Event, frozen=True, tag="paused"):
    """The table halts, and says why."""

    news: ClassVar[News] = News.EVERYBODY
    retold: ClassVar[Retold] = Retold.STEPS | Retold.RECORD | Retold.AUDIT
    reason: str
    by: str


class Resumed(Event, frozen=True, tag="resumed"):
    """The table goes on. Open times begin again in full."""

    news: ClassVar[News] = News.EVERYBODY
    retold: ClassVar[Retold] = Retold.STEPS | Retold.RECORD | Retold.AUDIT
    by: str
    deadline_ms: int | None = None
    last_bets_ms: int | None = None


class TableClosed(Event, frozen=True, tag="table_closed"):
    """The table takes no more rounds."""

    news: ClassVar[News] = News.EVERYBODY
    retold: ClassVar[Retold] = Retold.AUDIT
    by: str
