"""A batch as rows: what each table of the database gets, in the order in which it is written.

How a database is spoken to is not known here. Money is netted: each account's row changes once a
batch, so that the database judges where the whole batch leaves a purse, as the book does.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import Any, Final

import msgspec

from cutcard.adapters.database.errors import Contradiction
from cutcard.ledger import Posting
from cutcard.record import Entry
from cutcard.venue.ports import Batch

Row = tuple[Any, ...]
Steps = list[tuple[str, list[Row]]]
Leaves = tuple[tuple[str, bytes], ...]

FEW_PER_BODY = 4  # where fewer patrons share a body, numbering bodies saves next to nothing


class Alike(msgspec.Struct, frozen=True):
    """Leaves of which many say the same: each text once, and for each patron its place among the texts."""

    patrons: list[str]
    bodies: list[bytes]
    said: list[int]


_pack = msgspec.msgpack.Encoder().encode
_kept_leaves: msgspec.msgpack.Decoder[Leaves | Alike] = msgspec.msgpack.Decoder(Leaves | Alike)
_unpack_postings = msgspec.msgpack.Decoder(tuple[Posting, ...]).decode


class Stream(msgspec.Struct):
    """A stream's number in the database, its last entry, and who has a leaf in its latest round."""

    id: int
    last: int
    round: int = 0
    patrons: set[str] = msgspec.field(default_factory=set)


class Known(msgspec.Struct):
    """What the writer knows of its store without asking, true as of one serial number."""

    serial: int
    streams: dict[str, Stream]
    accounts: set[str]


class Plan(msgspec.Struct):
    """A batch's rows, and what is known once they are written."""

    steps: Steps
    streams: dict[str, Stream]
    accounts: list[str]


def plan_rows(batch: Batch, known: Known) -> Plan:
    """The rows of a batch; Contradiction where it cannot follow what is known."""
    streams: dict[str, Stream] = {}
    steps = _of_entries(batch.entries, known, streams)
    money, accounts = _of_money(batch, known)
    steps += money
    steps.append(("answers", [(answer.key, answer.answer) for answer in batch.answers]))
    steps.append(("secrets", [(secret.stream, secret.round, secret.secret) for secret in batch.secrets]))
    latest = {snapshot.stream: snapshot for snapshot in batch.snapshots}
    steps.append(
        (
            "snapshots",
            [
                (snapshot.stream, snapshot.number, snapshot.state, snapshot.state_hash)
                for snapshot in latest.values()
            ],
        )
    )
    documents = {(document.kind, document.key): document.body for document in batch.documents}
    steps.append(("documents_gone", [key for key, body in documents.items() if body is None]))
    steps.append(("documents", [(*key, body) for key, body in documents.items() if body is not None]))
    return Plan([step for step in steps if step[1]], streams, accounts)


def learn(known: Known, plan: Plan) -> None:
    """The plan has been written."""
    known.serial += 1
    known.accounts.update(plan.accounts)
    known.streams.update(plan.streams)


def forget(known: Known, batch: Batch) -> None:
    """The batch has not been written: who has a leaf in its rounds is asked of the database again."""
    for entry in batch.entries:
        if entry.stream in known.streams:
            known.streams[entry.stream].round = 0
            known.streams[entry.stream].patrons = set()


def _of_entries(entries: Sequence[Entry], known: Known, streams: dict[str, Stream]) -> Steps:
    rows: list[Row] = []
    patrons: list[Row] = []
    rounds: dict[tuple[int, int], tuple[int, int]] = {}
    for entry in entries:
        stream = streams.get(entry.stream)
        if stream is None:
            stream = streams[entry.stream] = _copy_stream(entry.stream, known, streams)
        if entry.number != stream.last + 1:
            raise Contradiction(f"entry {entry.number} of {entry.stream} cannot follow entry {stream.last}")
        stream.last = entry.number
        private = _pack_leaves(entry.private) if entry.private else b""
        rows.append(
            (
                *(stream.id, entry.number, entry.round, entry.at_ms, entry.wall_ms, entry.tag),
                *(entry.public, private, entry.salt, entry.hash),
            )
        )
        if entry.round:
            first, _ = rounds.get((stream.id, entry.round), (entry.number, 0))
            rounds[stream.id, entry.round] = first, entry.number
            patrons += _newcomers(stream, entry)
    new = [(stream.id, name, stream.last) for name, stream in streams.items() if name not in known.streams]
    on = [(stream.last, stream.id) for name, stream in streams.items() if name in known.streams]
    return [
        ("streams_new", new),
        ("streams", on),
        ("entries", rows),
        ("rounds", [(*key, *span) for key, span in rounds.items()]),
        ("round_patrons", _in_order(patrons)),
    ]


