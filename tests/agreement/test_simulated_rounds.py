"""The simulator's rounds are the engine's: the same shoes through both, over profiles and random rules."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from cutcard.exact.codes import CODES
from cutcard.games.blackjack.rules import (
    DoubleAfterSplit,
    DoubleOn,
    LateBlackjack,
    Rules,
    SecondCard,
    Surrender,
    UnneededHoleCard,
)
from cutcard.games.blackjack.settle import special_outcome
from cutcard.money import Odds
from cutcard.profiles import load, paytable, profile_ids
from cutcard.sim.compile import layout
from cutcard.sim.compile.bets import bet_tables
from cutcard.sim.compile.fused import fused_blackjack
from cutcard.sim.compile.tables import Game, Row, as_row, compiled_game
from cutcard.sim.kernels.bets import Lookups
from cutcard.sim.kernels.rounds import play_round
from cutcard.sim.plan import Plan
from cutcard.sim.plans import plan_of, shipped_chart
from cutcard.sim.report.results import pairs_room
from tests.agreement.engine_rounds import (
    Engine,
    LaidShoe,
    differing,
    differing_fused,
    differing_in_blocks,
    shoes,
)
from tests.soak import seeds

PROFILES = [name for name in profile_ids() if load(name).game == "blackjack"]


def shipped(name: str) -> Game:
    rules = load(name).rules
    assert isinstance(rules, Rules)
    return compiled_game(rules, plan_of(shipped_chart(name)))


def random_plan(chance: random.Random) -> Plan:
    """Any codes at all: the tables must follow nonsense as faithfully as best play."""
    calm = ["H", "S", "S", "D", "Ds", "R", "Rs"]

    def row(codes: list[str]) -> dict[int, str]:
        return {up: chance.choice(codes) for up in range(1, 11)}

    return Plan(
        hard={total: row(calm if total > 10 else ["H", "D"]) for total in range(5, 21)},
        soft={total: row(calm) for total in range(13, 21)},
        pairs={pair: row([*CODES, "P", "P", "P"]) for pair in range(1, 11)},
        by_cards={(3, False, 14): row(["H", "S"])},
        by_hand={(10, 4): row(["H", "S", "D"])},
        insurance=chance.random() < 0.3,
    )


def random_rules(chance: random.Random) -> Rules:
    pick: Any = chance.choice
    flag = (False, True)
    return Rules(
        decks=pick((1, 2, 6, 8)),
        dealer_hits_soft_17=pick(flag),
        second_card=pick(list(SecondCard)),
        checks_under_ace=pick(flag),
        checks_under_ten=pick(flag),
        late_blackjack_returns=pick(list(LateBlackjack)),
        blackjack_pays=pick([Odds(3, 2), Odds(6, 5), Odds(1)]),
        insurance=pick(flag),
        insurance_pays=pick([Odds(2), Odds(3, 2)]),
        insurance_with_blackjack=pick(flag),
        double_on=pick(list(DoubleOn)),
        double_after_split=pick(list(DoubleAfterSplit)),
        max_split_depth=pick((0, 1, 2, 3, 7)),
        max_hands=pick((1, 2, 3, 4, 8)),
        hit_split_aces=pick(flag),
        resplit_aces=pick(flag),
        double_split_aces=pick(flag),
        surrender=pick(list(Surrender)),
        charlie=pick((0, 5, 6, 8, 10)),
        charlie_beats_blackjack=pick(flag),
        dealer_draws_to_end=pick(flag),
        unneeded_hole_card=pick(list(UnneededHoleCard)),
    )


def random_game(seed: int) -> Game:
    chance = random.Random(seed)
    return compiled_game(random_rules(chance), random_plan(chance))


@pytest.mark.parametrize("name", PROFILES)
def test_shipped_profiles(name: str) -> None:
    game = shipped(name)
    assert differing(game, as_row(game), seed=1, rounds=2_000) == 0
    assert differing_in_blocks(game, as_row(game), seed=1, rounds=1_000, positions=1) == 0
    assert differing_in_blocks(game, as_row(game), seed=2, rounds=700, positions=3) == 0
    assert differing_fused(game, fused_blackjack(game), seed=2, rounds=2_000) == 0
    for_bets = fused_blackjack(game, second_fourth=True)
    assert differing_fused(game, for_bets, seed=2, rounds=1_000, second_fourth=True) == 0


@pytest.mark.parametrize("seed", seeds(16, quick=2, usual=6))
def test_random_rules_and_plans(seed: int) -> None:
    game = random_game(seed)
    assert differing(game, as_row(game), seed, rounds=1_000) == 0
    assert differing_in_blocks(game, as_row(game), seed, rounds=1_000, positions=1 + seed % 3) == 0
    assert differing_fused(game, fused_blackjack(game), seed, rounds=500) == 0
    for_bets = fused_blackjack(game, second_fourth=True)
    assert differing_fused(game, for_bets, seed, rounds=500, second_fourth=True) == 0


@pytest.mark.parametrize("part", seeds(32, usual=2))
def test_bj_25_a_million_shoes(part: int) -> None:
    """32 parts of 25,000 shoes: each shipped profile in turn, then random rules. Baccarat adds 200,000."""
    game = shipped(PROFILES[part]) if part < len(PROFILES) else random_game(1000 + part)
    positions = (1, 2, 1, 3, 1)[part % 5]
    assert differing_in_blocks(game, as_row(game), 5000 + part, rounds=25_000, positions=positions) == 0


# One cell of a rule changed on the simulator's side must be found.
def broken(row: Row, place: int, wrong: int) -> Row:
    table = row.row.copy()
    assert table[place] != wrong
    table[place] = wrong
    return Row(row.head, table)


@pytest.mark.slow
def test_a_dealer_who_draws_on_17_or_stands_on_16_is_found() -> None:
    game = shipped("multihand-online")
    row = as_row(game)
    ends = row.head.dealer_end
    for number, end in enumerate(game.dealer.end.tolist()):
        if end == layout.ENDS.index("17"):
            assert differing(game, broken(row, ends + number, layout.DRAWS), 3, rounds=3_000) > 0
    stands = [n for n, end in enumerate(game.dealer.end.tolist()) if end == layout.DRAWS]
    for number in stands[-4:]:
        assert differing(game, broken(row, ends + number, layout.ENDS.index("17")), 3, rounds=6_000) > 0


def test_a_wrong_payment_is_found() -> None:
    game = shipped("multihand-online")
    row = as_row(game)
    win = next(n for n, kind in enumerate(game.classes) if kind.total == 20 and not kind.doubled)
    place = row.head.pays + 8 * win + layout.ENDS.index("20")
    assert differing(game, broken(row, place, layout.BIAS + 2), 3, rounds=3_000) > 0


@pytest.mark.slow
def test_special_bets_are_settled_as_the_engine_settles_them() -> None:
    profile = load("multihand-etg", {"second_card": "hole", "checks_under_ten": "false"})
    rules = profile.rules
    assert isinstance(rules, Rules)
    game = compiled_game(rules, plan_of(shipped_chart("multihand-etg")))
    row, engine = as_row(game), Engine(game)
    bets = tuple((bet, paytable(profile, bet)) for bet in (*profile.specials.offers, "dealer-pair"))
    tables = bet_tables(bets)
    lookups = Lookups([], tables.classes, [], tables.matters.reshape(-1))
    plain, pairs = row.in_lists, pairs_room(game)
    names = frozenset(bet for bet, _ in bets if bet != "bust")
    for shoe in shoes(9, 1_500):
        played, used = engine.play(shoe.tolist(), 1, names)
        laid = LaidShoe(shoe.tolist())
        _, _, second, _ = play_round(plain, laid, 1, 0, pairs, lookups)
        assert laid.at == used
        assert (second >= 0) == (len(played.dealer.cards) > 1)
        place = (shoe[0] * 52 + shoe[2]) * 52 + shoe[1]
        told = dict(zip(tables.three_bets, tables.three_outcomes[tables.three[place]], strict=True))
        seen = shoe[second] if second >= 0 else shoe[1]
        four = tables.four_outcomes[tables.four[int(tables.classes[place]) * 52 + seen]]
        told |= dict(zip(tables.four_bets, four, strict=True))
        for bet, table in bets:
            if bet != "bust":
                ended = special_outcome(bet, table, played.positions[0].first, played.dealer)
                assert told[bet] == ended.id, bet


def test_a_plan_of_ones_own_is_followed() -> None:
    never = plan_of(shipped_chart("multihand-online"))
    stand = msgspec.structs.replace(
        never, hard={total: dict.fromkeys(range(1, 11), "S") for total in range(5, 21)}
    )
    rules = load("multihand-online").rules
    assert isinstance(rules, Rules)
    game = compiled_game(rules, stand)
    assert differing(game, as_row(game), 4, rounds=1_000) == 0
