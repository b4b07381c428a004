"""The client's address of a request, in one place: limits, logs and networks all go by it.

What a request says about itself counts only where a trusted proxy says it. The address is then read from the
right, over the hops that are trusted, to the first that is not: whatever stands left of that one, the client
may have made up. ``X-Forwarded-For`` goes before ``Forwarded``, since a proxy that writes the one may pass
the other on as it came.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any, Final

Network = IPv4Network | IPv6Network
Networks = tuple[Network, ...]
Scope = Mapping[str, Any]

SECURE: Final = {"http": "https", "ws": "wss"}
HOPS_MAX: Final = 32  # read from the end, where trusted proxies write: a longer header is forged in front


class BadNetwork(ValueError):
    """A text that names no network; it says so in one line."""


def parse_networks(written: Iterable[str]) -> Networks:
    """Networks as they are written in an option: ``10.0.0.0/8``, ``fd00::/8``, or one address."""
    found: list[Network] = []
    for text in written:
        try:
            found.append(ip_network(text.strip()))
        except ValueError:
            raise BadNetwork(f"{text[:60]!r} is no network such as 10.0.0.0/8 or fd00::/8") from None
    return tuple(found)


def parse_address(written: str) -> IPv4Address | IPv6Address | None:
    """An address with or without port and brackets; IPv4 within IPv6 is the IPv4 address."""
    text = written.strip().strip('"')
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def is_within(address: str, networks: Networks) -> bool:
    """Whether an address lies in one of these networks."""
    parsed = parse_address(address)
    return parsed is not None and any(parsed in network for network in networks)


def is_loopback(address: str) -> bool:
    """Whether an address is this machine itself."""
    parsed = parse_address(address)
    return parsed is not None and parsed.is_loopback


def address_key(address: str) -> str:
    """What an address is counted by: IPv6 by its network, since one machine has all the addresses in it."""
    parsed = parse_address(address)
    if isinstance(parsed, IPv6Address) and not parsed.is_loopback:
        return str(ip_network((parsed, 64), strict=False))
    return address if parsed is None else str(parsed)


def client_address(scope: Scope) -> str:
    """The client's address of a request, a socket or a connection; empty where there is none."""
    client = scope.get("client")
    return str(client[0]) if client else ""


def seen_through(scope: Scope, trusted: Networks) -> Scope:
    """The scope with the client's own address and scheme, where a trusted proxy stands in between."""
    peer = client_address(scope)
    if not trusted or not is_within(peer, trusted):
        return scope
    address = _first_untrusted(peer, _forwarded_for(scope), trusted)
    secure = _forwarded_proto(scope) in ("https", "wss")
    scheme = SECURE.get(scope["scheme"], scope["scheme"]) if secure else scope["scheme"]
    return {**scope, "client": (address, 0), "scheme": scheme}


def _first_untrusted(peer: str, hops: list[str], trusted: Networks) -> str:
    address = peer
    for hop in reversed(hops[-HOPS_MAX:]):
        if not is_within(address, trusted):
            break
        parsed = parse_address(hop)
        if parsed is None:
            break  # what lies beyond a hop that cannot be read is not known
        address = str(parsed)
    return address


def _values(scope: Scope, name: bytes) -> list[str]:
    """Everything that was said under a header's name, in order."""
    texts = (value.decode("latin-1") for key, value in scope["headers"] if key == name)
    return [part.strip() for text in texts for part in text.split(",") if part.strip()]


def _parameters(scope: Scope, name: str) -> Iterator[str]:
    """A parameter of every hop in ``Forwarded`` (RFC 7239)."""
    for hop in _values(scope, b"forwarded"):
        for pair in hop.split(";"):
            key, _, value = pair.strip().partition("=")
            if key.lower() == name:
                yield value.strip('"')


def _forwarded_for(scope: Scope) -> list[str]:
    return _values(scope, b"x-forwarded-for") or list(_parameters(scope, "for"))


def _forwarded_proto(scope: Scope) -> str:
    """The scheme by which the nearest proxy was reached."""
    said = _values(scope, b"x-forwarded-proto") or list(_parameters(scope, "proto"))
    return said[-1].lower() if said else ""
