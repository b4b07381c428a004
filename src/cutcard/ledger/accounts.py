"""The names of accounts: whose money it is, or where it waits. Amounts are not known here.

A positive balance is owed to whoever the account names; cash that came in makes the desk's balance
negative, so that all accounts together are always zero.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

PATRON: Final = "patron:"


def patron(patron_id: str) -> str:
    """A patron's purse."""
    return PATRON + patron_id


def escrow(stream: str) -> str:
    """Stakes that are committed at a table and not settled yet."""
    return f"escrow:{stream}"


def house(stream: str) -> str:
    """What the house has won or lost at a table."""
    return f"house:{stream}"


def tips(stream: str, name: str) -> str:
    """Tips given at a table in the name of whoever was on duty (TB-54)."""
    return f"tips:{stream}:{name}"


def desk() -> str:
    """Cash that attendants took and paid out."""
    return "desk"


def vouchers() -> str:
    """What is owed on vouchers that nobody has redeemed."""
    return "vouchers"


def hand_pays() -> str:
    """What is owed by hand pays that no attendant has confirmed."""
    return "hand_pays"


def play_money() -> str:
    """Where play money comes from."""
    return "play_money"


def is_patrons(account: str) -> bool:
    """A purse, which is never overdrawn (TB-50); every other account may have any balance."""
    return account.startswith(PATRON)


def patrons_among(accounts: Iterable[str]) -> list[str]:
    """The patrons whose purses are among these accounts: what ``patron`` was given for each."""
    before = len(PATRON)
    return [account[before:] for account in accounts if account.startswith(PATRON)]
