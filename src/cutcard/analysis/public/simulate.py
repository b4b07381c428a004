"""``cutcard.simulate``: many rounds, counted, with their errors, beside the exact values."""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from math import sqrt
from time import perf_counter
from typing import Any, Final, Literal

import msgspec

from cutcard import __version__
from cutcard.analysis.answer import Answer
from cutcard.analysis.public.question import (
    Changes,
    Pays,
    ProfileName,
    profile_of,
    public,
    with_written_pays,
    written_pays,
)
from cutcard.analysis.public.simulate_place import Counting, Place
from cutcard.analysis.public.strategy_given import StrategyFile, given_plan
from cutcard.analysis.refusal import BadQuestion
from cutcard.exact.par import rules_shown
from cutcard.games import blackjack
from cutcard.profiles import Profile
from cutcard.profiles.own_bets import own_names, with_named_bets
from cutcard.sim.compile.layout import POSITIONS_MAX
from cutcard.sim.report.report import SimulationRun
from cutcard.sim.report.sessions import SessionRequest
from cutcard.sim.report.statistics import document, statistics
from cutcard.sim.report.tally import Tally
from cutcard.sim.request import Bets, SimulationRequest, chosen_bets, simulation_request
from cutcard.sim.run import Watch
from cutcard.texts import profile_name

ROUNDS_MAX: Final = 10**12  # bounds a run by mistake; more is refused
THREADS_MAX: Final = 256  # two chunks for each are under way, with counts of their own in memory
SEEDS: Final = 2**63  # what is drawn is printed, so that the run can be repeated
FIGURES: Final = (
    "return_float",
    "standard_error_float",
    "standard_deviation_float",
    "hit_rate_float",
    "exact_return_float",
    "z_float",
)


class Simulation(Answer, frozen=True):
    """A simulation. ``run`` has the seed, the seconds, and under ``statistics`` all that was measured."""

    run: SimulationRun

    def document(self) -> dict[str, Any]:
        """The simulation as ``cutcard simulate --json`` prints it."""
        run = self.run
        return {
            "profile": run.profile,
            "seconds": run.seconds,
            "rounds_per_second": run.rounds_per_second,
            "seed": run.seed,
            "threads": run.threads,
            "version": run.version,
            **document(run.statistics),
        }

    def table(self) -> list[dict[str, Any]]:
        """A row for the main game, or each main bet, and one for each special bet."""
        shown = self.to_dict()
        main = shown["main"] if "return_float" not in shown["main"] else {"main": shown["main"]}
        bets = {**main, **shown["bets"]}
        return [{"bet": bet, **{name: bets[bet].get(name) for name in FIGURES}} for bet in bets]


class SimulatedGame(msgspec.Struct, frozen=True):
    """What is played, as it was asked for."""

    profile: ProfileName
    set: Changes | None
    decks: int | None
    positions: int
    bet: str | Sequence[str]
    paytable: str | None
    pays: Pays
    strategy: StrategyFile | None


class Extent(msgspec.Struct, frozen=True):
    """How much of it: rounds, or fewer once the error is small enough, and how long a session is."""

    rounds: int
    seed: int | None
    until_error: float | None
    session: int


class PreparedSimulation(msgspec.Struct, frozen=True):
    """A simulation that can begin: what is asked, where it is counted, and what counts it."""

    profile: Profile
    requested: SimulationRequest
    place: Place
    counting: Counting
    session: SessionRequest

    def counted(self, watch: Watch) -> Simulation:
        """Counts; whoever watches is told the tally so far, and says whether to go on."""
        started = perf_counter()
        tally = self.counting(watch)
        seconds = perf_counter() - started
        asked, requested = self.requested.request, self.requested
        measured = statistics(
            tally,
            requested.pays,
            exact=requested.exact,
            main_bets=requested.main_bets,
            session_request=self.session,
        )
        run = SimulationRun(
            profile=self.profile.id,
            name=profile_name(self.profile.id),
            game=self.profile.game,
            version=__version__,
            rules=rules_shown(self.profile),
            seed=asked.seed,
            device=self.place.place_name(),
            threads=self.place.threads,
            seconds=seconds,
            statistics=measured,
            paytables={bet: table.id for bet, table in asked.bets},
            names=own_names(self.profile),
        )
        return Simulation(run)


