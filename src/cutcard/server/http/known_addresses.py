"""From which addresses each account was signed in to: kept as documents, so a restart forgets none.

Whoever comes from one of them waits for no wrong password that others tried. Only a right password adds an
address, and only to its own account, so strangers push none out.
"""

from __future__ import annotations

from typing import Final

import msgspec

from cutcard.server.address import address_key
from cutcard.venue.ports import Document, Store

SIGNED_IN_FROM: Final = "signed-in-from"
OF_ACCOUNT_MAX: Final = 32  # forgotten, an address waits after wrong passwords like any other


class KnownAddresses:
    """The last addresses of each account, by its id."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[str, ...]] = {}

    def load(self, store: Store) -> None:
        """Every address that the store has."""
        for document in store.documents(SIGNED_IN_FROM):
            self._known[document.key] = msgspec.json.decode(document.body or b"", type=tuple[str, ...])

    def knows(self, person: str, address: str) -> bool:
        """Whether this account was signed in to from there."""
        return address_key(address) in self._known.get(person, ())

    def put(self, person: str, address: str) -> list[Document]:
        """Remember an address as the latest; what there is to write, if anything."""
        before, where = self._known.get(person, ()), address_key(address)
        if where in before[-1:]:
            return []
        latest = (*(known for known in before if known != where), where)[-OF_ACCOUNT_MAX:]
        self._known[person] = latest
        return [Document(SIGNED_IN_FROM, person, msgspec.json.encode(latest))]
