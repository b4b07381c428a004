"""What a venue needs from outside: a store, a clock, chance. The values that cross, and who answers.

No database, socket or operating system is known here; adapters fill these shapes in, fakes included.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

import msgspec

from cutcard.ledger import Hold, Transfer
from cutcard.record import Entry


class Answered(msgspec.Struct, frozen=True, gc=False):
    """What a command was answered, kept under its key so that it is answered the same again (TB-51)."""

    key: str
    answer: bytes


class Secret(msgspec.Struct, frozen=True):
    """A round's secret, kept apart from the record until it is revealed."""

    stream: str
    round: int
    secret: bytes


class Snapshot(msgspec.Struct, frozen=True):
    """A table's state between rounds, after entry ``number``. A cache: it may be deleted."""

    stream: str
    number: int
    state: bytes
    state_hash: bytes


class Batch(msgspec.Struct, frozen=True, kw_only=True):
    """All that one step of the venue makes durable, in one transaction or not at all."""

    entries: Sequence[Entry] = ()
    transfers: Sequence[Transfer] = ()
    holds: Sequence[Hold] = ()
    answers: Sequence[Answered] = ()
    secrets: Sequence[Secret] = ()
    snapshots: Sequence[Snapshot] = ()
    documents: Sequence[Document] = ()


class Document(msgspec.Struct, frozen=True):
    """A named value that is read by key: a table's settings, a person, a session. None deletes it."""

    kind: str
    key: str
    body: bytes | None


class Purse(msgspec.Struct, frozen=True):
    """One account as the store has it."""

    account: str
    balance: int
    held: int


class Mark(msgspec.Struct, frozen=True):
    """How far a store was written at one moment: each stream's last entry, and the last transfer."""

    streams: dict[str, int] = {}
    transfer: int = 0


class Unavailable(Exception):
    """The store cannot be written or read now. Nothing of the batch has been acknowledged (TB-44)."""


class Store(Protocol):
    """A durable store with one writer."""

    def commit(self, batch: Batch) -> None:
        """Write all of it in one transaction, durable on return; Unavailable where it cannot be."""
        ...

    def was_written(self, batch: Batch) -> bool:
        """Whether this batch, whose commit was Unavailable, was written all the same. Ends the doubt."""
        ...

    def purses(self) -> Iterator[Purse]:
        """Every account."""
        ...

    def holds(self) -> Iterator[Hold]:
        """Every hold that is not zero."""
        ...

    def answer(self, key: str) -> bytes | None:
        """What the command with this key was answered, if it was."""
        ...

    def entries(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Entry]:
        """The entries of a stream in order, those after the given number, up to and including ``upto``."""
        ...

    def round_entries(self, stream: str, round_: int) -> Iterator[Entry]:
        """The entries of one round, in order."""
        ...

    def rounds(self, stream: str, patron: str | None, before: int | None, limit: int) -> Sequence[int]:
        """Round numbers of a stream, latest first; only those with a private leaf of this patron if named."""
        ...

    def streams(self) -> Sequence[str]:
        """The names of all streams, sorted."""
        ...

    def secret(self, stream: str, round_: int) -> bytes | None:
        """The secret of a round."""
        ...

    def snapshot(self, stream: str) -> Snapshot | None:
        """The latest snapshot of a stream."""
        ...

    def mark(self) -> Mark:
        """How far it is written now. Asked by its writer."""
        ...

    def documents(self, kind: str) -> Iterator[Document]:
        """All documents of a kind, sorted by key."""
        ...

    def document(self, kind: str, key: str) -> bytes | None:
        """One document's body."""
        ...

    def close(self) -> None:
        """Let go of the store."""
        ...


class Clock(Protocol):
    """Time. The steady one never jumps and drives every timer; the wall's is only written down."""

    def steady_ms(self) -> int:
        """Milliseconds that only ever go forward."""
        ...

    def wall_ms(self) -> int:
        """Milliseconds since 1970 by the wall clock."""
        ...


class Entropy(Protocol):
    """Chance, from the operating system's secure source (TB-63)."""

    def random_bytes(self, count: int) -> bytes:
        """That many fresh random bytes."""
        ...


def total(transfers: Iterable[Transfer]) -> int:
    """The sum of all postings; zero, or something is wrong (TB-50)."""
    return sum(posting.amount for transfer in transfers for posting in transfer.postings)
