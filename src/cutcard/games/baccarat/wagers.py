"""Which bets one patron may have standing together in one round, and which a layout may show together.

Stakes, limits and purses are not known here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cutcard.games.baccarat.bets import CATALOGUE, MAIN_BETS
from cutcard.games.baccarat.bets.ranges import GROUPED, HI_TI, STRAIGHT_UP, family
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
    """Which two special bets have no place on one layout, if any.

    Hi-Ti stands alone (SB-39), and totals are offered one by one or in groups, never both (BA-07). No
    declaration could say so: it would have to name every range of every other family.
    """
    by_family: dict[str | None, list[str]] = {}
    for bet_id in bet_ids:
        if bet_id not in MAIN_BETS:
            by_family.setdefault(family(bet_id), []).append(bet_id)
    hi_ti = by_family.pop(HI_TI, [])
    others = [bet_id for each in by_family.values() for bet_id in each]
    singles, groups = by_family.get(STRAIGHT_UP, []), by_family.get(GROUPED, [])
    for kept, beside in ((hi_ti, others), (singles, groups)):
        if kept and beside:
            return Refusal("bets_exclude_each_other", {"bet": kept[0], "other": beside[0]})
    return None
