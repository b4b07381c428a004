"""Blackjack made ready to be simulated: the tables of a game and its bets, and the kernel that suits them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from cutcard.cards import Pack, Shuffle
from cutcard.games.blackjack.hand import value
from cutcard.games.blackjack.rules import Rules
from cutcard.money import LOSE, PUSH
from cutcard.sim import layout
from cutcard.sim.bet_tables import BetTables, bet_tables
from cutcard.sim.classes import ending
from cutcard.sim.fused import Fused, fused_blackjack
from cutcard.sim.jit import kernels
from cutcard.sim.plan import Plan
from cutcard.sim.tables import Game, Row, as_row, compiled_game
from cutcard.sim.tally import BetTally, Tally
from cutcard.sim.words import stream_seed
from cutcard.specials import PayTable

CARDS_MOST = 23
"""No dealer's hand has so many cards."""

Bets = Sequence[tuple[str, PayTable]]


def prepared_rounds(
    rules: Rules, plan: Plan, positions: int, bets: Bets, *, compiled: bool
) -> FusedRounds | Rounds:
    """Blackjack with this plan: fused for one position and no bets from a new shoe each round."""
    game = compiled_game(rules, plan)
    tables = bet_tables(bets) if bets else None
    fresh = rules.shuffle is not Shuffle.CUT_CARD
    if compiled and positions == 1 and fresh and (tables is None or not tables.bust):
        second = tables is not None and bool(tables.four_bets)
        fused = fused_blackjack(game, second_fourth=second)
        return FusedRounds(game, as_row(game), fused, tuple(bets), tables)
    return Rounds(game, as_row(game), positions, tuple(bets), tables, compiled)


