"""What a battery of tests that is not ours found. How it is run is not known here."""

from __future__ import annotations

from typing import Final

import msgspec

FAILED: Final = "FAILED"
"""What dieharder says of a chance below one in a million, or as near to 1."""


class DieharderLine(msgspec.Struct, frozen=True):
    """One line of dieharder's table: the test, its size of pattern, samples, p-value, and its assessment."""

    test: str
    pattern: int
    samples: int
    p: float
    assessment: str

    @property
    def failed(self) -> bool:
        """Whether dieharder calls it a failure; what it calls weak comes up by chance."""
        return self.assessment == FAILED
