"""How a server is set up: where it listens, where its data are, whom it lets in. Knows no table."""

from __future__ import annotations

from typing import Annotated

import msgspec


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """One server. ``asks_per_s`` is how fast one socket is read; who sends faster is read no faster.

    What was counted is kept in ``cache`` where the user has no cache folder of their own.
    A step of the venue that takes longer than ``slow_step_ms`` is logged.
    The whole record is verified every ``verify_every_s``, beside the server; never where it is 0.
    A connection has ``header_s`` for a header or handshake, ``body_s`` for a body, ``unread_s`` to read.
    ``connections_per_address`` does not bind this machine and trusted proxies; 0 is a quarter of all.
    With ``dealers`` there are tables that are dealt real cards to, and a line for card devices; with
    ``simulated_dealers`` the house's own croupier and devices deal at the tables that it opened for them.
    ``profiles`` is a folder of the house's own profiles. Where a table is not played over the internet,
    patrons are let in from the ``floor_networks`` alone (PF-03); unless others are named, from this machine.
    At most ``guests_max`` guests are signed in at once.
    Amounts are in minor units: above ``voucher_max`` a cash-out is paid by hand (TB-52).
    """

    host: str = "127.0.0.1"
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 8000
    data: str = "data"
    cache: str = ""
    currency: str = "EUR"
    guests: bool = True
    guests_max: int = 100_000
    play_money: int = 1_000_000
    voucher_max: int = 100_000
    profiles: str = ""
    floor_networks: tuple[str, ...] = ("127.0.0.0/8", "::1/128")
    asks_per_s: int = 200
    asks_burst: int = 400
    sockets_max: int = 60_000
    sockets_of_one_person: int = 8
    connections_per_address: int = 0
    header_s: Annotated[float, msgspec.Meta(gt=0)] = 10.0
    body_s: Annotated[float, msgspec.Meta(gt=0)] = 30.0
    unread_s: Annotated[float, msgspec.Meta(gt=0)] = 60.0
    trusted_proxies: tuple[str, ...] = ()
    session_hours: int = 12
    json_logs: bool = False
    slow_step_ms: Annotated[int, msgspec.Meta(ge=0)] = 250
    verify_every_s: Annotated[int, msgspec.Meta(ge=0)] = 86_400
    dealers: bool = False
    simulated_dealers: bool = False
    device_host: str = "127.0.0.1"
    device_port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 0
    device_key: str = ""
