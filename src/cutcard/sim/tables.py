"""Everything a kernel needs of a blackjack game, as arrays in one tuple. Made from the rules and a plan."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import numpy as np
from numpy.typing import NDArray

from cutcard.games.blackjack.hand import ACE, TEN, value
from cutcard.games.blackjack.play import State
from cutcard.games.blackjack.rules import LateBlackjack, Rules, SecondCard, checks_under
from cutcard.sim import layout
from cutcard.sim.classes import Class, demanded, gained, unit_of
from cutcard.sim.dealer_machine import DealerMachine, dealer_machine
from cutcard.sim.hand_machine import HandMachine, hand_machine
from cutcard.sim.plan import Plan

Ints = NDArray[np.int64]


class Game(msgspec.Struct, frozen=True, eq=False):
    """A game compiled: its machines, and payments in whole units of which a stake has ``unit``."""

    rules: Rules
    plan: Plan
    hands: HandMachine
    dealer: DealerMachine
    unit: int
    pays: Ints
    split_pays: Ints
    spared: Ints
    flat: int
    need: Ints
    busts: Ints
    busts_matter: bool

    @property
    def classes(self) -> tuple[Class, ...]:
        """The classes of finished hands, by number."""
        return self.hands.classes


def compiled_game(rules: Rules, plan: Plan) -> Game:
    """The tables of a game."""
    hands = hand_machine(rules, plan)
    classes = hands.classes
    unit = unit_of(rules)

    def units(amount: Fraction) -> int:
        whole = amount * unit
        assert whole.denominator == 1, f"{amount} is no whole number of units"
        return int(whole)

    pays = [[units(gained(rules, (one,), end)) for end in range(len(layout.ENDS))] for one in classes]
    split_pays, spared, flat = _late_split(rules, classes)
    looked = [
        [demanded(rules, (one,), up, bool(looks)) for one in classes] for looks, up in ((1, 6), (0, ACE))
    ]
    busted = Class(State.BUST.value, 0, True)
    return Game(
        rules=rules,
        plan=plan,
        hands=hands,
        dealer=dealer_machine(rules),
        unit=unit,
        pays=np.array(pays, dtype=np.int64),
        split_pays=np.array([units(one) for one in split_pays], dtype=np.int64),
        spared=np.array(spared, dtype=np.int64),
        flat=units(flat),
        need=np.array(looked, dtype=np.int64),
        busts=np.array([(1 + one.doubled) * (one.state == State.BUST) for one in classes], dtype=np.int64),
        busts_matter=demanded(rules, (busted,), ACE, False) == 1,
    )


def _late_split(rules: Rules, classes: tuple[Class, ...]) -> tuple[list[Fraction], list[bool], Fraction]:
    """What each hand of a split loses to a late blackjack, who is spared the rest, and what that is."""
    late = [gained(rules, (one,), layout.END_BLACKJACK) for one in classes]
    if rules.late_blackjack_returns is not LateBlackjack.ORIGINAL_ONLY:
        return late, [True] * len(classes), Fraction(0)
    stood = Class(State.STOOD.value, 20)
    both = gained(rules, (stood, stood), layout.END_BLACKJACK)
    shares = [gained(rules, (stood, one), layout.END_BLACKJACK) - both for one in classes]
    spared = [share > 0 for share in shares]
    return shares, spared, both


class Row(msgspec.Struct, frozen=True, eq=False):
    """A compiled game as the kernels follow it: a row of small numbers, and where each table begins."""

    head: NDArray[np.uint32]
    row: NDArray[np.uint16]


def as_row(game: Game) -> Row:
    """The game laid out in a row (`layout`)."""
    hands = game.hands
    tables = {
        layout.AFTER: hands.after,
        layout.ACT: hands.act,
        layout.DOUBLED: hands.doubled,
        layout.HALF: hands.half,
        layout.EARLY: hands.early,
        layout.INSURABLE: hands.insurable,
        layout.STOPPED: hands.stopped,
        layout.PAYS: game.pays + layout.BIAS,
        layout.SPLIT_PAYS: game.split_pays + layout.BIAS,
        layout.SPARED: game.spared,
        layout.NEED: game.need,
        layout.BUSTS: game.busts,
        layout.DEALER_AFTER: game.dealer.after,
        layout.DEALER_END: game.dealer.end,
        layout.VALUE: np.array([value(card) - 1 for card in range(52)]),
    }
    head = np.zeros(layout.LENGTH, dtype=np.uint32)
    at = 0
    for place, table in tables.items():
        head[place] = at
        at += table.size
    for place, number in _numbers(game).items():
        head[place] = number
    row = np.concatenate([table.reshape(-1) for table in tables.values()])
    assert 0 <= row.min() <= row.max() < 1 << 16, "the numbers of a row are small"
    return Row(head, row.astype(np.uint16))


def _numbers(game: Game) -> dict[int, int]:
    """What the head holds besides the places of tables."""
    rules, surrendered = game.rules, Class(State.SURRENDERED.value)
    return {
        layout.HANDS: len(game.hands.after),
        layout.HANDS_MOST: game.hands.act.shape[1],
        layout.HOLE: rules.second_card is SecondCard.HOLE,
        layout.CHECK_ACE: checks_under(rules, ACE),
        layout.CHECK_TEN: checks_under(rules, TEN),
        layout.INSURED: game.plan.insurance,
        layout.INSURANCE_WON: layout.BIAS + int(rules.insurance_pays.ratio / 2 * game.unit),
        layout.INSURANCE_LOST: layout.BIAS - game.unit // 2,
        layout.BUSTS_MATTER: game.busts_matter,
        layout.SURRENDERED: game.classes.index(surrendered) if surrendered in game.classes else 0,
        layout.FLAT: layout.BIAS + game.flat,
    }
