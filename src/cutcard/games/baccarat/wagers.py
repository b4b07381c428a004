"""Which bets one patron may have standing together in one round, and which a layout may show together.

Stakes, limits and purses are not known here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cutcard.games.baccarat.bets import CATALOGUE, MAIN_BETS, range_id
from cutcard.games.baccarat.bets.ranges import HI_TI
from cutcard.games.baccarat.rules import Rules
from cutcard.games.reason import Refusal
from cutcard.games.wagers import declared_clash


def together(rules: Rules, bet_ids: Iterable[str]) -> Refusal | None:
    """Why one patron's bets may not stand together, or None where they may (BA-06, SB-35, SB-39, SB-50)."""
    wagered = tuple(dict.fromkeys(bet_ids))
    return (
        main_bets_clash(rules, wagered)
        or declared_clash([CATALOGUE[bet_id] for bet_id in wagered], wagered)
        or layout_clash(wagered)
    )


def main_bets_clash(rules: Rules, bet_ids: Sequence[str]) -> Refusal | None:
    """Whether the house lets both sides, or a side and Tie, be wagered at once (BA-06)."""
    player, banker, tie = (bet_id in bet_ids for bet_id in MAIN_BETS)
    if player and banker and not rules.both_sides:
        return Refusal("not_both_sides")
    if tie and (player or banker) and not rules.tie_with_side:
        return Refusal("no_tie_with_side")
    return None


def layout_clash(bet_ids: Iterable[str]) -> Refusal | None:
    """A Hi-Ti layout has no place for any other special bet (SB-39).

    No declaration could say so: it would have to name every range of every other family.
    """
    specials = [bet_id for bet_id in bet_ids if bet_id not in MAIN_BETS]
    hi_ti = [bet_id for bet_id in specials if _is_hi_ti(bet_id)]
    others = [bet_id for bet_id in specials if bet_id not in hi_ti]
    if hi_ti and others:
        return Refusal("bets_exclude_each_other", {"bet": hi_ti[0], "other": others[0]})
    return None


def _is_hi_ti(bet_id: str) -> bool:
    named = range_id(bet_id)
    return named is not None and named.kind == HI_TI
