"""How much longer a long run is, and with what seed a random test begins. Nothing here knows any test."""

from __future__ import annotations

import os

SOAK = bool(os.environ.get("CUTCARD_SOAK"))
SEED = int(os.environ.get("CUTCARD_SEED", "1"))


def as_often(gate: int, soak: int) -> int:
    """How often a test repeats itself: in the gate, or where CUTCARD_SOAK is set."""
    return soak if SOAK else gate
