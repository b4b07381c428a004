"""Blackjack made ready to be simulated: the tables of a game and its bets, and the kernel that suits them."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from cutcard.cards import Pack, Shuffle
from cutcard.games.blackjack.rules import Rules
from cutcard.sim import layout
from cutcard.sim.bet_tables import BetTables, bet_tables
from cutcard.sim.counted import (
    Bets,
    bet_tallies,
    bust_gain,
    counted_nets,
    gains_of,
    hands_ended,
    nets_room,
    pairs_room,
)
from cutcard.sim.fused_rounds import FusedRounds, block_game, fused_rounds
from cutcard.sim.jit import kernels
from cutcard.sim.plan import Plan
from cutcard.sim.position_machine import PositionMachine, position_machine
from cutcard.sim.tables import Game, Row, as_row, compiled_game
from cutcard.sim.tally import BetTally, Tally
from cutcard.sim.words import long_stream, stream_seed
from cutcard.specials import PayTable

CARDS_MOST = 23
"""No dealer's hand has so many cards."""


def prepared_rounds(
    rules: Rules, plan: Plan, positions: int, bets: Bets, *, compiled: bool
) -> FusedRounds | Rounds:
    """Blackjack with this plan: fused for one position from a new shoe each round."""
    game = compiled_game(rules, plan)
    tables = bet_tables(bets) if bets else None
    fresh = rules.shuffle is not Shuffle.CUT_CARD
    if compiled and positions == 1 and fresh and (tables is None or not tables.bust):
        fused = fused_rounds(game, tuple(bets), tables)
        if fused is not None:
            return fused
    machine = position_machine(game) if compiled else None
    return Rounds(game, as_row(game), machine, positions, tuple(bets), tables)


class Rounds(msgspec.Struct, frozen=True, eq=False):
    """Any number of positions, any bets, any shuffle: in blocks, or without a machine round by round."""

    game: Game
    row: Row
    machine: PositionMachine | None
    positions: int
    bets: tuple[tuple[str, PayTable], ...]
    tables: BetTables | None

    def chunk(self, seed: int, number: int, rounds: int) -> Tally:
        """The tally of one chunk."""
        counts, pays, squares = self._room()
        nets, pairs = nets_room(self.game, self.positions), pairs_room(self.game)
        rules = self.game.rules
        shoe = np.repeat(np.arange(52, dtype=np.uint8), Pack.of_decks(rules.decks).counts)
        cut = int(len(shoe) * rules.penetration) if rules.shuffle is Shuffle.CUT_CARD else 0
        play = self._one_by_one if self.machine is None else self._in_blocks
        play(shoe, cut, rounds, stream_seed(seed, number), (counts, pays, squares), nets, pairs)
        made = self._bets(counts, squares)
        return Tally(
            rounds, self.positions, self.game.unit, counted_nets(nets), hands_ended(self.game, pairs), made
        )

    def _one_by_one(
        self, shoe: NDArray[np.uint8], cut: int, rounds: int, seed: int, told: Any, nets: Any, pairs: Any
    ) -> None:
        counts, pays, squares = told
        game = (self.row.head, self.row.row, shoe)
        kernels(compiled=False).play_with_bets(
            # Plain Python is quicker, and its numbers never overflow, on lists.
            *(one.tolist() for one in game),
            *(len(shoe), cut, rounds, self.positions, np.uint64(seed)),
            tuple(one.tolist() for one in self._lookups()),
            *(self._whole, counts, pays, squares, nets, pairs),
        )

    def _in_blocks(
        self, shoe: NDArray[np.uint8], cut: int, rounds: int, seed: int, told: Any, nets: Any, pairs: Any
    ) -> None:
        from cutcard.sim import block_kernel as kernel

        counts, pays, squares = told
        assert self.machine is not None, "blocks have a machine"
        head = self.row.head
        value = self.row.row[head[layout.VALUE] :][:52].astype(np.uint8)
        # A place more than there are classes: that of a position whose hands are counted apart.
        more = np.zeros(len(pairs) + 8, dtype=np.int64)
        bets = (self._lookups(), counts, pays, np.zeros_like(squares), squares) if self.tables else None
        kernel.play_blocks(
            *(block_game(self.machine, self.row), (value, np.tile(shoe, kernel.SLOTS), np.uint64(len(shoe)))),
            *(np.uint32(cut), rounds, self.positions, (int(head[layout.HOLE]), self._checks, self._whole)),
            *(np.zeros((kernel.ROWS, kernel.SLOTS), dtype=np.uint32), long_stream(seed), nets, more, bets),
        )
        pairs += more[: len(pairs)]

    @property
    def _whole(self) -> int:
        """How far the dealer must play in any case."""
        return layout.WHOLE_HAND if self.tables is not None and self.tables.bust else 0

    @property
    def _checks(self) -> NDArray[np.uint8]:
        """Under which up cards the dealer looks, by value."""
        head = self.row.head
        return np.array([head[layout.CHECK_ACE], *[0] * 8, head[layout.CHECK_TEN]]).astype(np.uint8)

    def _lookups(self) -> tuple[Any, Any, Any, Any]:
        told = self.tables
        if told is None:
            empty = np.zeros(0, dtype=np.uint16)
            return empty, empty, empty, np.zeros(0, dtype=np.uint8)
        return told.three, told.classes, told.four, told.matters.reshape(-1)

    def _room(self) -> tuple[Any, Any, Any]:
        """Room for counts, and what each joint outcome gains each bet."""
        told = self.tables
        if told is None:
            nothing = np.zeros(0, dtype=np.int64)
            table = np.zeros((0, 0), dtype=np.int64)
            return (nothing, nothing, nothing), (table, table, table), nothing
        by_name = dict(self.bets)
        three = gains_of(told.three_told, told.three_bets, by_name)
        four = gains_of(told.four_told, told.four_bets, by_name)
        bust = np.array([[bust_gain(table, cards) for _, table in told.bust] for cards in range(CARDS_MOST)])
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
