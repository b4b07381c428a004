"""``cutcard sweep``: a profile under every combination of some rule values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from cyclopts import Parameter

from cutcard.analysis.figures import MAIN
from cutcard.analysis.public.sweep import sweep as swept
from cutcard.analysis.worker import WorkerLost
from cutcard.cli.arguments import (
    Changes,
    Decks,
    Json,
    Pays,
    ProfileName,
    pairs,
)
from cutcard.cli.numbers.row_files import Csv, Parquet, Xlsx, refuse_unwritable_rows, write_rows
from cutcard.cli.numbers.rows_progress import Workers, check_workers, rows_progress
from cutcard.cli.output import print_json, print_lines, print_table
from cutcard.cli.refusal import check_input

Over = Annotated[
    tuple[str, ...],
    Parameter(
        name="--over",
        consume_multiple=True,
        negative="",
        help="A rule and the values to go over, as decks=1,2,6,8. May be given again.",
    ),
]
CHARTS = "Also what each combination's own best chart returns; takes five times as long."
SPREAD = "Also variance, standard deviation and hit rate of the main game; takes ten times as long."


def sweep(
    profile: ProfileName,
    /,
    *,
    over: Over,
    bet: Annotated[str | None, Parameter(help="A bet of the game, instead of the game itself.")] = None,
    pays: Pays = (),
    decks: Decks = None,
    set_: Changes = (),
    charts: Annotated[bool, Parameter(negative="", help=CHARTS)] = False,
    spread: Annotated[bool, Parameter(negative="", help=SPREAD)] = False,
    workers: Workers = None,
    csv: Csv = None,
    xlsx: Xlsx = None,
    parquet: Parquet = None,
    json: Json = False,
) -> None:
    """House edge over combinations of rule values."""
    with check_input(WorkerLost):
        check_workers(workers)
        files = {"csv": csv, "xlsx": xlsx, "parquet": parquet}
        refuse_unwritable_rows(files)
        asked = {name: written.split(",") for name, written in pairs(over, "--over").items()}
        with rows_progress("counting") as watch:
            answer = swept(
                profile,
                over=asked,
                bet=bet,
                pays=pays,
                decks=decks,
                set=pairs(set_, "--set"),
                charts=charts,
                spread=spread,
                workers=workers,
                watch=watch,
            )
        document = answer.to_dict()
        write_rows(document["rows"], files)
    (print_json if json else _print_for_people)(document)


def _print_for_people(document: dict[str, Any]) -> None:
    rules, rows = list(document["over"]), document["rows"]
    figures = {
        "return": "return_float",
        "house edge": "house_edge_float",
        "chart": "chart_return_float",
        "by the base chart": "base_chart_return_float",
        "its cost": "base_chart_cost_float",
    }
    there = {title: name for title, name in figures.items() if _has(rows, name)}
    shown = [row for row in rows if row["impossible"] is None]
    main = rows[0]["bet"] == MAIN
    spread = ("standard deviation",) if _has(rows, "standard_deviation_float") else ()
    columns = (*rules, *(() if main else ("bet",)), *there, *spread)
    lines = [
        (
            *(row[rule] for rule in rules),
            *(() if main else (row["bet"],)),
            *(f"{row[name]:.6%}" for name in there.values()),
            *(f"{row['standard_deviation_float']:.4f}" for _ in spread),
        )
        for row in shown
    ]
    print_table(document["profile"], columns, lines)
    print_lines(_impossible_lines(rules, rows))


def _has(rows: Iterable[dict[str, Any]], name: str) -> bool:
    return any(row.get(name) is not None for row in rows)


def _impossible_lines(rules: Iterable[str], rows: Iterable[dict[str, Any]]) -> list[str]:
    """Each combination that cannot be, once, with what it contradicts."""
    lines = []
    for row in rows:
        if row["impossible"] is not None:
            values = ", ".join(f"{rule}={str(row[rule]).lower()}" for rule in rules)
            lines.append(f"Impossible: {values}: {row['impossible']}")
    return list(dict.fromkeys(lines))
