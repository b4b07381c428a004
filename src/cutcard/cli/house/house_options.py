"""What a house chooses for itself when it is served: money, profiles, who reaches it. It serves nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from cyclopts import Parameter

from cutcard.cli.refusal import BadInput, short

if TYPE_CHECKING:
    from cutcard.server.config import Config

AMOUNT_MAX: Final = 10**12  # no more than a table's own settings take (`table.settings.Amount`)

Currency = Annotated[str, Parameter(help="The currency of the house, three capital letters.")]
VoucherMax = Annotated[
    int, Parameter(help="Up to so many minor units a cash-out is a voucher, above it a hand pay.")
]
PlayMoney = Annotated[int, Parameter(help="What a guest begins with, in minor units.")]
GuestsMax = Annotated[int, Parameter(help="So many guests are signed in at once at most.")]
Profiles = Annotated[
    Path | None, Parameter(help="A folder of your own profiles; jurisdictions in its folder `jurisdictions`.")
]
FloorNetworks = Annotated[
    str,
    Parameter(
        help="Networks, with commas between, from which patrons play at tables closed to the internet; "
        "else this machine alone."
    ),
]
TrustedProxy = Annotated[
    str, Parameter(help="Networks of proxies whose X-Forwarded-For counts, as 10.0.0.0/8,fd00::/8.")
]
PerAddress = Annotated[
    int, Parameter(help="So many connections from one address; 0 is a quarter of all there can be.")
]
VerifyEvery = Annotated[
    int, Parameter(help="The whole record is verified every so many seconds, beside the server; 0 is never.")
]


@dataclass(frozen=True)
class HouseOptions:
    """The choices; what is not said stays as it is."""

    currency: Currency = "EUR"
    voucher_max: VoucherMax = 100_000
    play_money: PlayMoney = 1_000_000
    guests_max: GuestsMax = 100_000
    profiles: Profiles = None
    floor_networks: FloorNetworks = ""
    trusted_proxy: TrustedProxy = ""
    connections_per_address: PerAddress = 0
    verify_every_s: VerifyEvery = 86_400

    def apply_to(self, config: Config) -> Config:
        """The configuration with these choices; BadInput where one cannot be."""
        import msgspec

        if not re.fullmatch(r"[A-Z]{3}", self.currency):
            raise BadInput(f"--currency is three capital letters such as EUR, not {short(self.currency)}")
        changed = msgspec.structs.replace(
            config,
            currency=self.currency,
            voucher_max=_amount(self.voucher_max, "--voucher-max", 0),
            play_money=_amount(self.play_money, "--play-money", 1),
            guests_max=_not_negative(self.guests_max, "--guests-max"),
            profiles="" if self.profiles is None else str(self.profiles),
            trusted_proxies=_networks(self.trusted_proxy, "--trusted-proxy"),
            connections_per_address=_not_negative(self.connections_per_address, "--connections-per-address"),
            verify_every_s=_not_negative(self.verify_every_s, "--verify-every-s"),
        )
        if not self.floor_networks:
            return changed
        floor = _networks(self.floor_networks, "--floor-networks")
        return msgspec.structs.replace(changed, floor_networks=floor)


def _amount(given: int, option: str, least: int) -> int:
    if not least <= given <= AMOUNT_MAX:
        raise BadInput(f"{option} is a whole number of minor units from {least} to {AMOUNT_MAX}, not {given}")
    return given


def _not_negative(count: int, option: str) -> int:
    if count < 0:
        raise BadInput(f"{option} is at least 0, not {count}")
    return count


def _networks(written: str, option: str) -> tuple[str, ...]:
    from cutcard.server.address import BadNetwork, parse_networks

    if not written:
        return ()
    try:
        return tuple(str(network) for network in parse_networks(written.split(",")))
    except BadNetwork as wrong:
        raise BadInput(f"{option}: {wrong}") from None