def _next_id(known: Known, streams: dict[str, Stream]) -> int:
    """A number no stream has, neither in the store nor in this batch."""
    stored = (stream.id for stream in known.streams.values())
    return max((*stored, *(stream.id for stream in streams.values())), default=0) + 1


def _copy_stream(name: str, known: Known, streams: dict[str, Stream]) -> Stream:
    """A copy to count on with: what is known changes only when the batch is written."""
    was = known.streams.get(name)
    if was is None:
        return Stream(_next_id(known, streams), 0)
    return Stream(was.id, was.last, was.round, was.patrons)


def _newcomers(stream: Stream, entry: Entry) -> list[Row]:
    """Patrons with their first leaf in this round, as far as is known."""
    if entry.round != stream.round:
        stream.round, stream.patrons = entry.round, set()
    seen = stream.patrons
    new = [patron for patron, _ in entry.private if patron not in seen]
    # Shared with what is known, since a copy for every entry would cost too much; `forget` undoes it.
    seen.update(new)
    return [(patron, stream.id, entry.round) for patron in dict.fromkeys(new)]


def _of_money(batch: Batch, known: Known) -> tuple[Steps, list[str]]:
    moved: dict[str, int] = {}
    transfers: list[Row] = []
    for transfer in batch.transfers:
        total = 0
        for posting in transfer.postings:
            account, amount = posting.account, posting.amount
            moved[account] = moved.get(account, 0) + amount
            total += amount
        if total:
            raise Contradiction(f"{transfer.kind} {transfer.ref} is off by {total}")
        transfers.append((known.serial + 1, transfer.kind, transfer.ref, _pack(transfer.postings)))
    holds = {(hold.account, hold.place): hold.amount for hold in batch.holds}
    held = dict.fromkeys([account for account, _ in holds])
    accounts = known.accounts
    new = [account for account in moved if account not in accounts]
    new += [account for account in held if account not in accounts and account not in moved]
    loose = [(amount, account) for account, amount in moved.items() if amount and account not in held]
    return [
        ("accounts_new", _in_order([(account,) for account in new])),
        ("holds_gone", _in_order([key for key, amount in holds.items() if not amount])),
        ("holds", _in_order([(*key, amount) for key, amount in holds.items() if amount])),
        ("transfers", transfers),
        ("accounts_held", _in_order([(moved.get(account, 0), account) for account in held], 1)),
        ("accounts", _in_order(loose, 1)),
    ], new


def _in_order(rows: list[Any], column: int = 0) -> list[Row]:
    """Rows by the name they are found by: neighbours lie on one page, which pays for the sorting."""
    rows.sort(key=itemgetter(column))
    return rows


def _pack_leaves(leaves: Leaves) -> bytes:
    """Private leaves as they are kept. A crowd that shares its cards has few different ones."""
    places: dict[bytes, int] = {}
    body_numbers = [places.setdefault(body, len(places)) for _, body in leaves]
    if len(leaves) < FEW_PER_BODY * len(places):
        return _pack(leaves)
    return _pack(Alike([patron for patron, _ in leaves], list(places), body_numbers))


_COLUMNS: Final[tuple[type, ...]] = (int, int, int, int, str, bytes, bytes, bytes, bytes)
_NEVER_WRITTEN: Final[dict[type, Any]] = {int: -1, str: "?", bytes: b"?"}


def entry_of(stream: str, row: Row) -> Entry:
    """An entry from its row, which begins with its number and keeps its leaves packed."""
    if not all(map(isinstance, row, _COLUMNS)):
        # SQLite keeps a value's type beside it: a bit turned there makes text of bytes. The hash will differ.
        row = tuple(
            value if isinstance(value, kind) else _NEVER_WRITTEN[kind]
            for value, kind in zip(row, _COLUMNS, strict=True)
        )
    number, round_, at_ms, wall_ms, tag, public, private, salt, hash_ = row
    return Entry(stream, number, round_, at_ms, wall_ms, tag, public, _leaves(private), salt, hash_)


def _leaves(packed: bytes) -> Leaves:
    """The private leaves. Damaged beyond reading they become one that never was: the hash will differ."""
    if not packed:
        return ()
    try:
        decoded = _kept_leaves.decode(packed)
        if not isinstance(decoded, Alike):
            return decoded
        bodies = [decoded.bodies[place] for place in decoded.said]
        return tuple(zip(decoded.patrons, bodies, strict=True))
    except (msgspec.DecodeError, IndexError, ValueError):
        return (("", packed),)


def postings_of(packed: bytes) -> tuple[Posting, ...]:
    """A transfer's postings from their packed form."""
    return _unpack_postings(packed)