class FusedRounds(msgspec.Struct, frozen=True, eq=False):
    """One position and a new shoe each round, with any bets but those on the dealer's whole hand."""

    game: Game
    row: Row
    fused: Fused
    bets: tuple[tuple[str, PayTable], ...]
    tables: BetTables | None

    def chunk(self, seed: int, number: int, rounds: int) -> Tally:
        """The tally of one chunk."""
        from cutcard.sim import fused_kernel

        fused, lanes = self.fused, fused_kernel.LANES
        by_value = np.repeat(np.arange(10, dtype=np.uint8), self._counts())
        seen = np.zeros(len(fused.after) // 16, dtype=np.uint64)
        nets, pairs = nets_room(self.game, 1), pairs_room(self.game)
        each, more = divmod(rounds, lanes)
        shoe, watch, told = self._watched(by_value, fused_kernel.STEPS * lanes)
        fused_kernel.run_lanes(
            *(fused.after, np.uint64(fused.ends), np.uint32(0), np.stack([shoe] * lanes), None, each, more),
            *(np.uint64(stream_seed(seed, number)), seen, watch, told),
        )
        head, row = self._by_value()
        splits = seen[fused.splits :].astype(np.int64)
        second = np.uint64(stream_seed(seed, number, 1))
        fused_kernel.run_splits(head, row, fused.split, splits, by_value, second, nets, pairs)
        ends = seen[fused.ends : fused.splits].astype(np.int64)
        np.add.at(nets, len(nets) // 2 + fused.nets, ends)
        for (finished, end), count in zip(fused.finished, ends.tolist(), strict=True):
            pairs[8 * finished + end] += count
        bets = {} if told is None else bet_tallies(self.tables, self.bets, (told[3], told[4]))
        return Tally(rounds, 1, self.game.unit, counted_nets(nets), hands_ended(self.game, pairs), bets)

    def _watched(self, by_value: NDArray[np.uint8], most: int) -> tuple[NDArray[np.uint8], Any, Any]:
        """The shoe, what to write down of its first cards, and the tables that settle bets on them."""
        told = self.tables
        if told is None:
            return by_value, None, None
        counts = Pack.of_decks(self.game.rules.decks).counts
        shoe = np.repeat(np.arange(52, dtype=np.uint8), counts)
        letters = np.array([value(card) - 1 for card in range(52)], dtype=np.uint8)
        seen = np.uint64(4 if told.four_bets else 3)
        watch = (letters, seen, np.zeros(most + 1, dtype=np.uint32), np.zeros(8, dtype=np.uint32))
        of_three = np.zeros(len(told.three_told), dtype=np.uint64)
        of_four = np.zeros(len(told.four_told), dtype=np.uint64)
        return shoe, watch, (*_by_sixes(told), of_three, of_four)

    def _counts(self) -> list[int]:
        decks = self.game.rules.decks
        return [4 * decks] * 9 + [16 * decks]

    def _by_value(self) -> tuple[NDArray[np.uint32], NDArray[np.uint16]]:
        """The row for a shoe that holds values instead of cards."""
        head = self.row.head.copy()
        head[layout.VALUE] = len(self.row.row)
        return head, np.concatenate([self.row.row, np.arange(10, dtype=np.uint16)])


def _by_sixes(told: BetTables) -> tuple[Any, Any, Any]:
    """The tables by six bits a card, in the order of dealing: player, up card, player; class and second."""

    def wide(table: NDArray[np.uint16]) -> NDArray[np.uint16]:
        laid = np.zeros((64, 64, 64), dtype=np.uint16)
        if len(table):
            laid[:52, :52, :52] = table.reshape(52, 52, 52).transpose(0, 2, 1)
        return laid.reshape(-1)

    four = np.zeros((len(told.four) // 52, 64), dtype=np.uint16)
    four[:, :52] = told.four.reshape(-1, 52)
    return wide(told.three), wide(told.classes), four.reshape(-1)


class Rounds(msgspec.Struct, frozen=True, eq=False):
    """Any number of positions, any bets, any shuffle."""

    game: Game
    row: Row
    positions: int
    bets: tuple[tuple[str, PayTable], ...]
    tables: BetTables | None
    compiled: bool

    def chunk(self, seed: int, number: int, rounds: int) -> Tally:
        """The tally of one chunk."""
        counts, pays, squares = self._room()
        nets, pairs = nets_room(self.game, self.positions), pairs_room(self.game)
        rules = self.game.rules
        shoe = np.repeat(np.arange(52, dtype=np.int64), Pack.of_decks(rules.decks).counts)
        size = len(shoe)
        cut = int(size * rules.penetration) if rules.shuffle is Shuffle.CUT_CARD else 0
        empty = np.zeros(0, dtype=np.uint16)
        none = (empty, empty, empty, np.zeros(0, dtype=np.uint8))
        told = self.tables
        tables = none if told is None else (told.three, told.classes, told.four, told.matters.reshape(-1))
        whole = 2 if told is not None and told.bust else 0
        game: tuple[Any, ...] = (self.row.head, self.row.row, shoe)
        seen: tuple[Any, ...] = tables
        if not self.compiled:
            # Plain Python is quicker, and its numbers never overflow, on lists.
            game, seen = (tuple(one.tolist() for one in arrays) for arrays in (game, seen))
        kernels(compiled=self.compiled).play_with_bets(
            *(*game, size, cut, rounds, self.positions, np.uint64(stream_seed(seed, number))),
            *(seen, whole, counts, pays, squares, nets, pairs),
        )
        made = self._bets(counts, squares)
        return Tally(
            rounds, self.positions, self.game.unit, counted_nets(nets), hands_ended(self.game, pairs), made
        )

    def _room(self) -> tuple[Any, Any, Any]:
        """Room for counts, and what each joint outcome gains each bet."""
        told = self.tables
        if told is None:
            nothing = np.zeros(0, dtype=np.int64)
            table = np.zeros((0, 0), dtype=np.int64)
            return (nothing, nothing, nothing), (table, table, table), nothing
        by_name = dict(self.bets)
        three = _gains(told.three_told, told.three_bets, by_name)
        four = _gains(told.four_told, told.four_bets, by_name)
        bust = np.array([[_bust_gain(table, cards) for _, table in told.bust] for cards in range(CARDS_MOST)])
        bust = bust.reshape(CARDS_MOST, len(told.bust)).astype(np.int64)
        counts = (
            np.zeros(len(told.three_told), dtype=np.int64),
            np.zeros(len(told.four_told), dtype=np.int64),
            np.zeros(CARDS_MOST if told.bust else 0, dtype=np.int64),
        )
        return counts, (three, four, bust), np.zeros(len(self.bets), dtype=np.int64)

    def _bets(self, counts: tuple[Any, Any, Any], squares: Any) -> dict[str, BetTally]:
        if self.tables is None:
            return {}
        made = bet_tallies(self.tables, self.bets, counts)
        if self.positions == 1:
            return made
        # The positions of a round hang together, so squares were counted by round.
        return {
            bet: BetTally(one.unit, one.outcomes, int(squares[number]))
            for number, (bet, one) in enumerate(made.items())
        }


def bet_tallies(told: BetTables | None, bets: Bets, counts: Sequence[Any]) -> dict[str, BetTally]:
    """The tallies of bets from counts of their joint outcomes."""
    assert told is not None, "there are tables where there are bets"
    tables, outcomes = dict(bets), dict[str, dict[str, int]]()
    joints = ((told.three_told, told.three_bets, counts[0]), (told.four_told, told.four_bets, counts[1]))
    for joint, names_of, seen in joints:
        for names, count in zip(joint, seen.tolist(), strict=True):
            for bet, name in zip(names_of, names, strict=True):
                by_name = outcomes.setdefault(bet, {})
                by_name[name] = by_name.get(name, 0) + count
    for bet, table in reversed(told.bust):
        outcomes[bet] = _bust_outcomes(table, counts[2].tolist())
    return {
        bet: BetTally(unit_of_pays(tables[bet]), ended, _squared(tables[bet], ended))
        for bet, ended in outcomes.items()
    }


def unit_of_pays(table: PayTable) -> int:
    """Into how many parts a stake is cut so that every line pays a whole number of them."""
    return lcm(1, *(odds.staked for odds in table.pays.values()))


def gain_of(table: PayTable, name: str) -> int:
    """What an outcome gains, in those parts."""
    odds = {"push": PUSH, "lose": LOSE}.get(name) or table.pays[name]
    return int(odds.ratio * unit_of_pays(table))


def _squared(table: PayTable, outcomes: Mapping[str, int]) -> int:
    return sum(count * gain_of(table, name) ** 2 for name, count in outcomes.items())


def _gains(joint: Sequence[tuple[str, ...]], bets: Sequence[str], tables: Mapping[str, PayTable]) -> Any:
    rows = [[gain_of(tables[bet], name) for bet, name in zip(bets, names, strict=True)] for names in joint]
    return np.array(rows, dtype=np.int64).reshape(len(joint), len(bets))


def _bust_line(table: PayTable, cards: int) -> str:
    """The outcome of a bet on the dealer's bust with so many cards, 0 for no bust."""
    from cutcard.games.blackjack.specials import CATALOGUE
    from cutcard.specials import outcome

    # Any bust hand of so many cards will do: aces first, tens last.
    hand = (0,) * max(cards - 3, 0) + (9,) * 3 if cards else (9, 9)
    return outcome(CATALOGUE["bust"], table, hand).id


def _bust_gain(table: PayTable, cards: int) -> int:
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
