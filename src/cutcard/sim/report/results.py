"""What a kernel has counted, told as tallies: outcomes of bets, gains, ends of hands. Plays nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutcard.money import LOSE, PUSH
from cutcard.sim.compile import layout
from cutcard.sim.compile.bets import BetTables
from cutcard.sim.compile.classes import ending
from cutcard.sim.compile.tables import Game
from cutcard.sim.report.tally import BetTally
from cutcard.specials import PayTable

Bets = Sequence[tuple[str, PayTable]]


def bet_tallies(bet_tables: BetTables | None, bets: Bets, counts: Sequence[Any]) -> dict[str, BetTally]:
    """The tallies of bets from counts of their joint outcomes."""
    assert bet_tables is not None, "there are tables where there are bets"
    tables, outcomes = dict(bets), dict[str, dict[str, int]]()
    joints = (
        (bet_tables.three_outcomes, bet_tables.three_bets, counts[0]),
        (bet_tables.four_outcomes, bet_tables.four_bets, counts[1]),
    )
    for joint, names_of, seen in joints:
        for names, count in zip(joint, seen.tolist(), strict=True):
            for bet, name in zip(names_of, names, strict=True):
                by_name = outcomes.setdefault(bet, {})
                by_name[name] = by_name.get(name, 0) + count
    for bet, table in reversed(bet_tables.bust):
        outcomes[bet] = _bust_outcomes(table, counts[2].tolist())
    return {
        bet: BetTally(unit_of_pays(tables[bet]), ended, _sum_of_squares(tables[bet], ended))
        for bet, ended in outcomes.items()
    }


def unit_of_pays(table: PayTable) -> int:
    """Into how many parts a stake is cut so that every line pays a whole number of them."""
    return lcm(1, *(odds.staked for odds in table.pays.values()))


def gain_of(table: PayTable, name: str) -> int:
    """What an outcome gains, in those parts."""
    odds = {"push": PUSH, "lose": LOSE}.get(name) or table.pays[name]
    return int(odds.ratio * unit_of_pays(table))


def _sum_of_squares(table: PayTable, outcomes: Mapping[str, int]) -> int:
    return sum(count * gain_of(table, name) ** 2 for name, count in outcomes.items())


def gains_of(joint: Sequence[tuple[str, ...]], bets: Sequence[str], tables: Mapping[str, PayTable]) -> Any:
    """What each joint outcome gains each bet."""
    rows = [[gain_of(tables[bet], name) for bet, name in zip(bets, names, strict=True)] for names in joint]
    return np.array(rows, dtype=np.int64).reshape(len(joint), len(bets))


def _bust_line(table: PayTable, cards: int) -> str:
    """The outcome of a bet on the dealer's bust with so many cards, 0 for no bust."""
    from cutcard.games.blackjack.specials import CATALOGUE
    from cutcard.specials import outcome

    # Any bust hand of so many cards will do: aces first, tens last.
    hand = (0,) * max(cards - 3, 0) + (9,) * 3 if cards else (9, 9)
    return outcome(CATALOGUE["bust"], table, hand).id


def bust_gain(table: PayTable, cards: int) -> int:
    """What a bet on the dealer's bust gains with so many cards, 0 for no bust."""
    return gain_of(table, _bust_line(table, cards))


def _bust_outcomes(table: PayTable, counts: list[int]) -> dict[str, int]:
    outcomes: dict[str, int] = {}
    for cards, count in enumerate(counts):
        name = _bust_line(table, cards)
        outcomes[name] = outcomes.get(name, 0) + count
    return outcomes


def nets_room(game: Game, positions: int) -> NDArray[np.int64]:
    """Room to count rounds by what they gain, no gain in the middle."""
    most = positions * (2 * layout.HANDS_MAX + int(Fraction(game.rules.insurance_pays.ratio)) + 2) * game.unit
    return np.zeros(2 * most + 1, dtype=np.int64)


def pairs_room(game: Game) -> NDArray[np.int64]:
    """Room to count hands by class and dealer's end."""
    return np.zeros(8 * len(game.classes), dtype=np.int64)


def counted_nets(nets: NDArray[np.int64]) -> dict[int, int]:
    """How many rounds gained so many units, those that nobody did left out."""
    middle = len(nets) // 2
    return {int(place) - middle: int(nets[place]) for place in np.flatnonzero(nets)}


def hands_ended(game: Game, pairs: NDArray[np.int64]) -> dict[str, int]:
    """How many hands ended in each way."""
    hands: dict[str, int] = {}
    for place in np.flatnonzero(pairs).tolist():
        name = ending(game.rules, game.classes[place // 8], place % 8)
        hands[name] = hands.get(name, 0) + int(pairs[place])
    return dict(sorted(hands.items()))
