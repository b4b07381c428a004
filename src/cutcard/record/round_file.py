"""A round's record as one document: what is served, downloaded, and verified by anybody.

A copy holds every entry from the round's first to its last. Leaves that its reader may not see are there as
bare hashes, without a name, and the chain still holds. Who is asking is for others to find out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Final, Literal

import msgspec

from cutcard.record.chain import NOTHING_BEFORE, leaf_hash, leaf_salt
from cutcard.record.entry import FORMAT, Entry

# A file comes from a stranger: more is refused before any of it is read.
FILE_BYTES_MAX: Final = 256 * 1024 * 1024

BEHIND: Final = "behind"
"""The field of bets behind a seat, which get no cards of their own."""

Count = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Hash = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
Salt = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$")]
# As in a header: one line of plain characters.
Name = Annotated[str, msgspec.Meta(pattern="^[!-~][ -~]{0,199}$")]


class BadRecord(ValueError):
    """The file is no record of a round; the text says why, in one line."""


class Leaf(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A body with the salt it was hashed with, or the bare hash. The public leaf has no patron."""

    patron: str | None = None
    salt: Salt | None = None
    body: str | None = None
    hash: Hash | None = None

    def __post_init__(self) -> None:
        opened = self.salt is not None and self.body is not None and self.hash is None
        bare = self.salt is None and self.body is None and self.patron is None and self.hash is not None
        if not opened and not bare:
            raise ValueError("a leaf is either a salt and a body, or a hash")

    def digest(self) -> bytes:
        """The hash of this leaf, found from its body where that is here."""
        if self.hash is not None:
            return bytes.fromhex(self.hash)
        assert self.salt is not None
        assert self.body is not None
        return leaf_hash(bytes.fromhex(self.salt), self.patron or "", self.body.encode())


class CopiedEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry as a reader gets it. The first leaf is the public one."""

    number: Count
    round: Count
    at_ms: Count
    wall_ms: Count
    tag: Name
    leaves: Annotated[tuple[Leaf, ...], msgspec.Meta(min_length=1)]
    hash: Hash


class RoundFile(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One round for one reader. ``previous`` is the hash of the entry before the first, or zeros.

    ``dealt_to`` are the seats that had cards, where a table has seats: whoever was there saw it, but of what
    others wagered a copy shows only hashes. No hash binds it.
    """

    format: Literal[1]
    stream: Name
    round: Count
    copy_for: Literal["patron", "auditor", "everybody"]
    patron: str | None
    previous: Hash
    entries: Annotated[tuple[CopiedEntry, ...], msgspec.Meta(min_length=1)]
    dealt_to: tuple[Annotated[int, msgspec.Meta(ge=1, le=100)], ...] = ()

    def __post_init__(self) -> None:
        if (self.copy_for == "patron") != (self.patron is not None):
            raise ValueError("a patron's copy names the patron, and no other copy does")


class RoundRecord(msgspec.Struct, frozen=True):
    """All entries of a stream from a round's first to its last, and the hash before them."""

    round: int
    previous: bytes
    entries: tuple[Entry, ...]

    @classmethod
    def of(cls, entries: Sequence[Entry], before: Entry | None = None) -> RoundRecord:
        """The record of the round that the first of these belongs to; ``before`` is the entry before it."""
        assert entries, "a round has entries"
        return cls(entries[0].round, before.hash if before else NOTHING_BEFORE, tuple(entries))

    def for_patron(self, patron: str) -> RoundFile:
        """The copy that shows of all patrons only this one."""
        return self._copy("patron", patron)

    def for_everybody(self) -> RoundFile:
        """The copy that shows no patron."""
        return self._copy("everybody", None)

    def for_auditor(self) -> RoundFile:
        """The copy that shows everything."""
        return self._copy("auditor", None)

    def _copy(self, copy_for: Literal["patron", "auditor", "everybody"], patron: str | None) -> RoundFile:
        whole = copy_for == "auditor"
        return RoundFile(
            format=FORMAT,
            stream=self.entries[0].stream,
            round=self.round,
            copy_for=copy_for,
            patron=patron,
            previous=self.previous.hex(),
            entries=tuple(_copy_entry(entry, self.round, patron, whole=whole) for entry in self.entries),
            dealt_to=seats_dealt_to(entry for entry in self.entries if entry.round == self.round),
        )


class Rules(msgspec.Struct, frozen=True):
    """Of the rules of ``round_opened``, whether patrons sit."""

    seats: int = 0


class Seated(msgspec.Struct, frozen=True):
    """``round_opened``: the rules of the round, where it names them."""

    rules: Rules = Rules()


class Placed(msgspec.Struct, frozen=True):
    """Where a stake lay at no more bets."""

    bet: str
    position: int = 1


class PlacedShare(msgspec.Struct, frozen=True):
    """Where one patron's stakes lay."""

    wagers: tuple[Placed, ...]


def seats_dealt_to(entries: Iterable[Entry]) -> tuple[int, ...]:
    """The seats that had cards in a round, which all at the table saw; none where nobody sits."""
    seats: set[int] = set()
    seated = False
    for entry in entries:
        if entry.tag == "round_opened":
            seated = bool(msgspec.json.decode(entry.public, type=Seated).rules.seats)
        elif entry.tag == "bets_closed" and seated:
            shares = (msgspec.json.decode(body, type=PlacedShare) for _, body in entry.private)
            seats |= {wager.position for share in shares for wager in share.wagers if wager.bet != BEHIND}
    return tuple(sorted(seats))


def _copy_entry(entry: Entry, round_number: int, patron: str | None, *, whole: bool) -> CopiedEntry:
    # What happened at the table between the round's own entries is no part of the round, but of the chain.
    of_this_round = entry.round == round_number
    leaves = [_leaf(entry, 0, "", entry.public, shown=whole or of_this_round)]
    for index, (owner, body) in enumerate(entry.private, 1):
        leaves.append(_leaf(entry, index, owner, body, shown=whole or (of_this_round and owner == patron)))
    return CopiedEntry(
        entry.number,
        entry.round,
        entry.at_ms,
        entry.wall_ms,
        entry.tag,
        tuple(leaves),
        entry.hash.hex(),
    )


def _leaf(entry: Entry, index: int, owner: str, body: bytes, *, shown: bool) -> Leaf:
    # The entry's own salt stays here: it would open the salts of all its leaves.
    salt = leaf_salt(entry.salt, index)
    if not shown:
        return Leaf(hash=leaf_hash(salt, owner, body).hex())
    return Leaf(patron=owner if index else None, salt=salt.hex(), body=body.decode())


def round_entries(entries: Iterable[Entry], round_number: int) -> tuple[Entry | None, tuple[Entry, ...]]:
    """From a stream in order: the entry before a round, and all from the round's first to its last."""
    before: Entry | None = None
    found: list[Entry] = []
    waiting: list[Entry] = []
    for entry in entries:
        if entry.round == round_number:
            found += [*waiting, entry]
            waiting = []
        elif found:
            waiting.append(entry)
            if entry.round > round_number:
                break
        else:
            before = entry
    return before, tuple(found)


def encode_round_file(file: RoundFile) -> bytes:
    """The document."""
    return msgspec.json.encode(file)


def read_round_file(document: bytes) -> RoundFile:
    """The document as a value; anything else is refused."""
    if len(document) > FILE_BYTES_MAX:
        raise BadRecord(f"a round's record has at most {FILE_BYTES_MAX} bytes, not {len(document)}")
    try:
        return msgspec.json.decode(document, type=RoundFile)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        raise BadRecord(f"this is not the record of a round: {wrong}") from None
