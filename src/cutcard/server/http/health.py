"""Whether the server is well, what it has counted, and how its messages look. Knows no secret."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import msgspec
from litestar import Response, get
from litestar.openapi import ResponseSpec

from cutcard.server.http.permissions import AnyRequest, house_of, session_of
from cutcard.server.http.validators import validated
from cutcard.server.realtime import commands
from cutcard.server.runtime import House, Verified
from cutcard.venue.roles import Role
from cutcard.views.messages.terminal import SERVER_MESSAGES
from cutcard.views.phase import phase_name

FORMAT: Final = "text/plain; version=0.0.4"  # the charset is put behind it on the way out


class Health(msgspec.Struct, frozen=True):
    """``running``, ``suspended`` while nothing can be written, ``stopped``; and tables that need a person.

    ``verified`` says whether the record holds, as it was last looked at since the start. Tables are counted
    for everybody and named for staff, since a private table's name holds its patron's account.
    """

    state: str
    frozen: tuple[str, ...]
    frozen_count: int
    verified: Verified | None = None


NOT_READY: Final = ResponseSpec(Health, description="Nothing can be written now, or the server is stopping")


@get("/healthz", name="health", summary="Whether the server is ready", responses={503: NOT_READY})
async def health(request: AnyRequest) -> Response[Health]:
    """200 only when everything was read and checked and can be written."""
    house = house_of(request)
    session, frozen, verified = session_of(request), house.engine.frozen, house.verified
    count = len(frozen)
    if session is None or not any(role != Role.PATRON for role in session.roles):
        frozen = ()
        verified = None if verified is None else msgspec.structs.replace(verified, streams=())
    report = Health(house.engine.state, frozen, count, verified)
    return Response(report, status_code=200 if report.state == "running" else 503)


@get("/metrics", name="metrics", summary="Counters for Prometheus")
async def metrics(request: AnyRequest) -> Response[bytes]:
    """Everything counted so far."""
    house = house_of(request)
    await house.call(lambda _: _count_tables(house))
    return Response(house.metrics.text(), media_type=FORMAT)


def _count_tables(house: House) -> None:
    counts: dict[str, int] = {}
    for running in house.venue.tables.values():
        phase = phase_name(running.table)
        counts[phase] = counts.get(phase, 0) + 1
    house.metrics.tables.clear()
    for phase, count in counts.items():
        house.metrics.tables.labels(phase).set(count)


@cache
def message_schemas() -> dict[str, Any]:
    """Every message of a socket as JSON Schema."""
    _, shapes = msgspec.json.schema_components(
        (commands.Message, *SERVER_MESSAGES), ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "asked": {"$ref": "#/$defs/Message"},
        "told": {"oneOf": [{"$ref": f"#/$defs/{message.__name__}"} for message in SERVER_MESSAGES]},
        "$defs": shapes,
    }


@get("/api/messages.json", name="messages", summary="The socket's messages as JSON Schema")
async def messages(request: AnyRequest) -> Response[dict[str, Any]]:
    """What may be asked over the socket, and what it sends."""
    return validated(request, msgspec.json.encode(message_schemas()), "application/json")


HANDLERS: Final = (health, metrics, messages)
