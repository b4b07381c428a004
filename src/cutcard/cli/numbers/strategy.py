"""``cutcard strategy``: the best decision for every hand against every up card, and what each is worth."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

from cyclopts import Parameter

from cutcard.analysis.public.strategy import strategy as best_play
from cutcard.cli.arguments import Changes, Decks, Json, ProfileName, Removed, pairs
from cutcard.cli.output import print_json, print_lines, print_rich
from cutcard.cli.output_file import output_file, refuse_unwritable
from cutcard.cli.progress import working
from cutcard.cli.refusal import BadInput, check_input, short
from cutcard.exact.codes import WORDS
from cutcard.exact.main.strategy import MainGame

COLOURS: Final = {
    "H": "black on light_goldenrod1",
    "S": "white on dark_red",
    "D": "white on dark_green",
    "Ds": "white on green4",
    "P": "white on dodger_blue3",
    "R": "black on grey78",
    "Rs": "black on grey66",
    "Rp": "black on grey54",
}
CSV: Final = "Write the chart as the file that `--strategy` reads; `-` prints it."
ON_STDOUT: Final = Path("-")
LEGEND: Final = " · ".join(f"{code} {words}" for code, words in WORDS.items())


def strategy(
    profile: ProfileName,
    /,
    *,
    decks: Decks = None,
    set_: Changes = (),
    remove: Removed = "",
    csv: Annotated[Path | None, Parameter(help=CSV, allow_leading_hyphen=True)] = None,
    json: Json = False,
) -> None:
    """Best play, as a chart and in figures."""
    with check_input():
        on_stdout = csv == ON_STDOUT
        if csv is not None and not on_stdout and str(csv).startswith("-"):
            raise BadInput(f"--csv takes a file, or - to print it, not {short(csv)}")
        if on_stdout and json:
            raise BadInput("--csv - prints the chart on stdout: leave --json out, or give --csv a file")
        refuse_unwritable({"--csv": None if on_stdout else csv})
        with working("counting"):
            answer = best_play(profile, decks=decks, set=pairs(set_, "--set"), remove=remove)
        if csv is not None:
            _write_csv(answer.csv(), csv)
    if on_stdout:
        return
    if json:
        print_json(answer.to_dict())
    else:
        _print_chart(answer.game)


def _write_csv(written: str, path: Path) -> None:
    if path == ON_STDOUT:
        print_lines(written.splitlines())
        return
    try:
        with output_file(path) as file:
            file.write(written.encode())
    except OSError as wrong:
        raise BadInput(f"--csv {short(path)} cannot be written: {wrong.strerror}") from None


def _print_chart(game: MainGame) -> None:
    from rich.table import Table
    from rich.text import Text

    chart = game.sheet.chart
    for title, rows in (("Hard", chart.hard), ("Soft", chart.soft), ("Pairs", chart.pairs)):
        table = Table(box=None, padding=(0, 0), pad_edge=False)
        ups = list(next(iter(rows.values())))
        table.add_column(f"{title:<6}", style="bold")
        for up in ups:
            table.add_column(f" {up} ", justify="center")
        for hand, cells in rows.items():
            codes = (cells.get(up, "") for up in ups)
            table.add_row(hand, *(Text(f" {code:<2} ", style=COLOURS.get(code, "")) for code in codes))
        print_rich(table)
    print_lines(["", LEGEND, *_report_lines(game)])


def _report_lines(game: MainGame) -> list[str]:
    sheet = game.sheet
    lines = [f"Best play returns {sheet.returned:.6%}, this chart {sheet.chart_returned:.6%}."]
    insured, uninsured = sheet.chart_returned_insured, sheet.chart_returned_uninsured
    if sheet.chart.insurance:
        lines.append(f"Take insurance: without it the chart returns {uninsured:.6%}.")
    else:
        lines.append(f"Never take insurance: with it the chart returns {insured:.6%}.")
    for cards, kinds in game.by_cards.items():
        for kind, totals in kinds.items():
            exceptions = ", ".join(f"{total} against {' '.join(ups)}" for total, ups in totals.items())
            lines.append(f"With {cards} cards also hit {kind} {exceptions}.")
    return lines
