"""``cutcard design``: which odds give a bet a house edge within a range."""

from __future__ import annotations

import csv as comma_separated
import io
import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from cutcard.analysis.design import LIMIT, Design
from cutcard.analysis.public.design import design as odds_for
from cutcard.cli.arguments import Changes, Json, Pays, ProfileName, pairs
from cutcard.cli.output import print_json, print_lines, print_table
from cutcard.cli.output_file import output_file, refuse_unwritable
from cutcard.cli.progress import working
from cutcard.cli.refusal import check_input

EDGE = "From which house edge to which, such as `4..5%`."
LINE = "Vary this line alone; without it whole tables are sought."
FOR_DECKS = "For how many decks the edge must be in the range: `6`, `1..8`, `1,6,8`."


def design(
    profile: ProfileName,
    bet: Annotated[str, Parameter(help="A bet of the game, or a `.toml` file that declares one.")],
    /,
    *,
    edge: Annotated[str, Parameter(help=EDGE, allow_leading_hyphen=True)],
    line: Annotated[str | None, Parameter(help=LINE)] = None,
    decks: Annotated[str, Parameter(help=FOR_DECKS)] = "",
    paytable: Annotated[str | None, Parameter(help="The bet's pay table to begin with.")] = None,
    pays: Pays = (),
    set_: Changes = (),
    limit: Annotated[int, Parameter(help="How many tables at most.")] = LIMIT,
    csv: Annotated[Path | None, Parameter(help="Write the tables as CSV, too.")] = None,
    json: Json = False,
) -> None:
    """Odds for a house edge."""
    with check_input():
        refuse_unwritable({"--csv": csv})
        with working("counting, and looking for odds"):
            found = odds_for(
                profile,
                bet,
                edge=edge,
                line=line,
                decks=decks,
                paytable=paytable,
                pays=pays,
                limit=limit,
                set=pairs(set_, "--set"),
            )
    if csv is not None:
        _write_csv(found, csv)
    if json:
        print_json(found.to_dict())
    elif found.rows:
        _print_for_people(found)
    if not found.rows:
        sys.stderr.write(f"cutcard: {found.no_table_line()}\n")
        sys.exit(1)


def _write_csv(found: Design, target: Path) -> None:
    rows = found.table()
    text = io.StringIO(newline="")
    writer = comma_separated.DictWriter(
        text, fieldnames=list(rows[0]) if rows else ["paytable"], lineterminator="\n"
    )
    writer.writeheader()
    writer.writerows(rows)
    with output_file(target) as file:
        file.write(text.getvalue().encode())


def _print_for_people(found: Design) -> None:
    question = found.question
    several = question.decks if len(question.decks) > 1 else ()
    rows = []
    for row in found.rows:
        sheet = row.sheet
        edges = [f"{float(row.by_decks[decks - 1].house_edge):.3%}" for decks in several]
        figures = (f"{float(sheet.house_edge):.4%}", f"{float(sheet.hit_rate):.4%}")
        rows.append((row.table.id, *figures, f"{sheet.standard_deviation:.4f}", *edges))
    columns = ("pay table", "house edge", "hit rate", "standard deviation")
    more = tuple(f"{decks} decks" if decks > 1 else "1 deck" for decks in several)
    of_line = f", {question.line}" if question.line else ""
    title = f"{found.bet}{of_line}, {found.rows[0].decks} decks, house edge {question.edge}"
    print_table(title, (*columns, *more), rows)
    if found.odds is not None:
        low, high = (f"{float(odds):.4f}" for odds in found.odds)
        print_lines([f"{question.line} may pay from {low} to {high} to 1"])
    if found.more:
        print_lines(["There are more: --limit shows them."])
