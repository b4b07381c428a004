"""``cutcard compare``: two sets of rules, what differs between them, and what each difference is worth."""

from __future__ import annotations

from typing import Annotated, Any

from cyclopts import Parameter

from cutcard.analysis.public.compare import compare as compared
from cutcard.analysis.worker import WorkerLost
from cutcard.cli.arguments import Json, ProfileName, pairs
from cutcard.cli.numbers.row_files import Csv, Parquet, Xlsx, refuse_unwritable_rows, write_rows
from cutcard.cli.numbers.rows_progress import Workers, check_workers, rows_progress
from cutcard.cli.output import print_json, print_lines, print_table
from cutcard.cli.refusal import check_input

OtherProfile = Annotated[
    str | None, Parameter(help="What it is held against; the same profile unless another is given.")
]
ChangesOfA = Annotated[
    tuple[str, ...],
    Parameter(
        name="--set-a", consume_multiple=True, negative="", help="Rule values of A to change, as name=value."
    ),
]
ChangesOfB = Annotated[
    tuple[str, ...],
    Parameter(
        name=("--set-b", "--set"),
        consume_multiple=True,
        negative="",
        help="Rule values of B to change, as name=value.",
    ),
]
HEAD = ("", "A", "B", "return", "house edge", "change", "standard deviation")


def compare(
    a: ProfileName,
    b: OtherProfile = None,
    /,
    *,
    set_a: ChangesOfA = (),
    set_b: ChangesOfB = (),
    workers: Workers = None,
    csv: Csv = None,
    xlsx: Xlsx = None,
    parquet: Parquet = None,
    json: Json = False,
) -> None:
    """What differs between two sets of rules, and what it is worth."""
    with check_input(WorkerLost):
        check_workers(workers)
        files = {"csv": csv, "xlsx": xlsx, "parquet": parquet}
        refuse_unwritable_rows(files)
        with rows_progress("counting") as watch:
            answer = compared(
                a,
                b,
                set_a=pairs(set_a, "--set-a"),
                set_b=pairs(set_b, "--set"),
                workers=workers,
                watch=watch,
            )
        document = answer.to_dict()
        write_rows(document["rows"], files)
    (print_json if json else _print_for_people)(document)


def _print_for_people(document: dict[str, Any]) -> None:
    print_lines([f"A is {document['a']['profile']}, B is {document['b']['profile']}."])
    together = {each["bet"]: each for each in document["together"]}
    rows_there = document["rows"]
    for bet in dict.fromkeys(row["bet"] for row in rows_there if row["bet"] in together):
        rows = [_cells(row) for row in rows_there if row["bet"] == bet]
        if len(rows) > 2:
            left = together[bet]["interaction_float"]
            rows.insert(-1, ("left over, together", "", "", "", "", _points(left), ""))
        print_table(bet, HEAD, rows)
    single = [(row["bet"], *_cells(row)) for row in rows_there if row["bet"] not in together]
    if single:
        kept = [(bet, side, edge, deviation) for bet, side, _, _, _, edge, _, deviation in single]
        print_table("Bets of one side alone", ("bet", "offered by", "house edge", "standard deviation"), kept)
    impossible = {
        f"{row['difference']} cannot be changed alone: {row['impossible']}": None
        for row in document["rows"]
        if row["impossible"] is not None
    }
    print_lines([*impossible, *([] if document["differences"] else ["Nothing differs."])])


def _cells(row: dict[str, Any]) -> tuple[object, ...]:
    title = {"a": "A", "b": "B"}.get(row["case"], row["difference"])
    if row["impossible"] is not None:
        return (title, row["a"], row["b"], "", "impossible", "", "")
    return (
        title,
        row["a"],
        row["b"],
        f"{row['return_float']:.6%}",
        f"{row['house_edge_float']:.6%}",
        "" if row["case"] == "a" or row["change_float"] is None else _points(row["change_float"]),
        f"{row['standard_deviation_float']:.4f}",
    )


def _points(change: float) -> str:
    return f"{change:+.6%}"
