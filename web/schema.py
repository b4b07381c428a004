"""Writes wire.schema.json: what crosses the socket, and what is fetched of tables and rounds, as JSON Schema.
It knows no screen.

Run as ``python web/schema.py``; with ``--check`` it writes nothing and says whether the file is up to date.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import msgspec

from cutcard.server.http.cash_desk import HandPay
from cutcard.server.http.health import message_schemas
from cutcard.server.http.house.audit import Deed
from cutcard.server.http.house.back_office import HouseTable
from cutcard.server.http.rounds import PastRound
from cutcard.server.http.vouchers import Paper
from cutcard.server.realtime import commands
from cutcard.views.messages.protocol import PROTOCOL
from cutcard.views.messages.tables import TableInfo
from cutcard.views.past.past_round import PastStep
from cutcard.views.past.record_view import RecordLine

FILE = Path(__file__).parent / "wire.schema.json"
FETCHED = (TableInfo, PastRound, PastStep, HouseTable, RecordLine, HandPay, Paper, Deed)


def schema() -> str:
    """Every shape by name, and which of them are asked and sent: the server's own messages."""
    messages = message_schemas()
    _, fetched = msgspec.json.schema_components(FETCHED, ref_template="#/$defs/{name}")
    shapes = {**fetched, **messages["$defs"]}
    del shapes["Message"]  # the envelope, which the link makes itself
    document = {
        "protocol": PROTOCOL,
        "$defs": dict(sorted(shapes.items())),
        "told": [shape["$ref"].rsplit("/", 1)[1] for shape in messages["told"]["oneOf"]],
        "asked": sorted(shape.__name__ for shape in commands.message_types()),
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def main(arguments: list[str]) -> int:
    written = schema()
    if arguments == ["--check"]:
        return int(not FILE.exists() or FILE.read_text(encoding="utf-8") != written)
    FILE.write_text(written, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