@public
def simulate(
    profile: ProfileName,
    *,
    rounds: int,
    seed: int | None = None,
    threads: int | None = None,
    decks: int | None = None,
    set: Changes | None = None,  # noqa: A002  # the option's name
    positions: int = 1,
    bet: str | Sequence[str] = (),
    paytable: str | None = None,
    pays: Pays = (),
    strategy: StrategyFile | None = None,
    until_error: float | None = None,
    device: Literal["cpu", "cuda"] = "cpu",
    cluster: str | None = None,
    session: int = 1000,
) -> Simulation:
    """Many rounds of a profile's game, with standard errors, beside the exact values.

    The same seed gives the same counts. ``bet`` names special bets that are simulated too, or is ``"all"``;
    ``strategy`` is a strategy file to play by, ``session`` how many rounds a session has whose percentiles
    are worked out. With ``until_error`` it ends once the standard error is so small.

    >>> import cutcard
    >>> simulation = cutcard.simulate("punto-banco", rounds=10_000, seed=7)
    >>> simulation.run.statistics.rounds, sorted(simulation.run.statistics.main_bets)
    (10000, ['banker', 'player', 'tie'])
    """
    game = SimulatedGame(profile, set, decks, positions, bet, paytable, pays, strategy)
    prepared = prepare_simulation(game, Extent(rounds, seed, until_error, session), threads, device, cluster)
    return prepared.counted(lambda tally: until_error is None or largest_error(tally) > until_error)


@public
def prepare_simulation(
    game: SimulatedGame,
    extent: Extent,
    threads: int | None,
    device: Literal["cpu", "cuda"],
    cluster: str | None,
) -> PreparedSimulation:
    """What `simulate` does before it counts, for who wants to watch the counting."""
    chosen = profile_of(game.profile, game.set, game.decks)
    place = Place(os.cpu_count() or 1 if threads is None else threads, device, cluster)
    _check(chosen, extent, place.threads, game.positions)
    plan = given_plan(chosen, game.strategy)
    names = (game.bet,) if isinstance(game.bet, str) else tuple(game.bet)
    chosen, bets = _bets(chosen, names, game.paytable, written_pays(game.pays))
    seed = secrets.randbelow(SEEDS) if extent.seed is None else extent.seed
    requested = simulation_request(chosen, extent.rounds, seed, game.positions, bets, plan)
    counting = place.counting(requested.request)
    return PreparedSimulation(chosen, requested, place, counting, SessionRequest(rounds=extent.session))


def _bets(
    profile: Profile, names: tuple[str, ...], table: str | None, pays: tuple[str, ...]
) -> tuple[Profile, Bets]:
    """The bets, and the profile that pays them as was asked."""
    profile, names = with_named_bets(profile, names)
    single = names[0] if len(names) == 1 else None
    if table is not None and single is None:
        raise BadQuestion("--paytable goes with one --bet")
    paying = with_written_pays(profile, single, pays, table)
    return paying, chosen_bets(paying, names, None if pays else table)


def _check(profile: Profile, extent: Extent, threads: int, positions: int) -> None:
    rounds, until_error = extent.rounds, extent.until_error
    if not 1 <= rounds <= ROUNDS_MAX:
        raise BadQuestion(f"--rounds is 1 to {ROUNDS_MAX}, not {rounds}")
    if not 1 <= threads <= THREADS_MAX:
        raise BadQuestion(f"--threads is 1 to {THREADS_MAX}, not {threads}")
    if not 1 <= positions <= POSITIONS_MAX:
        raise BadQuestion(f"--positions is 1 to {POSITIONS_MAX}, not {positions}")
    if isinstance(profile.rules, blackjack.Rules) and positions > profile.rules.places:
        raise BadQuestion(f"--positions is 1 to {profile.rules.places} here, not {positions}")
    if positions > 1 and profile.game == "baccarat":
        raise BadQuestion("baccarat has no positions: leave --positions out")
    if until_error is not None and not until_error > 0:
        raise BadQuestion(f"--until-error is above 0, not {until_error}")


def largest_error(tally: Tally) -> float:
    """The standard error of the main game, or of the worst main bet."""
    rounds = tally.rounds
    if tally.nets:
        total = sum(net * count for net, count in tally.nets.items())
        squares = sum(net * net * count for net, count in tally.nets.items())
        spread = max(squares / rounds - (total / rounds) ** 2, 0.0)
        return sqrt(spread / rounds) / tally.unit / tally.positions
    return max(sqrt(bet.squares / rounds) / bet.unit / sqrt(rounds) for bet in tally.bets.values())
