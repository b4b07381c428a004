"""``cutcard randomness``: whether cards are dealt as chance would, in a report that a laboratory can read."""

from __future__ import annotations

import os
import secrets
import shlex
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from cyclopts import Parameter

from cutcard import __version__
from cutcard.adapters.dieharder import QUICK, dieharder_program, run_dieharder
from cutcard.analysis.randomness import Assessment, DieharderLine, assess, plan_run
from cutcard.cards import DECKS_MAX
from cutcard.cli.arguments import Json
from cutcard.cli.numbers.randomness_subjects import Subject, subject
from cutcard.cli.output import print_facts, print_json, print_lines, print_table
from cutcard.cli.output_file import refuse_unwritable
from cutcard.cli.progress import progress_bar
from cutcard.cli.refusal import BadInput, short
from cutcard.reports.randomness import FORMATS, RandomnessReport, chance, write_randomness

ROUNDS_MIN: Final = 10_000  # with fewer, some cells of some tests are too thin to be judged
ROUNDS_MAX: Final = 50_000_000  # the beginnings of their secrets are held in memory
SEEDS: Final = 2**63
PROCESSES_MAX: Final = 256
NOT_INSTALLED: Final = "dieharder is not installed here: its tests were not run"

Name = Literal["live", "simulator"]


def randomness(
    *,
    subject_: Annotated[Name, Parameter(name="--subject", help="Whose cards are tested.")] = "live",
    rounds: Annotated[int, Parameter(help="How many rounds of eight cards at least.")] = 100_000,
    seed: Annotated[
        int | None, Parameter(help="Repeatable secrets; without, those of the operating system, as live.")
    ] = None,
    decks: Annotated[int, Parameter(help="How many decks a shoe has.")] = 8,
    processes: Annotated[int | None, Parameter(help="As many as there are cores unless given.")] = None,
    dieharder: Annotated[bool, Parameter(negative="", help="Also dieharder's quicker tests.")] = False,
    long: Annotated[bool, Parameter(negative="", help="With --dieharder: all its tests, for hours.")] = False,
    out: Annotated[Path | None, Parameter(help="Write the report: a .md or .html file.")] = None,
    json: Json = False,
) -> None:
    """Test the cards, and leave with 1 where they fail."""
    workers = os.cpu_count() or 1 if processes is None else processes
    _check(rounds, seed, decks, workers)
    _check_report(out, dieharder=dieharder, long=long)
    number = secrets.randbelow(SEEDS) if seed is None and subject_ == "simulator" else seed
    judged = subject(subject_, decks, number)
    plan = plan_run(rounds, decks)
    with progress_bar("rounds", plan.rounds) as watch:
        assessment = assess(judged, plan, min(workers, len(plan.batches)), watch)
    found, note = _dieharder(judged, long=long) if dieharder else ((), "")
    report = RandomnessReport(
        subject=subject_,
        seed=number,
        version=__version__,
        date=datetime.now(UTC).date().isoformat(),
        command=_command(subject_, rounds, number, decks, dieharder=dieharder, long=long),
        assessment=assessment,
        dieharder=found,
        dieharder_note=note,
    )
    if out is not None:
        write_randomness(report, out)
    conclude(report, json=json)


def conclude(report: RandomnessReport, *, json: bool) -> None:
    """Print it, and leave with 1 where it does not hold."""
    (print_json if json else _print_for_people)(_document(report))
    if not report.holds:
        sys.exit(1)


def _check(rounds: int, seed: int | None, decks: int, processes: int) -> None:
    if not ROUNDS_MIN <= rounds <= ROUNDS_MAX:
        raise BadInput(f"--rounds is {ROUNDS_MIN} to {ROUNDS_MAX}, not {rounds}")
    if seed is not None and not 0 <= seed < SEEDS:
        raise BadInput(f"--seed is 0 to {SEEDS - 1}, not {seed}")
    if not 1 <= decks <= DECKS_MAX:
        raise BadInput(f"--decks is 1 to {DECKS_MAX}, not {decks}")
    if not 1 <= processes <= PROCESSES_MAX:
        raise BadInput(f"--processes is 1 to {PROCESSES_MAX}, not {processes}")


