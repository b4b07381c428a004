"""What may befall the files of a data folder, and what a house makes of it when it starts. Mends nothing."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path
from random import Random

import msgspec

from cutcard.adapters.clock import FakeClock
from cutcard.adapters.database.errors import CannotOpen, Contradiction
from cutcard.adapters.database.opening import open_store
from cutcard.adapters.database.sqlite_driver import FILE
from cutcard.adapters.entropy import SeededEntropy
from cutcard.cli.house.verify import verify
from cutcard.cli.refusal import BadInput
from cutcard.venue.ports import Unavailable
from cutcard.venue.table_runner import Damaged
from cutcard.venue.venue import Venue
from cutcard.verification.point import faults_since, kept_point
from tests.processes.evening import digest, reading

LOG = f"{FILE}-wal"
REFUSALS = (Damaged, Unavailable, Contradiction)


class Damage(msgspec.Struct, frozen=True):
    """A file cut after ``at`` bytes, or one bit of it turned."""

    file: str
    at: int
    bit: int | None = None

    def done(self, folder: Path) -> None:
        """Do it."""
        path = folder / self.file
        content = bytearray(path.read_bytes())
        if self.bit is None:
            del content[self.at :]
        else:
            content[self.at] ^= 1 << self.bit
        path.write_bytes(content)


def damages(folder: Path, chance: Random, count: int) -> list[Damage]:
    """Cuts and turned bits, spread over the files there are."""
    files = [name for name in (FILE, LOG) if (folder / name).exists()]
    drawn = []
    for number in range(count):
        name = files[number % len(files)]
        at = chance.randrange((folder / name).stat().st_size)
        drawn.append(Damage(name, at, None if number % 4 < 2 else chance.randrange(8)))
    return drawn


class Found(msgspec.Struct, frozen=True):
    """What came of a damaged folder: why it was refused, or what it held, and whether it verifies."""

    refused: str | None = None
    held: str = ""
    verified: bool = False


def started(folder: Path, copy: Path, damage: Damage) -> Found:
    """Damage a copy of the folder, and start a house there."""
    shutil.copytree(folder, copy)
    damage.done(copy)
    verified = holds(copy)
    try:
        link = reading(copy / FILE)
        try:
            held = digest(link)
        finally:
            link.close()
    except sqlite3.Error:
        held = "unreadable"
    try:
        store = open_store(copy)
    except CannotOpen as wrong:
        return Found(refused=str(wrong), held=held, verified=verified)
    try:
        faults, _ = faults_since(store, kept_point(store))
        if faults:
            return Found(refused=str(faults[0]), held=held, verified=verified)
        Venue(store, FakeClock(10**9), SeededEntropy(1))
    except REFUSALS as wrong:
        return Found(refused=str(wrong), held=held, verified=verified)
    finally:
        store.close()
    return Found(held=held, verified=verified)


def holds(folder: Path) -> bool:
    """What ``cutcard verify`` says."""
    try:
        verify(str(folder))
    except (SystemExit, BadInput):
        return False
    return True
