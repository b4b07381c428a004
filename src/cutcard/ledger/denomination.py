"""Denominations: what one credit is worth, and amounts as they are shown (TB-53). Moves no money.

A credit is a way of showing an amount: money is kept in whole minor units throughout.
"""

from __future__ import annotations

from collections.abc import Sequence

from cutcard.ledger.refusal import Refusal

MINOR_DIGITS_MAX = 4


def why_no_denomination(denomination: int, offered: Sequence[int]) -> Refusal | None:
    """What stands against this value of a credit at a table that offers these."""
    if denomination in offered:
        return None
    return Refusal("no_such_denomination", {"denomination": denomination, "offered": _listed(offered)})


def _listed(offered: Sequence[int]) -> str:
    return ", ".join(str(value) for value in sorted(offered))


def credits(amount: int, denomination: int) -> int:  # noqa: A001  # the word of every gaming floor
    """How many whole credits an amount is; what is left over is less than one credit."""
    if amount < 0 or denomination <= 0:
        raise ValueError(f"{amount} at {denomination} a credit")
    return amount // denomination


def money(count: int, denomination: int) -> int:
    """What so many credits are worth."""
    return count * denomination


def shown_currency(amount: int, minor_digits: int = 2) -> str:
    """An amount as currency, as the credit meter always shows it: 1234 is 12.34."""
    if not 0 <= minor_digits <= MINOR_DIGITS_MAX:
        raise ValueError(f"a currency with {minor_digits} minor digits")
    sign = "-" if amount < 0 else ""
    whole, part = divmod(abs(amount), 10**minor_digits)
    return f"{sign}{whole}.{part:0{minor_digits}}" if minor_digits else f"{sign}{whole}"


def shown_credits(amount: int, denomination: int, minor_digits: int = 2) -> str:
    """An amount as credits; less than a credit left over is shown beside them, as currency."""
    rest = amount % denomination
    whole = str(credits(amount, denomination))
    return f"{whole} + {shown_currency(rest, minor_digits)}" if rest else whole
