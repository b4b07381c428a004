"""The hash chain: each entry's hash is over the one before it, its header, and one salted hash for each leaf.

A leaf is the public body, or one patron's private body. Whoever may not read a leaf is given its hash and
can still follow the chain; the salt keeps them from guessing what was hashed. What a body says is not known
here.

    leaf salt    HMAC-SHA256(entry's salt, index as 4 bytes), its first 16 bytes; index 0 is the public leaf
    leaf hash    SHA-256(leaf salt ‖ patron ‖ newline ‖ body), no patron for the public leaf
    header       format, stream, number, round, at_ms, wall_ms, tag, each followed by a newline
    entry hash   SHA-256("cutcard entry" ‖ newline ‖ previous entry's hash ‖ header ‖ leaf hashes in order)
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Final

import msgspec

from cutcard.games.reason import Reason
from cutcard.record.entry import FORMAT, HASH_BYTES, SALT_BYTES, Entry

DOMAIN: Final = b"cutcard entry\n"
NOTHING_BEFORE: Final = bytes(HASH_BYTES)
_INNER, _OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))  # of every HMAC
# A name ends with its line, so a header can be read in one way only.
NAME: Final = re.compile(r"[!-~][ -~]{0,199}")


class Header(msgspec.Struct, frozen=True):
    """What an entry says about itself in the open."""

    stream: str
    number: int
    round: int
    at_ms: int
    wall_ms: int
    tag: str

    def encode(self) -> bytes:
        """The header as it is hashed: seven lines."""
        whole = (FORMAT, self.stream, self.number, self.round, self.at_ms, self.wall_ms, self.tag)
        return "".join(f"{text}\n" for text in whole).encode()


def header_of(entry: Entry) -> Header:
    """The header of an entry."""
    return Header(entry.stream, entry.number, entry.round, entry.at_ms, entry.wall_ms, entry.tag)


def leaf_salt(salt: bytes, index: int) -> bytes:
    """The salt of one leaf. It gives nothing away of the salts of the others."""
    return hmac.digest(salt, index.to_bytes(4, "big"), "sha256")[:SALT_BYTES]


def leaf_hash(salt: bytes, patron: str, body: bytes) -> bytes:
    """The hash of one leaf under its own salt; the public leaf has no patron."""
    return sha256(salt + patron.encode() + b"\n" + body).digest()


def leaf_hashes(salt: bytes, public: bytes, private: Iterable[tuple[str, bytes]]) -> list[bytes]:
    """The hashes of all leaves of an entry, the public one first.

    ``leaf_hash`` under the ``leaf_salt`` of every index in turn, with the key put in once and no call for
    each: a round of a crowd has a hundred thousand leaves.
    """
    key = salt.ljust(64, b"\0")
    inner, outer = sha256(key.translate(_INNER)), sha256(key.translate(_OUTER))
    hashes = []
    for index, (patron, body) in enumerate((("", public), *private)):
        within, around = inner.copy(), outer.copy()
        within.update(index.to_bytes(4, "big"))
        around.update(within.digest())
        leaf = b"%b%b\n%b" % (around.digest()[:SALT_BYTES], patron.encode(), body)
        hashes.append(sha256(leaf).digest())
    return hashes


def entry_hash(previous: bytes, header: Header, leaves: Sequence[bytes]) -> bytes:
    """The hash of an entry that follows ``previous``."""
    return sha256(b"".join((DOMAIN, previous, header.encode(), *leaves))).digest()


def hash_of(entry: Entry, previous: bytes) -> bytes:
    """What the hash of this entry has to be."""
    return entry_hash(previous, header_of(entry), leaf_hashes(entry.salt, entry.public, entry.private))


def chain_fault(
    entries: Iterable[Entry], *, after: Entry | None = None, head: bytes | None = None
) -> Reason | None:
    """The first place where these entries are not what was written, or None.

    They follow ``after``, or begin their stream. Cutting off the end leaves a chain that holds, so
    whoever kept the last hash gives it as ``head``.
    """
    before = after
    for entry in entries:
        fault = link_fault(before, entry)
        if fault is not None:
            return fault
        before = entry
    if head is not None and head != (before.hash if before else NOTHING_BEFORE):
        return Reason("record.end_is_missing", {"number": before.number if before else 0})
    return None


def link_fault(before: Entry | None, entry: Entry) -> Reason | None:
    """Why this entry does not follow that one, or None."""
    if before is not None and entry.stream != before.stream:
        return Reason("record.other_stream", {"number": entry.number, "stream": entry.stream})
    due = before.number + 1 if before else 1
    if entry.number != due:
        return Reason("record.gap", {"number": entry.number, "due": due})
    if entry.hash != hash_of(entry, before.hash if before else NOTHING_BEFORE):
        return Reason("record.hash_differs", {"number": entry.number, "tag": entry.tag})
    return None
