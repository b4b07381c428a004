"""Which house choices cannot stand together, each with the rule it breaks (PF-02).

A profile is judged by its values and its enabled bets, and by the mode a table of it
would run in. Whether a jurisdiction allows any of it is judged elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator

from cutcard.cards import Shuffle
from cutcard.games import baccarat, blackjack
from cutcard.games.blackjack.rules import LateBlackjack, SecondCard
from cutcard.games.blackjack.wagers import SPECIALS_MAX
from cutcard.profiles.profile import (
    ANIMATION_S_MAX,
    DECISION_S_MAX,
    Grade,
    Interruption,
    Mode,
    Profile,
    catalogue_of,
    interruption_in,
    main_paytable,
    paytable,
    win_lasts_s,
)


def contradictions(profile: Profile, mode: Mode | None = None) -> tuple[str, ...]:
    """One line for each contradiction of a profile, or of a table of it in this mode."""
    contradictions = [*_among_bets(profile), *_among_values(profile), *_among_times(profile)]
    if mode is not None:
        return (*contradictions, *_in_mode(profile, mode))
    by_mode = [tuple(_in_mode(profile, each)) for each in profile.table.modes]
    if by_mode and all(by_mode):
        contradictions.extend(by_mode[0])
    return tuple(contradictions)


def _among_bets(profile: Profile) -> Iterator[str]:
    specials = profile.specials
    catalogue = catalogue_of(profile.game)
    yield from _among_main_bets(profile)
    for bet_id in specials.enabled:
        if bet_id not in specials.offers:
            yield f"{bet_id} is enabled, but this profile does not offer it"
        needs = catalogue[bet_id].needs
        if needs is not None and needs != "main" and needs not in specials.enabled:
            yield f"{bet_id} cannot be enabled without {needs}"
        table = paytable(profile, bet_id)
        if profile.rules.decks not in table.decks:
            yield f"pay table {table.id} of {bet_id} is not approved for {profile.rules.decks} decks"
    if isinstance(profile.rules, baccarat.Rules):
        clash = baccarat.layout_clash(specials.enabled)
        if clash is not None:
            yield f"{clash.facts['bet']} leaves no room on the layout for {clash.facts['other']}"
    elif len(specials.enabled) > SPECIALS_MAX:
        yield f"a position takes at most {SPECIALS_MAX} special bets, and {len(specials.enabled)} are enabled"


def _among_main_bets(profile: Profile) -> Iterator[str]:
    """Baccarat's main bets have no pay table but the one of the rule values: another would do nothing."""
    own = [(bet_id, table.id) for bet_id, table in profile.specials.own]
    for bet_id, name in dict.fromkeys((*own, *profile.specials.paytables.items())):
        fixed = main_paytable(profile, bet_id)
        if fixed is not None and ((bet_id, name) in own or name != fixed.id):
            yield f"{bet_id} is paid by the rule values, as {fixed.id}: pay table {name} would do nothing"


def _among_values(profile: Profile) -> Iterator[str]:
    rules = profile.rules
    if not isinstance(rules, blackjack.Rules):
        return
    all_checked = rules.second_card is SecondCard.HOLE and rules.checks_under_ace and rules.checks_under_ten
    if rules.late_blackjack_returns is LateBlackjack.ORIGINAL_ONLY and all_checked:
        yield (
            "late_blackjack_returns original-only needs a dealer's blackjack that can be found late: "
            "set second_card to none, or switch one of the two checks off"
        )
    if rules.bets_behind and not rules.seats:
        yield "bets_behind needs seats to bet behind"


def _among_times(profile: Profile) -> Iterator[str]:
    table = profile.table
    if table.decision_s > DECISION_S_MAX:
        yield f"a decision timer lasts at most {DECISION_S_MAX} s, not {table.decision_s}"
    if table.nice_win_from > table.big_win_from:
        yield f"a big win begins at {table.big_win_from} times, below a nice one at {table.nice_win_from}"
    for grade in Grade:
        name, lasts = f"{grade}_win_s", win_lasts_s(table, grade)
        if lasts > ANIMATION_S_MAX:
            yield f"a win animation lasts at most {ANIMATION_S_MAX} s, and {name} makes it {lasts}"
        if lasts >= table.betting_s:
            yield f"a win animation ends before betting does: {name} makes it {lasts} s of {table.betting_s}"


def _in_mode(profile: Profile, mode: Mode) -> Iterator[str]:
    rules = profile.rules
    if mode not in profile.table.modes:
        yield f"{profile.id} is not played in {mode} mode; it has {', '.join(profile.table.modes)}"
    yield from _among_policies(profile, mode)
    if isinstance(rules, blackjack.Rules):
        if rules.hit_on_timeout and mode is Mode.INTERNAL:
            yield "hit_on_timeout cannot be on in internal mode, which has no timer"
        shared = not rules.seats
        if shared and mode is Mode.LIVE and rules.shuffle is not Shuffle.CONTINUOUS:
            yield "a shared-card table in live mode needs shuffle continuous, or its cards could be counted"


def _among_policies(profile: Profile, mode: Mode) -> Iterator[str]:
    """Each policy is for one way of playing; under another nothing would happen when a patron is gone."""
    chosen, rules = interruption_in(profile, mode), profile.rules
    if not isinstance(rules, blackjack.Rules):
        fitting: tuple[Interruption, ...] = (Interruption.NO_DECISION,)
    elif mode is Mode.INTERNAL:
        fitting = (Interruption.RESUME,)
    else:
        fitting = (Interruption.FORK, Interruption.STAND) if rules.seats else (Interruption.TWO_STRIKES,)
    if chosen not in fitting:
        yield f"interruption {chosen} does not fit a table like this: it has {' or '.join(fitting)}"
