"""``cutcard strategy``: the best decision for every hand against every up card, and what each is worth."""

from __future__ import annotations

from typing import Any, Final

from cutcard.cards import parse_cards
from cutcard.cli.arguments import Changes, Decks, Json, ProfileName, Removed, profile_with
from cutcard.cli.numbers.par import chart_returns
from cutcard.cli.output import print_json, print_lines, print_rich
from cutcard.cli.progress import working
from cutcard.cli.refusal import BadInput, check_input
from cutcard.exact.bets.counted import TooFewCards
from cutcard.exact.codes import WORDS
from cutcard.exact.main.strategy import MainGame, main_game
from cutcard.exact.par import pack_of
from cutcard.games.blackjack.rules import Rules

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
LEGEND: Final = " · ".join(f"{code} {words}" for code, words in WORDS.items())


def strategy(
    profile: ProfileName,
    /,
    *,
    decks: Decks = None,
    set_: Changes = (),
    remove: Removed = "",
    json: Json = False,
) -> None:
    """Best play, as a chart and in figures."""
    with check_input(TooFewCards):
        chosen = profile_with(profile, set_, decks)
        if not isinstance(chosen.rules, Rules):
            raise BadInput(f"{chosen.id} is baccarat, where nobody decides anything")
        pack = pack_of(chosen, parse_cards(remove))
        with working("counting"):
            game = main_game(chosen.rules, pack)
    if json:
        print_json(document(chosen.id, game))
    else:
        _print_chart(game)


def document(profile: str, game: MainGame) -> dict[str, Any]:
    """The strategy as it is printed."""
    chart = game.sheet.chart
    return {
        "profile": profile,
        "hard": chart.hard,
        "soft": chart.soft,
        "pairs": chart.pairs,
        "insurance": chart.insurance,
        **chart_returns(game.sheet),
        "by_cards": game.by_cards,
        "values": game.values,
        "method": game.sheet.method,
        "dealer": game.dealer,
    }


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
