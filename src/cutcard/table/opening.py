"""The first event of a round: rule values, pay tables and the pack, so that it reads by itself (TB-60)."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from cutcard.cards import Shoe, Shuffle
from cutcard.profiles.content import content_hash
from cutcard.profiles.values import shown
from cutcard.table.events import RoundOpened
from cutcard.table.settings import Settings, is_random, paytables
from cutcard.table.state import Table


def round_opened(table: Table, commitment: str) -> RoundOpened:
    """Bets please: the next round, from a new shoe where the last is finished."""
    settings = table.next_settings or table.settings
    profile = settings.profile
    shoe = _shoe(table, settings)
    return RoundOpened(
        round=table.round + 1,
        profile=profile.id,
        game=profile.game,
        mode=settings.mode.value,
        rules=_rule_values(settings),
        commitment=commitment,
        shoe_number=shoe.number,
        pack=shoe.pack.counts,
        paytables={
            bet: {line: str(odds) for line, odds in pays.pays.items()}
            for bet, pays in paytables(settings).items()
        },
        profile_version=profile.version,
        # A table that was opened before profiles had hashes is known by what it says now.
        profile_hash=profile.hash or content_hash(profile),
    )


def _shoe(table: Table, settings: Settings) -> Shoe:
    rules = settings.profile.rules
    same = (rules.decks, rules.shuffle, rules.penetration) == (
        table.shoe.decks,
        table.shoe.shuffle,
        table.shoe.penetration,
    )
    if table.round == 0 or not same:
        return Shoe.fresh(rules.decks, rules.shuffle, rules.penetration, table.shoe.number + 1)
    if table.cut_card_seen:
        return Shoe.fresh(rules.decks, rules.shuffle, rules.penetration, table.shoe.number + 1)
    if not is_random(settings) and rules.shuffle is Shuffle.CUT_CARD:
        return table.shoe  # where real cards are dealt the cut card itself ends a shoe, not a count of cards
    return table.shoe.between_rounds()


def _rule_values(settings: Settings) -> dict[str, bool | int | str]:
    """Every rule value as text, number or truth; parts of the pack as exact fractions."""
    values = msgspec.structs.asdict(settings.profile.rules)
    return {name: _plain(value) for name, value in values.items()}


def _plain(value: object) -> bool | int | str:
    if isinstance(value, Fraction):
        return str(value)
    plain = shown(value)
    assert isinstance(plain, bool | int | str), f"a rule value has a plain form: {value}"
    return plain
