"""What happened in a round: bets, cards, decisions, results. Judges nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import msgspec

from cutcard.games.blackjack.options import Decision
from cutcard.profiles.profile import Speed
from cutcard.table.event import Event, News, Retold, Wagers


class Joined(Event, frozen=True, tag="joined"):
    """A patron has this table among the open games; ``name`` is what others there call them."""

    news: ClassVar[News] = News.PATRON
    patron: str
    name: str = ""


class Left(Event, frozen=True, tag="left"):
    """A patron has closed it."""

    news: ClassVar[News] = News.PATRON
    patron: str


class OptionSet(Event, frozen=True, tag="option_set"):
    """A patron chose how the table treats them. ``option`` is one of ``patrons.OPTIONS``."""

    news: ClassVar[News] = News.PATRON
    patron: str
    option: str
    on: bool


class SpeedSet(Event, frozen=True, tag="speed_set"):
    """A patron chose how quickly cards are dealt at their own table."""

    news: ClassVar[News] = News.PATRON
    patron: str
    speed: Speed


class PlaceReserved(Event, frozen=True, tag="place_reserved"):
    """A patron's place is kept for them until then (GUI-04)."""

    news: ClassVar[News] = News.EVERYBODY
    patron: str
    until_ms: int


class ReservationEnded(Event, frozen=True, tag="reservation_ended"):
    """The patron is back, or their time is over."""

    news: ClassVar[News] = News.EVERYBODY
    patron: str


class RoundOpened(Event, frozen=True, tag="round_opened"):
    """Bets please. Complete enough for the round to be read without the product (TB-60).

    ``profile_version`` and ``profile_hash`` say which edition of the profile the table was opened with.
    """

    news: ClassVar[News] = News.EVERYBODY
    retold: ClassVar[Retold] = Retold.STEPS | Retold.RECORD
    round: int
    profile: str
    game: str
    mode: str
    rules: Mapping[str, bool | int | str]
    commitment: str
    shoe_number: int
    pack: tuple[int, ...]
    paytables: Mapping[str, Mapping[str, str]]
    profile_version: int = 0
    profile_hash: str = ""


class Contributed(Event, frozen=True, tag="contributed"):
    """A patron mixed something of their own into the round's cards (TB-62)."""

    news: ClassVar[News] = News.PATRON
    retold: ClassVar[Retold] = Retold.STEPS
    patron: str
    text: str


class BettingTimed(Event, frozen=True, tag="betting_timed"):
    """The first bet lies: the betting time runs."""

    news: ClassVar[News] = News.EVERYBODY
    last_bets_ms: int
    closes_ms: int


class BettingWaits(Event, frozen=True, tag="betting_waits"):
    """The time ran out with no bet on the table: it runs again from the next first bet."""

    news: ClassVar[News] = News.EVERYBODY


class BetsChanged(Event, frozen=True, tag="bets_changed"):
    """A patron's chips, all of them, in the order placed. ``how`` names the button."""

    news: ClassVar[News] = News.PATRON
    retold: ClassVar[Retold] = Retold.STEPS
    patron: str
    chips: Wagers
    how: str


class DealPressed(Event, frozen=True, tag="deal_pressed"):
    """A patron is ready for the cards."""

    news: ClassVar[News] = News.PATRON
    patron: str


class LastBetsCalled(Event, frozen=True, tag="last_bets_called"):
    """Last bets."""

    news: ClassVar[News] = News.EVERYBODY
    retold: ClassVar[Retold] = Retold.STEPS | Retold.RECORD


class BetsShare(msgspec.Struct, frozen=True):
    """What one patron has wagered when bets close."""

    wagers: Wagers


class BetsClosed(Event, frozen=True, tag="bets_closed"):
    """No more bets: every bet is final, and so are the contributions (TB-29)."""

    news: ClassVar[News] = News.EVERYBODY
    retold: ClassVar[Retold] = Retold.STEPS | Retold.RECORD
    frames_story: ClassVar[bool] = True
    contributions: str
    texts: tuple[str, ...]
    shares: Mapping[str, BetsShare]


