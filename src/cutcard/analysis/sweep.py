"""A sweep: a profile under every combination of some rule values. Prints nothing.

Combinations that contradict themselves are listed as such, with the rule that they break.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any, Final

import msgspec

from cutcard.analysis.answer import Answer
from cutcard.analysis.asking import Watch, answers, silent
from cutcard.analysis.figures import MAIN, NO_FIGURES, Figures, bet_figures, main_figures, measured_bets
from cutcard.analysis.refusal import BadQuestion
from cutcard.cards import Pack
from cutcard.exact.bets.counted import TooFewCards
from cutcard.exact.main.returns import Question
from cutcard.games import blackjack
from cutcard.profiles import Profile, contradictions
from cutcard.profiles.values import json_value, json_values, parse_value

COMBINATIONS_MAX: Final = 10_000  # bounds a sweep by mistake; more is refused

Values = dict[str, object]


class SweepRow(msgspec.Struct, frozen=True):
    """One combination and one bet: its figures, or why the combination is impossible.

    ``chart`` is what the chart returns that is best under these rules, ``base_chart`` what that of the
    profile as it stands does.
    """

    values: Values
    bet: str
    figures: Figures | None = None
    chart: float | None = None
    base_chart: float | None = None
    impossible: str | None = None

    def document(self) -> dict[str, Any]:
        """The row as it is printed: a name for each rule value, then the figures."""
        figures = NO_FIGURES if self.figures is None else self.figures.document()
        return {
            **self.values,
            "bet": self.bet,
            **figures,
            **(self._charts() if self.bet == MAIN else {}),
            "impossible": self.impossible,
        }

    def _charts(self) -> dict[str, object]:
        cost = None
        if self.figures is not None and self.base_chart is not None:
            cost = float(self.figures.returned) - self.base_chart
        return {
            "chart_return_float": self.chart,
            "base_chart_return_float": self.base_chart,
            "base_chart_cost_float": cost,
        }


class Sweep(Answer, frozen=True):
    """A profile, the rule values it is swept over, a row for each combination; the last varies fastest."""

    profile: str
    rules: Values
    over: dict[str, list[object]]
    rows: tuple[SweepRow, ...]

    def document(self) -> dict[str, Any]:
        """The sweep as ``cutcard sweep --json`` prints it."""
        rows = [row.document() for row in self.rows]
        return {"profile": self.profile, "rules": self.rules, "over": self.over, "rows": rows}


class _Combination(msgspec.Struct, frozen=True):
    """The profile under one combination of values, and what these contradict."""

    values: Values
    profile: Profile
    impossible: str | None


def sweep(
    profile: Profile,
    over: Mapping[str, Sequence[object]],
    *,
    bet: str | None = None,
    charts: bool = False,
    spread: bool = False,
    workers: int | None = None,
    watch: Watch = silent,
) -> Sweep:
    """The profile under every combination of these rule values.

    Without a bet, its main game or its main bets. ``charts`` adds the return of each combination's own best
    chart, ``spread`` the variance of its main game: both take several times as long as the rest.
    """
    listed = _listed(profile, over)
    bets = measured_bets(profile, bet)
    combinations = [_combination(profile, listed, values) for values in product(*listed.values())]
    if all(made.impossible for made in combinations):
        raise BadQuestion(f"no combination is possible; the first: {combinations[0].impossible}")
    if bets == (MAIN,):
        rows = _main_rows(profile, combinations, (charts, spread), workers, watch)
    elif charts or spread:
        raise BadQuestion("charts and spread go with the main game of blackjack: a bet has no chart")
    else:
        rows = _bet_rows(combinations, bets, watch)
    shown = {name: [json_value(value) for value in values] for name, values in listed.items()}
    return Sweep(profile.id, json_values(profile.rules), shown, tuple(rows))


def _listed(profile: Profile, over: Mapping[str, Sequence[object]]) -> dict[str, list[object]]:
    """The values of each rule, read; refused where there are none, one twice, or too many combinations."""
    if not over:
        raise BadQuestion("a sweep needs at least one rule value to go over, such as decks=1,2,6,8")
    kind, listed = type(profile.rules), {}
    for name, given in over.items():
        values = [parse_value(kind, name, value) for value in given]
        if not values:
            raise BadQuestion(f"{name} is given no value to go over")
        if len(set(values)) < len(values):
            raise BadQuestion(f"{name} is given a value twice")
        listed[name] = values
    combinations = prod(len(values) for values in listed.values())
    if combinations > COMBINATIONS_MAX:
        raise BadQuestion(f"{combinations} combinations are more than {COMBINATIONS_MAX}")
    return listed


def _combination(profile: Profile, names: Mapping[str, object], values: Sequence[object]) -> _Combination:
    changed = dict(zip(names, values, strict=True))
    made = msgspec.structs.replace(profile, rules=msgspec.structs.replace(profile.rules, **changed))
    shown = {name: json_value(value) for name, value in changed.items()}
    return _Combination(shown, made, "; ".join(contradictions(made)) or None)


def _main_rows(
    profile: Profile,
    combinations: Sequence[_Combination],
    wanted: tuple[bool, bool],
    workers: int | None,
    watch: Watch,
) -> Iterator[SweepRow]:
    base = profile.rules
    assert isinstance(base, blackjack.Rules), "only blackjack has a main game"
    charts, spread = wanted
    questions = [
        Question(rules, Pack.of_decks(rules.decks), base, best_chart=charts, spread=spread)
        for made in combinations
        if made.impossible is None and isinstance(rules := made.profile.rules, blackjack.Rules)
    ]
    answered = iter(answers(questions, workers, watch))
    for made in combinations:
        if made.impossible is not None:
            yield SweepRow(made.values, MAIN, impossible=made.impossible)
        else:
            answer = next(answered)
            yield SweepRow(made.values, MAIN, main_figures(answer), answer.best_chart, answer.chart)


def _bet_rows(combinations: Sequence[_Combination], bets: Sequence[str], watch: Watch) -> Iterator[SweepRow]:
    for done, made in enumerate(combinations):
        watch(done, len(combinations))
        for bet in bets:
            if made.impossible is not None:
                yield SweepRow(made.values, bet, impossible=made.impossible)
                continue
            try:
                yield SweepRow(made.values, bet, bet_figures(made.profile, bet))
            except TooFewCards as wrong:
                yield SweepRow(made.values, bet, impossible=str(wrong))
