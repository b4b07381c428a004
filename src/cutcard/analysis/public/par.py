"""``cutcard.par``: the PAR sheet of a bet, or of a profile's main game and all its bets."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec

from cutcard.analysis.answer import Answer
from cutcard.analysis.public.par_document import sheet_document, sheet_of_bet_document
from cutcard.analysis.public.question import (
    Changes,
    Pays,
    ProfileName,
    Words,
    cards_of,
    profile_of,
    public,
    with_written_pays,
    written_pays,
)
from cutcard.analysis.public.strategy_given import StrategyFile, given_plan, with_strategy
from cutcard.analysis.refusal import BadQuestion
from cutcard.exact import par as exact
from cutcard.exact.sheet import BetSheet, MainSheet, Sheet
from cutcard.games import blackjack
from cutcard.profiles import Profile, catalogue_of
from cutcard.profiles.own_bets import with_named_bet
from cutcard.sim.plan import Plan
from cutcard.specials import NoSuchBet, unknown

FIGURES = ("return_float", "house_edge_float", "hit_rate_float", "variance_float", "standard_deviation_float")


class ParSheet(Answer, frozen=True):
    """A PAR sheet. ``sheet`` has every figure, exact where it can be; ``bet`` is set where it has one bet."""

    sheet: Sheet
    bet: str | None = None

    @property
    def main(self) -> MainSheet | None:
        """The main game of blackjack; none at baccarat, and on the sheet of one bet."""
        return self.sheet.main

    @property
    def bets(self) -> dict[str, BetSheet]:
        """The bets by name, baccarat's main bets first."""
        return {each.bet: each for each in (*self.sheet.main_bets, *self.sheet.bets)}

    @property
    def house_edge(self) -> Fraction | float:
        """What the house keeps of each unit staked: on the one bet, else the main game, or the first bet."""
        if self.main is not None:
            return 1 - self.main.returned
        return next(iter(self.bets.values())).house_edge

    def document(self) -> dict[str, Any]:
        """The sheet as ``cutcard par --json`` prints it."""
        return sheet_document(self.sheet) if self.bet is None else sheet_of_bet_document(self.sheet)

    def table(self) -> list[dict[str, Any]]:
        """A row for each outcome of the one bet, else one for the main game and one for each bet."""
        shown = self.to_dict()
        if self.bet is not None:
            outcomes: list[dict[str, Any]] = shown["outcomes"]
            return outcomes
        main = [{"bet": "main", **shown["main"]}] if isinstance(shown["main"], dict) else shown["main"]
        names = ("bet", "paytable", *FIGURES)
        return [{name: each.get(name) for name in names} for each in (*main, *shown["bets"])]


@public
def par(
    profile: ProfileName,
    *,
    bet: str | None = None,
    paytable: str | None = None,
    pays: Pays = (),
    decks: int | None = None,
    set: Changes | None = None,  # noqa: A002  # the option's name
    remove: Words = "",
    strategy: StrategyFile | None = None,
    positions: int | None = None,
    effects: bool = False,
) -> ParSheet:
    """The PAR sheet of a bet, or of a profile's main game and all its bets.

    ``pays`` is another pay table for the bet, as ``"35-33-10-5"`` or by line; ``remove`` are cards taken out
    of the pack beforehand; ``strategy`` is a strategy file, whose return is added, and what it costs to play
    by it; ``positions`` adds how two positions to so many of one patron vary together; ``effects`` adds how
    the return moves when a card of each rank is gone.

    >>> import cutcard
    >>> sheet = cutcard.par("american-live", bet="perfect-pairs")
    >>> sheet.house_edge
    Fraction(17, 415)
    >>> sheet.to_dict()["return"]
    '398/415'
    """
    chosen = profile_of(profile, set, decks)
    chosen, bet = (chosen, None) if bet is None else with_named_bet(chosen, bet)
    gone = cards_of(remove)
    plan = _plan(chosen, bet, strategy)
    _check(chosen, bet, paytable, positions)
    if written := written_pays(pays):
        chosen, paytable = with_written_pays(chosen, bet, written, paytable), None
    sheet = _sheet(chosen, bet, paytable, gone)
    if plan is not None and strategy is not None:
        sheet = with_strategy(sheet, chosen, gone, plan, strategy)
    rows = () if positions is None else exact.positions_rows(chosen, positions, gone)
    moved = _effects(chosen, bet, paytable, gone) if effects else sheet.effects
    return ParSheet(msgspec.structs.replace(sheet, positions=rows, effects=moved), bet)


def _plan(profile: Profile, bet: str | None, strategy: StrategyFile | None) -> Plan | None:
    if strategy is not None and bet is not None:
        raise BadQuestion("--strategy goes with the main game: leave --bet out")
    return given_plan(profile, strategy)


def _check(profile: Profile, bet: str | None, paytable: str | None, positions: int | None) -> None:
    if paytable is not None and bet is None:
        raise BadQuestion("--paytable goes with --bet")
    if positions is None:
        return
    if bet is not None or not isinstance(profile.rules, blackjack.Rules):
        raise BadQuestion("--positions goes with the main game of blackjack: leave it out")
    if not 2 <= positions <= profile.rules.places:
        raise BadQuestion(f"--positions is 2 to {profile.rules.places} here, not {positions}")


def _sheet(profile: Profile, bet: str | None, table: str | None, gone: tuple[int, ...]) -> Sheet:
    if bet in ("main", "behind"):
        raise BadQuestion(f"the sheet of {bet} is that of the main game: leave --bet out")
    if bet is None:
        return exact.sheet(profile, gone)
    try:
        return exact.sheet_of_bet(profile, bet, table, gone)
    except NoSuchBet:
        others = (exact.INSURANCE,) if profile.game == "blackjack" else ()
        there = (*others, *(each.id for each in catalogue_of(profile.game)))
        raise BadQuestion(unknown("bet", bet, there)) from None


def _effects(profile: Profile, bet: str | None, table: str | None, gone: tuple[int, ...]) -> dict[str, float]:
    if bet is None and profile.game == "baccarat":
        raise BadQuestion("--effects needs --bet at baccarat: player, banker, tie or a special bet")
    return exact.effects(profile, bet, table, gone)
