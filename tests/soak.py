"""How much longer a long run is, and with what seed a random test begins. Nothing here knows any test."""

from __future__ import annotations

import os

import pytest

SOAK = bool(os.environ.get("CUTCARD_SOAK"))
WHOLE = SOAK or bool(os.environ.get("CUTCARD_WHOLE"))
"""Whether everything is to be run, as by --all or where a file is named; else what fits into minutes."""

SEED = int(os.environ.get("CUTCARD_SEED", "1"))


def as_often(gate: int, soak: int, *, usual: int | None = None) -> int:
    """How often a test repeats itself: in the gate, in a soak, or in a usual run, where that is less."""
    if SOAK:
        return soak
    return gate if WHOLE or usual is None else usual


def seeds(count: int, *, quick: int = 0, usual: int) -> list[object]:
    """So many seeds: the first few in every run, some more in a usual one, and the rest in a long one."""
    return [pytest.param(seed, marks=_marks(seed, quick, usual)) for seed in range(count)]


def _marks(seed: int, quick: int, usual: int) -> tuple[pytest.MarkDecorator, ...]:
    if seed < quick:
        return ()
    return (pytest.mark.slow if seed < usual else pytest.mark.long,)
