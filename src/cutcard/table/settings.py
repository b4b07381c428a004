"""How one table is set up: its profile, mode, limits, chips and times. Knows no patron and no round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Annotated, Final

import msgspec

from cutcard.games import baccarat, blackjack
from cutcard.games.blackjack.wagers import MAIN
from cutcard.profiles import (
    Jurisdiction,
    Mode,
    Profile,
    contradictions,
    forbidden,
    jurisdiction,
    paytable,
)
from cutcard.profiles.profile import Interruption, interruption_in
from cutcard.profiles.values import BadProfile
from cutcard.specials import NoSuchBet, NoSuchPayTable, PayTable

Amount = Annotated[int, msgspec.Meta(ge=0, le=10**12)]

CHIPS_MAX: Final = 8  # GUI-07

BEHIND: Final = "behind"
"""The field of bets behind a seat (TB-22)."""


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a betting field takes, and the most a wager on it may win. Zero is no limit (BJ-07)."""

    stake_min: Amount = 0
    stake_max: Amount = 0
    payout_max: Amount = 0


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """One table. What is not said here, its profile says.

    ``early_start`` deals as soon as all who have the table open have pressed Deal (MO-02);
    with ``jackpot_in_progress`` whoever has no bet is not waited for. ``card_ms`` is the pause between two
    cards; ``denominations`` are the values of one credit; ``reserve_s`` is how long a place is kept, 0 for
    not at all (GUI-04). A seat is kept for ``seat_idle_rounds`` rounds without a main bet, and for
    ``seat_away_s`` while its patron's terminal is gone; 0 is for ever (TB-20). Without a word on
    ``bead_plate`` it is shown in video mode only (GUI-15). With ``public_display`` a display may
    follow a private table, whatever its patron says (MO-01). ``dealer_results`` and ``own_results`` are how
    many of the last results are shown (GUI-14). ``naturals`` shows them on the main road (RD-03);
    ``double_sideways`` turns a double's card (GUI-11). ``law`` is the jurisdiction itself where it is one of
    the house's own, so that a record needs nothing else.
    """

    id: Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,63}$")]
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
    profile: Profile
    mode: Mode
    main: Limits = Limits(100, 50_000, 0)
    special: Limits = Limits(100, 10_000, 500_000)
    limits: Mapping[str, Limits] = {}
    currency: Annotated[str, msgspec.Meta(pattern=r"^[A-Z]{3}$")] = "EUR"
    denominations: tuple[Annotated[int, msgspec.Meta(ge=1, le=10**9)], ...] = (100,)
    chips: tuple[Annotated[int, msgspec.Meta(ge=1, le=10**9)], ...] = (1, 2, 5, 10, 25, 50, 100, 500)
    unit: Annotated[int, msgspec.Meta(ge=1, le=10**9)] = 1
    card_ms: Annotated[int, msgspec.Meta(ge=0, le=60_000)] = 700
    early_start: bool = True
    jackpot_in_progress: bool = False
    bet_all_specials_only: bool = False
    let_it_play_max: Amount = 0
    reserve_s: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 180
    seats_each: Annotated[int, msgspec.Meta(ge=1, le=7)] = 1
    seat_idle_rounds: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 5
    seat_away_s: Annotated[int, msgspec.Meta(ge=0, le=86_400)] = 60
    face_down_reader: bool = True
    void_pays_won_specials: bool = False
    advice: bool = True
    roads: bool = True
    bead_plate: bool | None = None
    specials_panel: bool = True
    video: str | None = None
    jurisdiction: str = "open"
    owner: str | None = None
    public_display: bool = False
    naturals: bool = True
    double_sideways: bool = True
    dealer_results: Annotated[int, msgspec.Meta(ge=0, le=60)] = 18
    own_results: Annotated[int, msgspec.Meta(ge=0, le=50)] = 12
    law: Jurisdiction | None = None


def faults(settings: Settings) -> tuple[str, ...]:
    """Why a table with these settings may not open, one line for each reason (PF-02, PF-03).

    A name that is nobody's is a reason like any other: who asks for it is refused, and nothing fails.
    """
    try:
        lines = [*contradictions(settings.profile, settings.mode)]
        lines.extend(forbidden(law_of(settings), settings.profile, settings.mode))
    except (BadProfile, NoSuchBet, NoSuchPayTable) as wrong:
        return (str(wrong),)
    if not settings.denominations or not settings.chips or len(settings.chips) > CHIPS_MAX:
        lines.append(f"a table has at least one denomination and one to {CHIPS_MAX} chips")
    lines.extend(
        f"a minimum of {limits.stake_min} is above the maximum of {limits.stake_max}"
        for limits in (settings.main, settings.special, *settings.limits.values())
        if limits.stake_max and limits.stake_min > limits.stake_max
    )
    return (*lines, *_among_limits(settings))


def law_of(settings: Settings) -> Jurisdiction:
    """What is forbidden where the table stands."""
    return jurisdiction(settings.jurisdiction) if settings.law is None else settings.law


