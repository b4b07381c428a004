"""The first tables: entries, money, answers, secrets, snapshots, documents. Knows no later change.

Amounts and times are eight bytes wide. A purse is checked by the database itself: it never has less
than is held (TB-50). Postings are packed in their transfer's row: a round of 100,000 patrons is one row
and 100,000 changed balances, and an audit counts every balance again from these rows.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

Kind = sa.Text | sa.BigInteger | sa.SmallInteger | sa.LargeBinary

# Names are compared byte by byte, on whatever machine.
NAME = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
WHOLE = sa.BigInteger()
COUNTED = sa.BigInteger().with_variant(sa.Integer(), "sqlite")  # what SQLite counts up by itself
BYTES = sa.LargeBinary()

# Already small or already random: compressing these would only cost time.
UNCOMPRESSED = (("entries", "public"), ("entries", "private"), ("transfers", "postings"))


def column(
    name: str, kind: Kind, *more: sa.ForeignKey | sa.CheckConstraint, key: bool = False
) -> "sa.Column[Any]":
    return sa.Column(name, kind, *more, nullable=False, primary_key=key, autoincrement=False)


def upgrade() -> None:
    entries()
    money()
    values()
    if op.get_bind().dialect.name == "postgresql":
        for table, name in UNCOMPRESSED:
            op.execute(f"ALTER TABLE {table} ALTER COLUMN {name} SET STORAGE EXTERNAL")
        op.execute("ALTER TABLE accounts SET (fillfactor = 50)")  # room for a changed balance on its page


def entries() -> None:
    op.create_table(
        "head",
        column("one", sa.SmallInteger(), sa.CheckConstraint("one = 1"), key=True),
        column("serial", WHOLE),
    )
    op.execute("INSERT INTO head (one, serial) VALUES (1, 0)")
    op.create_table(
        "streams",
        column("id", COUNTED, key=True),
        column("stream", NAME),
        column("last", WHOLE),
        sa.UniqueConstraint("stream"),
    )
    op.create_table(
        "entries",
        column("stream", WHOLE, sa.ForeignKey("streams.id"), key=True),
        column("number", WHOLE, key=True),
        *(column(name, WHOLE) for name in ("round", "at_ms", "wall_ms")),
        column("tag", NAME),
        *(column(name, BYTES) for name in ("public", "private", "salt", "hash")),
    )
    op.create_table(
        "rounds",
        column("stream", WHOLE, key=True),
        column("round", WHOLE, key=True),
        column("first", WHOLE),
        column("last", WHOLE),
        sqlite_with_rowid=False,
    )
    # Who has a leaf in which round: the only way to find a patron's rounds without unpacking all of them.
    op.create_table(
        "round_patrons",
        column("patron", NAME, key=True),
        column("stream", WHOLE, key=True),
        column("round", WHOLE, key=True),
        sqlite_with_rowid=False,
    )


def money() -> None:
    op.create_table(
        "accounts",
        column("account", NAME, key=True),
        column("balance", WHOLE),
        column("held", WHOLE),
        sa.CheckConstraint("held >= 0", name="held_is_not_negative"),
        sa.CheckConstraint("substr(account, 1, 7) <> 'patron:' OR balance >= held", name="not_enough_credit"),
        sqlite_with_rowid=False,
    )
    # A hold's account exists: its row is changed in the same transaction, and changed rows are counted.
    op.create_table(
        "holds",
        column("account", NAME, key=True),
        column("place", NAME, key=True),
        column("amount", WHOLE),
        sa.CheckConstraint("amount > 0", name="hold_is_positive"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "transfers",
        sa.Column("id", COUNTED, sa.Identity(), primary_key=True),
        column("serial", WHOLE),
        column("kind", NAME),
        column("ref", NAME),
        column("postings", BYTES),
    )


def values() -> None:
    op.create_table(
        "answers", column("key", NAME, key=True), column("answer", BYTES), sqlite_with_rowid=False
    )
    op.create_table(
        "secrets",
        column("stream", NAME, key=True),
        column("round", WHOLE, key=True),
        column("secret", BYTES),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "snapshots",
        column("stream", NAME, key=True),
        column("number", WHOLE),
        column("state", BYTES),
        column("state_hash", BYTES),
    )
    op.create_table(
        "documents", column("kind", NAME, key=True), column("key", NAME, key=True), column("body", BYTES)
    )


def downgrade() -> None:
    raise RuntimeError("a store is never taken back to before its first tables: restore a backup")
