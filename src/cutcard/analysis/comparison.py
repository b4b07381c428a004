"""Two sets of rules beside each other: what differs, and what each difference is worth. Prints nothing.

A difference is worth, alone, what the house edge of A becomes when that one value is B's. What all of them
are worth together is seldom the sum of these; what is left over is what they do to each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal

import msgspec

from cutcard.analysis.answer import Answer
from cutcard.analysis.asking import Watch, answers, silent
from cutcard.analysis.figures import MAIN, NO_FIGURES, Figures, bet_figures, main_figures, measured_bets
from cutcard.analysis.refusal import BadQuestion
from cutcard.cards import Pack
from cutcard.exact.main.returns import Question
from cutcard.games import blackjack
from cutcard.profiles import Profile, contradictions, paytable, with_table
from cutcard.profiles.values import json_value, json_values, names

PAYTABLE: Final = "paytable"
Case = Literal["a", "alone", "b"]


class Side(msgspec.Struct, frozen=True):
    """One of the two: a profile by name, and its rule values as they are compared."""

    profile: str
    rules: dict[str, object]

    @classmethod
    def of(cls, profile: Profile) -> Side:
        """A profile as a side."""
        return cls(profile.id, json_values(profile.rules))

    def document(self) -> dict[str, Any]:
        """As it is printed."""
        return {"profile": self.profile, "rules": self.rules}


class Difference(msgspec.Struct, frozen=True):
    """A rule value, or a bet's pay table, that differs; none stands for a side without the bet."""

    difference: str
    a: object
    b: object
    bet: str | None = None

    def document(self) -> dict[str, Any]:
        """As it is printed."""
        named = {} if self.bet is None else {"bet": self.bet}
        return {**named, "difference": self.difference, "a": self.a, "b": self.b}


class ComparedRow(msgspec.Struct, frozen=True):
    """A bet under A, under A with one value of B's, or under B.

    ``change`` is how far the house edge is above that of A; ``impossible`` why the one value cannot be
    changed alone.
    """

    bet: str
    case: Case
    difference: Difference | None = None
    figures: Figures | None = None
    change: float | None = None
    impossible: str | None = None

    def document(self) -> dict[str, Any]:
        """As it is printed."""
        what = self.difference
        return {
            "bet": self.bet,
            "case": self.case,
            "difference": what and what.difference,
            "a": what and what.a,
            "b": what and what.b,
            **(NO_FIGURES if self.figures is None else self.figures.document()),
            "change_float": self.change,
            "impossible": self.impossible,
        }


class Together(msgspec.Struct, frozen=True):
    """What all differences are worth together in the house edge, and how much of it is none's alone."""

    bet: str
    together: float
    alone: float

    def document(self) -> dict[str, Any]:
        """As it is printed."""
        return {
            "bet": self.bet,
            "together_float": self.together,
            "alone_float": self.alone,
            "interaction_float": self.together - self.alone,
        }


class Comparison(Answer, frozen=True):
    """Two sides, what differs between them, and what that is worth, bet by bet."""

    a: Side
    b: Side
    differences: tuple[Difference, ...]
    rows: tuple[ComparedRow, ...]
    together: tuple[Together, ...]

    def document(self) -> dict[str, Any]:
        """The comparison as ``cutcard compare --json`` prints it."""
        return {
            "a": self.a.document(),
            "b": self.b.document(),
            "differences": [difference.document() for difference in self.differences],
            "rows": [row.document() for row in self.rows],
            "together": [together.document() for together in self.together],
        }


class _Variant(msgspec.Struct, frozen=True):
    """A profile on the way from A to B."""

    case: Case
    profile: Profile
    difference: Difference | None = None
    impossible: str | None = None


def compare(a: Profile, b: Profile, *, workers: int | None = None, watch: Watch = silent) -> Comparison:
    """Two profiles of one game, by their game itself and by each special bet that differs."""
    if a.game != b.game:
        raise BadQuestion(f"{a.id} is {a.game} and {b.id} is {b.game}: there is nothing to compare")
    by_rule = _rule_differences(a, b)
    by_bet = _bet_differences(a, b)
    variants = [_Variant("a", a), *(_alone(a, b, each) for each in by_rule), _Variant("b", b)]
    rows: list[ComparedRow] = []
    if isinstance(a.rules, blackjack.Rules):
        rows += _main_rows(variants, workers, watch)
    for bet in measured_bets(a, None) if a.game == "baccarat" else ():
        rows += _bet_rows(variants, bet)
    for bet in dict.fromkeys((*a.specials.offers, *b.specials.offers)):
        rows += _special_rows(a, b, variants, bet, [each for each in by_bet if each.bet == bet])
    return Comparison(Side.of(a), Side.of(b), (*by_rule, *by_bet), tuple(rows), tuple(_together(rows)))


