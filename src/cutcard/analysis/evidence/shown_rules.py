"""Which listed rounds show a rule value: by it they come to one thing, by another value to another.

So every round is its own proof that the value matters to it. A value that no listed round tells from any
other is named with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, Final, Literal, get_args, get_origin, get_type_hints

import msgspec

from cutcard.analysis.evidence import examples_baccarat, examples_blackjack
from cutcard.analysis.evidence.examples import Example, NotPlayed, PlayedRound, played_coup, played_hand
from cutcard.games import blackjack
from cutcard.money import Odds
from cutcard.profiles import Profile
from cutcard.profiles.contradictions import contradictions
from cutcard.profiles.values import json_value, names

Deal = Callable[[Profile, PlayedRound], Mapping[str, Any]]
"""Plays a round as `cutcard deal` prints it; NotPlayed where the rules refuse it."""

OTHER_ODDS: Final = tuple(Odds(won) for won in (1, 2, 3, 8, 9))
ONLY_LISTED: Final = (
    "no listed round comes to anything else by another value, the other values being as they are"
)


class ShownRound(msgspec.Struct, frozen=True):
    """A round by the value in force, and by those other values by which it comes to something else."""

    about: str
    played: PlayedRound
    result: Mapping[str, Any]
    others: tuple[tuple[object, Mapping[str, Any]], ...]
    listed_for_it: bool


class ShownRule(msgspec.Struct, frozen=True):
    """A rule value in force, the rounds that show it, values they do not tell it from, or why none does."""

    rule: str
    value: object
    rounds: tuple[ShownRound, ...]
    alike: tuple[object, ...]
    reason: str = ""


def shown_rules(profile: Profile, deal: Deal) -> tuple[ShownRule, ...]:
    """Every rule value of the profile, in the order in which they are declared."""
    return tuple(shown_rule(profile, rule, deal) for rule in names(type(profile.rules)))


def shown_rule(profile: Profile, rule: str, deal: Deal) -> ShownRule:
    """The rounds that show one rule value of the profile."""
    listed = examples_blackjack if isinstance(profile.rules, blackjack.Rules) else examples_baccarat
    value = json_value(getattr(profile.rules, rule))
    if rule in listed.NOT_SHOWN:
        return ShownRule(rule, value, (), (), listed.NOT_SHOWN[rule])
    left = dict(_other_profiles(profile, rule))
    shown = [
        _shown_round(profile, left, example, deal, value == example.value)
        for example in listed.EXAMPLES[rule]
    ]
    rounds: list[ShownRound] = []
    while shown:
        # What is listed for the value, else what tells most of those that are left, and of these the first.
        best = max(shown, key=lambda each: (bool(each.others) and each.listed_for_it, len(each.others)))
        if not best.others:
            break
        rounds.append(best)
        values = {value for value, _ in best.others}
        left = {value: changed for value, changed in left.items() if json_value(value) not in values}
        shown = [_without(each, values) for each in shown]
    reason = "" if rounds else listed.UNREACHED.get(rule, ONLY_LISTED)
    return ShownRule(rule, value, tuple(rounds), tuple(json_value(other) for other in left), reason)


def _shown_round(
    profile: Profile, others: Mapping[Any, Profile], example: Example, deal: Deal, listed_for_it: bool
) -> ShownRound:
    played, result = _result(profile, example, deal)
    found = ((json_value(value), _result(changed, example, deal)[1]) for value, changed in others.items())
    differing = tuple((value, its) for value, its in found if _differ(result, its))
    return ShownRound(example.about, played, result, differing, listed_for_it)


def _differ(result: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Two that are refused come to the same, whatever is said of each."""
    return result != other and not ("refused" in result and "refused" in other)


def _without(shown: ShownRound, values: set[object]) -> ShownRound:
    others = tuple((value, result) for value, result in shown.others if value not in values)
    return msgspec.structs.replace(shown, others=others)


def _result(profile: Profile, example: Example, deal: Deal) -> tuple[PlayedRound, Mapping[str, Any]]:
    rules = profile.rules
    played = played_hand(rules, example) if isinstance(rules, blackjack.Rules) else played_coup(example)
    try:
        return played, deal(profile, played)
    except NotPlayed as wrong:
        return played, {"refused": str(wrong)}


def _other_profiles(profile: Profile, rule: str) -> Iterator[tuple[Any, Profile]]:
    """The profile with each other value of a rule that it could have beside its other values."""
    for value in _values(get_type_hints(type(profile.rules), include_extras=True)[rule]):
        if value != getattr(profile.rules, rule):
            rules = msgspec.structs.replace(profile.rules, **{rule: value})
            changed = msgspec.structs.replace(profile, rules=rules)
            if set(contradictions(changed)) <= set(contradictions(profile)):
                yield value, changed


def _values(hint: Any) -> tuple[Any, ...]:
    """The values of a closed set; of odds without one, some."""
    if get_origin(hint) is Literal:
        return get_args(hint)
    if get_origin(hint) is Annotated:
        plain, mark = get_args(hint)[:2]
        if isinstance(mark, msgspec.Meta):
            assert mark.ge is not None, "both bounds are stated"
            assert mark.le is not None, "both bounds are stated"
            return tuple(range(int(mark.ge), int(mark.le) + 1))
        return tuple(plain.parse(written) for written in mark)
    if hint is bool:
        return (False, True)
    return OTHER_ODDS if hint is Odds else tuple(hint)
