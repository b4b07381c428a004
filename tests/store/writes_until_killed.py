"""A process that commits entry after entry and says so each time, until it is killed. Judges nothing."""

from __future__ import annotations

import sys
from itertools import count

from cutcard.adapters.database.opening import open_store
from cutcard.venue.ports import Answered, Batch
from tests.store.batches import cash, entry

if __name__ == "__main__":
    store = open_store(sys.argv[1])
    for number in count(1):
        store.commit(
            Batch(
                entries=[entry("one", number, number, ("ann", b"leaf"))],
                transfers=[cash("ann", number)],
                answers=[Answered(str(number), b"done")],
            )
        )
        sys.stdout.write(f"{number}\n")
        sys.stdout.flush()
