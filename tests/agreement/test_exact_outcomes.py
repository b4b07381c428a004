"""How rounds of the main game come out, as it is counted, against simulation and published variances."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from math import sqrt

import pytest

from cutcard.cards import Pack
from cutcard.exact.main.strategy import main_spread
from cutcard.games.blackjack.rules import Rules
from cutcard.profiles import load
from cutcard.sim.request import simulation_request
from cutcard.sim.run import simulate

ROUNDS = 1_500_000


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("american-live", {}),
        pytest.param("multihand-online", {}, marks=pytest.mark.long),
        pytest.param("multihand-etg", {"second_card": "none"}, marks=pytest.mark.long),
    ],
)
def test_rounds_come_out_as_they_are_counted(name: str, changes: dict[str, object]) -> None:
    """Best play's chart, every round from a fresh pack: gain by gain, and the variance."""
    profile = load(name, {**changes, "shuffle": "every-round", "penetration": "1"})
    rules = profile.rules
    assert isinstance(rules, Rules)
    tally = simulate(simulation_request(profile, ROUNDS, 5, 1, (), None).request, 2)
    counted = main_spread(rules, Pack.of_decks(rules.decks)).chart
    dealt: dict[Fraction, float] = defaultdict(float)
    for net, count in tally.nets.items():
        dealt[Fraction(net, tally.unit)] += count / tally.rounds
    chances = {Fraction(gain.pays.replace(":", "/")): gain.chance for gain in counted.gains}
    assert set(dealt) <= set(chances)
    for gain, chance in chances.items():
        # Five spreads; rounds of more than two hands may be among other gains than they should be.
        spread = 5 * sqrt(max(chance, 1 / ROUNDS) / ROUNDS)
        assert abs(dealt[gain] - chance) < spread + counted.unsure, (gain, dealt[gain], chance)
    assert variance_of(dealt) == pytest.approx(counted.variance, abs=5 * error_of_variance(dealt))


def variance_of(chances: dict[Fraction, float]) -> float:
    mean = sum(float(gain) * chance for gain, chance in chances.items())
    return sum((float(gain) - mean) ** 2 * chance for gain, chance in chances.items())


def error_of_variance(chances: dict[Fraction, float]) -> float:
    """The standard error of a variance that was found in so many rounds."""
    mean = sum(float(gain) * chance for gain, chance in chances.items())
    fourth = sum((float(gain) - mean) ** 4 * chance for gain, chance in chances.items())
    return sqrt((fourth - variance_of(chances) ** 2) / ROUNDS)


# M. Shackleford, "Variance in blackjack" (wizardofodds.com/games/blackjack/appendix/4), ten billion simulated
# hands for each row with a basic strategy in a cut card game: decks, dealer on soft 17, double after split,
# late surrender, resplit of aces, variance. For the second row S. Wong (Professional Blackjack, p. 203) has
# 1.28: published variances differ by a hundredth, by the strategy simulated and the cut card.
SHACKLEFORD = """
6 stand yes yes yes 1.303
6 stand no  no  no  1.295
6 hit   yes yes yes 1.312
6 hit   no  no  no  1.308
6 hit   yes no  no  1.346
6 hit   no  yes no  1.272
6 hit   no  no  yes 1.311
8 hit   no  no  no  1.309
2 hit   yes no  no  1.341
"""


def published_rules(decks: str, soft_17: str, after_split: str, surrender: str, aces: str) -> Rules:
    """The rules of a row."""
    rules = load(
        "multihand-online",
        {
            "decks": decks,
            "charlie": "0",
            "max_split_depth": "3",
            "max_hands": "4",
            "dealer_hits_soft_17": str(soft_17 == "hit").lower(),
            "double_after_split": "same" if after_split == "yes" else "no",
            "surrender": "late" if surrender == "yes" else "none",
            "resplit_aces": "true" if aces == "yes" else "false",
        },
    ).rules
    assert isinstance(rules, Rules)
    return rules


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(row, marks=[] if at == 0 else pytest.mark.long)
        for at, row in enumerate(SHACKLEFORD.strip().splitlines())
    ],
)
def test_published_variances(row: str) -> None:
    *asked, variance = row.split()
    rules = published_rules(*asked)
    assert main_spread(rules, Pack.of_decks(rules.decks)).chart.variance == pytest.approx(
        float(variance), abs=0.015
    )
