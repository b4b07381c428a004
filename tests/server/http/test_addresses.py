"""Whose address counts behind a proxy: nothing that a client makes up does."""

from typing import Any

import pytest

from cutcard.server.address import (
    BadNetwork,
    address_key,
    client_address,
    is_loopback,
    parse_networks,
    seen_through,
)

TRUSTED = parse_networks(["10.0.0.0/8", "127.0.0.1", "fd00::/8"])
PROXY, CLIENT = "10.0.0.1", "198.51.100.7"


def scope(peer: str, **headers: str) -> dict[str, Any]:
    named = [(name.replace("_", "-").encode(), value.encode("latin-1")) for name, value in headers.items()]
    return {"type": "http", "client": (peer, 4711), "scheme": "http", "headers": named}


@pytest.mark.parametrize(
    ("peer", "headers", "address"),
    [
        (CLIENT, {}, CLIENT),
        (CLIENT, {"x_forwarded_for": "203.0.113.1"}, CLIENT),
        (CLIENT, {"forwarded": "for=203.0.113.1"}, CLIENT),
        (PROXY, {}, PROXY),
        (PROXY, {"x_forwarded_for": CLIENT}, CLIENT),
        (PROXY, {"x_forwarded_for": f"203.0.113.1, {CLIENT}"}, CLIENT),
        (PROXY, {"x_forwarded_for": f"203.0.113.1, {CLIENT}, 10.9.9.9, 10.0.0.2"}, CLIENT),
        (PROXY, {"x_forwarded_for": "10.9.9.9, 10.0.0.2"}, "10.9.9.9"),
        (PROXY, {"x_forwarded_for": f"{CLIENT}, rubbish, 10.0.0.2"}, "10.0.0.2"),
        (PROXY, {"x_forwarded_for": "rubbish"}, PROXY),
        (PROXY, {"x_forwarded_for": f"{CLIENT}:5555"}, CLIENT),
        (PROXY, {"x_forwarded_for": "[2001:db8::1]:5555"}, "2001:db8::1"),
        (PROXY, {"x_forwarded_for": f"::ffff:{CLIENT}"}, CLIENT),
        (f"::ffff:{PROXY}", {"x_forwarded_for": CLIENT}, CLIENT),
        (PROXY, {"forwarded": f'for=203.0.113.1, For="{CLIENT}:80";proto=https'}, CLIENT),
        (PROXY, {"forwarded": 'for="[2001:db8::1]:80"'}, "2001:db8::1"),
        (PROXY, {"forwarded": "for=203.0.113.1", "x_forwarded_for": CLIENT}, CLIENT),
        ("fd00::1", {"x_forwarded_for": CLIENT}, CLIENT),
        (PROXY, {"x_forwarded_for": ",".join(["10.0.0.2"] * 5_000)}, "10.0.0.2"),
    ],
)
def test_the_address_is_that_of_the_first_hop_that_is_not_trusted(
    peer: str, headers: dict[str, str], address: str
) -> None:
    assert client_address(seen_through(scope(peer, **headers), TRUSTED)) == address


@pytest.mark.parametrize(
    ("peer", "headers", "scheme"),
    [
        (PROXY, {"x_forwarded_proto": "https"}, "https"),
        (PROXY, {"forwarded": "for=x;proto=https"}, "https"),
        (PROXY, {"x_forwarded_proto": "https, http"}, "http"),
        (PROXY, {}, "http"),
        (CLIENT, {"x_forwarded_proto": "https"}, "http"),
    ],
)
def test_the_scheme_is_what_the_nearest_trusted_proxy_says(
    peer: str, headers: dict[str, str], scheme: str
) -> None:
    assert seen_through(scope(peer, **headers), TRUSTED)["scheme"] == scheme


def test_without_trusted_proxies_nothing_that_is_forwarded_counts() -> None:
    asked = scope("127.0.0.1", x_forwarded_for=CLIENT, x_forwarded_proto="https")
    assert seen_through(asked, ()) is asked


def test_networks_are_read_or_refused_in_one_line() -> None:
    assert [str(network) for network in parse_networks([" 10.0.0.0/8 ", "::1"])] == ["10.0.0.0/8", "::1/128"]
    with pytest.raises(BadNetwork, match=r"'10\.0\.0\.0/99' is no network"):
        parse_networks(["10.0.0.0/99"])


def test_what_an_address_is_counted_by() -> None:
    assert address_key("2001:db8::1") == address_key("2001:db8::2") == "2001:db8::/64"
    assert address_key("2001:db8:0:1::1") != address_key("2001:db8::1")
    assert address_key(f"::ffff:{CLIENT}") == address_key(CLIENT) == CLIENT
    assert address_key("") == ""
    assert is_loopback("::ffff:127.0.0.1")
    assert not is_loopback("localhost.example")
