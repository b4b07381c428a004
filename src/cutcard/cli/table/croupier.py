"""``cutcard croupier``: a simulated croupier for a live table. What is played there is not known here."""

from __future__ import annotations

import os
from http.client import HTTPException
from pathlib import Path
from typing import Annotated, Final
from urllib.parse import urlsplit

import msgspec
from cyclopts import Parameter

from cutcard.cli.refusal import BadInput, short

SCHEMES: Final = ("http", "https", "ws", "wss")

Url = Annotated[str, Parameter(help="The server, such as http://localhost:8000.")]
TableId = Annotated[str, Parameter(help="The live table to deal at.")]
Name = Annotated[str, Parameter(help="The croupier's account.")]
PasswordFile = Annotated[Path | None, Parameter(help="A file with its password. Else CUTCARD_PASSWORD.")]
Seed = Annotated[int | None, Parameter(help="Fixes the order of the cards.")]
Pace = Annotated[float, Parameter(help="How slow: 1 is as people deal, 0 at once.")]


def croupier(
    *,
    url: Url,
    table: TableId,
    name: Name = "croupier",
    password_file: PasswordFile = None,
    seed: Seed = None,
    pace: Pace = 1.0,
) -> None:
    """Deal at a live table until told to stop."""
    import asyncio

    from cutcard.client import Gone, Refused
    from cutcard.client.sign_in import signed_in
    from cutcard.robots.croupier import run_croupier

    if not 0 <= pace <= 100:
        raise BadInput(f"the pace is from 0 to 100, not {pace}")
    _check_address(url)
    password = _password(password_file)

    async def deal() -> None:
        member = await signed_in(url, name, password)
        await run_croupier(url, member.token, table, seed=seed, pace=pace)

    try:
        asyncio.run(deal())
    except (Gone, Refused) as wrong:
        raise BadInput(str(wrong)) from None
    except (UnicodeError, HTTPException):
        raise BadInput(f"--url {short(url)} is no address that can be called") from None
    except msgspec.DecodeError:
        raise BadInput(f"what answers at {url} is no Cutcard server") from None


def _check_address(url: str) -> None:
    try:
        at = urlsplit(url)
        known = at.scheme in SCHEMES and at.hostname and at.port != 0
    except ValueError:  # a port beyond all ports, a bracket without its other
        known = False
    if not known:
        raise BadInput(f"--url takes an address such as http://localhost:8000, not {short(url)}")


def _password(file: Path | None) -> str:
    if file is None:
        given = os.environ.get("CUTCARD_PASSWORD", "")
        if not given:
            raise BadInput("a croupier signs in: give --password-file or CUTCARD_PASSWORD")
        return given
    try:
        return file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        raise BadInput(f"there is no password to be read in {file}") from None
