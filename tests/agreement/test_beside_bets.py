"""A bet and the main game of one round together: against every round of small packs, and dealt rounds."""

from __future__ import annotations

import random
from functools import cache
from math import fsum, sqrt

import pytest

from cutcard.cards import Pack
from cutcard.exact.covariance.beside_bets import main_covariances
from cutcard.exact.main.blackjack import analyse
from cutcard.exact.main.strategy import main_game, main_spread
from cutcard.games.blackjack.dealt import play_out
from cutcard.games.blackjack.in_turn import Round, Wagered
from cutcard.games.blackjack.rules import Rules
from cutcard.games.blackjack.specials import CATALOGUE
from cutcard.profiles import load
from cutcard.sim.compile.tables import compiled_game
from cutcard.sim.plans import chart_of, plan_of
from cutcard.specials import outcome
from tests.agreement.engine_rounds import Engine
from tests.agreement.test_exact_blackjack import EveryRound, gained, random_rules, small_pack

FIRST = [bet for bet in CATALOGUE if not {"D2", "dealer"} & set(bet.sees)]
SIGHTS = {"P1": 0, "P2": 1, "D1": 2}


def gain_of(bet_id: str, round_: Round) -> float:
    """What a unit on a bet gains in a round."""
    return _gain(bet_id, (*round_.positions[0].first, round_.dealer.cards[0]))


@cache
def _gain(bet_id: str, first: tuple[int, ...]) -> float:
    bet = CATALOGUE[bet_id]
    seen = tuple(first[SIGHTS[place]] for place in bet.sees)
    return float(outcome(bet, bet.paytables[0], seen).pays.ratio)


class BesideBets(EveryRound):
    """Every round of a small pack, with what each bet gains beside the main game."""

    sums: dict[str, list[tuple[float, float, float]]]

    def _end(self, round_: Round, chance: float) -> None:
        for bet, rounds in self.sums.items():
            rounds.append((chance, float(gained(round_)), gain_of(bet, round_)))


@pytest.mark.parametrize(
    ("values", "each"),
    [
        ((8, 9, 10), 10),
        pytest.param((5, 6, 7), 9, marks=pytest.mark.slow),
        pytest.param((1, 7, 10), 10, marks=pytest.mark.long),
    ],
    ids=str,
)
def test_every_round_of_a_small_pack(values: tuple[int, ...], each: int) -> None:
    rules, pack = random_rules(sum(values)), small_pack(values, each)
    walk = BesideBets(analyse(rules, pack))
    walk.sums = {bet.id: [] for bet in FIRST}
    walk.walk(rules)
    counted = main_covariances(rules, pack, [(bet, bet.paytables[0]) for bet in FIRST])
    assert len(counted) > 15
    for bet, rounds in walk.sums.items():
        main = fsum(chance * gain for chance, gain, _ in rounds)
        special = fsum(chance * gain for chance, _, gain in rounds)
        covariance = fsum(chance * (gain - main) * (won - special) for chance, gain, won in rounds)
        assert counted[bet] == pytest.approx(covariance, abs=1e-11), bet


def test_a_bet_that_sees_more_is_not_counted() -> None:
    rules = load("american-live").rules
    assert isinstance(rules, Rules)
    others = [bet for bet in CATALOGUE if bet not in FIRST]
    counted = main_covariances(rules, Pack.of_decks(8), [(bet, bet.paytables[0]) for bet in others])
    assert counted.keys() >= {"dealer-pair", "bust", "lucky-ladies"}
    assert set(counted.values()) == {None}


def test_a_blackjack_bonus_wins_where_the_main_game_does() -> None:
    """By hand: the bonus pays little else, so it goes with the main game's 3 to 2."""
    rules = load("american-live").rules
    assert isinstance(rules, Rules)
    bets = [(CATALOGUE[bet], CATALOGUE[bet].paytables[0]) for bet in ("blackjack-bonus", "sevens")]
    counted = main_covariances(rules, Pack.of_decks(8), bets)
    assert counted["blackjack-bonus"] is not None
    assert counted["sevens"] is not None
    assert counted["blackjack-bonus"] > 1
    assert counted["sevens"] < 0


@pytest.mark.long
def test_dealt_rounds_agree() -> None:
    """The chart is nearly best play: what they differ by is far below the error of so few rounds."""
    rules = load("multihand-online").rules
    assert isinstance(rules, Rules)
    pack, rounds, chance = Pack.of_decks(rules.decks), 60_000, random.Random(5)
    engine = Engine(compiled_game(rules, plan_of(chart_of(main_game(rules, pack)))))
    shoe = [card for card, count in enumerate(pack.counts) for _ in range(count)]
    dealt: list[Round] = []
    for _ in range(rounds):
        coming = iter(chance.sample(shoe, 40))
        dealt.append(play_out(rules, [Wagered(1)], coming.__next__, engine.decide))
    main = [float(gained(round_)) for round_ in dealt]
    mean = fsum(main) / rounds
    variance = fsum((gain - mean) ** 2 for gain in main) / rounds
    assert variance == pytest.approx(main_spread(rules, pack).chart.variance, rel=0.03)
    counted = main_covariances(rules, pack, [(bet, bet.paytables[0]) for bet in FIRST])
    for bet in ("21-plus-3", "19-plus", "pair", "blackjack-bonus", "a-2", "suits"):
        won = [gain_of(bet, round_) for round_ in dealt]
        average = fsum(won) / rounds
        products = [(gain - mean) * (each - average) for gain, each in zip(main, won, strict=True)]
        covariance = fsum(products) / rounds
        error = sqrt(fsum((each - covariance) ** 2 for each in products)) / rounds
        assert abs(covariance - (counted[bet] or 0.0)) < 5 * error, bet
