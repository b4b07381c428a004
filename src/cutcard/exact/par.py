"""PAR sheets of bets and profiles: counted, named, stamped with what they hang on. Prints nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

import msgspec

from cutcard import __version__
from cutcard.cards import Pack, Shuffle, rank, text
from cutcard.exact.bets.counted import Counted, TooFewCards
from cutcard.exact.bets.removal import effect_of_removal
from cutcard.exact.bets.specials import count_bet
from cutcard.exact.cache import fingerprint
from cutcard.exact.covariance.beside_bets import main_covariances
from cutcard.exact.main import completion
from cutcard.exact.main.strategy import main_game, main_spread, pair_of_positions
from cutcard.exact.sheet import BetSheet, MainSheet, PositionsRow, Row, Sheet
from cutcard.games import baccarat, blackjack
from cutcard.games.blackjack.hand import value
from cutcard.money import LOSE, PUSH
from cutcard.profiles import Profile, bets_of, paytable
from cutcard.profiles.profile import Interruption
from cutcard.profiles.values import json_value, names
from cutcard.specials import Bet, PayTable
from cutcard.texts import bet_name, profile_name
from cutcard.texts import text as worded

INSURANCE: Final = "insurance"


def pack_of(profile: Profile, removed: Sequence[int]) -> Pack:
    """What the profile's game is dealt from when these cards are gone."""
    return Pack.of_decks(profile.rules.decks).without(removed)


def bet_sheet(
    profile: Profile, bet_id: str, table_id: str | None = None, removed: Sequence[int] = ()
) -> BetSheet:
    """The sheet of one bet of the profile's game, whether or not the profile offers it."""
    pack = pack_of(profile, removed)
    if bet_id == INSURANCE and isinstance(profile.rules, blackjack.Rules):
        return _insurance(profile.rules, pack)
    bet = bets_of(profile)[bet_id]
    table = paytable(profile, bet_id, table_id)
    counted = count_bet(bet, table, pack, profile.rules)
    return sheet_of_counts(bet, table, counted, profile.rules.decks)


def sheet_of_counts(bet: Bet[Any], table: PayTable, counted: Counted, decks: int) -> BetSheet:
    """The sheet of a bet that has been counted under this pay table."""
    pays = {**table.pays, "push": PUSH, "lose": LOSE}
    line_names = {line.id: line.name for line in bet.lines}
    return BetSheet(
        bet=bet.id,
        name=bet.name or bet_name(bet.id),
        paytable=table.id,
        source=table.source,
        decks=decks,
        total=counted.total,
        rows=tuple(Row(line, count, pays[line], line_names.get(line, "")) for line, count in counted.counts),
    )


def _insurance(rules: blackjack.Rules, pack: Pack) -> BetSheet:
    """Insurance against an ace, nothing else being known: the next card is a ten or it is not."""
    aces = sum(pack.counts[card] for card in range(52) if rank(card) == 0)
    if not aces:
        raise TooFewCards("there is no ace left, so insurance is never offered")
    tens = sum(pack.counts[card] for card in range(52) if rank(card) >= 9)  # ten to king
    total = pack.size - 1
    rows = (Row("win", tens, rules.insurance_pays), Row("lose", total - tens, LOSE))
    name = bet_name(INSURANCE)
    return BetSheet(
        INSURANCE, name, str(rules.insurance_pays), "the rules in force", rules.decks, total, rows
    )


def sheet(profile: Profile, removed: Sequence[int] = ()) -> Sheet:
    """The sheet of a profile: the main game and every bet it offers."""
    rules = profile.rules
    main = main_sheet(rules, pack_of(profile, removed)) if isinstance(rules, blackjack.Rules) else None
    mains = baccarat.MAIN_BETS if isinstance(rules, baccarat.Rules) else ()
    return Sheet(
        profile=profile.id,
        name=profile_name(profile.id),
        game=profile.game,
        version=__version__,
        definition=definition(profile, removed),
        rules=rules_shown(profile),
        decks=rules.decks,
        removed=tuple(text(card) for card in removed),
        main=main,
        main_bets=tuple(bet_sheet(profile, bet_id, None, removed) for bet_id in mains),
        bets=tuple(bet_sheet(profile, bet_id, None, removed) for bet_id in profile.specials.offers),
        notes=notes(profile),
        profile_version=profile.version,
        profile_hash=profile.hash,
        completion_returned=completion_returned(profile, removed),
        main_covariances=_main_covariances(profile, removed),
    )


