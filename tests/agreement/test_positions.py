"""Two positions on one round: every round of small packs, and simulation of several."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from math import fsum, sqrt

import msgspec
import pytest

from cutcard.cards import Pack
from cutcard.exact.covariance.positions import Covariance, covariance
from cutcard.exact.main.best_chart import best_charts
from cutcard.exact.main.blackjack import Analysis, analyse
from cutcard.exact.main.chart import chart_return
from cutcard.exact.main.outcomes import chart_columns
from cutcard.exact.main.strategy import main_game, main_spread
from cutcard.games.blackjack import in_turn
from cutcard.games.blackjack.in_turn import Round, Wagered
from cutcard.games.blackjack.rules import Rules
from cutcard.profiles import load
from cutcard.sim.plan import Plan
from cutcard.sim.plans import chart_of, plan_of
from cutcard.sim.request import simulation_request
from cutcard.sim.run import simulate
from tests.agreement.test_exact_blackjack import gained, random_rules, small_pack
from tests.agreement.test_exact_outcomes import published_rules
from tests.agreement.test_strategy_return import EveryRoundByPlan


class TwoPositions(EveryRoundByPlan):
    """Walks every round of two positions, both played by a plan."""

    def __init__(self, found: Analysis, plan: Plan) -> None:
        super().__init__(found)
        self.plan = plan
        self.both: dict[tuple[Fraction, Fraction], float] = defaultdict(float)

    def walk(self, rules: Rules) -> None:
        self._walk(in_turn.start(rules, [Wagered(1), Wagered(2)]), self.found.left.tolist(), None, 1.0)

    def _end(self, round_: Round, chance: float) -> None:
        self.both[gained(round_, 1), gained(round_, 2)] += chance

    @property
    def covariance(self) -> float:
        gains = [(float(mine), float(yours), chance) for (mine, yours), chance in self.both.items()]
        first = fsum(mine * chance for mine, _, chance in gains)
        second = fsum(yours * chance for _, yours, chance in gains)
        assert first == pytest.approx(second, abs=1e-12)
        return fsum((mine - first) * (yours - second) * chance for mine, yours, chance in gains)


def counted(rules: Rules, pack: Pack) -> Covariance:
    """Two positions by the chart."""
    found = analyse(rules, pack)
    columns = best_charts(found)
    insurance = chart_return(found, columns).insurance
    return covariance(chart_columns(found, columns, insurance=insurance), pack.size)


def walked(rules: Rules, pack: Pack) -> float:
    walk = TwoPositions(analyse(rules, pack), plan_of(chart_of(main_game(rules, pack))))
    walk.walk(rules)
    return walk.covariance


PACKS = [((8, 10), 14), ((1, 10), 14), ((7, 9), 14), ((1, 9), 14), ((6, 8, 10), 9)]


@pytest.mark.parametrize("seed", [0, 1, pytest.param(2, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("values", "each"), PACKS, ids=str)
def test_every_round_of_a_small_pack_without_splits(values: tuple[int, ...], each: int, seed: int) -> None:
    rules = msgspec.structs.replace(random_rules(seed), max_split_depth=0)
    pack = small_pack(values, each)
    found = counted(rules, pack)
    assert found.mean == pytest.approx(main_game(rules, pack).sheet.chart_returned - 1, abs=1e-12)
    assert found.covariance == pytest.approx(walked(rules, pack), abs=1e-12)
    assert found.left_out == 0


@pytest.mark.parametrize(
    "seed", [0, 1, 2, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (5, 6, 8))]
)
@pytest.mark.parametrize(("values", "each"), [((1, 10), 14), ((8, 9), 14), ((8, 9, 10), 9)], ids=str)
def test_every_round_of_a_small_pack_with_splits(values: tuple[int, ...], each: int, seed: int) -> None:
    """In packs as small as these cards take most from each other."""
    rules = msgspec.structs.replace(random_rules(seed), max_split_depth=1)
    pack = small_pack(values, each)
    found = counted(rules, pack)
    assert found.mean == pytest.approx(main_game(rules, pack).sheet.chart_returned - 1, abs=1e-12)
    assert abs(found.covariance - walked(rules, pack)) <= found.left_out + 1e-12
    assert found.left_out < 0.03


@pytest.mark.parametrize(
    ("name", "positions"), [("american-live", 2), pytest.param("multihand-online", 3, marks=pytest.mark.long)]
)
def test_simulation_agrees(name: str, positions: int) -> None:
    profile = load(name, {"shuffle": "every-round", "penetration": "1"})
    rules = profile.rules
    assert isinstance(rules, Rules)
    pack = Pack.of_decks(rules.decks)
    tally = simulate(simulation_request(profile, 1_000_000, 9, positions, (), None).request, 2)
    nets = {net / tally.unit: count / tally.rounds for net, count in tally.nets.items()}
    mean = fsum(net * share for net, share in nets.items())
    variance = fsum((net - mean) ** 2 * share for net, share in nets.items())
    fourth = fsum((net - mean) ** 4 * share for net, share in nets.items())
    single = main_spread(rules, pack).chart.variance
    together = positions * single + positions * (positions - 1) * counted(rules, pack).covariance
    assert abs(variance - together) < 5 * sqrt((fourth - variance**2) / tally.rounds)
    assert together - positions * single > 20 * sqrt((fourth - variance**2) / tally.rounds)


# M. Shackleford, "Variance in blackjack" (wizardofodds.com/games/blackjack/appendix/4), ten billion simulated
# hands for each row with a basic strategy in a cut card game: decks, dealer on soft 17, double after split,
# late surrender, resplit of aces, covariance. They differ by half a hundredth either way, as variances do:
# twenty million rounds of ours for the first, second and last row are within 0.0004 of what is counted.
SHACKLEFORD = """
6 stand yes yes yes 0.479
6 stand no  no  no  0.478
6 hit   yes yes yes 0.487
6 hit   yes no  no  0.499
6 hit   no  yes no  0.475
8 hit   no  no  no  0.489
2 hit   yes no  no  0.495
"""


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(row, marks=[] if at == 0 else pytest.mark.long)
        for at, row in enumerate(SHACKLEFORD.strip().splitlines())
    ],
)
def test_published_covariances(row: str) -> None:
    *asked, published = row.split()
    rules = published_rules(*asked)
    assert counted(rules, Pack.of_decks(rules.decks)).covariance == pytest.approx(float(published), abs=0.007)
