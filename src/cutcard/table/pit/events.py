"""Shoes, cards put right, results in dispute, corrections, voids. Judges nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import msgspec

from cutcard.table.event import Event, News, ShownIn


class ShoeChanged(Event, frozen=True, tag="shoe_changed"):
    """A new shoe. ``missing`` and ``extra`` are what counting the old one found (TB-34)."""

    news: ClassVar[News] = News.EVERYBODY
    shown_in: ClassVar[ShownIn] = ShownIn.RECORD | ShownIn.AUDIT
    by: str
    number: int
    missing: tuple[int, ...] = ()
    extra: tuple[int, ...] = ()


class CutCardSeen(Event, frozen=True, tag="cut_card_seen"):
    """The cut card came out: this round is the shoe's last."""

    news: ClassVar[News] = News.EVERYBODY
    shown_in: ClassVar[ShownIn] = ShownIn.STEPS | ShownIn.RECORD
    by: str


class CardCorrected(Event, frozen=True, tag="card_corrected"):
    """A card was misread: the physical card is right (TB-33). The shares are the wagers this makes void."""

    news: ClassVar[News] = News.EVERYBODY
    shown_in: ClassVar[ShownIn] = ShownIn.STEPS | ShownIn.RECORD | ShownIn.AUDIT
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
    shown_in: ClassVar[ShownIn] = ShownIn.STEPS | ShownIn.RECORD
    closes_ms: int


class Disputed(Event, frozen=True, tag="disputed"):
    """A patron with a stake disputes: the table halts. What they say is theirs and the staff's (TB-30).

    Entries of older versions have ``about`` in the open, too.
    """

    news: ClassVar[News] = News.EVERYBODY
    shown_in: ClassVar[ShownIn] = ShownIn.STEPS | ShownIn.RECORD
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
    shown_in: ClassVar[ShownIn] = ShownIn.STEPS | ShownIn.RECORD | ShownIn.AUDIT
    by: str
    reason: str
    deadline_ms: int | None = None


class SupervisorCalled(Event, frozen=True, tag="supervisor_called"):
    """Somebody wants a supervisor."""

    news: ClassVar[News] = News.LATER
    shown_in: ClassVar[ShownIn] = ShownIn.RECORD
    by: str
    reason: str


class CorrectionShare(msgspec.Struct, frozen=True):
    """What one patron gets, or gives back where it is negative."""

    amount: int


class CorrectionProposed(Event, frozen=True, tag="correction_proposed"):
    """One person wants a settled round put right (TB-32)."""

    news: ClassVar[News] = News.LATER
    shown_in: ClassVar[ShownIn] = ShownIn.RECORD | ShownIn.AUDIT
    number: int
    by: str
    of_round: int
    why: str
    shares: Mapping[str, CorrectionShare]


class CorrectionMade(Event, frozen=True, tag="correction_made"):
    """A second person agreed: compensating postings, the old ones stay."""

    news: ClassVar[News] = News.LATER
    shown_in: ClassVar[ShownIn] = ShownIn.RECORD | ShownIn.AUDIT
    number: int
    by: str
    of_round: int
    shares: Mapping[str, CorrectionShare]


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
    shown_in: ClassVar[ShownIn] = ShownIn.STEPS | ShownIn.RECORD | ShownIn.AUDIT
    frames_story: ClassVar[bool] = True
    reason: str
    by: str
    shares: Mapping[str, Refund]
    misread: tuple[int, ...] = ()
