"""A store in memory for simulated venues: it behaves as the durable one does. Writes no file.

Faults come from outside: a function that is asked before and after each commit, and may raise
Unavailable (the disk is full, or the answer is lost although the batch is kept) or Crash.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal

import msgspec

from cutcard.adapters.database.errors import Contradiction
from cutcard.ledger import Book, Hold, Transfer
from cutcard.record import Entry
from cutcard.venue.ports import Batch, Document, Mark, Purse, Snapshot, Unavailable

Moment = Literal["before", "after"]
Faults = Callable[[Moment, Batch], None]


class Crash(BaseException):
    """The process is gone at this very instant: nothing above may catch it as an ordinary error."""


def no_faults(moment: Moment, batch: Batch) -> None:  # the shape that faults have
    """Nothing goes wrong."""


class Contents(msgspec.Struct):
    """All that would be on the disk."""

    book: Book
    transfers: list[Transfer] = []
    entries: dict[str, list[Entry]] = {}
    answers: dict[str, bytes] = {}
    secrets: dict[tuple[str, int], bytes] = {}
    snapshots: dict[str, Snapshot] = {}
    documents: dict[str, dict[str, bytes]] = {}


class MemoryStore:
    """A store that forgets everything with its process."""

    def __init__(self, faults: Faults = no_faults, contents: Contents | None = None) -> None:
        self._faults = faults
        self._kept = Contents(Book()) if contents is None else contents
        self._late: Batch | None = None  # it was kept, and its committer does not know

    def reopen(self, faults: Faults = no_faults) -> MemoryStore:
        """The store as the next process finds it after a crash."""
        return MemoryStore(faults, self._kept)

    def commit(self, batch: Batch) -> None:
        """Keep all of it or nothing. After Unavailable the same batch may be committed until it succeeds."""
        late, self._late = self._late, None
        if late is not None:
            if batch is late or batch == late:
                return
            self._late = late
            raise Contradiction("the batch before this one was written after all: load the store again")
        self._faults("before", batch)
        self._check(batch)
        self._keep(batch)
        try:
            self._faults("after", batch)
        except Unavailable:
            self._late = batch
            raise

    def was_written(self, batch: Batch) -> bool:
        """Whether this batch, whose commit ended in Unavailable, was kept all the same. Ends the doubt."""
        late, self._late = self._late, None
        return late is not None and (batch is late or batch == late)

    def _check(self, batch: Batch) -> None:
        contents = self._kept
        last = {stream: len(entries) for stream, entries in contents.entries.items()}
        for entry in batch.entries:
            follows = last.get(entry.stream, 0)
            if entry.number != follows + 1:
                raise Contradiction(f"entry {entry.number} of {entry.stream} cannot follow entry {follows}")
            last[entry.stream] = entry.number
        refusal = contents.book.why_not(batch.holds, batch.transfers)
        if refusal is not None:
            raise Contradiction(f"{refusal.code} {dict(refusal.facts)}")
        _check_new([answer.key for answer in batch.answers], contents.answers, "answer")
        _check_new([(secret.stream, secret.round) for secret in batch.secrets], contents.secrets, "secret")

    def _keep(self, batch: Batch) -> None:
        contents = self._kept
        refusal = contents.book.make(batch.holds, batch.transfers)
        assert refusal is None
        contents.transfers += batch.transfers
        for entry in batch.entries:
            contents.entries.setdefault(entry.stream, []).append(entry)
        contents.answers.update((answer.key, answer.answer) for answer in batch.answers)
        contents.secrets.update(((secret.stream, secret.round), secret.secret) for secret in batch.secrets)
        contents.snapshots.update((snapshot.stream, snapshot) for snapshot in batch.snapshots)
        for document in batch.documents:
            of_kind = contents.documents.setdefault(document.kind, {})
            if document.body is None:
                of_kind.pop(document.key, None)
            else:
                of_kind[document.key] = document.body

    def purses(self) -> Iterator[Purse]:
        """Every account, by name."""
        book = self._kept.book
        for account, balance in sorted(book.balances().items()):
            yield Purse(account, balance, book.amount_held(account))

    def holds(self) -> Iterator[Hold]:
        """Every hold that is not zero."""
        yield from self._kept.book.holds()

    def answer(self, key: str) -> bytes | None:
        """What the command with this key was answered, if it was."""
        return self._kept.answers.get(key)

    def entries(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Entry]:
        """The entries of a stream in order, those after the given number, up to and including ``upto``."""
        yield from self._kept.entries.get(stream, [])[max(after, 0) : None if upto is None else max(upto, 0)]

    def round_entries(self, stream: str, round_: int) -> Iterator[Entry]:
        """The entries of one round, in order."""
        yield from (entry for entry in self._kept.entries.get(stream, []) if entry.round == round_)

    def rounds(self, stream: str, patron: str | None, before: int | None, limit: int) -> Sequence[int]:
        """Round numbers of a stream, latest first; only those with a private leaf of this patron if named."""
        matching = {
            entry.round
            for entry in self._kept.entries.get(stream, [])
            if entry.round
            and (before is None or entry.round < before)
            and (patron is None or any(owner == patron for owner, _ in entry.private))
        }
        return sorted(matching, reverse=True)[:limit]

    def streams(self) -> Sequence[str]:
        """The names of all streams, sorted."""
        return sorted(self._kept.entries)

    def secret(self, stream: str, round_: int) -> bytes | None:
        """The secret of a round."""
        return self._kept.secrets.get((stream, round_))

    def snapshot(self, stream: str) -> Snapshot | None:
        """The latest snapshot of a stream."""
        return self._kept.snapshots.get(stream)

    def mark(self) -> Mark:
        """How far it is written now."""
        return Mark({name: len(each) for name, each in self._kept.entries.items()}, len(self._kept.transfers))

    def documents(self, kind: str) -> Iterator[Document]:
        """All documents of a kind, sorted by key."""
        for key, body in sorted(self._kept.documents.get(kind, {}).items()):
            yield Document(kind, key, body)

    def document(self, kind: str, key: str) -> bytes | None:
        """One document's body."""
        return self._kept.documents.get(kind, {}).get(key)

    def audit(self) -> Sequence[str]:
        """What does not add up: every balance counted again from every transfer."""
        counted = Book()
        for transfer in self._kept.transfers:
            counted.apply(transfer)
        stored, again = self._kept.book.balances(), counted.balances()
        return [
            f"{account} has {stored.get(account, 0)}, and its postings come to {again.get(account, 0)}"
            for account in sorted({*stored, *again})
            if stored.get(account, 0) != again.get(account, 0)
        ]

    def close(self) -> None:
        """Nothing to let go of: what is kept can be opened again."""


def _check_new(keys: Sequence[object], known: Mapping[Any, bytes], what: str) -> None:
    for key in keys:
        if key in known:
            raise Contradiction(f"there is a {what} {key} already")
    if len(set(keys)) != len(keys):
        raise Contradiction(f"a {what} is written twice")