def _check_report(out: Path | None, *, dieharder: bool, long: bool) -> None:
    if long and not dieharder:
        raise BadInput("--long goes with --dieharder")
    if out is not None and out.suffix not in FORMATS:
        raise BadInput(f"--out is a {' or '.join(FORMATS)} file, not {short(out)}")
    refuse_unwritable({"--out": out})


def _dieharder(judged: Subject, *, long: bool) -> tuple[tuple[DieharderLine, ...], str]:
    program = dieharder_program()
    if program is None:
        return (), NOT_INSTALLED
    done = 0
    with progress_bar("tests of dieharder", 1 if long else len(QUICK)) as watch:

        def count() -> None:
            nonlocal done
            done += 1
            watch(done)

        return tuple(run_dieharder(program, None if long else QUICK, judged.stream, count)), ""


def _command(name: str, rounds: int, seed: int | None, decks: int, *, dieharder: bool, long: bool) -> str:
    words = ["cutcard", "randomness", "--subject", name, "--rounds", str(rounds), "--decks", str(decks)]
    words += [] if seed is None else ["--seed", str(seed)]
    words += ["--dieharder"] if dieharder else []
    return shlex.join([*words, "--long"] if long else words)


def _document(report: RandomnessReport) -> dict[str, Any]:
    assessment = report.assessment
    plan = assessment.plan
    return {
        "subject": report.subject,
        "version": report.version,
        "date": report.date,
        "seed": report.seed,
        "command": report.command,
        "decks": plan.decks,
        "rounds": plan.rounds,
        "shoes": plan.shoes,
        "cards": plan.cards,
        "words": assessment.words,
        "batches": len(plan.batches),
        "tests": _tests(assessment),
        "chances": assessment.chances,
        "smallest_p_float": assessment.smallest,
        "bonferroni_float": assessment.bonferroni,
        "uniform_distance_float": assessment.uniform_distance,
        "uniform_p_float": assessment.uniform_p,
        "level_float": assessment.level,
        "dieharder": [
            {
                "test": line.test,
                "pattern": line.pattern,
                "samples": line.samples,
                "p_float": line.p,
                "assessment": line.assessment,
            }
            for line in report.dieharder
        ],
        "dieharder_note": report.dieharder_note,
        "failed": list(report.failed),
        "holds": report.holds,
    }


def _tests(assessment: Assessment) -> list[dict[str, Any]]:
    return [
        {
            "id": judged.finding.id,
            "about": judged.finding.about,
            "statistic_float": judged.finding.statistic,
            "law": judged.finding.law,
            "p_float": judged.finding.p,
            "holm_float": judged.corrected,
            "batches_distance_float": judged.batches_distance,
            "batches_p_float": judged.batches_p,
            "batches_holm_float": judged.batches_corrected,
        }
        for judged in assessment.judged
    ]


def _print_for_people(document: dict[str, Any]) -> None:
    whose = "live tables" if document["subject"] == "live" else "the simulator"
    facts = {name: f"{document[name]:,}" for name in ("rounds", "shoes", "cards", "decks")}
    seed = "none: the operating system's" if document["seed"] is None else document["seed"]
    print_facts(f"The cards of {whose}", {**facts, "seed": seed})
    rows = [
        (
            *(test["id"], f"{test['statistic_float']:.2f}", test["law"]),
            *(chance(test[name]) for name in ("p_float", "batches_p_float", "holm_float")),
        )
        for test in document["tests"]
    ]
    print_table("Tests", ("test", "statistic", "law", "p", "p of batches", "Holm"), rows)
    if document["dieharder"]:
        lines = [
            (x["test"], x["pattern"], chance(x["p_float"]), x["assessment"]) for x in document["dieharder"]
        ]
        print_table("dieharder", ("test", "pattern", "p", ""), lines)
    notes = [document["dieharder_note"]] if document["dieharder_note"] else []
    failed = ", ".join(document["failed"])
    verdict = f"These do not hold: {failed}." if failed else f"All {len(rows)} tests hold."
    smallest = f"The smallest of {document['chances']} chances is {chance(document['smallest_p_float'])}"
    bound = f"{chance(document['bonferroni_float'])} with Bonferroni's correction"
    print_lines([*notes, f"{smallest}, {bound}.", verdict])
