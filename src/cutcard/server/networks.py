"""Where a connection comes from, and whether that is on the premises (PF-03). It refuses nobody by itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any

Network = IPv4Network | IPv6Network


def client_address(scope: Mapping[str, Any]) -> str:
    """The address at the other end of a request or a socket; empty where there is none to be known."""
    client = scope.get("client")
    return str(client[0]) if client else ""


def read_networks(written: Iterable[str]) -> tuple[Network, ...]:
    """Networks such as ``10.0.0.0/8`` and ``fd00::/8``; ValueError says which is none."""
    return tuple(_network(one.strip()) for one in written)


def _network(written: str) -> Network:
    try:
        return ip_network(written)
    except ValueError as wrong:
        raise ValueError(f"{written[:60]!r} is no network such as 10.0.0.0/8 or fd00::/8: {wrong}") from None


class Premises:
    """The networks of the house's floor."""

    def __init__(self, networks: Iterable[str]) -> None:
        self._networks = read_networks(networks)
        self.hold = lru_cache(maxsize=4_096)(self._hold)

    def _hold(self, address: str) -> bool:
        """Whether an address is on the premises; one that cannot be read is not."""
        try:
            found = ip_address(address.partition("%")[0])  # a link's own name may follow an IPv6 address
        except ValueError:
            return False
        if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
            found = found.ipv4_mapped
        return any(found in network for network in self._networks)
