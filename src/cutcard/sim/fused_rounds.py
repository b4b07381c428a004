"""Blackjack at one position from a new shoe each round, by the fused machine. Knows no rule."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from cutcard.cards import Pack
from cutcard.sim.compile.bet_deals import BetDeals, bet_deals
from cutcard.sim.compile.bets import BetTables
from cutcard.sim.compile.deals import Deals, deals_of
from cutcard.sim.compile.fused import STRIDE, Fused, fused_blackjack
from cutcard.sim.compile.position import VALUES, PositionMachine, position_machine
from cutcard.sim.compile.tables import Game, Row, as_row
from cutcard.sim.kernels.block import BlockGame, Splits, Tallies, new_block
from cutcard.sim.kernels.words import long_stream, stream_seed
from cutcard.sim.report.results import bet_tallies, counted_nets, hands_ended, nets_room, pairs_room
from cutcard.sim.report.tally import BetTally, Tally
from cutcard.specials import PayTable

ROUNDS_MOST = 1 << 28
"""Rounds of a chunk at most: they are counted in 32 bits, and a card picked in vain counts too."""

STREAM_SPLITS = 1  # stream 0 deals the rounds that end without a split


def fused_rounds(
    game: Game, bets: tuple[tuple[str, PayTable], ...], tables: BetTables | None
) -> FusedRounds | None:
    """A game with bets on its first four cards; None where a round can be too long for the kernel."""
    fused = fused_blackjack(game, second_fourth=tables is not None and bool(tables.four_bets))
    counts, with_bets = value_counts(game), None
    if tables is not None:
        with_bets = bet_deals(fused, Pack.of_decks(game.rules.decks), counts, tables)
        deals = None if with_bets is None else with_bets.deals
    else:
        deals = deals_of(fused, counts)
    if deals is None:
        return None
    machine = position_machine(game)
    splits = _splits(game, fused, machine)
    return FusedRounds(game, as_row(game), fused, deals, machine, splits, bets, tables, with_bets)


def value_counts(game: Game) -> list[int]:
    """How many cards of each value the pack has."""
    return [4 * game.rules.decks] * 9 + [16 * game.rules.decks]


def seen_and_dealt(
    fused: Fused, deals: Deals, rounds: int, seed: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """How many of so many rounds came to each end, and how often each deal came."""
    assert rounds < ROUNDS_MOST, "a chunk has fewer rounds"
    kernel: Any = import_module("cutcard.sim.kernels.fused")
    seen = np.zeros(len(fused.after) // STRIDE, dtype=np.uint32)
    dealt = np.zeros(len(deals.starts), dtype=np.uint32)
    state, gone = np.uint64((1 << deals.bits) - 1), np.uint64((1 << deals.width) - 1)
    dealt_so = kernel.Rounds(
        fused.after, np.uint64(fused.ends), deals.cells, deals.starts, deals.cards, state, gone
    )
    kernel.run_fused(dealt_so, rounds, long_stream(seed), kernel.FusedCounts(seen, dealt))
    total = seen.astype(np.int64)
    states = (deals.starts & state).astype(np.int64)
    np.add.at(total, states, dealt)
    return total, dealt.astype(np.int64)


class FusedRounds(msgspec.Struct, frozen=True, eq=False):
    """One position and a new shoe each round, with any bets but those on the dealer's whole hand."""

    game: Game
    row: Row
    fused: Fused
    deals: Deals
    machine: PositionMachine
    splits: Splits
    bets: tuple[tuple[str, PayTable], ...]
    tables: BetTables | None
    bet_deals: BetDeals | None

    def chunk(self, seed: int, number: int, rounds: int) -> Tally:
        """The tally of one chunk."""
        fused = self.fused
        seen, dealt = self._count(rounds, stream_seed(seed, number))
        nets, pairs = nets_room(self.game, 1), pairs_room(self.game)
        self._splits(seen[fused.splits :], stream_seed(seed, number, STREAM_SPLITS), nets, pairs)
        ends = seen[fused.ends : fused.splits]
        np.add.at(nets, len(nets) // 2 + fused.nets, ends)
        for (finished, end), count in zip(fused.finished, ends.tolist(), strict=True):
            pairs[8 * finished + end] += count
        bets = self._bets(dealt)
        return Tally(rounds, 1, self.game.unit, counted_nets(nets), hands_ended(self.game, pairs), bets)

    def _count(self, rounds: int, seed: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """How many rounds came to each end, and how often each deal came."""
        return seen_and_dealt(self.fused, self.deals, rounds, seed)

    def _splits(
        self, counts: NDArray[np.int64], seed: int, nets: NDArray[np.int64], pairs: NDArray[np.int64]
    ) -> None:
        """Plays as many splits of each kind as came up."""
        from cutcard.sim.kernels import blocks as kernel

        # A place more than there are classes: that of a position whose hands are counted apart.
        more = np.zeros(len(pairs) + 8, dtype=np.int64)
        kernel.play_splits(
            BlockGame(self.machine, self.row.in_records),
            np.arange(VALUES, dtype=np.uint8),
            self.splits._replace(counts=counts),
            new_block(),
            long_stream(seed),
            Tallies(nets, more),
        )
        pairs += more[: len(pairs)]

    def _bets(self, dealt: NDArray[np.int64]) -> dict[str, BetTally]:
        if self.bet_deals is None or self.tables is None:
            return {}
        three = np.zeros(len(self.tables.three_outcomes), dtype=np.int64)
        four = np.zeros(len(self.tables.four_outcomes), dtype=np.int64)
        np.add.at(three, self.bet_deals.three, dealt)
        if len(four):
            np.add.at(four, self.bet_deals.four, dealt)
        return bet_tallies(self.tables, self.bets, (three, four))


def _splits(game: Game, fused: Fused, machine: PositionMachine) -> Splits:
    kinds, packs = [], []
    for _, up, second, pair in fused.split.tolist():
        out = [pair, up, pair, *([second] if second >= 0 else [])]
        left = value_counts(game)
        for value in out:
            left[value] -= 1
        packs.append([*out, *np.repeat(np.arange(VALUES), left).tolist()])
        possible = second < 0 and int(game.blackjacks[up])
        kinds.append((up, len(out), int(machine.opened[(10 * up + pair) * 10 + pair]), possible))
    size = sum(value_counts(game))
    return Splits(
        np.array(kinds, dtype=np.int64).reshape(-1, 4),
        np.array(packs, dtype=np.uint8).reshape(-1, size),
        np.zeros(len(kinds), dtype=np.int64),
    )
