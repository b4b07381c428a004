"""``cutcard simulate``: many rounds, counted, with their errors, beside the exact values."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from cyclopts import Parameter

from cutcard.analysis.public.simulate import Extent, SimulatedGame, prepare_simulation
from cutcard.cli.arguments import Changes, Decks, Json, Pays, ProfileName, pairs
from cutcard.cli.numbers.simulate_progress import Progress
from cutcard.cli.output import print_facts, print_json, print_table
from cutcard.cli.output_file import refuse_unwritable
from cutcard.cli.progress import working
from cutcard.cli.refusal import BadInput, check_input
from cutcard.sim.report.report import SimulationRun

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
    with check_input():
        refuse_unwritable({"--html": html})
        game = SimulatedGame(profile, pairs(set_, "--set"), decks, positions, bet, paytable, pays, strategy)
        with working("getting ready"):
            extent = Extent(rounds, seed, until_error, session)
            prepared = prepare_simulation(game, extent, threads, device, cluster)
        with Progress(rounds, until_error) as progress:
            simulation = prepared.counted(progress)
        if html is not None:
            again = {"--decks": decks, "--set": set_, "--positions": positions, "--bet": bet, "--pays": pays}
            _report(simulation.run, profile, {**again, "--paytable": paytable, "--strategy": strategy}, html)
    (print_json if json else _print_for_people)(simulation.to_dict())


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