def _rule_differences(a: Profile, b: Profile) -> list[Difference]:
    return [
        Difference(name, json_value(mine), json_value(other))
        for name in names(type(a.rules))
        if (mine := getattr(a.rules, name)) != (other := getattr(b.rules, name))
    ]


def _bet_differences(a: Profile, b: Profile) -> list[Difference]:
    """Special bets that only one side offers, or that are not paid alike."""
    found = []
    for bet in dict.fromkeys((*a.specials.offers, *b.specials.offers)):
        mine, other = (paytable(side, bet) if bet in side.specials.offers else None for side in (a, b))
        if mine is None or other is None or (mine.id, mine.pays) != (other.id, other.pays):
            found.append(Difference(PAYTABLE, mine and mine.id, other and other.id, bet))
    return found


def _alone(a: Profile, b: Profile, difference: Difference) -> _Variant:
    """A with one value of B's."""
    if difference.bet is not None:
        profile = with_table(a, difference.bet, paytable(b, difference.bet))
    else:
        value = getattr(b.rules, difference.difference)
        rules = msgspec.structs.replace(a.rules, **{difference.difference: value})
        profile = msgspec.structs.replace(a, rules=rules)
    return _Variant("alone", profile, difference, "; ".join(contradictions(profile)) or None)


def _main_rows(variants: Sequence[_Variant], workers: int | None, watch: Watch) -> list[ComparedRow]:
    possible = [variant for variant in variants if variant.impossible is None]
    questions = [
        Question(rules, Pack.of_decks(rules.decks), spread=True)
        for variant in possible
        if isinstance(rules := variant.profile.rules, blackjack.Rules)
    ]
    answered = (main_figures(answer) for answer in answers(questions, workers, watch))
    return _rows(MAIN, variants, answered)


def _bet_rows(variants: Sequence[_Variant], bet: str) -> list[ComparedRow]:
    possible = (variant.profile for variant in variants if variant.impossible is None)
    return _rows(bet, variants, (bet_figures(profile, bet) for profile in possible))


def _special_rows(
    a: Profile, b: Profile, variants: Sequence[_Variant], bet: str, by_bet: Sequence[Difference]
) -> list[ComparedRow]:
    """A special bet where it differs: on the one side that offers it, or on both and on the way between."""
    sides = [variant for variant in variants if variant.case != "alone"]
    if bet not in a.specials.offers or bet not in b.specials.offers:
        offering = [variant for variant in sides if bet in variant.profile.specials.offers]
        return [
            ComparedRow(bet, variant.case, figures=bet_figures(variant.profile, bet)) for variant in offering
        ]
    *before, after = variants
    rows = _bet_rows([*before, *(_alone(a, b, each) for each in by_bet), after], bet)
    # Most rules are nothing to a special bet: only those are listed that move its figures.
    base = rows[0].figures
    shown = [row for row in rows if row.case != "alone" or row.difference in by_bet or _moves(row, base)]
    return shown if by_bet or any(_moves(row, base) for row in shown) else []


def _moves(row: ComparedRow, base: Figures | None) -> bool:
    return row.figures is not None and base is not None and row.figures.document() != base.document()


def _rows(bet: str, variants: Sequence[_Variant], answered: Iterator[Figures]) -> list[ComparedRow]:
    """A row for each variant; the first is A, against which the others are held."""
    rows: list[ComparedRow] = []
    base: Figures | None = None
    for variant in variants:
        if variant.impossible is not None:
            rows.append(ComparedRow(bet, variant.case, variant.difference, impossible=variant.impossible))
            continue
        figures = next(answered)
        base = base or figures
        change = float(figures.house_edge - base.house_edge)
        rows.append(ComparedRow(bet, variant.case, variant.difference, figures, change))
    return rows


def _together(rows: Sequence[ComparedRow]) -> Iterator[Together]:
    """For each bet that both sides have: what B's house edge is above A's, and the sum of each one alone."""
    for bet in dict.fromkeys(row.bet for row in rows):
        own = [row for row in rows if row.bet == bet and row.change is not None]
        whole = next((row.change for row in own if row.case == "b"), None)
        if whole is not None:
            yield Together(bet, whole, sum(row.change or 0.0 for row in own if row.case == "alone"))
