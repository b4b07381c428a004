"""Chance: the operating system's secure source, and a seeded one for simulated venues. Draws no card."""

from __future__ import annotations

import hashlib
import secrets


class SystemEntropy:
    """The operating system's secure source (TB-63)."""

    def random_bytes(self, count: int) -> bytes:
        """That many fresh random bytes."""
        return secrets.token_bytes(count)


class SeededEntropy:
    """The same bytes for the same seed on every machine. Only for simulated venues."""

    def __init__(self, seed: int) -> None:
        self._seed = str(seed).encode()
        self._drawn = 0

    def random_bytes(self, count: int) -> bytes:
        """The next bytes of this seed's sequence."""
        self._drawn += 1
        named = b"cutcard simulated chance %s %d" % (self._seed, self._drawn)
        return hashlib.shake_256(named).digest(count)
