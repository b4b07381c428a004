"""The promise of ``/api/v1``: nothing of what was published is lost, and every kind of loss is noticed."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from tests.server.published_api import PUBLISHED, lost, promise_of
from tests.server.running import Served

PROMISED: dict[str, Any] = json.loads(PUBLISHED.read_text())
LOGIN, ROUNDS = "/api/v1/login", "/api/v1/rounds"


def test_nothing_that_was_published_under_v1_is_lost(served: Served) -> None:
    """``python -m tests.server.published_api`` writes what was added into the promise."""
    assert lost(PROMISED, promise_of(served.http("GET", "/api/openapi.json").body)) == []


def shape(document: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = document["components"]["schemas"][name]
    return found


def without_parameter(document: dict[str, Any]) -> None:
    parameters = document["paths"][ROUNDS]["get"]["parameters"]
    parameters[:] = [parameter for parameter in parameters if parameter["name"] != "cursor"]


def with_parameter(document: dict[str, Any]) -> None:
    new = {"name": "casino", "in": "query", "required": True, "schema": {"type": "string"}}
    document["paths"][ROUNDS]["get"]["parameters"].append(new)


LOSSES: dict[str, Callable[[dict[str, Any]], object]] = {
    f"{ROUNDS} is gone": lambda now: now["paths"].pop(ROUNDS),
    f"POST {LOGIN} is gone": lambda now: now["paths"][LOGIN].pop("post"),
    f"GET {ROUNDS} cursor is gone": without_parameter,
    f"GET {ROUNDS} must have casino": with_parameter,
    f"POST {LOGIN} body.password is gone": lambda now: shape(now, "Credentials")["properties"].pop(
        "password"
    ),
    f"POST {LOGIN} body.captcha must be given": lambda now: shape(now, "Credentials")["required"].append(
        "captcha"
    ),
    f"POST {LOGIN} answers 201 no more": lambda now: now["paths"][LOGIN]["post"]["responses"].pop("201"),
    f"POST {LOGIN} 201.token is gone": lambda now: shape(now, "SignedIn")["properties"].pop("token"),
    f"POST {LOGIN} 201.token may be left out": lambda now: shape(now, "SignedIn")["required"].remove("token"),
    f"POST {LOGIN} 201.token is ['integer'], and was ['string']": lambda now: shape(now, "SignedIn")[
        "properties"
    ].update(token={"type": "integer"}),
    f"GET {ROUNDS} 200[].profile is gone": lambda now: shape(now, "PastRound")["properties"].pop("profile"),
}


@pytest.mark.parametrize("says", LOSSES)
def test_each_kind_of_loss_is_noticed(says: str) -> None:
    now = deepcopy(PROMISED)
    LOSSES[says](now)
    assert says in lost(PROMISED, now)


def test_what_is_added_is_no_loss() -> None:
    now = deepcopy(PROMISED)
    now["paths"]["/api/v1/new"] = {"get": {"parameters": [], "responses": {}}}
    new = {"name": "color", "in": "query", "required": False, "schema": {"type": "string"}}
    now["paths"][ROUNDS]["get"]["parameters"].append(new)
    for name in ("Credentials", "SignedIn"):
        shape(now, name)["properties"]["nickname"] = {"type": "string"}
    assert lost(PROMISED, now) == []
