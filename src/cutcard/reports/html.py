"""A PAR sheet as one self-contained page for screen and paper. Knows no number: it prints the contents.

It needs no script and fetches nothing; its look is in ``page.css``.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import resources
from pathlib import Path

from cutcard.exact.sheet import Sheet
from cutcard.reports import charts
from cutcard.reports.contents import DEVIATION, GLANCE, RETURN, BetPart, ChartPart, Contents, Figure, contents
from cutcard.reports.markup import Markup, element, joined


def write_html(sheet: Sheet, path: Path) -> None:
    """Write the sheet as a page."""
    path.write_text(page(sheet), encoding="utf-8", newline="\n")


def page(sheet: Sheet) -> str:
    """The whole page."""
    told = contents(sheet, charts.on_page())
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", f"PAR sheet: {told.name}"),
        element("style", Markup(_style())),
    )
    return f"<!doctype html>\n{element('html', head, _body(told), lang='en')}\n"


def _style() -> str:
    light, dark = (_variables(colours) for colours in (charts.LIGHT, charts.DARK))
    fills = "".join(f".code-{code}{{background:{fill}}}" for code, fill in charts.CODE_FILLS.items())
    look = (resources.files("cutcard.reports") / "page.css").read_text(encoding="utf-8")
    # Paper is white whatever the screen prefers.
    chosen = f"@media screen and (prefers-color-scheme:dark){{:root{{{dark}}}}}"
    return f":root{{--code-ink:{charts.CODE_INK};{light}}}{chosen}{fills}\n{look}"


def _variables(colours: charts.Colours) -> str:
    return ";".join(f"--{name}:{colour}" for name, colour in colours.items())


def _body(told: Contents) -> Markup:
    return element(
        "body",
        element(
            "main",
            _opening(told),
            _main_game(told),
            _notes(told),
            _glance(told),
            _rules(told),
            *([_strategy(told.strategy)] if told.strategy else []),
            *(_bet(bet) for _, bets in told.groups for bet in bets),
        ),
        element(
            "footer",
            f"Cutcard {told.version} · {told.profile} · definition ",
            element("code", told.definition),
        ),
    )


def _opening(told: Contents) -> Markup:
    facts = joined(element("div", element("dt", name), element("dd", value)) for name, value in told.identity)
    return element(
        "header",
        element("p", "PAR sheet", class_="kind"),
        element("h1", told.name),
        element("dl", facts, class_="identity"),
    )


def _tiles(figures: Iterable[Figure]) -> Markup:
    tiles = (
        element(
            "div",
            element("dt", one.name),
            element("dd", one.shown, **({"title": one.exact} if one.exact else {})),
        )
        for one in figures
    )
    return element("dl", joined(tiles), class_="tiles")


def _main_game(told: Contents) -> Markup:
    if not told.main:
        return Markup("")
    return element(
        "section",
        element("h2", "Main game"),
        _tiles(told.main),
        element("p", told.main_is_of, class_="soft"),
    )


def _notes(told: Contents) -> Markup:
    if not told.notes:
        return Markup("")
    notes = joined(element("li", note) for note in told.notes)
    return element("section", element("h2", "What to know"), element("ul", notes), class_="notes")


def _table(caption: str, heads: Iterable[str], body: Iterable[Markup], foot: Markup | None = None) -> Markup:
    row = element("tr", joined(element("th", head, scope="col") for head in heads))
    parts = [element("caption", caption), element("thead", row), element("tbody", joined(body))]
    if foot is not None:
        parts.append(element("tfoot", foot))
    return element("div", element("table", *parts), class_="wide", tabindex="0", role="group")


def _glance(told: Contents) -> Markup:
    tables = (
        _table(title, ("Bet", "Pay table", *GLANCE), (_glance_row(bet) for bet in bets))
        for title, bets in told.groups
    )
    drawn = (element("figure", Markup(chart)) for chart in told.edge_charts)
    shown = [element("h3", "House edge by bet"), *drawn] if told.edge_charts else []
    return element("section", element("h2", "Bets at a glance"), *tables, *shown)


def _glance_row(bet: BetPart) -> Markup:
    numbers = (element("td", bet.figure(name).shown, title=bet.figure(name).exact) for name in GLANCE)
    link = element("a", bet.name, href=f"#{bet.id}")
    return element("tr", element("th", link, scope="row"), element("td", bet.paytable), *numbers)


def _strategy(chart: ChartPart) -> Markup:
    tables = joined(
        element("div", _chart_table(chart, title, rows), class_=f"part part-{number}")
        for number, (title, rows) in enumerate(
            (title, [(row.hand, row.codes) for row in rows]) for title, rows in chart.tables
        )
    )
    legend = joined(
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
    return _table(f"{title}, by the dealer's up card", ("Hand", *chart.up_cards), body)


def _bet(bet: BetPart) -> Markup:
    about = [element("p", bet.about)] if bet.about else []
    of = f"{bet.id} · pay table {bet.paytable} · {bet.decks} · {bet.combinations} combinations · {bet.source}"
    return element(
        "section",
        element("h2", bet.name),
        element("p", of, class_="soft"),
        *about,
        _tiles(bet.figures),
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
            element("th", one.name, " ", element("code", one.id), scope="row"),
            element("td", one.combinations, title=one.combinations_exact),
            element("td", one.probability, title=one.exact),
            element("td", one.one_in),
            element("td", one.pays),
            element("td", one.contribution),
        )
        for one in bet.outcomes
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
    return _table(f"Outcomes of {bet.name}, exclusive and complete", heads, body, foot)


def _exactly(bet: BetPart) -> Markup:
    named = [(f"Probability: {one.name}", one.exact) for one in bet.outcomes]
    named += [(one.name, one.exact) for one in bet.figures if one.name != DEVIATION]
    body = (element("tr", element("th", name, scope="row"), element("td", value)) for name, value in named)
    table = _table(f"Exact values of {bet.name}", ("Figure", "In lowest terms"), body)
    return element("details", element("summary", "Exact values"), table)


def _rules(told: Contents) -> Markup:
    facts = joined(
        element("div", element("dt", element("code", rule)), element("dd", value))
        for rule, value in told.rules
    )
    return element("section", element("h2", "Rule values"), element("dl", facts, class_="rules"))
