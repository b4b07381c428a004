"""A self-contained page and the parts that pages share. Knows no number and no sheet.

It needs no script and fetches nothing; its look is in ``page.css``.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import resources

from cutcard.reports import charts
from cutcard.reports.contents import Figure
from cutcard.reports.markup import Markup, element, join


def whole(title: str, body: Markup) -> str:
    """The whole page."""
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", title),
        element("style", Markup(_style())),
    )
    return f"<!doctype html>\n{element('html', head, body, lang='en')}\n"


def _style() -> str:
    light, dark = (_variables(colours) for colours in (charts.LIGHT, charts.DARK))
    fills = "".join(f".code-{code}{{background:{fill}}}" for code, fill in charts.CODE_FILLS.items())
    look = (resources.files("cutcard.reports") / "page.css").read_text(encoding="utf-8")
    # Paper is white whatever the screen prefers.
    chosen = f"@media screen and (prefers-color-scheme:dark){{:root{{{dark}}}}}"
    return f":root{{--code-ink:{charts.CODE_INK};{light}}}{chosen}{fills}\n{look}"


def _variables(colours: charts.Colours) -> str:
    return ";".join(f"--{name}:{colour}" for name, colour in colours.items())


def facts(named: Iterable[tuple[str, str]]) -> Markup:
    """What the page is about, by name; the last stands on a line of its own."""
    return element(
        "dl",
        join(element("div", element("dt", name), element("dd", value)) for name, value in named),
        class_="identity",
    )


def tiles(figures: Iterable[Figure]) -> Markup:
    """Figures side by side."""
    made = (
        element(
            "div",
            element("dt", figure.name),
            element("dd", figure.shown, **({"title": figure.exact} if figure.exact else {})),
        )
        for figure in figures
    )
    return element("dl", join(made), class_="tiles")


def table(caption: str, heads: Iterable[str], body: Iterable[Markup], foot: Markup | None = None) -> Markup:
    """A table that can be scrolled where the page is narrow."""
    row = element("tr", join(element("th", head, scope="col") for head in heads))
    parts = [element("caption", caption), element("thead", row), element("tbody", join(body))]
    if foot is not None:
        parts.append(element("tfoot", foot))
    return element("div", element("table", *parts), class_="wide", tabindex="0", role="group")


def row(name: str | Markup, *cells: str) -> Markup:
    """A row of a table: what it is about, and its cells."""
    return element("tr", element("th", name, scope="row"), *(element("td", cell) for cell in cells))


def rule_values(rules: Iterable[tuple[str, str]]) -> Markup:
    """The rule values in force."""
    listed = join(
        element("div", element("dt", element("code", rule)), element("dd", value)) for rule, value in rules
    )
    return element("section", element("h2", "Rule values"), element("dl", listed, class_="rules"))
