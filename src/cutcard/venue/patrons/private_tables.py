"""Tables of one patron alone, made from an offer (MO-01): what they are called and what like."""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Final

import msgspec

from cutcard.table import Settings
from cutcard.venue.table_runner import Running

NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")


def private_name(offer: Settings, who: str) -> str:
    """The name of a patron's own table. A patron's name that does not fit in is replaced by its hash."""
    plain = f"{offer.id}-{who}"
    return plain if NAME.fullmatch(plain) else f"{offer.id[:40]}-{sha256(who.encode()).hexdigest()[:20]}"


def made_from(offer: Settings, tables: Mapping[str, Running]) -> list[Settings]:
    """What the open private tables of an offer would be like, were each made from it now."""
    owners = [
        (at, running.table.deal.settings.owner)
        for at, running in tables.items()
        if not running.table.halt.closed
    ]
    mine = [(at, who) for at, who in owners if who is not None and at == private_name(offer, who)]
    return [msgspec.structs.replace(offer, id=at, owner=who) for at, who in mine]
