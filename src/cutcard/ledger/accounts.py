"""The names of accounts: whose money it is, or where it waits. Amounts are not known here.

A positive balance is owed to whoever the account names; cash that came in makes the desk's balance
negative, so that all accounts together are always zero.

Play money is no money. It has accounts of its own, as their names say: a purse of play money is
``patron:play:ID`` (the database's own check, that a purse is never overdrawn, goes by the first word), every
other account has ``play:`` before the name that it has for money. No movement mixes the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

PATRON: Final = "patron:"
PLAY: Final = "play:"
PLAY_PATRON: Final = PATRON + PLAY


def patron(patron_id: str) -> str:
    """A patron's purse of house money."""
    return PATRON + patron_id


def play_patron(patron_id: str) -> str:
    """A patron's purse of play money."""
    return PLAY_PATRON + patron_id


def play(account: str) -> str:
    """The account for play money beside one for money; not for purses."""
    return PLAY + account


def is_play(account: str) -> bool:
    """Whether what is in the account is play money."""
    return account.startswith((PLAY, PLAY_PATRON)) or account == play_money()


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
    """The patrons whose purses are among these accounts, whichever money is in them."""
    purses = (account for account in accounts if account.startswith(PATRON))
    return [purse.removeprefix(PATRON).removeprefix(PLAY) for purse in purses]


def trial_balance(balances: Mapping[str, int]) -> dict[str, dict[str, int]]:
    """Money and play money apart, each by the kind of account; either comes to zero by itself."""
    sums: dict[str, dict[str, int]] = {"money": {}, "play_money": {}}
    for account, balance in sorted(balances.items()):
        side = sums["play_money" if is_play(account) else "money"]
        kind = account.removeprefix(PLAY).partition(":")[0]
        side[kind] = side.get(kind, 0) + balance
    return sums
