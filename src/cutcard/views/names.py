"""What staff call a patron: a name, and a bit of the account where two share it. Nobody else sees it (TB-64).

Who has which name is the accounts' affair; a table knows those by which patrons opened it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cutcard.table.state import Table

NameOf = Callable[[str], str]
"""The name of whoever has this account."""

ACCOUNT_TAIL = 4
"""So many characters of an account distinguish two people of one name."""


def distinct_name(name: str, account: str, namesakes: Iterable[str]) -> str:
    """The name; with the end of the account where somebody else has the same."""
    shared = any(other != account for other in namesakes)
    return f"{name} #{account[-ACCOUNT_TAIL:]}" if shared else name


def name_at(table: Table, patron: str) -> str:
    """What whoever deals at a table calls a patron there; the account of one who came without a name."""
    place = table.patrons.places.get(patron)
    if place is None or not place.name:
        return patron
    namesakes = (
        who for who, other in table.patrons.places.items() if other.name.casefold() == place.name.casefold()
    )
    return distinct_name(place.name, patron, namesakes)
