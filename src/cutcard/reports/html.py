"""A PAR sheet as one self-contained page for screen and paper. Knows no number: it prints the contents.

It needs no script and fetches nothing.
"""

from __future__ import annotations

from pathlib import Path

from cutcard.exact.sheet import Sheet
from cutcard.reports import charts
from cutcard.reports.contents import (
    DEVIATION,
    DEVIATION_HEADS,
    DEVIATIONS,
    GAIN_HEADS,
    GAINS,
    GLANCE,
    LONG_RUN,
    LONG_RUN_HEADS,
    POSITIONS,
    POSITIONS_HEADS,
    RETURN,
    BetPart,
    ChartPart,
    Contents,
    OwnStrategy,
    contents,
)
from cutcard.reports.markup import Markup, element, join
from cutcard.reports.page import facts, row, rule_values, table, tiles, whole


def write_html(sheet: Sheet, path: Path) -> None:
    """Write the sheet as a page."""
    path.write_text(page(sheet), encoding="utf-8", newline="\n")


def page(sheet: Sheet) -> str:
    """The whole page."""
    page = contents(sheet, charts.on_page())
    return whole(f"PAR sheet: {page.name}", _body(page))


def _body(page: Contents) -> Markup:
    return element(
        "body",
        element(
            "main",
            _opening(page),
            _main_game(page),
            _effects(page),
            _notes(page),
            _glance(page),
            rule_values(page.rules),
            *([_strategy(page.strategy)] if page.strategy else []),
            *([_own_strategy(page.own_strategy)] if page.own_strategy else []),
            *(_bet(bet) for _, bets in page.groups for bet in bets),
        ),
        element(
            "footer",
            f"Cutcard {page.version} · {page.profile} · definition ",
            element("code", page.definition),
        ),
    )


def _opening(page: Contents) -> Markup:
    return element(
        "header",
        element("p", "PAR sheet", class_="kind"),
        element("h1", page.name),
        facts(page.identity),
    )


def _main_game(page: Contents) -> Markup:
    if not page.main:
        return Markup("")
    return element(
        "section",
        element("h2", "Main game"),
        tiles(page.main),
        element("p", page.main_is_of, class_="soft"),
        *([table(GAINS, GAIN_HEADS, (row(*gain) for gain in page.gains))] if page.gains else []),
        *([table(LONG_RUN, LONG_RUN_HEADS, (row(*run) for run in page.long_run))] if page.long_run else []),
        *(
            [table(POSITIONS, POSITIONS_HEADS, (row(*each) for each in page.positions))]
            if page.positions
            else []
        ),
    )


def _effects(page: Contents) -> Markup:
    if not page.effects:
        return Markup("")
    rows = (row(change.name, change.shown) for change in page.effects)
    return element("section", table("When one card is gone", ("Rank", "Return"), rows))


def _notes(page: Contents) -> Markup:
    if not page.notes:
        return Markup("")
    notes = join(element("li", note) for note in page.notes)
    return element("section", element("h2", "What to know"), element("ul", notes), class_="notes")


def _glance(page: Contents) -> Markup:
    tables = (
        table(title, ("Bet", "Pay table", *GLANCE), (_glance_row(bet) for bet in bets))
        for title, bets in page.groups
    )
    drawn = (element("figure", Markup(chart)) for chart in page.edge_charts)
    shown = [element("h3", "House edge by bet"), *drawn] if page.edge_charts else []
    return element("section", element("h2", "Bets at a glance"), *tables, *shown)


def _glance_row(bet: BetPart) -> Markup:
    numbers = (element("td", bet.figure(name).shown, title=bet.figure(name).exact) for name in GLANCE)
    link = element("a", bet.name, href=f"#{bet.id}")
    return element("tr", element("th", link, scope="row"), element("td", bet.paytable), *numbers)


def _strategy(chart: ChartPart) -> Markup:
    tables = join(
        element("div", _chart_table(chart, title, rows), class_=f"part part-{number}")
        for number, (title, rows) in enumerate(
            (title, [(row.hand, row.codes) for row in rows]) for title, rows in chart.tables
        )
    )
    legend = join(
        element("li", element("span", code, class_=f"code code-{code}"), f" {words}")
        for code, words in chart.legend
    )
    return element(
        "section",
        element("h2", "Strategy chart"),
        element("ul", legend, class_="legend"),
        element("div", tables, class_="chart"),
        element("p", chart.insurance),
        class_="strategy",
    )


def _own_strategy(own: OwnStrategy) -> Markup:
    cells = (row(*cells) for cells in own.deviations)
    return element(
        "section",
        element("h2", own.title),
        tiles(own.figures),
        *([table(DEVIATIONS, DEVIATION_HEADS, cells)] if own.deviations else []),
        element("p", own.about, class_="soft"),
    )


def _chart_table(chart: ChartPart, title: str, rows: list[tuple[str, tuple[str, ...]]]) -> Markup:
    words = dict(chart.legend)
    body = (
        element(
            "tr",
            element("th", hand, scope="row"),
            *(element("td", code, class_=f"code code-{code}", title=words[code]) for code in codes),
        )
        for hand, codes in rows
    )
    return table(f"{title}, by the dealer's up card", ("Hand", *chart.up_cards), body)


def _bet(bet: BetPart) -> Markup:
    about = [element("p", bet.about)] if bet.about else []
    of = f"{bet.id} · pay table {bet.paytable} · {bet.decks} · {bet.combinations} combinations · {bet.source}"
    return element(
        "section",
        element("h2", bet.name),
        element("p", of, class_="soft"),
        *about,
        tiles(bet.figures),
        _outcomes(bet),
        element("h3", bet.chart_title),
        element("figure", Markup(bet.chart)),
        _exactly(bet),
        id=bet.id,
        class_="bet",
    )


def _outcomes(bet: BetPart) -> Markup:
    heads = ("Outcome", "Combinations", "Probability", "One in", "Pays", "Part of return")
    body = (
        element(
            "tr",
            element("th", outcome.name, " ", element("code", outcome.id), scope="row"),
            element("td", outcome.combinations, title=outcome.combinations_exact),
            element("td", outcome.probability, title=outcome.exact),
            element("td", outcome.one_in),
            element("td", outcome.pays),
            element("td", outcome.contribution),
        )
        for outcome in bet.outcomes
    )
    returned = bet.figure(RETURN)
    foot = element(
        "tr",
        element("th", "All", scope="row"),
        element("td", bet.combinations, title=bet.combinations_exact),
        element("td", "100.000000\N{NO-BREAK SPACE}%"),
        element("td"),
        element("td"),
        element("td", returned.shown, title=returned.exact),
    )
    return table(f"Outcomes of {bet.name}, exclusive and complete", heads, body, foot)


def _exactly(bet: BetPart) -> Markup:
    named = [(f"Probability: {outcome.name}", outcome.exact) for outcome in bet.outcomes]
    named += [(figure.name, figure.exact) for figure in bet.figures if figure.name != DEVIATION]
    body = (element("tr", element("th", name, scope="row"), element("td", value)) for name, value in named)
    values = table(f"Exact values of {bet.name}", ("Figure", "In lowest terms"), body)
    return element("details", element("summary", "Exact values"), values)
