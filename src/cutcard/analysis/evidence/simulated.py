"""Simulated returns beside the exact ones, of the main game and every bet, by the chart of best play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from cutcard.cards import Shuffle
from cutcard.games import blackjack
from cutcard.profiles import Profile
from cutcard.sim.report.statistics import document, statistics
from cutcard.sim.report.tally import Tally
from cutcard.sim.request import chosen_bets, simulation_request
from cutcard.sim.run import simulate

Watch = Callable[[int], None]
"""Told how many rounds are done."""


def compared_runs(profile: Profile) -> tuple[tuple[str, Profile], ...]:
    """What is simulated: the profile, and where a cut card shifts its return a full pack every round, too.

    The exact value of a blackjack game is that of a full pack, so only there can the two be compared.
    """
    rules = profile.rules
    runs = [("as the profile says", profile)]
    if isinstance(rules, blackjack.Rules) and rules.shuffle is Shuffle.CUT_CARD:
        fresh = msgspec.structs.replace(rules, shuffle=Shuffle.EVERY_ROUND)
        runs.append(("from a full pack every round", msgspec.structs.replace(profile, rules=fresh)))
    return tuple(runs)


def simulated_runs(profile: Profile, rounds: int, seed: int, threads: int, watch: Watch) -> dict[str, Any]:
    """Every run as plain values. How many threads count it changes nothing."""
    runs = []
    for number, (dealt, played) in enumerate(compared_runs(profile)):
        requested = simulation_request(played, rounds, seed, 1, chosen_bets(played, ("all",), None), None)
        tally = simulate(requested.request, threads, _from(number * rounds, watch))
        if tally.rounds < rounds:
            raise KeyboardInterrupt  # it ends a run early, and a part of one is no evidence
        measured = statistics(tally, requested.pays, exact=requested.exact, main_bets=requested.main_bets)
        runs.append({"dealt": dealt, **document(measured)})
    largest = max((abs(z) for run in runs for _, z in deviations(run)), default=None)
    return {"seed": seed, "rounds": rounds, "largest_z_float": largest, "runs": runs}


def returns(run: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The figures of the main game, or of its main bets, and of every other bet, by name."""
    main = run["main"]
    yield from ({"main": main} if "return_float" in main else main).items()
    yield from run["bets"].items()


def deviations(run: dict[str, Any]) -> Iterator[tuple[str, float]]:
    """By how many standard errors each return is off, where its exact value is known."""
    for name, measured in returns(run):
        if measured["z_float"] is not None:
            yield name, measured["z_float"]


def _from(before: int, watch: Watch) -> Callable[[Tally], bool]:
    def show_rounds(tally: Tally) -> bool:
        watch(before + tally.rounds)
        return True

    return show_rounds
