"""Whether an address is on the premises of the house (PF-03). It refuses nobody by itself."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from cutcard.server.address import is_within, parse_networks


class Premises:
    """The networks of the house's floor."""

    def __init__(self, networks: Iterable[str]) -> None:
        self._networks = parse_networks(networks)
        self.hold = lru_cache(maxsize=4_096)(self._hold)

    def _hold(self, address: str) -> bool:
        """Whether an address is on the premises; one that cannot be read is not."""
        return is_within(address, self._networks)
