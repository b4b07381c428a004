"""Blackjack made ready to be simulated: the tables of a game and its bets, and the kernel that suits them."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from cutcard.cards import Pack, Shuffle
from cutcard.games.blackjack.rules import Rules
from cutcard.games.blackjack.specials import CATALOGUE
from cutcard.sim.compile import layout
from cutcard.sim.compile.bets import BetTables, bet_tables
from cutcard.sim.compile.position import PositionMachine, position_machine
from cutcard.sim.compile.tables import CARD_VALUES, Game, Row, as_row, compiled_game
from cutcard.sim.fused_rounds import FusedRounds, fused_rounds
from cutcard.sim.kernels.bets import Bets, ByCards, Lookups
from cutcard.sim.kernels.block import SLOTS, BlockGame, Dealing, Shoes, Tallies, new_block
from cutcard.sim.kernels.rounds import play_rounds
from cutcard.sim.kernels.shoe import Shoe
from cutcard.sim.kernels.words import long_stream, stream_seed
from cutcard.sim.plan import Plan
from cutcard.sim.report.results import (
    bet_tallies,
    bust_gain,
    counted_nets,
    gains_of,
    hands_ended,
    nets_room,
    pairs_room,
)
from cutcard.sim.report.tally import BetTally, Tally
from cutcard.specials import Catalogue, PayTable

Longs = NDArray[np.int64]

CARDS_MOST = 23
"""No dealer's hand has so many cards."""


def prepared_rounds(
    rules: Rules,
    plan: Plan,
    positions: int,
    bets: Sequence[tuple[str, PayTable]],
    *,
    compiled: bool,
    catalogue: Catalogue = CATALOGUE,
) -> FusedRounds | Rounds:
    """Blackjack with this plan: fused for one position from a new shoe each round."""
    game = compiled_game(rules, plan)
    tables = bet_tables(bets, catalogue) if bets else None
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
        bets = self._bets_under_way()
        nets, pairs = nets_room(self.game, self.positions), pairs_room(self.game)
        rules = self.game.rules
        shoe = np.repeat(np.arange(52, dtype=np.uint8), Pack.of_decks(rules.decks).counts)
        cut = int(len(shoe) * rules.penetration) if rules.shuffle is Shuffle.CUT_CARD else 0
        play = self._one_by_one if self.machine is None else self._in_blocks
        play(shoe, cut, rounds, stream_seed(seed, number), bets, nets, pairs)
        hands, made = hands_ended(self.game, pairs), self._bet_tallies(bets)
        return Tally(rounds, self.positions, self.game.unit, counted_nets(nets), hands, made)

    def _one_by_one(
        self, shoe: NDArray[np.uint8], cut: int, rounds: int, seed: int, bets: Bets, nets: Longs, pairs: Longs
    ) -> None:
        looked_up = Lookups(*(table.tolist() for table in bets.lookups))
        play_rounds(
            self.row.in_lists,
            Shoe(shoe.tolist(), cut, seed),
            *(rounds, self.positions, self._whole, nets, pairs),
            bets._replace(lookups=looked_up),
        )

    def _in_blocks(
        self, shoe: NDArray[np.uint8], cut: int, rounds: int, seed: int, bets: Bets, nets: Longs, pairs: Longs
    ) -> None:
        from cutcard.sim.kernels import blocks as kernel

        assert self.machine is not None, "blocks have a machine"
        # A place more than there are classes: that of a position whose hands are counted apart.
        more = np.zeros(len(pairs) + 8, dtype=np.int64)
        kernel.play_blocks(
            BlockGame(self.machine, self.row.in_records),
            self._dealing(cut),
            Shoes(np.tile(shoe, SLOTS), np.uint64(len(shoe)), CARD_VALUES.astype(np.uint8)),
            new_block(),
            long_stream(seed),
            rounds,
            Tallies(nets, more),
            bets if self.tables else None,
        )
        pairs += more[: len(pairs)]

    @property
    def _whole(self) -> int:
        """How far the dealer must play in any case."""
        return layout.WHOLE_HAND if self.tables is not None and self.tables.bust else 0

    def _dealing(self, cut: int) -> Dealing:
        looks, blackjacks = (table.astype(np.uint8) for table in (self.game.looks, self.game.blackjacks))
        return Dealing(self.positions, np.uint32(cut), self.row.head.hole, looks, blackjacks, self._whole)

    def _bets_under_way(self) -> Bets:
        """The lookups of special bets, what each joint outcome gains each of them, and room for counts."""
        tables, squares = self.tables, np.zeros(len(self.bets), dtype=np.int64)
        if tables is None:
            empty, none = np.zeros(0, dtype=np.uint16), np.zeros(0, dtype=np.int64)
            lookups, table = (
                Lookups(empty, empty, empty, empty.astype(np.uint8)),
                np.zeros((0, 0), dtype=np.int64),
            )
            return Bets(lookups, ByCards(none, none, none), ByCards(table, table, table), squares, squares)
        by_name = dict(self.bets)
        bust = np.array(
            [[bust_gain(table, cards) for _, table in tables.bust] for cards in range(CARDS_MOST)]
        )
        pays = ByCards(
            gains_of(tables.three_outcomes, tables.three_bets, by_name),
            gains_of(tables.four_outcomes, tables.four_bets, by_name),
            bust.reshape(CARDS_MOST, len(tables.bust)).astype(np.int64),
        )
        counts = ByCards(
            np.zeros(len(tables.three_outcomes), dtype=np.int64),
            np.zeros(len(tables.four_outcomes), dtype=np.int64),
            np.zeros(CARDS_MOST if tables.bust else 0, dtype=np.int64),
        )
        lookups = Lookups(tables.three, tables.classes, tables.four, tables.matters.reshape(-1))
        return Bets(lookups, counts, pays, np.zeros_like(squares), squares)

    def _bet_tallies(self, bets: Bets) -> dict[str, BetTally]:
        if self.tables is None:
            return {}
        made = bet_tallies(self.tables, self.bets, bets.counts)
        if self.positions == 1:
            return made
        # The positions of a round hang together, so squares were counted by round.
        return {
            bet: BetTally(tally.unit, tally.outcomes, int(bets.squares[number]))
            for number, (bet, tally) in enumerate(made.items())
        }
