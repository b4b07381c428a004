"""A venue's store on a disk that fills up at random moments, in a process of its own. Judges itself.

The disk is full in earnest: the operating system lets no file of this process grow past a limit that
comes and goes, so writes fail in the middle, wherever SQLite happens to be.
"""

from __future__ import annotations

import resource
import sys
from pathlib import Path
from random import Random

from cutcard.adapters.database.opening import open_store
from cutcard.ledger import Book
from cutcard.record import Entry
from cutcard.venue.ports import Batch, Unavailable
from tests.store.batches import cash, step

STEPS = 60


def limited(to: int) -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (to, hard))


def life(seed: int, folder: Path) -> None:
    rng, book, numbers = Random(seed), Book(), dict[str, int]()
    written: dict[str, list[Entry]] = {}
    failures = 0
    store = open_store(folder)
    for turn in range(STEPS):
        batch = Batch(transfers=[cash(f"p{turn}", 1_000)]) if turn < 4 else step(rng, numbers, str(turn))
        if book.why_not(batch.holds, batch.transfers) is not None:
            continue
        if rng.random() < 0.5:
            biggest = max(path.stat().st_size for path in folder.iterdir())
            limited(rng.randrange(1, biggest + 20_000))
        while True:
            try:
                store.commit(batch)
                break
            except Unavailable:
                failures += 1
                if rng.random() < 0.7:
                    limited(resource.RLIM_INFINITY)
        limited(resource.RLIM_INFINITY)
        book.make(batch.holds, batch.transfers)
        for entry in batch.entries:
            numbers[entry.stream] = entry.number
            written.setdefault(entry.stream, []).append(entry)
        assert {stream: list(store.entries(stream)) for stream in store.streams()} == written
    for _ in range(2):
        assert {purse.account: purse.balance for purse in store.purses()} == book.balances()
        assert list(store.holds()) == list(book.holds())
        assert list(store.audit()) == []
        store.close()
        store = open_store(folder)
    store.close()
    sys.stdout.write(f"{failures}\n")


if __name__ == "__main__":
    life(int(sys.argv[1]), Path(sys.argv[2]))
