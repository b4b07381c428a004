"""The simulator's coups are the engine's, bet by bet, and a changed cell of the third-card rule is found."""

from __future__ import annotations

import random

import pytest

from cutcard.games.baccarat import CATALOGUE, Coup
from cutcard.games.baccarat.coup import finished, take
from cutcard.games.baccarat.rules import Rules
from cutcard.games.baccarat.settle import outcomes
from cutcard.profiles import load, paytable, profile_ids
from cutcard.sim.compile.baccarat import CoupMachine, coup_machine

PROFILES = [name for name in profile_ids() if load(name).game == "baccarat"]


def machine_of(name: str) -> tuple[Rules, list[tuple[str, object]], CoupMachine]:
    profile = load(name)
    assert isinstance(profile.rules, Rules)
    bets = [(bet, paytable(profile, bet)) for bet in ("player", "banker", "tie", *profile.specials.offers)]
    return profile.rules, list(bets), coup_machine(profile.rules, bets)


def differing(name: str, seed: int, coups: int) -> int:
    """How many coups end otherwise by the machine than by the rules."""
    rules, bets, machine = machine_of(name)
    after = machine.fused.after
    chance, wrong = random.Random(seed), 0
    for _ in range(coups):
        coup, state = Coup(), 0
        while not finished(coup):
            card = chance.randrange(52)
            more = take(coup, card)
            assert isinstance(more, Coup)
            coup = more
            state = int(after[16 * state + machine.letters[card]])
        if state < machine.fused.ends:
            wrong += 1
            continue
        told = machine.ends[state - machine.fused.ends]
        settled = outcomes(rules, coup, bets)  # type: ignore[arg-type]
        wrong += any(told[bet] != outcome.id for (bet, _), outcome in zip(bets, settled, strict=True))
    return wrong


@pytest.mark.slow
@pytest.mark.parametrize("name", PROFILES)
def test_coups_of_every_profile(name: str) -> None:
    assert differing(name, 1, 5_000) == 0


@pytest.mark.long
@pytest.mark.parametrize("name", PROFILES)
def test_many_coups_of_every_profile(name: str) -> None:
    """With the shoes of blackjack these are a million."""
    assert differing(name, 2, 50_000) == 0


def after_third(machine: CoupMachine, after: object, banker: int, third: int) -> tuple[int, bool]:
    """Where a coup is by a table after Player's third card, and whether the rules say it is over."""
    king = 12
    cards = (king, banker - 1 if banker else king, king, king, third - 1 if third else king)
    coup, state, place = Coup(), 0, 0
    for card in cards:
        more = take(coup, card)
        assert isinstance(more, Coup)
        coup = more
        place = 16 * state + machine.letters[card]
        state = int(after[place])  # type: ignore[index]
    return place, finished(coup)


def test_ba_04_every_cell_of_the_third_card_rule_and_every_change_of_one() -> None:
    """All totals of Banker against all third cards: over when the coup is, and a flip is seen."""
    _, _, machine = machine_of("dai-bacc")
    fused = machine.fused
    for banker in range(8):
        for third in range(10):
            place, over = after_third(machine, fused.after, banker, third)
            assert (fused.after[place] >= fused.ends) == over, (banker, third)
            spoiled = fused.after.copy()
            spoiled[place] = 1 if over else fused.ends
            _, still = after_third(machine, spoiled, banker, third)
            assert (spoiled[place] >= fused.ends) != still


def test_nines_told_by_suit() -> None:
    rules = load("punto-banco").rules
    assert isinstance(rules, Rules)
    suited = [
        table for table in CATALOGUE["lucky-nines"].paytables if any("suited" in line for line in table.pays)
    ]
    assert suited
    machine = coup_machine(rules, [("lucky-nines", suited[0])])
    chance = random.Random(5)
    for _ in range(4_000):
        coup, state = Coup(), 0
        while not finished(coup):
            card = chance.choice([8, 21, 34, 47, 0, 12])
            more = take(coup, card)
            assert isinstance(more, Coup)
            coup = more
            state = int(machine.fused.after[16 * state + machine.letters[card]])
        told = machine.ends[state - machine.fused.ends]["lucky-nines"]
        assert told == outcomes(rules, coup, [("lucky-nines", suited[0])])[0].id
