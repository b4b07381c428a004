"""The first event of a round, and back: rule values, pay tables and the pack (TB-60).

A round reads by itself: ``round_opened`` writes down what it is played by. ``settings_of`` is its inverse,
for whoever plays a round of the record again. What a profile says today is not asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from cutcard.cards import Shoe, Shuffle
from cutcard.games import baccarat
from cutcard.games.blackjack.rules import UnneededHoleCard
from cutcard.money import BadOdds, Odds
from cutcard.profiles import BadProfile, Mode, Profile, catalogue_of, load
from cutcard.profiles.content import content_hash
from cutcard.profiles.values import json_value, names, replace_values
from cutcard.specials import NoSuchBet, PayTable
from cutcard.table.events import RoundOpened
from cutcard.table.settings import Same, Settings, is_random, paytables
from cutcard.table.state import Table

LENDS: Final[Mapping[str, str]] = {"blackjack": "multihand-etg", "baccarat": "punto-banco"}
"""The profile that lends a round of the game its times and its look, on which no result hangs."""

BEFORE_IT_EXISTED: Final[Mapping[str, Mapping[str, bool | int | str]]] = {
    "blackjack": {"unneeded_hole_card": UnneededHoleCard.LEFT.value},
    "baccarat": {},
}
"""Rule values that older records do not name, and what was played while there was no such choice.

A new rule value comes here with what every round before it was played by, whatever its default is one day.
"""


class UnknownRules(ValueError):
    """A round on record is played by rules that this version does not know; the text says which."""


def round_opened(table: Table, commitment: str) -> RoundOpened:
    """Bets please: the next round, from a new shoe where the last is finished."""
    settings = table.next_settings or table.deal.settings
    profile = settings.profile
    shoe = _shoe(table, settings)
    stated = _stated(Same(settings))
    return RoundOpened(
        round=table.deal.round + 1,
        profile=profile.id,
        game=profile.game,
        mode=settings.mode.value,
        rules=stated.rules,
        commitment=commitment,
        shoe_number=shoe.number,
        pack=shoe.pack.counts,
        paytables=stated.paytables,
        profile_version=profile.version,
        profile_hash=stated.profile_hash,
    )


class _Stated(NamedTuple):
    """What every round of a table with the same settings says alike."""

    rules: Mapping[str, bool | int | str]
    paytables: Mapping[str, Mapping[str, str]]
    profile_hash: str


@lru_cache(maxsize=1024)
def _stated(same: Same) -> _Stated:
    settings = same.settings
    return _Stated(
        rules=_rule_values(settings),
        paytables={
            bet: {line: str(odds) for line, odds in pays.pays.items()}
            for bet, pays in paytables(settings).items()
        },
        # A table that was opened before profiles had hashes is known by what it says now.
        profile_hash=settings.profile.hash or content_hash(settings.profile),
    )


def _shoe(table: Table, settings: Settings) -> Shoe:
    rules = settings.profile.rules
    same = (rules.decks, rules.shuffle, rules.penetration) == (
        table.deal.shoe.decks,
        table.deal.shoe.shuffle,
        table.deal.shoe.penetration,
    )
    if table.deal.round == 0 or not same:
        return Shoe.fresh(rules.decks, rules.shuffle, rules.penetration, table.deal.shoe.number + 1)
    if table.shoe_watch.cut_card_seen:
        return Shoe.fresh(rules.decks, rules.shuffle, rules.penetration, table.deal.shoe.number + 1)
    if not is_random(settings) and rules.shuffle is Shuffle.CUT_CARD:
        # Where real cards are dealt the cut card itself ends a shoe, not a count of cards.
        return table.deal.shoe
    return table.deal.shoe.between_rounds()


def _rule_values(settings: Settings) -> dict[str, bool | int | str]:
    """Every rule value as text, number or truth; parts of the pack as exact fractions."""
    values = msgspec.structs.asdict(settings.profile.rules)
    return {name: _plain(value) for name, value in values.items()}


def _plain(value: object) -> bool | int | str:
    if isinstance(value, Fraction):
        return str(value)
    plain = json_value(value)
    assert isinstance(plain, bool | int | str), f"a rule value has a plain form: {value}"
    return plain


def settings_of(begun: RoundOpened, stream: str) -> Settings:
    """A table by the rules and pay tables that the round itself names; its times and its look are lent."""
    if begun.game not in LENDS:
        raise UnknownRules(f"there is no game called {begun.game[:64]} here")
    try:
        profile = _profile_of(begun, load(LENDS[begun.game]))
        settings = Settings(id=stream, name=stream, profile=profile, mode=Mode(begun.mode))
        paytables(settings)
    except (BadProfile, BadOdds, NoSuchBet, ValueError) as wrong:
        raise UnknownRules(f"its rules are none that this version knows: {wrong}") from None
    return settings


def rules_named(begun: RoundOpened) -> dict[str, bool | int | str]:
    """Every rule value that the round was played by, those with it that did not exist yet."""
    return {**BEFORE_IT_EXISTED[begun.game], **begun.rules}


def _profile_of(begun: RoundOpened, lent: Profile) -> Profile:
    values = rules_named(begun)
    if values.keys() != {*names(type(lent.rules))}:
        raise UnknownRules("its rules have other names than this version knows")
    own = _paytables_of(begun)
    bets = tuple(bet for bet, _ in own)
    return msgspec.structs.replace(
        lent,
        id=begun.profile,
        rules=replace_values(lent.rules, values),
        specials=msgspec.structs.replace(lent.specials, offers=bets, enabled=bets, paytables={}, own=own),
        version=begun.profile_version,
        hash=begun.profile_hash,
    )


def _paytables_of(begun: RoundOpened) -> tuple[tuple[str, PayTable], ...]:
    """Just as they are on record, but for baccarat's main bets, which the rules themselves pay."""
    catalogue = catalogue_of(begun.game)
    own = {bet: pays for bet, pays in begun.paytables.items() if bet not in baccarat.MAIN_BETS}
    return tuple(
        (catalogue[bet].id, PayTable("on-record", {line: Odds.parse(odds) for line, odds in pays.items()}))
        for bet, pays in own.items()
    )
