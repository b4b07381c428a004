"""Rounds on a GPU: one position at blackjack, any bets at baccarat, a full pack every round. Knows no rule.

What the GPU runs is ``gpu.cu``, by the tables that the other kernels follow too. How it is spoken to is known
to `Cupy` alone; whatever else runs the two kernels will do as well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import resources, util
from typing import Any, Final, Protocol, cast

import msgspec
import numpy as np
from numpy.typing import NDArray

from cutcard.cards import Pack
from cutcard.games.baccarat.rules import Rules as BaccaratRules
from cutcard.games.blackjack.rules import Rules as BlackjackRules
from cutcard.sim.compile import layout
from cutcard.sim.compile.baccarat import CoupMachine, coup_machine
from cutcard.sim.compile.fused import STRIDE, Fused, fused_blackjack
from cutcard.sim.compile.tables import CARD_VALUES, Game, Row, as_row, compiled_game
from cutcard.sim.kernels.words import stream_seed
from cutcard.sim.plan import Plan
from cutcard.sim.report.results import counted_nets, gain_of, hands_ended, nets_room, pairs_room, unit_of_pays
from cutcard.sim.report.tally import BetTally, Tally
from cutcard.specials import PayTable

CHUNK: Final = 1 << 31
"""Rounds in a chunk: some hundredths of a second on a fast GPU."""

LANES: Final = 1 << 18
"""Streams of a chunk. The counts hang on it, so it is the same on every GPU."""

STREAM_ROUNDS: Final = 2  # 0 and 1 are the streams of the CPU: no two kernels share words
STREAM_SPLITS: Final = 3

LETTERS_MOST: Final = 16  # four bits of a card (`layout.GPU_PLACE`)
THREADS: Final = 1024  # the most that a block of any such GPU may have

Words16 = NDArray[np.uint16]
Counts = NDArray[np.uint64]
Argument = NDArray[Any] | np.generic


class Device(Protocol):
    """Whatever runs the kernels of ``gpu.cu``."""

    @property
    def held_most(self) -> int:
        """How many bytes a block of threads can hold close by."""

    def launch(self, kernel: str, held: int, read: Sequence[Argument], written: Sequence[Counts]) -> None:
        """Runs a kernel whose blocks hold so many bytes; what it writes comes last among its arguments."""


def available() -> str | None:
    """None if there is a GPU to run on, else why not."""
    if util.find_spec("cupy") is None:
        return "CuPy is not installed: pip install 'cutcard[gpu]'"
    try:
        import cupy
    except ImportError as wrong:
        return f"CuPy cannot be loaded: {_line(wrong)}"
    try:
        count = cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as wrong:
        return f"there is no CUDA device: {_line(wrong)}"
    return None if count else "there is no CUDA device"


def _line(wrong: Exception) -> str:
    return next((line.strip() for line in str(wrong).splitlines() if line.strip()), type(wrong).__name__)


def source() -> str:
    """The text of the kernels, before it the places of a head and the other names of `layout`."""
    named = {name.upper(): place for place, name in enumerate(layout.Head._fields)}
    named |= {name: number for name, number in vars(layout).items() if name.isupper() and type(number) is int}
    defined = [f"#define {name} {number}\n" for name, number in named.items()]
    text = (resources.files("cutcard.sim.kernels") / "gpu.cu").read_text(encoding="utf-8")
    return "".join((*defined, text))


class Cupy:
    """The first CUDA device, through CuPy."""

    def __init__(self) -> None:
        import cupy

        self._cupy = cupy
        self._module = cupy.RawModule(code=source())
        attributes = cupy.cuda.Device().attributes
        self._blocks = int(attributes["MultiProcessorCount"])
        self._held_most = int(attributes["MaxSharedMemoryPerBlockOptin"])

    @property
    def name(self) -> str:
        """What the maker calls it."""
        properties = self._cupy.cuda.runtime.getDeviceProperties(self._cupy.cuda.Device().id)
        return cast("str", properties["name"].decode())

    @property
    def held_most(self) -> int:
        """How much shared memory a block of threads may ask for."""
        return self._held_most

    def launch(self, kernel: str, held: int, read: Sequence[Argument], written: Sequence[Counts]) -> None:
        """Runs a kernel and waits for it."""
        function = self._module.get_function(kernel)
        function.max_dynamic_shared_size_bytes = held
        there = [self._cupy.asarray(value) if isinstance(value, np.ndarray) else value for value in read]
        counts = [self._cupy.asarray(array) for array in written]
        function((self._blocks,), (THREADS,), (*there, *counts), shared_mem=held)
        for array, count in zip(written, counts, strict=True):
            array[...] = count.get()


def gpu_rounds(rules: BlackjackRules, plan: Plan, device: Device) -> GpuRounds:
    """Blackjack with this plan, one position."""
    game = compiled_game(rules, plan)
    return GpuRounds(game, as_row(game), fused_blackjack(game), device)


def gpu_coups(rules: BaccaratRules, bets: Sequence[tuple[str, PayTable]], device: Device) -> GpuCoups:
    """Baccarat with these bets, main bets among them."""
    machine = coup_machine(rules, bets)
    outcomes = {bet: tuple(dict.fromkeys(ending[bet] for ending in machine.ends)) for bet, _ in bets}
    numbered = {
        bet: np.array([names.index(ending[bet]) for ending in machine.ends])
        for bet, names in outcomes.items()
    }
    return GpuCoups(rules, tuple(bets), machine, outcomes, numbered, device)


class Dealt(msgspec.Struct, frozen=True, eq=False):
    """A pack as the kernels read it: each card's letter, and its place among those of its letter."""

    cards: Words16
    letters: int

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """The cards, how many there are, and how many bits count those of a letter."""
        return self.cards, np.uint32(len(self.cards)), np.uint32(64 // self.letters)


def dealt_from(letters: NDArray[Any]) -> Dealt:
    """A pack of cards by letter."""
    counts = np.bincount(letters)
    assert len(counts) <= LETTERS_MOST, "a letter has four bits"
    cards = [
        letter | place << layout.GPU_PLACE
        for letter, count in enumerate(counts.tolist())
        for place in range(count)
    ]
    return Dealt(np.array(cards, dtype=np.uint16), len(counts))


def seen_ends(
    device: Device, fused: Fused, pack: Dealt, rounds: int, key: int, lanes: int = LANES
) -> NDArray[np.int64]:
    """How many rounds came to each end and to each split."""
    assert rounds < 1 << 32, "a block counts in 32 bits"
    table = fused.after.reshape(-1, STRIDE)[: fused.ends, : pack.letters].reshape(-1)
    seen = np.zeros(len(fused.after) // STRIDE - fused.ends, dtype=np.uint64)
    least = 4 * len(seen) + 2 * len(pack.cards)
    held = least + 2 * len(table) <= device.held_most
    device.launch(
        "play_rounds",
        least + 2 * len(table) * held,
        (
            *(table, np.uint32(fused.ends), np.uint32(pack.letters), np.uint32(len(seen)), np.uint32(held)),
            *(*pack.arguments, np.uint64(rounds), np.uint32(lanes), np.uint64(key)),
        ),
        (seen,),
    )
    return seen.astype(np.int64)


class GpuRounds(msgspec.Struct, frozen=True, eq=False):
    """Blackjack: one position, no special bets, a full pack for every round."""

    game: Game
    row: Row
    fused: Fused
    device: Device

    def chunk(self, seed: int, number: int, rounds: int) -> Tally:
        """The tally of one chunk."""
        fused, pack = self.fused, self.pack()
        seen = seen_ends(self.device, fused, pack, rounds, stream_seed(seed, number, STREAM_ROUNDS))
        ends, splits = np.split(seen, [fused.splits - fused.ends])
        nets, pairs = self.split_tally(pack, splits, stream_seed(seed, number, STREAM_SPLITS))
        np.add.at(nets, len(nets) // 2 + fused.nets, ends)
        for (finished, end), count in zip(fused.finished, ends.tolist(), strict=True):
            pairs[8 * finished + end] += count
        return Tally(rounds, 1, self.game.unit, counted_nets(nets), hands_ended(self.game, pairs), {})

    def pack(self) -> Dealt:
        """The pack by value."""
        return dealt_from(np.repeat(CARD_VALUES, Pack.of_decks(self.game.rules.decks).counts))

    def split_tally(
        self, pack: Dealt, counts: NDArray[np.int64], key: int
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """As many splits of each kind as were counted, played: what they gained, and their hands."""
        head, row = np.array(self.row.head, dtype=np.uint32), self.row.row
        nets, pairs = nets_room(self.game, 1).astype(np.uint64), pairs_room(self.game).astype(np.uint64)
        if counts.sum():
            least = 4 * (len(nets) + len(pairs)) + 2 * len(pack.cards)
            held = least + 2 * len(row) <= self.device.held_most
            kinds, upto = self.fused.split.astype(np.int32), np.cumsum(counts).astype(np.uint64)
            self.device.launch(
                "play_splits",
                least + 2 * len(row) * held,
                (
                    *(head, row, np.uint32(len(row)), np.uint32(held), kinds, upto, np.uint32(len(kinds))),
                    *(
                        *pack.arguments,
                        np.uint32(LANES),
                        np.uint64(key),
                        np.uint32(len(nets)),
                        np.uint32(len(pairs)),
                    ),
                ),
                (nets, pairs),
            )
        return nets.astype(np.int64), pairs.astype(np.int64)


class GpuCoups(msgspec.Struct, frozen=True, eq=False):
    """Baccarat: any bets, a full pack for every coup.

    Beside each bet stand its outcomes, and for each end the number of the outcome it means.
    """

    rules: BaccaratRules
    bets: tuple[tuple[str, PayTable], ...]
    machine: CoupMachine
    outcomes: Mapping[str, tuple[str, ...]]
    numbered: Mapping[str, NDArray[np.int64]]
    device: Device

    def chunk(self, seed: int, number: int, rounds: int) -> Tally:
        """The tally of one chunk."""
        pack = dealt_from(self.machine.shoe(Pack.of_decks(self.rules.decks)))
        key = stream_seed(seed, number, STREAM_ROUNDS)
        seen = seen_ends(self.device, self.machine.fused, pack, rounds, key)
        return Tally(rounds, 1, 1, {}, {}, {bet: self._bet(bet, table, seen) for bet, table in self.bets})

    def _bet(self, bet: str, table: PayTable, seen: NDArray[np.int64]) -> BetTally:
        counts = np.zeros(len(self.outcomes[bet]), dtype=np.int64)
        np.add.at(counts, self.numbered[bet], seen)
        outcomes = dict(zip(self.outcomes[bet], counts.tolist(), strict=True))
        squares = sum(count * gain_of(table, name) ** 2 for name, count in outcomes.items())
        return BetTally(unit_of_pays(table), outcomes, squares)
