"""A profile: a named set of house choices, the bets it can offer, and how its tables run.

It is data all the way down. What a rule value means is the game's affair; whether
values contradict each other is judged beside this file.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any

import msgspec

from cutcard.games import baccarat, blackjack
from cutcard.profiles.values import BadProfile
from cutcard.specials import Bet, Catalogue, PayTable

__all__ = ["BadProfile", "Look", "Mode", "Policy", "Profile", "Specials", "Table"]

Rules = blackjack.Rules | baccarat.Rules

DECISION_S_MAX = 25  # TB-02: a shared table waits for everybody
ANIMATION_S_MAX = 30  # PF-03: cards lie until a win has been celebrated


class Mode(StrEnum):
    """The kind of center a table's cards come from (MO-01 to MO-04)."""

    INTERNAL = "internal"
    VIDEO = "video"
    AUTO = "auto"
    LIVE = "live"


class Interruption(StrEnum):
    """What becomes of a round whose patron is gone (the policy table of the house)."""

    TWO_STRIKES = "two-strikes"
    NO_DECISION = "no-decision"
    RESUME = "resume"
    FORK = "fork"
    STAND = "stand"


class Speed(StrEnum):
    """How quickly a patron has cards dealt at a private table (GUI-10)."""

    SLOW = "slow"
    NORMAL = "normal"
    FAST = "fast"
    TURBO = "turbo"


class Grade(StrEnum):
    """How grandly a win is celebrated (GUI-12)."""

    REGULAR = "regular"
    NICE = "nice"
    BIG = "big"


class Specials(msgspec.Struct, frozen=True, kw_only=True):
    """The bets a profile can offer, those a table enables unless set otherwise, and their pay tables.

    ``declared`` are own bets that a question is about; no table has any.
    """

    offers: tuple[str, ...] = ()
    enabled: tuple[str, ...] = ()
    paytables: Mapping[str, str] = {}
    own: tuple[tuple[str, PayTable], ...] = ()
    declared: tuple[Bet[Any], ...] = ()


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """How a table runs unless its operator says otherwise. Times are in seconds.

    A win is nice or big from so many times all that was staked. Its animation of -1 lasts as long as the
    common one; 0 or more adds that many seconds (GUI-12). ``speed`` lets patrons choose between slow, normal
    and fast at private tables; without it ``turbo`` is between normal and turbo (GUI-10). ``autoplay`` lets
    bets repeat by themselves; a private round then starts after ``autoplay_s``. With ``rebet`` the buttons
    are Rebet, Rebet and Deal and New Bet, else Repeat (GUI-08).
    """

    modes: tuple[Mode, ...]
    betting_s: Annotated[int, msgspec.Meta(ge=1, le=600)] = 20
    last_bets_s: Annotated[int, msgspec.Meta(ge=0, le=60)] = 5
    decision_s: Annotated[int, msgspec.Meta(ge=1, le=600)] = 15
    result_s: Annotated[int, msgspec.Meta(ge=0, le=600)] = 5
    dispute_s: Annotated[int, msgspec.Meta(ge=0, le=600)] = 8
    animation_s: Annotated[int, msgspec.Meta(ge=0, le=600)] = 3
    regular_win_s: Annotated[int, msgspec.Meta(ge=-1, le=600)] = -1
    nice_win_s: Annotated[int, msgspec.Meta(ge=-1, le=600)] = 1
    big_win_s: Annotated[int, msgspec.Meta(ge=-1, le=600)] = 3
    nice_win_from: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 3
    big_win_from: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 10
    delayed_result_s: Annotated[int, msgspec.Meta(ge=0, le=60)] = 0
    deal_button: bool = True
    keep_bets_on: bool = True
    speed: bool = True
    turbo: bool = True
    autoplay: bool = True
    dispute: bool = False
    internet: bool = True
    autoplay_s: Annotated[int, msgspec.Meta(ge=1, le=60)] = 3
    rebet: bool = False


def win_lasts_s(table: Table, grade: Grade) -> int:
    """How long a win of this grade is celebrated."""
    own: int = getattr(table, f"{grade}_win_s")
    return table.animation_s + max(own, 0)


class Policy(msgspec.Struct, frozen=True, kw_only=True):
    """What happens when a patron is silent or gone. In internal mode another policy may hold.

    An interrupted game waits ``fork_wait_s`` for its patron (TB-40), a private round ``resume_wait_s``.
    """

    interruption: Interruption
    internal: Interruption | None = None
    fork_wait_s: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 60
    resume_wait_s: Annotated[int, msgspec.Meta(ge=60, le=30 * 86_400)] = 86_400


def interruption_in(profile: Profile, mode: Mode) -> Interruption:
    """What becomes of a round whose patron is gone, at a table of this profile in this mode."""
    chosen = profile.policy
    return chosen.internal if mode is Mode.INTERNAL and chosen.internal else chosen.interruption


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """How a table of this profile is dressed."""

    theme: str


class Profile(msgspec.Struct, frozen=True, kw_only=True):
    """One profile, complete.

    A house gives its own profiles versions, from 1; 0 is one that ships, or a file. ``hash`` is that of
    what it says as it was read, whatever of it a table changes.
    """

    id: str
    game: str
    rules: Rules
    specials: Specials
    table: Table
    policy: Policy
    look: Look
    version: int = 0
    hash: str = ""


def catalogue_of(game: str) -> Catalogue:
    """The bets of a game."""
    return blackjack.CATALOGUE if game == "blackjack" else baccarat.CATALOGUE


def bets_of(profile: Profile) -> Catalogue:
    """The bets that can be asked about: those of the game, and own ones."""
    return catalogue_of(profile.game).with_bets(profile.specials.declared)


def with_bet(profile: Profile, bet: Bet[Any]) -> Profile:
    """The profile with a bet of one's own to be asked about."""
    others = tuple(known for known in profile.specials.declared if known.id != bet.id)
    specials = msgspec.structs.replace(profile.specials, declared=(*others, bet))
    return msgspec.structs.replace(profile, specials=specials)


def paytable(profile: Profile, bet_id: str, table_id: str | None = None) -> PayTable:
    """The pay table by which this profile pays a bet, or another one of that bet by name."""
    fixed = main_paytable(profile, bet_id)
    if fixed is not None and table_id in (None, fixed.id):
        return fixed
    wanted = table_id or profile.specials.paytables.get(bet_id)
    for own_bet, table in profile.specials.own:
        if own_bet == bet_id and wanted in (None, table.id):
            return table
    return bets_of(profile).paytable(bet_id, wanted)


def paytables(profile: Profile, bet: Bet[Any]) -> tuple[PayTable, ...]:
    """Every pay table this bet can have here: the profile's own first."""
    own = tuple(table for bet_id, table in profile.specials.own if bet_id == bet.id)
    return (*own, *(table for table in bet.paytables if table.id not in {each.id for each in own}))


def main_paytable(profile: Profile, bet_id: str) -> PayTable | None:
    """The pay table that the rule values fix for a main bet of baccarat; None for every other bet."""
    if isinstance(profile.rules, baccarat.Rules) and bet_id in baccarat.MAIN_BETS:
        return baccarat.paytable_in_force(profile.rules, bet_id)
    return None
