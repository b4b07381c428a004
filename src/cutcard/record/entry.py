"""An entry: one thing that happened at a table, as it is kept for good.

It holds bytes, a salt and a hash, and does not know what its event means, who may
read it or where it is stored.
"""

from __future__ import annotations

from typing import Final

import msgspec

FORMAT: Final = 1  # hashed with every entry: what is hashed otherwise is another format
SALT_BYTES: Final = 16  # 128 bits: nobody finds a hidden leaf by hashing every body it could have
HASH_BYTES: Final = 32  # of SHA-256


class Entry(msgspec.Struct, frozen=True):
    """Number ``number`` of its stream, counted from 1 without a gap; ``round`` is 0 outside a round.

    ``public`` is the body everybody may read, ``private`` one body for each patron it concerns.
    """

    stream: str
    number: int
    round: int
    at_ms: int
    wall_ms: int
    tag: str
    public: bytes
    private: tuple[tuple[str, bytes], ...]
    salt: bytes
    hash: bytes
