"""Baccarat made ready to be simulated: the machine of a coup with all its bets."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from cutcard.cards import Pack, Shuffle
from cutcard.games.baccarat.bets import CATALOGUE
from cutcard.games.baccarat.rules import Rules
from cutcard.sim.compile.baccarat import CoupMachine, coup_machine
from cutcard.sim.compile.deals import Deals, deals_of
from cutcard.sim.compile.fused import STRIDE
from cutcard.sim.fused_rounds import seen_and_dealt
from cutcard.sim.kernels.words import long_stream, stream_seed, words
from cutcard.sim.report.results import gain_of, unit_of_pays
from cutcard.sim.report.tally import BetTally, Tally
from cutcard.specials import Catalogue, PayTable


def prepared_coups(
    rules: Rules,
    bets: Sequence[tuple[str, PayTable]],
    *,
    compiled: bool,
    catalogue: Catalogue = CATALOGUE,
) -> Coups:
    """Baccarat with these bets, main bets among them."""
    machine, deals = coup_machine(rules, bets, catalogue), None
    if compiled and rules.shuffle is not Shuffle.CUT_CARD and machine.stride == STRIDE:
        counts = np.bincount(machine.shoe(Pack.of_decks(rules.decks))).tolist()
        deals = deals_of(machine.fused, counts)
        assert deals is not None, "a coup has few cards"
    return Coups(rules, tuple(bets), machine, deals, compiled)


class Coups(msgspec.Struct, frozen=True, eq=False):
    """Coups one after the other, from shoes that are shuffled as the rules say."""

    rules: Rules
    bets: tuple[tuple[str, PayTable], ...]
    machine: CoupMachine
    deals: Deals | None
    compiled: bool

    def chunk(self, seed: int, number: int, rounds: int) -> Tally:
        """The tally of one chunk."""
        fused = self.machine.fused
        shoe = self.machine.shoe(Pack.of_decks(self.rules.decks))
        cut = int(len(shoe) * self.rules.penetration) if self.rules.shuffle is Shuffle.CUT_CARD else None
        seen = np.zeros(len(fused.after) // self.machine.stride, dtype=np.uint64)
        if self.machine.stride != STRIDE and self.compiled:
            self._wide(shoe, cut, rounds, stream_seed(seed, number), seen)
        elif not self.compiled:
            self._plain(shoe.tolist(), cut, rounds, stream_seed(seed, number), seen)
        elif cut is None:
            self._fresh(rounds, stream_seed(seed, number), seen)
        else:
            self._to_the_cut(shoe, cut, rounds, stream_seed(seed, number), seen)
        ends = seen[fused.ends :].astype(np.int64).tolist()
        return Tally(rounds, 1, 1, {}, {}, {bet: self._bet(bet, table, ends) for bet, table in self.bets})

    def _fresh(self, rounds: int, seed: int, seen: np.ndarray) -> None:
        """Every coup from a full pack."""
        assert self.deals is not None, "coups from a full pack have deals"
        came, _ = seen_and_dealt(self.machine.fused, self.deals, rounds, seed)
        seen += came.astype(np.uint64)

    def _to_the_cut(self, shoe: np.ndarray, cut: int, rounds: int, seed: int, seen: np.ndarray) -> None:
        """Coups of shoes that are dealt to their cut cards."""
        from cutcard.sim.kernels.lanes import LANES, Machine, run_lanes

        fused, lanes = self.machine.fused, LANES
        each, more = divmod(rounds, lanes)
        machine = Machine(fused.after, np.uint64(fused.ends), np.uint32(fused.shoe))
        shoes = np.stack([shoe] * lanes)
        run_lanes(machine, shoes, np.uint64(cut), each, more, long_stream(seed), seen)

    def _wide(self, shoe: np.ndarray, cut: int | None, rounds: int, seed: int, seen: np.ndarray) -> None:
        """Coups on which bets tell more cards apart than a common machine has letters."""
        from cutcard.sim.kernels.wide import WORDS, WideMachine, deal_wide

        fused = self.machine.fused
        begins = fused.shoe if cut else 0
        numbers = (self.machine.stride, fused.ends, cut or 1, begins)
        machine = WideMachine(fused.after, *(np.uint64(number) for number in numbers))
        under_way, made = np.array([begins, 0, rounds], dtype=np.uint64), 0
        while under_way[2]:
            deal_wide(machine, shoe, words(seed, made, WORDS // 2).view(np.uint32), under_way, seen)
            made += WORDS // 2

    def _plain(self, shoe: list[int], cut: int | None, rounds: int, seed: int, seen: np.ndarray) -> None:
        """A small run without a compiler."""
        fused = self.machine.fused
        after, size, made, at = fused.after.tolist(), len(shoe), 0, 0
        state = fused.shoe if cut else 0
        coming: list[int] = []
        while rounds:
            if not coming:
                coming = words(seed, made, 4096).view(np.uint32).tolist()[::-1]
                made += 4096
            other = at + (coming.pop() * (size - at) >> 32)
            shoe[at], shoe[other] = shoe[other], shoe[at]
            state = after[self.machine.stride * state + shoe[at]]
            at += 1
            seen[state] += np.uint64(1)
            if state >= fused.ends:
                rounds -= 1
                if cut is None or at >= cut:
                    at, state = 0, fused.shoe if cut else 0

    def _bet(self, bet: str, table: PayTable, ends: list[int]) -> BetTally:
        outcomes: dict[str, int] = {}
        for outcome_of, count in zip(self.machine.ends, ends, strict=True):
            outcomes[outcome_of[bet]] = outcomes.get(outcome_of[bet], 0) + count
        squares = sum(count * gain_of(table, name) ** 2 for name, count in outcomes.items())
        return BetTally(unit_of_pays(table), outcomes, squares)