class CardBurned(Event, frozen=True, tag="card_burned"):
    """A card of a fresh shoe was put away, shown or not."""

    news: ClassVar[News] = News.EVERYBODY
    retold: ClassVar[Retold] = Retold.STEPS | Retold.RECORD
    in_story: ClassVar[bool] = True
    card: int | None
    draw: int


class CardDealt(Event, frozen=True, tag="card_dealt"):
    """An open card went where it was due."""

    news: ClassVar[News] = News.EVERYBODY
    retold: ClassVar[Retold] = Retold.STEPS | Retold.RECORD
    in_story: ClassVar[bool] = True
    card: int
    draw: int


class FaceDownDealt(Event, frozen=True, tag="face_down_dealt"):
    """The dealer's second card lies face down; ``read`` where the system knows its face (MO-04)."""

    news: ClassVar[News] = News.EVERYBODY
    retold: ClassVar[Retold] = Retold.STEPS | Retold.RECORD
    in_story: ClassVar[bool] = True
    draw: int
    read: bool = False


class Checked(Event, frozen=True, tag="checked"):
    """The dealer looked under the up card."""

    news: ClassVar[News] = News.EVERYBODY
    retold: ClassVar[Retold] = Retold.STEPS | Retold.RECORD
    in_story: ClassVar[bool] = True
    blackjack: bool


class CardTurned(Event, frozen=True, tag="card_turned"):
    """The face-down card is open."""

    news: ClassVar[News] = News.EVERYBODY
    retold: ClassVar[Retold] = Retold.STEPS | Retold.RECORD
    in_story: ClassVar[bool] = True
    card: int


class WindowOpened(Event, frozen=True, tag="window_opened"):
    """Decisions please, until then; without a time, for as long as it takes."""

    news: ClassVar[News] = News.EVERYBODY
    closes_ms: int | None


class Decided(Event, frozen=True, tag="decided"):
    """A patron decided for a hand, or the house did for them."""

    news: ClassVar[News] = News.PATRON
    retold: ClassVar[Retold] = Retold.STEPS | Retold.RECORD
    in_story: ClassVar[bool] = True
    patron: str
    position: int
    branch: int
    decision: Decision
    cost: int = 0
    automatic: bool = False


class Act(msgspec.Struct, frozen=True, cache_hash=True):
    """What the house did with a hand that was left undecided."""

    position: int
    branch: int
    decision: Decision


class WindowShare(msgspec.Struct, frozen=True, cache_hash=True):
    """The hands of one patron that got a strike, and what was done for them (TB-12, TB-13)."""

    struck: tuple[tuple[int, int], ...] = ()
    acts: tuple[Act, ...] = ()


class WindowClosed(Event, frozen=True, tag="window_closed"):
    """The window's time is up, or everybody has answered."""

    news: ClassVar[News] = News.EVERYBODY
    retold: ClassVar[Retold] = Retold.STEPS | Retold.RECORD
    in_story: ClassVar[bool] = True
    shares: Mapping[str, WindowShare]


class LineShare(msgspec.Struct, frozen=True):
    """One wager, how it ended and what it returned. ``kept`` is a fraction lost to rounding (BJ-23)."""

    position: int
    branch: int
    bet: str
    outcome: str
    pays: str
    stake: int
    returned: int
    kept: str = ""


class SettledShare(msgspec.Struct, frozen=True):
    """One patron's round."""

    staked: int
    returned: int
    lines: tuple[LineShare, ...]


class RoundSettled(Event, frozen=True, tag="round_settled"):
    """The result, and everybody's money in one step (TB-03)."""

    news: ClassVar[News] = News.EVERYBODY
    retold: ClassVar[Retold] = Retold.STEPS | Retold.RECORD
    frames_story: ClassVar[bool] = True
    shares: Mapping[str, SettledShare]


class RoundRevealed(Event, frozen=True, tag="round_revealed"):
    """The round's secret, and the cards of the round that nobody was shown."""

    news: ClassVar[News] = News.EVERYBODY
    retold: ClassVar[Retold] = Retold.STEPS
    secret: str
    unseen: tuple[int, ...] = ()
