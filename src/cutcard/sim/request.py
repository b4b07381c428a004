"""What is asked of a simulation, and the exact values to hold it against. Prints nothing."""

from __future__ import annotations

import msgspec

from cutcard.cards import Shuffle
from cutcard.exact.par import bet_sheet
from cutcard.games import baccarat, blackjack
from cutcard.money import LOSE, PUSH, Odds
from cutcard.profiles import Profile, bets_of, paytable
from cutcard.sim.plan import Plan
from cutcard.sim.plans import chart_for, plan_of
from cutcard.sim.report.statistics import Exact
from cutcard.sim.run import Request
from cutcard.specials import PayTable

Bets = tuple[tuple[str, PayTable], ...]


class SimulationRequest(msgspec.Struct, frozen=True):
    """A request, what its outcomes pay, which of its bets are the game itself, and what is known exactly."""

    request: Request
    pays: dict[str, dict[str, Odds]]
    main_bets: tuple[str, ...]
    exact: Exact


def simulation_request(
    profile: Profile, rounds: int, seed: int, positions: int, bets: Bets, plan: Plan | None
) -> SimulationRequest:
    """The request of a run. Without a plan of one's own, blackjack is played by the chart of best play."""
    main_bets: tuple[str, ...] = ()
    main: float | None = None
    if isinstance(profile.rules, blackjack.Rules):
        chart = chart_for(profile) if plan is None else None
        # Dealing to a cut card shifts the return, so the exact value of a full pack is not its value.
        if chart is not None and profile.rules.shuffle is not Shuffle.CUT_CARD:
            main = chart.chart_returned
        plan = plan_of(chart) if chart is not None else plan
    else:
        main_bets = baccarat.MAIN_BETS
        bets = (*((bet, paytable(profile, bet)) for bet in main_bets), *bets)
    sheets = {bet: bet_sheet(profile, bet, table.id) for bet, table in bets}
    known = Exact(
        main=main,
        bets={bet: sheet.returned for bet, sheet in sheets.items()},
        outcomes={
            bet: {row.id: sheet.probability(row) for row in sheet.rows} for bet, sheet in sheets.items()
        },
    )
    pays = {bet: {**table.pays, "push": PUSH, "lose": LOSE} for bet, table in bets}
    return SimulationRequest(Request(profile, rounds, seed, positions, bets, plan), pays, main_bets, known)


def chosen_bets(profile: Profile, names: tuple[str, ...], table_id: str | None) -> Bets:
    """Bets by name with their pay tables; ``all`` stands for every bet that the profile offers."""
    listed = profile.specials.offers if names == ("all",) else tuple(dict.fromkeys(names))
    catalogue = bets_of(profile)
    mains = baccarat.MAIN_BETS if profile.game == "baccarat" else ()
    return tuple((catalogue[bet].id, paytable(profile, bet, table_id)) for bet in listed if bet not in mains)
