"""A pay table written on one line: ``35-33-10-5``, best line first, or ``straight-flush=35`` by line.

What a bet returns under it is not known here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from cutcard.money import BadOdds, Odds
from cutcard.profiles.profile import Profile, bets_of, paytable, paytables
from cutcard.profiles.values import BadProfile
from cutcard.specials import Bet, PayTable, unknown

NOT_PAID: Final = "none"
NOTHING: Final[Mapping[str, Odds]] = {}
MAIN_BETS: Final[Mapping[str, Mapping[str, str]]] = {
    "blackjack": {
        "main": "use --set blackjack_pays",
        "behind": "use --set blackjack_pays",
        "insurance": "use --set insurance_pays",
    },
    "baccarat": {
        "player": "it is always paid 1:1",
        "banker": "use --set banker_pays",
        "tie": "use --set tie_pays",
    },
}
"""Bets that no pay table pays, by game, and what does."""
SOURCE: Final = "given for this question"

_NUMBER: Final = re.compile(r"\d{1,7}")


def with_pays(profile: Profile, bet_id: str, written: Sequence[str], table_id: str | None = None) -> Profile:
    """The profile with this bet paid as written; lines that are not named are paid as before."""
    by_rules = MAIN_BETS[profile.game]
    if bet_id in by_rules:
        raise BadProfile(f"{bet_id} is paid by the rule values, not by a pay table: {by_rules[bet_id]}")
    bet = bets_of(profile)[bet_id]
    table = pays_written(bet, written, _paid_before(profile, bet, table_id))
    return with_table(profile, bet.id, table)


def _paid_before(profile: Profile, bet: Bet[Any], table_id: str | None) -> Mapping[str, Odds]:
    """What the lines pay so far; nothing, where a bet of a family has no pay table of its own."""
    if table_id is None and not paytables(profile, bet):
        return {}
    return paytable(profile, bet.id, table_id).pays


def with_table(profile: Profile, bet_id: str, table: PayTable) -> Profile:
    """The profile with this bet paid by this pay table."""
    others = tuple(pair for pair in profile.specials.own if pair != (bet_id, table))
    chosen = {**profile.specials.paytables, bet_id: table.id}
    specials = msgspec.structs.replace(profile.specials, own=((bet_id, table), *others), paytables=chosen)
    return msgspec.structs.replace(profile, specials=specials)


def pays_written(bet: Bet[Any], written: Sequence[str], before: Mapping[str, Odds] = NOTHING) -> PayTable:
    """The pay table of this bet that is written so; ``before`` is what lines pay that are not named."""
    words = [word for each in written for word in re.split(r"[,\s]+", each.strip()) if word]
    if len(words) == 1 and "=" not in words[0]:
        pays = _best_first(bet, words[0])
    else:
        pays = _by_line(bet, words, before)
    if not any(odds.won > 0 for odds in pays.values()):
        raise BadProfile(f"this pay table of {bet.id} pays nothing")
    return PayTable(written_as(bet, pays), pays, source=SOURCE)


def written_as(bet: Bet[Any], pays: dict[str, Odds]) -> str:
    """The shortest way to write these odds that is read as just these again."""
    short = "-".join(_short(pays[line.id]) for line in bet.lines if line.id in pays)
    if {*_lines_paid(bet, len(pays))} == pays.keys():
        return short
    unpaid = [f"{line.id}={NOT_PAID}" for line in bet.lines if line.id not in pays]
    paid = [f"{line.id}={_short(pays[line.id])}" for line in bet.lines if line.id in pays]
    return " ".join((*paid, *unpaid))


def _best_first(bet: Bet[Any], written: str) -> dict[str, Odds]:
    odds = [_odds(each, bet) for each in written.split("-")]
    paid = _lines_paid(bet, len(odds))
    if not paid:
        counts = sorted({len(bet.lines), *(len(table.pays) for table in bet.paytables)})
        are = " or ".join(map(str, counts))
        lines_are = "line" if counts == [1] else "lines"
        raise BadProfile(f"{bet.id} is paid on {are} {lines_are}, not {len(odds)}: {_names(bet)}")
    return dict(zip(paid, odds, strict=True))


def _lines_paid(bet: Bet[Any], count: int) -> tuple[str, ...]:
    """The lines that so many odds are for: all of them, or those of a pay table of the bet with so many."""
    if count == len(bet.lines):
        return tuple(line.id for line in bet.lines)
    for table in bet.paytables:
        if len(table.pays) == count:
            return tuple(line.id for line in bet.lines if line.id in table.pays)
    return ()


def _by_line(bet: Bet[Any], words: Sequence[str], before: Mapping[str, Odds]) -> dict[str, Odds]:
    changed: dict[str, Odds | None] = {}
    lines = tuple(line.id for line in bet.lines)
    for word in words:
        line, _, given = word.partition("=")
        if not line or not given:
            raise BadProfile(f"--pays takes odds such as 35-33-10-5, or line=odds, not {word[:80]!r}")
        if line not in lines:
            raise BadProfile(unknown(f"line of {bet.id}", line, lines))
        if line in changed:
            raise BadProfile(f"--pays gives {line} twice")
        changed[line] = None if given == NOT_PAID else _odds(given, bet)
    after: dict[str, Odds | None] = {**before, **changed}
    return {line: odds for line in lines if (odds := after.get(line)) is not None}


def _odds(written: str, bet: Bet[Any]) -> Odds:
    try:
        odds = Odds.parse(f"{written}:1" if _NUMBER.fullmatch(written) else written)
    except BadOdds:
        raise BadProfile(f"{written[:80]!r} is not odds of {bet.id} such as 35 or 3:2") from None
    if odds.won < 0:
        raise BadProfile(f"{written} is a loss: a line that wins takes nothing away")
    return odds


def _short(odds: Odds) -> str:
    return str(odds.won) if odds.staked == 1 else str(odds)


def _names(bet: Bet[Any]) -> str:
    return ", ".join(line.id for line in bet.lines)
