"""Everything a kernel needs of a blackjack game, as arrays and in one row. Made from the rules and a plan."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from cutcard.games.blackjack.hand import ACE, NO_CARDS, TEN, is_blackjack, plus, value
from cutcard.games.blackjack.options import offer
from cutcard.games.blackjack.play import State
from cutcard.games.blackjack.rules import LateBlackjack, Rules, SecondCard, checks_under
from cutcard.sim.compile import layout
from cutcard.sim.compile.classes import Class, dealer_demand, total_gain, unit_of
from cutcard.sim.compile.dealer import DealerMachine, dealer_machine
from cutcard.sim.compile.hand import HandMachine, hand_machine
from cutcard.sim.compile.layout import Head
from cutcard.sim.plan import Plan

Ints = NDArray[np.int64]

UPS = range(ACE, TEN + 1)
"""The up cards by value, as tables have them."""

CARD_VALUES = np.array([value(card) - 1 for card in range(52)])
"""Every card's value, an ace being 0."""


class Game(msgspec.Struct, frozen=True, eq=False):
    """A game compiled: its machines, and payments in whole units of which a stake has ``unit``.

    By the up card's value, ``looks`` is whether the dealer looks under it, ``blackjacks`` whether it can be
    half of one, ``offers`` whether anybody is offered anything before the look.
    """

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
    looks: Ints
    blackjacks: Ints
    offers: Ints

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

    pays = [[units(total_gain(rules, (kind,), end)) for end in range(len(layout.ENDS))] for kind in classes]
    split_pays, spared, flat = _late_split(rules, classes)
    looked = [
        [dealer_demand(rules, (kind,), up, bool(looks)) for kind in classes]
        for looks, up in ((1, 6), (0, ACE))
    ]
    busted = Class(State.BUST.value, 0, True)
    return Game(
        rules=rules,
        plan=plan,
        hands=hands,
        dealer=dealer_machine(rules),
        unit=unit,
        pays=np.array(pays, dtype=np.int64),
        split_pays=np.array([units(pay) for pay in split_pays], dtype=np.int64),
        spared=np.array(spared, dtype=np.int64),
        flat=units(flat),
        need=np.array(looked, dtype=np.int64),
        busts=np.array([(1 + kind.doubled) * (kind.state == State.BUST) for kind in classes], dtype=np.int64),
        busts_matter=dealer_demand(rules, (busted,), ACE, False) == 1,
        looks=np.array([checks_under(rules, up) for up in UPS], dtype=np.int64),
        blackjacks=np.array([_can_be_blackjack(up) for up in UPS], dtype=np.int64),
        offers=np.array(
            [any(offer(rules, hand, up) for hand in hands.summaries) for up in UPS], dtype=np.int64
        ),
    )


def _can_be_blackjack(up: int) -> bool:
    """Whether some second card makes a blackjack of an up card of this value."""
    return any(is_blackjack(plus(plus(NO_CARDS, up, 3), second, 3)) for second in UPS)


def _late_split(rules: Rules, classes: tuple[Class, ...]) -> tuple[list[Fraction], list[bool], Fraction]:
    """What each hand of a split loses to a late blackjack, who is spared the rest, and what that is."""
    late = [total_gain(rules, (kind,), layout.END_BLACKJACK) for kind in classes]
    if rules.late_blackjack_returns is not LateBlackjack.ORIGINAL_ONLY:
        return late, [True] * len(classes), Fraction(0)
    stood = Class(State.STOOD.value, 20)
    both = total_gain(rules, (stood, stood), layout.END_BLACKJACK)
    shares = [total_gain(rules, (stood, kind), layout.END_BLACKJACK) - both for kind in classes]
    spared = [share > 0 for share in shares]
    return shares, spared, both


class Row(NamedTuple):
    """A compiled game as the kernels follow it (`layout`)."""

    head: Head
    row: Any

    @property
    def in_lists(self) -> Row:
        """The same for plain Python, which is quicker on lists, and whose numbers never overflow."""
        return Row(self.head, self.row.tolist())

    @property
    def in_records(self) -> Row:
        """The same for compiled kernels: the head is handed on as one record, not as its many numbers."""
        kinds = np.dtype([(name, np.uint32) for name in Head._fields])
        return self._replace(head=np.array([tuple(self.head)], dtype=kinds)[0])


def as_row(game: Game) -> Row:
    """The game laid out in a row."""
    tables = _tables(game)
    places: dict[str, int] = {}
    at = 0
    for name, table in tables.items():
        places[name] = at
        at += table.size
    row = np.concatenate([table.reshape(-1) for table in tables.values()])
    assert 0 <= row.min() <= row.max() < 1 << 16, "the numbers of a row are small"
    return Row(Head(**places, **_numbers(game)), row.astype(np.uint16))


def _tables(game: Game) -> dict[str, Ints]:
    """The tables of the row by their names in the head."""
    hands = game.hands
    return {
        "after": hands.after,
        "act": hands.act,
        "doubled": hands.doubled,
        "half": hands.half,
        "early": hands.early,
        "insurable": hands.insurable,
        "stopped": hands.stopped,
        "pays": game.pays + layout.BIAS,
        "split_pays": game.split_pays + layout.BIAS,
        "spared": game.spared,
        "need": game.need,
        "busts": game.busts,
        "dealer_after": game.dealer.after,
        "dealer_end": game.dealer.end,
        "looks": game.looks,
        "blackjacks": game.blackjacks,
        "offers": game.offers,
        "value": CARD_VALUES,
    }


def _numbers(game: Game) -> dict[str, int]:
    """What the head holds besides the places of tables."""
    rules, surrendered = game.rules, Class(State.SURRENDERED.value)
    return {
        "hands": len(game.hands.after),
        "hands_most": game.hands.act.shape[1],
        "hole": int(rules.second_card is SecondCard.HOLE),
        "insured": int(game.plan.insurance),
        "insurance_won": layout.BIAS + int(rules.insurance_pays.ratio / 2 * game.unit),
        "insurance_lost": layout.BIAS - game.unit // 2,
        "busts_matter": int(game.busts_matter),
        "surrendered": game.classes.index(surrendered) if surrendered in game.classes else 0,
        "flat": layout.BIAS + game.flat,
    }
