"""The audit: balances counted again from every posting ever written, holds and entries counted too.

It reads and judges, and repairs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from cutcard.adapters.database.rows import postings_of

TRANSFERS_AT_ONCE = 1_000  # read in portions, so that memory does not grow with the record


def audit(
    ask: Callable[..., list[Any]], after: int = 0, balances: dict[str, int] | None = None
) -> Sequence[str]:
    """A line for everything that does not add up; counted on from ``balances`` after a transfer, if named."""
    return [*_balances(ask, after, balances or {}), *_holds(ask), *_streams(ask)]


def _balances(ask: Callable[..., list[Any]], after: int, counted: dict[str, int]) -> list[str]:
    wrong = []
    query = "SELECT id, kind, ref, postings FROM transfers WHERE id > ? ORDER BY id LIMIT ?"
    while rows := ask(query, after, TRANSFERS_AT_ONCE):
        for id_, kind, ref, packed in rows:
            try:
                postings = postings_of(packed)
            except (msgspec.DecodeError, UnicodeDecodeError, TypeError):
                wrong.append(f"transfer {id_} cannot be read")
                continue
            for posting in postings:
                counted[posting.account] = counted.get(posting.account, 0) + posting.amount
            if total := sum(posting.amount for posting in postings):
                wrong.append(f"transfer {id_} ({kind} {ref}) is off by {total}")
        after = rows[-1][0]
    stored: dict[str, int] = dict(ask("SELECT account, balance FROM accounts"))
    wrong += [
        f"{account} has {stored.get(account, 0)}, and its postings come to {counted.get(account, 0)}"
        for account in sorted({*stored, *counted}, key=str)
        if stored.get(account, 0) != counted.get(account, 0)
    ]
    if off := sum(stored.values()):
        wrong.append(f"all accounts together are {off}, not 0")
    return wrong


def _holds(ask: Callable[..., list[Any]]) -> list[str]:
    query = (
        "SELECT account, held, (SELECT coalesce(sum(amount), 0) FROM holds"
        " WHERE holds.account = accounts.account) FROM accounts"
    )
    return [
        f"{account} has {held} held, and its holds come to {sum_}"
        for account, held, sum_ in ask(query)
        if held != sum_
    ]


def _streams(ask: Callable[..., list[Any]]) -> list[str]:
    query = (
        "SELECT stream, last, (SELECT count(*) FROM entries WHERE entries.stream = streams.id),"
        " (SELECT coalesce(max(number), 0) FROM entries WHERE entries.stream = streams.id)"
        " FROM streams ORDER BY stream"
    )
    return [
        f"{stream} should have {last} entries and has {count}, up to number {most}"
        for stream, last, count, most in ask(query)
        if not last == count == most
    ]
