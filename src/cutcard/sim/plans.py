"""Where a plan comes from: the committed chart of a shipped profile, or best play of other rules, counted.

The committed charts are made from the exact values by `write_charts` and checked by a test, so that a
small run need not wait for the counting.
"""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from cutcard.cards import Pack
from cutcard.exact.codes import UPS
from cutcard.exact.main.strategy import MainGame, main_game
from cutcard.exact.sheet import Chart
from cutcard.games.blackjack.rules import Rules
from cutcard.profiles import Profile, load, profile_ids
from cutcard.sim.plan import Plan

ByCards = dict[str, dict[str, dict[str, dict[str, str]]]]


class ChartFile(msgspec.Struct, frozen=True):
    """A chart as it is kept beside the code."""

    chart: Chart
    by_cards: ByCards
    chart_returned: float


def chart_for(profile: Profile) -> ChartFile:
    """The chart of best play under a profile's rules, and what it returns exactly."""
    rules = profile.rules
    assert isinstance(rules, Rules)
    if profile.id in profile_ids() and load(profile.id).rules == rules:
        return shipped_chart(profile.id)
    return count_chart(rules)


def shipped_chart(profile_id: str) -> ChartFile:
    """The committed chart of a shipped profile."""
    file = resources.files("cutcard.sim") / "charts" / f"{profile_id}.json"
    return msgspec.json.decode(file.read_bytes(), type=ChartFile)


def count_chart(rules: Rules) -> ChartFile:
    """The chart of these rules, from the exact values."""
    return chart_of(main_game(rules, Pack.of_decks(rules.decks)))


def chart_of(game: MainGame) -> ChartFile:
    """The chart of a game that was counted."""
    return ChartFile(game.sheet.chart, game.by_cards, game.sheet.chart_returned)


def plan_of(kept: ChartFile) -> Plan:
    """A chart as a plan."""
    chart = kept.chart
    return Plan(
        hard={int(total): _by_up(cells) for total, cells in chart.hard.items()},
        soft={int(total): _by_up(cells) for total, cells in chart.soft.items()},
        pairs={UPS[pair[0]]: _by_up(cells) for pair, cells in chart.pairs.items()},
        by_cards={
            (int(cards), kind == "soft", int(total)): _by_up(cells)
            for cards, kinds in kept.by_cards.items()
            for kind, totals in kinds.items()
            for total, cells in totals.items()
        },
        insurance=chart.insurance,
    )


def _by_up(cells: dict[str, Any]) -> dict[int, str]:
    return {UPS[name]: code for name, code in cells.items()}


def write_charts(folder: Path) -> None:
    """The charts of all shipped blackjack profiles, counted anew."""
    for name in profile_ids():
        rules = load(name).rules
        if isinstance(rules, Rules):
            text = msgspec.json.format(msgspec.json.encode(count_chart(rules)), indent=1)
            (folder / f"{name}.json").write_bytes(text + b"\n")
