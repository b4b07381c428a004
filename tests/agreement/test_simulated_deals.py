"""First cards drawn at once fall as they do one by one, and bets on them end as often as they should."""

from __future__ import annotations

from itertools import product

import pytest

from cutcard.profiles import load
from cutcard.sim.compile.deals import Deals
from cutcard.sim.compile.fused import STRIDE, Fused
from cutcard.sim.coups import Coups
from cutcard.sim.fused_rounds import FusedRounds
from cutcard.sim.request import chosen_bets, simulation_request
from cutcard.sim.run import Request, prepare


def request_of(name: str, bets: tuple[str, ...] = (), **changed: object) -> Request:
    profile = load(name, changed)
    return simulation_request(profile, 1_000_000, 3, 1, chosen_bets(profile, bets, None), None).request


def chances(deals: Deals) -> list[float]:
    """How likely each deal is by the alias table."""
    found = [0.0] * len(deals.starts)
    for cell in deals.cells.tolist():
        first = (cell >> 32) / (1 << 32)
        found[cell & 0xFFFF] += first / len(deals.cells)
        found[cell >> 16 & 0xFFFF] += (1 - first) / len(deals.cells)
    return found


def one_by_one(fused: Fused, deals: Deals, counts: list[int]) -> dict[int, float]:
    """How likely each beginning of a round is if four cards are drawn one after the other."""
    after, found = fused.after.reshape(-1, STRIDE).tolist(), dict[int, float]()
    for letters in product(range(len(counts)), repeat=4):
        left, state, gone, chance = list(counts), fused.first, 0, 1.0
        for letter in letters:
            chance *= left[letter] / sum(left)
            left[letter] -= 1
            if state < fused.ends:
                state = after[state][letter]
                gone += 1 << deals.bits + deals.width * letter
        found[state + gone] = found.get(state + gone, 0.0) + chance
    return found


@pytest.mark.parametrize("decks", [1, 8])
def test_the_first_cards_of_blackjack(decks: int) -> None:
    ready = prepare(request_of("multihand-online", decks=str(decks)), compiled=True)
    assert isinstance(ready, FusedRounds)
    expected = one_by_one(ready.fused, ready.deals, [4 * decks] * 9 + [16 * decks])
    found = dict(zip(ready.deals.starts.tolist(), chances(ready.deals), strict=True))
    assert {held for held, chance in expected.items() if chance} == set(found)
    assert all(abs(found[held] - expected[held]) < 1e-9 for held in found)


def test_the_first_cards_of_a_coup() -> None:
    ready = prepare(request_of("punto-banco", shuffle="every-round"), compiled=True)
    assert isinstance(ready, Coups)
    assert ready.deals is not None
    expected = one_by_one(ready.machine.fused, ready.deals, [32] * 13)
    found = dict(zip(ready.deals.starts.tolist(), chances(ready.deals), strict=True))
    assert set(expected) == set(found)
    assert all(abs(found[held] - expected[held]) < 1e-9 for held in found)


@pytest.mark.slow
def test_bets_on_the_first_cards_end_as_often_as_they_should() -> None:
    """Not counted but worked out: the chances of all deals together are those of the PAR sheets."""
    profile = load("multihand-etg")
    names = profile.specials.enabled
    told = simulation_request(profile, 1_000_000, 3, 1, chosen_bets(profile, names, None), None)
    ready = prepare(told.request, compiled=True)
    assert isinstance(ready, FusedRounds)
    assert ready.bet_deals is not None
    assert ready.tables is not None
    found: dict[tuple[str, str], float] = {}
    of_deal = zip(
        ready.bet_deals.three.tolist(), ready.bet_deals.four.tolist(), chances(ready.deals), strict=True
    )
    for three, four, chance in of_deal:
        ended = list(zip(ready.tables.three_bets, ready.tables.three_outcomes[three], strict=True))
        if ready.tables.four_bets:
            ended += zip(ready.tables.four_bets, ready.tables.four_outcomes[four], strict=True)
        for end in ended:
            found[end] = found.get(end, 0.0) + chance
    for bet in names:
        for outcome, exact in told.exact.outcomes[bet].items():
            assert found.get((bet, outcome), 0.0) == pytest.approx(float(exact), abs=1e-8), (bet, outcome)
