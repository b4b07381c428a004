"""What things on a sheet are called: rule values, packs, parts of a chart. Knows no number.

Bets and their outcomes are worded by the texts, so that a sheet and a screen say the same.
"""

from __future__ import annotations

from enum import Enum

from cutcard.exact.codes import CODES
from cutcard.exact.sheet import BetSheet, Chart, Sheet


def rule_value(value: object) -> str:
    """A rule value as ``--set`` takes it."""
    match value:
        case bool():
            return "true" if value else "false"
        case Enum():
            return str(value.value)
        case list() | tuple():
            return ", ".join(rule_value(item) for item in value)
        case _:
            return str(value)


def decks(number: int) -> str:
    """How many decks make the pack."""
    return "1 deck" if number == 1 else f"{number} decks"


def identity(sheet: Sheet) -> tuple[tuple[str, str], ...]:
    """What the sheet is a sheet of: enough to make it again, and to notice that it is another."""
    return (
        ("Profile", edition(sheet)),
        ("Profile hash", sheet.profile_hash or "none"),
        ("Game", sheet.game.title()),
        ("Pack", decks(sheet.decks)),
        ("Cards removed", " ".join(sheet.removed) or "none"),
        ("Product", f"Cutcard {sheet.version}"),
        ("Definition", sheet.definition),
    )


def edition(sheet: Sheet) -> str:
    """The profile, and which version of it where a house keeps several."""
    return f"{sheet.profile}, version {sheet.profile_version}" if sheet.profile_version else sheet.profile


def insurance(chart: Chart) -> str:
    """What the chart says about insurance."""
    return f"Insurance: {'take it' if chart.insurance else 'decline it'}."


def codes_used(chart: Chart) -> tuple[str, ...]:
    """The codes that occur on the chart, in the order of the legend."""
    rows = [*chart.hard.values(), *chart.soft.values(), *chart.pairs.values()]
    used = {code for row in rows for code in row.values()}
    return tuple(code for code in CODES if code in used)


def parts(chart: Chart) -> tuple[tuple[str, dict[str, dict[str, str]]], ...]:
    """The three tables of a chart with their titles."""
    titled = (("Hard totals", chart.hard), ("Soft totals", chart.soft), ("Pairs", chart.pairs))
    return tuple((title, rows) for title, rows in titled if rows)


def all_bets(sheet: Sheet) -> tuple[BetSheet, ...]:
    """The main bets, then the others."""
    return sheet.main_bets + sheet.bets
