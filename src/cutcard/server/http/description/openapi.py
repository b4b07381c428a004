"""The description of the HTTP routes: tags, who may ask, and every refusal each can answer with.

Addresses, bodies and answers come from the routes themselves, roles from the matrix, words from the texts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from http import HTTPStatus
from inspect import cleandoc
from typing import Any, Final

import msgspec
from litestar.connection import Request
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from cutcard import __version__
from cutcard.server.http.description.route_refusals import ROUTE_REFUSALS
from cutcard.server.http.edge import versioned
from cutcard.server.http.refusals import PLAIN, PROBLEM, STATUS, Problem
from cutcard.server.realtime.websocket import COOKIE
from cutcard.texts.catalogue import catalogue
from cutcard.venue.roles import ROUTES, SIGNED_IN, Allowed
from cutcard.views.messages.terminal import RefusalMessage

ABOUT: Final = """\
Tables of blackjack and baccarat: the lobby, sign-in, the cashier, past rounds, and the house.

Every address under `/api/v1` is also to be had under `/api`. Whatever answers to GET answers to HEAD. A
refusal is `{"refusal": {"code", "facts", "text"}}`, or a problem (RFC 9457) where `Accept` names
`application/problem+json`. A list that goes on names its next page in a `Link` header with `rel="next"`.
Play itself goes over the socket at `/ws`: see `/api/v1/messages.json`.
"""

TAGS: Final = {
    "Tables": "The lobby, what a table is like, its boards, its rules, best play.",
    "Sign-in": "Guests, sessions, who one is, and the language one is spoken to in.",
    "Cashier": "Purses, vouchers, hand pays and tips, in whole minor units.",
    "Rounds": "Past rounds: one's own, everybody's for the house.",
    "House": "Tables opened, changed, paused, voided and closed; the house's own profiles and jurisdictions.",
    "Staff": "Accounts, calls, and who did what.",
    "Server": "Whether the server is well, what it has counted, how its messages look.",
}

_TAG_OF: Final = {
    "tables": "Tables",
    "texts": "Server",
    "messages": "Server",
    "health": "Server",
    "metrics": "Server",
    "guest": "Sign-in",
    "login": "Sign-in",
    "logout": "Sign-in",
    "me": "Sign-in",
    "me.purse": "Cashier",
    "cashier": "Cashier",
    "rounds": "Rounds",
    "house": "House",
    "house.record": "Rounds",
    "profiles": "House",
    "jurisdictions": "House",
    "people": "Staff",
    "calls": "Staff",
    "audit": "Staff",
}
"""The tag of a route, by its name or by the first part of it."""

WATCHED: Final = ("health", "metrics")
"""What others' programs read at addresses of their own making: parameters are left unread there."""

_PHRASES: Final = frozenset(status.description for status in HTTPStatus)

PARAMETERS: Final = {
    "table": "A table's id.",
    "language": "A language's code, such as `en`.",
    "number": "The number of a round, or the one printed on a voucher or hand pay.",
    "person": "An account's id.",
    "profile": "A profile's id.",
    "law": "A jurisdiction's id.",
    "version": "The number of a version, from 1.",
    "call": "A call's id.",
    "name": "Only names with this in them, however it is written.",
    "guests": "Guests, too, who have no password.",
    "by": "Only what this person did, by name.",
    "before": "Only rounds with a smaller number.",
    "limit": "How many at most on one page.",
    "most": "The older name of `limit`.",
    "people": "Only what people did, and nothing that the house did by itself.",
    "cursor": "Where to go on: taken from the `Link` header of the page before, with the same filters.",
}

SCHEMES: Final = {
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": COOKIE,
        "description": "The cookie that signing in sets: for browsers.",
    },
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "The `token` that signing in answers with: for programs.",
    },
}


class RefusalBody(msgspec.Struct, frozen=True):
    """Why the answer is no."""

    refusal: RefusalMessage


def route_name(handler: HTTPRouteHandler, *_: Any) -> str:
    """What an operation is known by: the route's name in the matrix of roles."""
    assert handler.name is not None, "a route without a name is open to nobody"
    return handler.name


class Described(JsonRenderPlugin):
    """The description as it is served. It does not change while the server runs, so it is made once."""

    _made: bytes = b""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The routes' own description with everything else put in."""
        if not self._made:
            self._made = self.render_json(request, described(openapi_schema))
        return self._made


def config() -> OpenAPIConfig:
    """How the routes are described, at ``/api/openapi.json``."""
    return OpenAPIConfig(
        title="Cutcard",
        version=__version__,
        description=ABOUT,
        path="/api",
        use_handler_docstrings=True,
        operation_id_creator=route_name,
        render_plugins=[Described(path="/openapi.json")],
    )