def _main_covariances(profile: Profile, removed: Sequence[int]) -> Mapping[str, float | None]:
    """How each bet offered hangs together with blackjack's main game."""
    if not isinstance(profile.rules, blackjack.Rules):
        return {}
    bets = [(bets_of(profile)[bet], paytable(profile, bet)) for bet in profile.specials.offers]
    return main_covariances(profile.rules, pack_of(profile, removed), bets) if bets else {}


def main_sheet(rules: blackjack.Rules, pack: Pack) -> MainSheet:
    """The main game's sheet with the spread of its rounds."""
    return msgspec.structs.replace(main_game(rules, pack).sheet, spread=main_spread(rules, pack))


def positions_rows(profile: Profile, most: int, removed: Sequence[int] = ()) -> tuple[PositionsRow, ...]:
    """How two positions to so many of one patron vary together."""
    rules, pack = profile.rules, pack_of(profile, removed)
    assert isinstance(rules, blackjack.Rules)
    variance, pair = main_spread(rules, pack).best.variance, pair_of_positions(rules, pack)
    return tuple(
        PositionsRow(n, n * variance + n * (n - 1) * pair.covariance, pair.covariance, pair.left_out)
        for n in range(2, most + 1)
    )


def completion_returned(profile: Profile, removed: Sequence[int] = ()) -> float | None:
    """What rounds return that are finished without their patron; None where the house finishes none so."""
    rules, policy = profile.rules, profile.policy
    completed = {Interruption.RESUME, Interruption.FORK} & {policy.interruption, policy.internal}
    if not completed or not isinstance(rules, blackjack.Rules):
        return None
    return completion.completion_returned(rules, pack_of(profile, removed))


def sheet_of_bet(profile: Profile, bet_id: str, table_id: str | None, removed: Sequence[int]) -> Sheet:
    """A sheet with one bet on it and nothing else."""
    sheet = bet_sheet(profile, bet_id, table_id, removed)
    return Sheet(
        profile=profile.id,
        name=profile_name(profile.id),
        game=profile.game,
        version=__version__,
        definition=fingerprint(definition(profile, removed), *_bet_identity(profile, bet_id), sheet.paytable),
        rules=rules_shown(profile),
        decks=profile.rules.decks,
        removed=tuple(text(card) for card in removed),
        main=None,
        main_bets=(),
        bets=(sheet,),
        notes=(),
        profile_version=profile.version,
        profile_hash=profile.hash,
    )


def _bet_identity(profile: Profile, bet_id: str) -> tuple[str, ...]:
    """What names the bet in a hash: its id, and what an own one was read from."""
    own = tuple(bet.definition for bet in profile.specials.declared if bet.id == bet_id)
    return (bet_id, *own)


def definition(profile: Profile, removed: Sequence[int] = ()) -> str:
    """A hash over everything the figures hang on: rule values, pay tables in force, cards removed."""
    mains = baccarat.MAIN_BETS if isinstance(profile.rules, baccarat.Rules) else ()
    tables = {bet_id: _odds(paytable(profile, bet_id)) for bet_id in (*mains, *profile.specials.offers)}
    return fingerprint(profile.game, rules_shown(profile), tables, [text(card) for card in removed])


def _odds(table: PayTable) -> dict[str, str]:
    return {line: str(odds) for line, odds in table.pays.items()}


def rules_shown(profile: Profile) -> dict[str, object]:
    """The rule values in force, as they are shown."""
    return {name: json_value(getattr(profile.rules, name)) for name in names(type(profile.rules))}


def notes(profile: Profile) -> tuple[str, ...]:
    """What the figures do not include."""
    texts = []
    if profile.rules.shuffle is Shuffle.CUT_CARD:
        texts.append(worded("par.note_cut_card"))
    if isinstance(profile.rules, blackjack.Rules):
        texts.append(worded("par.note_strategy"))
    return tuple(texts)


def effects(
    profile: Profile, bet_id: str | None, table_id: str | None, removed: Sequence[int]
) -> dict[str, float]:
    """How a return changes when one card of each rank is gone; the main game's where no bet is named."""
    pack = pack_of(profile, removed)
    if bet_id is not None:
        bet, table = bets_of(profile)[bet_id], paytable(profile, bet_id, table_id)
        changes = effect_of_removal(
            lambda left: count_bet(bet, table, left, profile.rules).returned(table), pack, bet.classes
        )
    else:
        rules = profile.rules
        assert isinstance(rules, blackjack.Rules)
        changes = effect_of_removal(lambda left: Fraction(main_game(rules, left).sheet.returned), pack, value)
    return {name: float(change) for name, change in changes.items()}
