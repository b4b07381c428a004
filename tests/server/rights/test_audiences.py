"""Nobody gets more in passing: the fields of everything that is sent are those that were agreed (TB-64).

``audiences.toml`` says them a second time, so that an audience given one field more is seen by whoever reads
the change. What the fields hold is shown elsewhere.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from tests.server.running import Served

pytestmark = pytest.mark.slow

AGREED: Final = tomllib.loads((Path(__file__).parent / "audiences.toml").read_text())


def reached(roots: Any, shapes: Mapping[str, Any]) -> dict[str, set[str]]:
    """The fields of every shape that is used from there on."""
    fields: dict[str, set[str]] = {}
    todo = [roots]
    while todo:
        part = todo.pop()
        if isinstance(part, list):
            todo += part
        if not isinstance(part, dict):
            continue
        name = str(part.get("$ref", "")).rpartition("/")[2]
        if name and name not in fields:
            fields[name] = set(shapes[name].get("properties", {}))
            todo.append(shapes[name])
        todo += part.values()
    return fields


def over_sockets(served: Served) -> dict[str, set[str]]:
    messages = served.http("GET", "/api/messages.json").body
    return reached(messages["told"], messages["$defs"])


def over_http(served: Served) -> dict[str, set[str]]:
    described = served.http("GET", "/api/openapi.json").body
    answers = [route[verb]["responses"] for route in described["paths"].values() for verb in route]
    return reached(answers, described["components"]["schemas"])


def differing(sent: Mapping[str, set[str]], part: str) -> set[str]:
    """The shapes that have other fields than was agreed."""
    agreed = {name: set(fields.split()) for name, fields in AGREED[part].items()}
    return {name for name in {*sent, *agreed} if sent.get(name) != agreed.get(name)}


@pytest.mark.parametrize(("part", "sent_by"), [("sockets", over_sockets), ("http", over_http)])
def test_tb_64_everybody_gets_what_was_agreed_and_no_field_more(
    served: Served, part: str, sent_by: Any
) -> None:
    sent = sent_by(served)
    assert differing(sent, part) == set()
    for name in sent:
        assert differing({**sent, name: {*sent[name], "one_more"}}, part) == {name}