def described(document: dict[str, Any]) -> dict[str, Any]:
    """The whole description, from that of the bare routes."""
    _, shapes = msgspec.json.schema_components(
        (RefusalBody, Problem), ref_template="#/components/schemas/{name}"
    )
    components = document.get("components", {})
    paths = {
        versioned(path): {verb: _operation(verb, operation) for verb, operation in item.items()}
        for path, item in document["paths"].items()
    }
    return {
        **document,
        "tags": [{"name": name, "description": about} for name, about in TAGS.items()],
        "paths": paths,
        "components": {
            **components,
            "schemas": {**_explained(components.get("schemas", {})), **shapes},
            "securitySchemes": SCHEMES,
        },
    }


def _explained(schemas: Mapping[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """The shapes with what each is, from where it is written: with the shape itself."""
    descriptions: dict[str, str] = {}
    for shape in _shapes(msgspec.Struct):
        about = cleandoc(shape.__doc__ or "")
        # Of two with one name, each is known by as much of its module's as distinguishes them.
        rooms = shape.__module__.split(".")
        descriptions.update(("_".join((*rooms[at:], shape.__name__)), about) for at in range(len(rooms) + 1))
    return {name: {"description": descriptions.get(name, ""), **schema} for name, schema in schemas.items()}


def _shapes(shape: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for narrower in shape.__subclasses__():
        yield narrower
        yield from _shapes(narrower)


def _operation(verb: str, operation: dict[str, Any]) -> dict[str, Any]:
    name = operation["operationId"]
    row = ROUTES[name]
    answers = {
        status: _done(response) for status, response in operation["responses"].items() if int(status) < 400
    }
    own = {status: response for status, response in operation["responses"].items() if status == "503"}
    return {
        **operation,
        **({"requestBody": _body(operation["requestBody"])} if "requestBody" in operation else {}),
        "description": f"{operation['description']}\n\n{_open_to(row)}",
        "tags": [_TAG_OF.get(name) or _TAG_OF[name.partition(".")[0]]],
        "security": [*([{}] if None in row else []), *({scheme: []} for scheme in SCHEMES)],
        "parameters": [_parameter(parameter) for parameter in operation.get("parameters", ())],
        "responses": {**answers, **own, **_refused(sorted(set(_codes(name, verb))))},
    }


def _body(body: Mapping[str, Any]) -> dict[str, Any]:
    """A body that may be nothing may be left out; the framework calls every body needed."""
    content = body["content"]["application/json"]["schema"]
    left_out = {"type": "null"} in content.get("oneOf", ())
    return {**body, "required": body.get("required", False) and not left_out}


def _done(response: Mapping[str, Any]) -> dict[str, Any]:
    """An answer that is no refusal. The framework's own words promise an address, and there is none."""
    own = response["description"] if response["description"] not in _PHRASES else "It is done, or shown."
    return {**response, "description": own}


def _open_to(row: Allowed) -> str:
    if None in row:
        return "Open to everybody."
    return f"Open to: {', '.join(role.value for role in row if role is not None)}."


def _parameter(parameter: Mapping[str, Any]) -> dict[str, Any]:
    return {"description": PARAMETERS.get(parameter["name"], ""), **parameter}


def _codes(name: str, verb: str) -> Iterator[str]:
    """Every refusal of a route: its own, and those that follow from its shape."""
    row = ROUTES[name]
    yield from ROUTE_REFUSALS.get(name, ())
    if None not in row:
        yield "not_signed_in"
        if set(row) != set(SIGNED_IN):
            yield "not_allowed"
    if not name.startswith("page."):
        yield "too_many_attempts"
    if verb != "get":
        yield "foreign_origin"
    if name not in WATCHED:
        yield "bad_request"


def _refused(codes: list[str]) -> dict[str, Any]:
    """The responses of all refusals, by status."""
    words, by_status = catalogue("en"), dict[str, list[str]]()
    for code in codes:
        by_status.setdefault(str(STATUS.get(code, 409)), []).append(code)
    return {
        status: {
            "description": "\n".join(f"- `{code}`: {words[f'refused.{code}']}" for code in listed),
            "content": {
                PLAIN: {"schema": {"$ref": f"#/components/schemas/{RefusalBody.__name__}"}},
                PROBLEM: {"schema": {"$ref": f"#/components/schemas/{Problem.__name__}"}},
            },
            "x-refusals": listed,
        }
        for status, listed in sorted(by_status.items())
    }
