"""Movements of money: balanced sets of postings, and holds. Why money moves is not known here."""

from __future__ import annotations

import msgspec


class Posting(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """An amount into an account, or out of it where it is negative."""

    account: str
    amount: int


class Transfer(msgspec.Struct, frozen=True):
    """One movement: its postings sum to zero. ``ref`` says what it belongs to, such as a round."""

    kind: str
    ref: str
    postings: tuple[Posting, ...]


class Hold(msgspec.Struct, frozen=True, gc=False):
    """All that is held for an account at one place, such as a table. Zero releases it."""

    account: str
    place: str
    amount: int


def balanced(transfer: Transfer) -> bool:
    """Nothing is made and nothing lost (TB-50)."""
    return sum([posting.amount for posting in transfer.postings]) == 0
