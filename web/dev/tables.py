"""Prints what the server would send of a table of each profile, for the mock. Knows no round."""

from __future__ import annotations

import sys

import msgspec

from cutcard.profiles import load, profile_ids
from cutcard.table.settings import Settings
from cutcard.views.lobby import info


def main() -> None:
    """Every shipped profile in the first mode it has, live ones live."""
    tables = {}
    for profile in map(load, profile_ids()):
        mode = profile.table.modes[min(1, len(profile.table.modes) - 1)]
        settings = Settings(id=profile.id, name=profile.id.title(), profile=profile, mode=mode)
        tables[profile.id] = info(msgspec.structs.replace(settings, denominations=(100, 500)))
    sys.stdout.buffer.write(msgspec.json.encode(tables))


if __name__ == "__main__":
    main()
