"""The schema: the migrations end where the code says, and SQLite is set to be durable. No row is read."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from alembic.config import Config
from alembic.script import ScriptDirectory

from cutcard.adapters.database import schema
from cutcard.adapters.database.sqlite_driver import STATEMENTS, SqliteDriver


def test_the_migrations_end_at_the_version_that_the_code_knows() -> None:
    config = Config()
    config.set_main_option("script_location", "cutcard.adapters:migrations")
    script = ScriptDirectory.from_config(config)
    assert script.get_current_head() == schema.HEAD
    assert sorted(revision.revision for revision in script.walk_revisions()) == sorted(schema.KNOWN)


def test_both_databases_have_a_statement_for_every_kind_of_row() -> None:
    from cutcard.adapters.database.postgres_driver import KINDS

    assert list(KINDS) == list(STATEMENTS)


def test_every_commit_is_synced_to_the_disk(tmp_path: Path) -> None:
    driver = SqliteDriver(tmp_path)
    link: sqlite3.Connection = driver.connect()
    settings = {
        name: link.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")
    }
    link.close()
    driver.close()
    assert settings == {"journal_mode": "wal", "synchronous": 2}
