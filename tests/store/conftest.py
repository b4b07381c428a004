"""Stores to test: in memory, in SQLite, in a real PostgreSQL. What is tested is not known here."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from cutcard.adapters.database.opening import open_store
from cutcard.adapters.database.store import SqlStore
from cutcard.adapters.memory_store import MemoryStore
from tests.store.postgres_server import Server, started


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    try:
        server = started()
    except (ImportError, OSError, RuntimeError, subprocess.SubprocessError) as wrong:
        pytest.skip(f"no PostgreSQL server can be started here: {type(wrong).__name__}")
    yield server
    server.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a durable store may be made."""
    if request.param == "sqlite":
        return str(tmp_path / "data")
    server = request.getfixturevalue("postgres")
    assert isinstance(server, Server)
    return server.database()


@pytest.fixture
def durable(address: str) -> Iterator[SqlStore]:
    store = open_store(address)
    yield store
    store.close()


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[MemoryStore | SqlStore]:
    """Any store, empty."""
    if request.param == "memory":
        yield MemoryStore()
        return
    where = str(tmp_path / "data")
    if request.param == "postgresql":
        where = request.getfixturevalue("postgres").database()
    opened = open_store(where)
    yield opened
    opened.close()
