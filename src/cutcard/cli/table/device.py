"""``cutcard device``: a simulated card device for an automatic table. What it deals to is not known here."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from cutcard.cli.arguments import can_be_host, whole_number
from cutcard.cli.refusal import BadInput, short

Connect = Annotated[str, Parameter(help="Where the table listens for its device, as HOST:PORT.")]
TableId = Annotated[str, Parameter(help="The table to deal to.")]
Seed = Annotated[int | None, Parameter(help="Fixes the order of the cards.")]
Pace = Annotated[int, Parameter(help="Milliseconds from being asked to the card.")]
KeyFile = Annotated[Path | None, Parameter(help="A file with the device key. Else CUTCARD_DEVICE_KEY.")]
Misbehave = Annotated[
    Literal["drop", "repeat", "late", "impossible", "unshuffled"] | None,
    Parameter(help="Do something wrong, to see what the table does."),
]


def device(
    *,
    connect: Connect,
    table: TableId,
    seed: Seed = None,
    pace_ms: Pace = 700,
    key_file: KeyFile = None,
    misbehave: Misbehave = None,
) -> None:
    """Deal to an automatic table until told to stop."""
    import asyncio

    from cutcard.robots.device import Misbehaviour, Place, SentAway, SimulatedDevice
    from cutcard.robots.shoe import chance

    host, port = _address(connect)
    if not 0 <= pace_ms <= 60_000:
        raise BadInput(f"the pace is 0 to 60000 milliseconds, not {pace_ms}")
    place = Place(host=host, port=port, table=_word(table, "table"), key=_key(key_file))
    wrong = None if misbehave is None else Misbehaviour(misbehave)
    robot = SimulatedDevice(place, chance(seed, table), pace_ms=pace_ms, misbehave=wrong)
    try:
        asyncio.run(robot.run())
    except SentAway as gone:
        raise BadInput(f"the table sent the device away: {gone}") from None


def _address(connect: str) -> tuple[str, int]:
    host, _, port = connect.rpartition(":")
    number = whole_number(port, 65535)
    if not host or not number or not can_be_host(host):
        raise BadInput(f"an address is HOST:PORT, not {short(connect)}")
    return host.strip("[]"), number


def _word(written: str, what: str) -> str:
    if not written.isascii() or len(written.split()) != 1:
        raise BadInput(f"a {what} is one word of plain letters, not {written!r}")
    return written


def _key(file: Path | None) -> str:
    if file is None:
        return _word(os.environ.get("CUTCARD_DEVICE_KEY", ""), "device key")
    try:
        return _word(file.read_text(encoding="utf-8").strip(), "device key")
    except (OSError, UnicodeDecodeError):
        raise BadInput(f"there is no device key to be read in {file}") from None
