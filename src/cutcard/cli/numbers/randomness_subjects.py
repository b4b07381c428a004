"""What `cutcard randomness` judges: the draws of live tables, and those of the simulator. Judges nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, Protocol

import msgspec
import numpy as np

from cutcard.adapters.entropy import SeededEntropy, SystemEntropy
from cutcard.analysis.randomness import DealtShoes, ShoeSource
from cutcard.analysis.randomness.run import ROUND
from cutcard.cards import Pack
from cutcard.record.fairness import SECRET_BYTES, contributions_hash, draw_cards, random_block
from cutcard.venue.ports import Entropy

STREAMED: Final = 1 << 20
"""Stands for a batch's number in what is streamed: no run has so many batches."""

STREAM_WORDS: Final = 1 << 14


class Subject(ShoeSource, Protocol):
    """Something that deals, and the bytes it deals by."""

    def stream(self) -> Iterator[bytes]:
        """The bytes behind the cards, without end."""


def system_chance(batch: int) -> Entropy:  # noqa: ARG001  # the system's source has no batches
    """As at a live table."""
    return SystemEntropy()


def seeded_chance(seed: int, batch: int) -> Entropy:
    """The same secrets for the same seed and batch."""
    return SeededEntropy(seed << 32 | batch)


class LiveShoes(msgspec.Struct, frozen=True):
    """Shoes as tables with random cards deal them: rounds of eight cards, each from a secret of its own.

    Nobody contributes a text, so the secret alone makes one round differ from another.
    """

    decks: int
    chance: Callable[[int], Entropy] = system_chance

    def deal(self, batch: int, shoes: int) -> DealtShoes:
        """So many shoes of a batch, and the secrets of their rounds."""
        chance, contributions, full = self.chance(batch), contributions_hash(()), Pack.of_decks(self.decks)
        orders = np.empty((shoes, full.size), dtype=np.uint8)
        secrets = bytearray()
        for order in orders:
            pack = full
            for start in range(0, full.size, ROUND):
                secret = chance.random_bytes(SECRET_BYTES)
                cards = draw_cards(secret, contributions, pack, min(ROUND, pack.size))
                order[start : start + len(cards)] = cards
                pack = pack.without(cards)
                secrets += secret
        return DealtShoes(orders, np.frombuffer(bytes(secrets), dtype=np.uint8).reshape(-1, SECRET_BYTES))

    def stream(self) -> Iterator[bytes]:
        """The first block of each draw: the draw takes its words from its beginning."""
        chance, contributions = self.chance(STREAMED), contributions_hash(())
        while True:
            parts = []
            for _ in range(STREAM_WORDS // 4 // ROUND):
                secret = chance.random_bytes(SECRET_BYTES)
                parts += [random_block(secret, contributions, draw, 0) for draw in range(1, ROUND + 1)]
            yield b"".join(parts)


class SimulatorShoes(msgspec.Struct, frozen=True):
    """Shoes as the compiled kernels of `cutcard simulate` deal them."""

    decks: int
    seed: int

    def deal(self, batch: int, shoes: int) -> DealtShoes:
        """So many shoes of a batch, and the words of its stream."""
        from cutcard.sim.kernels.whole_shoes import whole_shoes
        from cutcard.sim.kernels.words import stream_seed

        orders, words = whole_shoes(self.decks, shoes, stream_seed(self.seed, batch))
        return DealtShoes(orders, words.view(np.uint8).reshape(-1, 8))

    def stream(self) -> Iterator[bytes]:
        """The words of one stream."""
        from cutcard.sim.kernels.whole_shoes import stream_words
        from cutcard.sim.kernels.words import long_stream, stream_seed

        stream = long_stream(stream_seed(self.seed, STREAMED))
        while True:
            yield stream_words(STREAM_WORDS, stream).tobytes()


def subject(name: str, decks: int, seed: int | None) -> Subject:
    """What is judged under this name. Only a simulator cannot do without a seed."""
    if name == "simulator":
        assert seed is not None, "a stream has a seed"
        return SimulatorShoes(decks, seed)
    return LiveShoes(decks, system_chance if seed is None else partial(seeded_chance, seed))