def _among_limits(settings: Settings) -> Iterator[str]:
    """Limits of bets that there are not, and betting fields that no stake in whole units fits (PF-02)."""
    main = baccarat.MAIN_BETS if is_baccarat(settings) else (MAIN, BEHIND)
    known = (*main, *settings.profile.specials.offers)
    for bet in settings.limits:
        if bet not in known:
            yield f"{bet[:64]} has limits, but this profile has no such bet"
    unit = settings.unit
    for bet in dict.fromkeys(bet for _, bet in fields(settings)):
        limits = limits_of(settings, bet)
        if limits.stake_max and limits.stake_max - limits.stake_max % unit < max(unit, limits.stake_min):
            least, most = limits.stake_min, limits.stake_max
            yield f"no stake on {bet} from {least} to {most} is in whole units of {unit}"


class Same:
    """Settings as a key: the same object, not an equal one. They hold mappings, which have no hash."""

    __slots__ = ("settings",)

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def __hash__(self) -> int:
        return id(self.settings)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.settings is self.settings


def fields(settings: Settings) -> tuple[tuple[int, str], ...]:
    """Every betting field as (position, bet), in the order in which a layout shows them."""
    return _fields(Same(settings))


@lru_cache(maxsize=1024)
def _fields(same: Same) -> tuple[tuple[int, str], ...]:
    settings = same.settings
    profile, rules = settings.profile, blackjack_rules(settings)
    if rules is None:
        return tuple((1, bet) for bet in (*baccarat.MAIN_BETS, *profile.specials.enabled))
    count = rules.seats or rules.positions
    behind = (BEHIND,) if rules.bets_behind else ()
    bets = (MAIN, *profile.specials.enabled, *behind)
    return tuple((at, bet) for at in range(1, count + 1) for bet in bets)


def limits_of(settings: Settings, bet: str) -> Limits:
    """The limits of a bet's fields."""
    if bet in settings.limits:
        return settings.limits[bet]
    return settings.main if bet in (MAIN, BEHIND, *baccarat.MAIN_BETS) else settings.special


def paytables(settings: Settings) -> Mapping[str, PayTable]:
    """The pay table in force of every bet but blackjack's main bet, whose odds are rule values."""
    return _paytables(Same(settings))


@lru_cache(maxsize=1024)
def _paytables(same: Same) -> Mapping[str, PayTable]:
    settings = same.settings
    return {
        bet: paytable(settings.profile, bet)
        for bet in dict.fromkeys(bet for _, bet in fields(settings))
        if bet not in (MAIN, BEHIND)
    }


def blackjack_rules(settings: Settings) -> blackjack.Rules | None:
    """The rules by which hands are played; None where coups are dealt."""
    rules = settings.profile.rules
    return rules if isinstance(rules, blackjack.Rules) else None


def baccarat_rules(settings: Settings) -> baccarat.Rules | None:
    """The rules by which coups are dealt; None where hands are played."""
    rules = settings.profile.rules
    return rules if isinstance(rules, baccarat.Rules) else None


def is_baccarat(settings: Settings) -> bool:
    """Whether coups are dealt here."""
    return baccarat_rules(settings) is not None


def is_shared(settings: Settings) -> bool:
    """Whether everybody at the table has the same cards and decides alone."""
    rules = blackjack_rules(settings)
    return rules is not None and not rules.seats and settings.mode is not Mode.INTERNAL


def seat_count(settings: Settings) -> int:
    """How many seats the table has; none where patrons need no seat."""
    rules = blackjack_rules(settings)
    return 0 if rules is None else rules.seats


def has_behind(settings: Settings) -> bool:
    """Whether bets ride behind seats here (TB-22)."""
    rules = blackjack_rules(settings)
    return rules is not None and rules.bets_behind


def has_deal_button(settings: Settings) -> bool:
    """Whether patrons start the cards with a Deal button."""
    return settings.profile.table.deal_button and is_random(settings)


def policy(settings: Settings) -> Interruption:
    """What happens here when a patron is silent or gone."""
    return interruption_in(settings.profile, settings.mode)


def fork_wait_ms(settings: Settings) -> int:
    """How long an interrupted game waits for its patron (TB-40)."""
    return 1000 * settings.profile.policy.fork_wait_s


def resume_wait_ms(settings: Settings) -> int:
    """How long a private round waits for its patron (TB-42)."""
    return 1000 * settings.profile.policy.resume_wait_s


def has_disputes(settings: Settings) -> bool:
    """Whether a result can be disputed before it is settled (TB-30)."""
    return settings.mode is Mode.LIVE and settings.profile.table.dispute


def delays_result(settings: Settings) -> bool:
    """Whether a private table's result comes later to its own terminal than to a public display (MO-01)."""
    return settings.mode is Mode.INTERNAL and settings.profile.table.delayed_result_s > 0


def is_random(settings: Settings) -> bool:
    """Whether the cards come from a random shoe, so that each round is committed to (TB-62)."""
    return settings.mode in (Mode.INTERNAL, Mode.VIDEO)
