"""Whether chips may lie as they do: fields, limits, what bets need of each other (BJ-05, BJ-07, SB-50)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from cutcard.games import baccarat
from cutcard.games.blackjack.wagers import MAIN, cleared_with, refuse_wagers
from cutcard.games.reason import Refusal
from cutcard.money import Odds, settle
from cutcard.profiles import catalogue_of
from cutcard.specials import PayTable
from cutcard.table.events import Wager, Wagers
from cutcard.table.settings import (
    BEHIND,
    Same,
    Settings,
    baccarat_rules,
    blackjack_rules,
    fields,
    limits_of,
    paytables,
)
from cutcard.table.state import wagers_of

CHIPS_KEPT = 400
"""So many chips one patron may have on a layout; a cabinet's is full long before."""


def refused(settings: Settings, chips: Wagers) -> Refusal | None:
    """Why these chips may not lie together, if they may not."""
    if len(chips) > CHIPS_KEPT:
        return Refusal("too_many_chips", {"most": CHIPS_KEPT})
    for chip in chips:
        if chip.stake <= 0:
            return Refusal("amount_not_positive", {"amount": chip.stake})
    return _wagers_refused(Same(settings), wagers_of(chips))


@lru_cache(maxsize=1 << 14)
def _wagers_refused(same: Same, wagers: Wagers) -> Refusal | None:
    """Kept, for the same stakes are judged for every button that is offered, and again when it is pressed."""
    settings = same.settings
    known = fields(settings)
    for wager in wagers:
        if (wager.position, wager.bet) not in known:
            return Refusal("no_such_field", {"bet": wager.bet, "position": wager.position})
        over = over_limits(settings, wager)
        if over is not None:
            return over
    return clash(settings, wagers)


def over_limits(settings: Settings, wager: Wager) -> Refusal | None:
    """Why a stake is too small, too large, or could win too much: nothing is ever trimmed (BJ-07)."""
    limits = limits_of(settings, wager.bet)
    facts: dict[str, int | str] = {"bet": wager.bet, "stake": wager.stake}
    if wager.stake % settings.unit:
        return Refusal("not_in_whole_units", {**facts, "unit": settings.unit})
    if wager.stake < limits.stake_min:
        return Refusal("below_the_minimum", {**facts, "least": limits.stake_min})
    if limits.stake_max and wager.stake > limits.stake_max:
        return Refusal("above_the_maximum", {**facts, "most": limits.stake_max})
    best = could_win(settings, wager)
    if limits.payout_max and best > limits.payout_max:
        return Refusal("could_win_too_much", {**facts, "win": best, "most": limits.payout_max})
    return None


def could_win(settings: Settings, wager: Wager) -> int:
    """What a wager wins on its best line, the stake not counted."""
    return settle(wager.stake, odds_of_best_line(settings, wager.bet)).net


def odds_of_best_line(settings: Settings, bet: str) -> Odds:
    """The odds by which the largest payout of a bet is reckoned."""
    rules = blackjack_rules(settings)
    if rules is not None and bet in (MAIN, BEHIND):
        return rules.blackjack_pays
    return _best(Same(settings))[bet]


@lru_cache(maxsize=1024)
def _best(same: Same) -> Mapping[str, Odds]:
    """The best line of every bet, found once for each table: it is asked for with every chip."""
    return {bet: best_odds(table) for bet, table in paytables(same.settings).items()}


def best_odds(table: PayTable) -> Odds:
    """The best line of a pay table."""
    return max(table.pays.values(), key=lambda odds: odds.ratio)


def clash(settings: Settings, wagers: Wagers) -> Refusal | None:
    """Why the bets exclude or miss each other."""
    coups = baccarat_rules(settings)
    if coups is not None:
        return baccarat.together(coups, [wager.bet for wager in wagers])
    rules = blackjack_rules(settings)
    assert rules is not None, "what is no coup is a round of hands"
    for position in dict.fromkeys(wager.position for wager in wagers):
        stakes = {
            wager.bet: wager.stake for wager in wagers if wager.position == position and wager.bet != BEHIND
        }
        wrong = refuse_wagers(rules.special_without_main, stakes)
        if wrong is not None:
            return Refusal(wrong.code, {**wrong.facts, "position": position})
    return None


def without(settings: Settings, chips: Wagers, index: int) -> Wagers:
    """The chips without one of them, and without what needed it (SB-50)."""
    taken = chips[index]
    left = (*chips[:index], *chips[index + 1 :])
    return left if _still_there(left, taken) else _without_dependents(settings, left, taken)


def _still_there(chips: Wagers, taken: Wager) -> bool:
    return any((chip.position, chip.bet) == (taken.position, taken.bet) for chip in chips)


def _without_dependents(settings: Settings, chips: Wagers, taken: Wager) -> Wagers:
    rules = blackjack_rules(settings)
    stakes = {
        chip.bet: chip.stake for chip in chips if chip.position == taken.position and chip.bet != BEHIND
    }
    if rules is None:
        catalogue = catalogue_of(settings.profile.game)
        gone = tuple(bet for bet in stakes if catalogue[bet].needs == taken.bet)
    else:
        gone = () if taken.bet == BEHIND else cleared_with(rules.special_without_main, taken.bet, stakes)
    return tuple(chip for chip in chips if chip.position != taken.position or chip.bet not in gone)


def beside(chips: Wagers, position: int) -> Wagers:
    """The stakes on one position: all that counts for whether one of its fields takes another chip."""
    return tuple(wager for wager in wagers_of(chips) if wager.position == position)


def field_refusal(settings: Settings, chips: Wagers, chip: Wager) -> Refusal | None:
    """Why a field does not take one chip more beside these, if it does not."""
    if len(chips) >= CHIPS_KEPT:
        return Refusal("too_many_chips", {"most": CHIPS_KEPT})
    return refused(settings, (*beside(chips, chip.position), chip))


def closed_beside(settings: Settings, stakes: Wagers, position: int, amount: int) -> Mapping[str, str]:
    """The bets of a position that take no such chip beside these stakes, with the code of the refusal."""
    return _closed_beside(Same(settings), stakes, position, amount)


@lru_cache(maxsize=1 << 13)
def _closed_beside(same: Same, stakes: Wagers, position: int, amount: int) -> Mapping[str, str]:
    bets = (bet for at, bet in fields(same.settings) if at == position)
    why = {bet: field_refusal(same.settings, stakes, Wager(position, bet, amount)) for bet in bets}
    return {bet: refusal.code for bet, refusal in why.items() if refusal is not None}
