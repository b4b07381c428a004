"""``cutcard simulate``: many rounds, counted, with their errors, beside the exact values."""

from __future__ import annotations

import os
import secrets
import shlex
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any, Final, Literal

import msgspec
from cyclopts import Parameter

from cutcard import __version__
from cutcard.cli.arguments import Changes, Decks, Json, Pays, ProfileName, profile_with, with_written_pays
from cutcard.cli.numbers.simulate_place import Place
from cutcard.cli.numbers.simulate_progress import Progress
from cutcard.cli.numbers.strategy_given import given_plan
from cutcard.cli.output import print_facts, print_json, print_table
from cutcard.cli.output_file import refuse_unwritable
from cutcard.cli.progress import working
from cutcard.cli.refusal import BadInput, check_input
from cutcard.exact.par import rules_shown
from cutcard.games import blackjack
from cutcard.profiles import Profile
from cutcard.profiles.own_bets import own_names, with_named_bets
from cutcard.sim.cluster import NoCluster
from cutcard.sim.compile.baccarat import TooManyStates
from cutcard.sim.compile.layout import POSITIONS_MAX
from cutcard.sim.report.report import SimulationRun
from cutcard.sim.report.sessions import BadSession, SessionRequest
from cutcard.sim.report.statistics import document, statistics
from cutcard.sim.request import Bets, SimulationRequest, chosen_bets, simulation_request
from cutcard.sim.strategy_file import BadStrategy
from cutcard.texts import profile_name

ROUNDS_MAX: Final = 10**12  # bounds a run by mistake; more is refused
THREADS_MAX: Final = 256  # two chunks for each are under way, with counts of their own in memory
SEEDS: Final = 2**63  # what is drawn is printed, so that the run can be repeated

BetNames = Annotated[
    tuple[str, ...],
    Parameter(
        name="--bet",
        consume_multiple=True,
        negative="",
        help="Special bets to simulate too, by name or `.toml` file, or `all` that the profile offers.",
    ),
]


def simulate(
    profile: ProfileName,
    /,
    *,
    rounds: Annotated[int, Parameter(help="How many rounds.")],
    seed: Annotated[int | None, Parameter(help="The same seed gives the same counts.")] = None,
    threads: Annotated[int | None, Parameter(help="As many as there are cores unless given.")] = None,
    decks: Decks = None,
    set_: Changes = (),
    positions: Annotated[int, Parameter(help="How many positions play.")] = 1,
    bet: BetNames = (),
    paytable: Annotated[str | None, Parameter(help="Another of the bet's pay tables.")] = None,
    pays: Pays = (),
    strategy: Annotated[Path | None, Parameter(help="A strategy file (CSV) to play by.")] = None,
    until_error: Annotated[
        float | None, Parameter(help="Stop when the standard error is this small.")
    ] = None,
    device: Annotated[Literal["cpu", "cuda"], Parameter(help="What to run on.")] = "cpu",
    cluster: Annotated[str | None, Parameter(help="A Dask scheduler's address, or `local`.")] = None,
    session: Annotated[int, Parameter(help="Rounds of the session whose percentiles are shown.")] = 1000,
    html: Annotated[Path | None, Parameter(help="Write a report with plots.")] = None,
    json: Json = False,
) -> None:
    """Simulate a profile's game."""
    with check_input(BadStrategy, BadSession, NoCluster, TooManyStates):
        chosen = profile_with(profile, set_, decks)
        place = Place(os.cpu_count() or 1 if threads is None else threads, device, cluster)
        _check(chosen, rounds, place.threads, positions, until_error)
        refuse_unwritable({"--html": html})
        plan = given_plan(chosen, strategy)
        chosen, bets = _bets(chosen, bet, paytable, pays)
        number = secrets.randbelow(SEEDS) if seed is None else seed
        requested = simulation_request(chosen, rounds, number, positions, bets, plan)
        run = _run(chosen, requested, place, until_error, SessionRequest(rounds=session))
        if html is not None:
            again = {"--decks": decks, "--set": set_, "--positions": positions, "--bet": bet, "--pays": pays}
            _report(run, profile, {**again, "--paytable": paytable, "--strategy": strategy}, html)
    (print_json if json else _print_for_people)(_document(run))


