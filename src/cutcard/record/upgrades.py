"""Old events and what has succeeded them: how one written long ago is read today.

A published event is never changed. Its successor gets a tag of its own and an entry here; what is
stored stays as it was hashed. No event's meaning is known here beyond its fields.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, Final

import msgspec

Fields = dict[str, Any]


class Kind(Enum):
    """Who may read an event."""

    PUBLIC = "public"
    PERSONAL = "personal"
    SHARED = "shared"


class Upgrade(msgspec.Struct, frozen=True):
    """The kind the old event was of, the tag that took over, and how the old fields become the new ones."""

    kind: Kind
    tag: str
    fields: Callable[[Fields], Fields]


Upgrades = Mapping[str, Upgrade]

UPGRADES: Final[Upgrades] = {}


def upgrade(tag: str, fields: Fields, upgrades: Upgrades) -> tuple[str, Fields]:
    """An event as its latest successor; one that has none is unchanged."""
    seen = []
    while tag in upgrades:
        assert tag not in seen, f"{tag} succeeds itself"
        seen.append(tag)
        fields = upgrades[tag].fields(fields)
        tag = upgrades[tag].tag
    return tag, fields
