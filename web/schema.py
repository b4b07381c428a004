"""Writes wire.schema.json: the shapes that cross the socket, as JSON Schema. Knows no screen.

Run as ``python web/schema.py``; with ``--check`` it writes nothing and says whether the file is up to date.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, get_args

import msgspec

from cutcard.table.commands import PatronCommand
from cutcard.views import shapes

FILE = Path(__file__).parent / "wire.schema.json"
TOLD = (shapes.Telling, shapes.TableInfo, shapes.LobbyTable, shapes.PurseView, shapes.CroupierView)


def schema() -> str:
    """Every shape by name. A terminal names the table of a command, and never the patron."""
    asked = get_args(PatronCommand)
    _, shapes_by_name = msgspec.json.schema_components((*TOLD, *asked), ref_template="#/$defs/{name}")
    for command in asked:
        shapes_by_name[command.__name__] = for_terminals(shapes_by_name[command.__name__])
    document = {
        "$defs": dict(sorted(shapes_by_name.items())),
        "told": [one.__name__ for one in TOLD],
        "asked": sorted(one.__name__ for one in asked),
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def for_terminals(shape: dict[str, Any]) -> dict[str, Any]:
    """A command as a terminal sends it."""
    fields = {name: kind for name, kind in shape["properties"].items() if name != "patron"}
    needed = ["type", "table", *(name for name in shape["required"] if name not in ("type", "patron"))]
    return {**shape, "properties": {**fields, "table": {"type": "string"}}, "required": needed}


def main(arguments: list[str]) -> int:
    written = schema()
    if arguments == ["--check"]:
        return int(not FILE.exists() or FILE.read_text(encoding="utf-8") != written)
    FILE.write_text(written, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