def _bets(
    profile: Profile, names: tuple[str, ...], table: str | None, pays: tuple[str, ...]
) -> tuple[Profile, Bets]:
    """The bets, and the profile that pays them as was asked."""
    profile, names = with_named_bets(profile, names)
    single = names[0] if len(names) == 1 else None
    if table is not None and single is None:
        raise BadInput("--paytable goes with one --bet")
    paying = with_written_pays(profile, single, pays, table)
    return paying, chosen_bets(paying, names, None if pays else table)


def _check(profile: Profile, rounds: int, threads: int, positions: int, until_error: float | None) -> None:
    if not 1 <= rounds <= ROUNDS_MAX:
        raise BadInput(f"--rounds is 1 to {ROUNDS_MAX}, not {rounds}")
    if not 1 <= threads <= THREADS_MAX:
        raise BadInput(f"--threads is 1 to {THREADS_MAX}, not {threads}")
    if not 1 <= positions <= POSITIONS_MAX:
        raise BadInput(f"--positions is 1 to {POSITIONS_MAX}, not {positions}")
    if isinstance(profile.rules, blackjack.Rules) and positions > profile.rules.places:
        raise BadInput(f"--positions is 1 to {profile.rules.places} here, not {positions}")
    if positions > 1 and profile.game == "baccarat":
        raise BadInput("baccarat has no positions: leave --positions out")
    if until_error is not None and not until_error > 0:
        raise BadInput(f"--until-error is above 0, not {until_error}")


def _run(
    profile: Profile,
    requested: SimulationRequest,
    place: Place,
    until_error: float | None,
    session: SessionRequest,
) -> SimulationRun:
    request = requested.request
    with working("getting ready"):
        counting = place.counting(request)
    started = perf_counter()
    with Progress(request.rounds, until_error) as progress:
        tally = counting(progress)
    seconds = perf_counter() - started
    measured = statistics(
        tally, requested.pays, exact=requested.exact, main_bets=requested.main_bets, session_request=session
    )
    return SimulationRun(
        profile=profile.id,
        name=profile_name(profile.id),
        game=profile.game,
        version=__version__,
        rules=rules_shown(profile),
        seed=request.seed,
        device=place.place_name(),
        threads=place.threads,
        seconds=seconds,
        statistics=measured,
        paytables={bet: table.id for bet, table in request.bets},
        names=own_names(profile),
    )


def _report(run: SimulationRun, profile: str, options: dict[str, Any], html: Path) -> None:
    """Writes the page, with how to run it again and what was played by."""
    from cutcard.reports.simulation import write_simulation_html

    words = ["cutcard", "simulate", profile, "--rounds", str(run.rounds), "--seed", str(run.seed)]
    for option, given in options.items():
        if given not in (None, (), 1):
            words += [option, *(given if isinstance(given, tuple) else [str(given)])]
    file = options["--strategy"]
    played = "" if run.game == "baccarat" else "the chart of best play" if file is None else str(file)
    report = msgspec.structs.replace(run, strategy=played, command=shlex.join(words), exact_of="a full pack")
    try:
        write_simulation_html(report, html)
    except OSError as wrong:
        raise BadInput(f"--html {html} cannot be written: {wrong.strerror}") from None


def _document(run: SimulationRun) -> dict[str, Any]:
    return {
        "profile": run.profile,
        "seconds": run.seconds,
        "rounds_per_second": run.rounds_per_second,
        "seed": run.seed,
        "threads": run.threads,
        "version": run.version,
        **document(run.statistics),
    }


def _print_for_people(document: dict[str, Any]) -> None:
    rate = document["rounds_per_second"] or 0
    facts = {
        "rounds": f"{document['rounds']:,}",
        "seed": document["seed"],
        "seconds": f"{document['seconds']:.2f}",
    }
    print_facts(document["profile"], {**facts, "rounds a second": f"{rate:,.0f}"})
    main = document["main"] if "return_float" not in document["main"] else {"main": document["main"]}
    rows = [(name, *_figures(bet)) for name, bet in (*main.items(), *document["bets"].items())]
    print_table("Returns per unit staked", ("bet", "return", "standard error", "exact", "z"), rows)


def _figures(bet: dict[str, Any]) -> tuple[str, str, str, str]:
    error, exact, z = bet["standard_error_float"], bet["exact_return_float"], bet["z_float"]
    return (
        f"{bet['return_float']:.6%}",
        "" if error is None else f"{error:.6%}",
        "" if exact is None else f"{exact:.6%}",
        "" if z is None else f"{z:+.2f}",
    )
