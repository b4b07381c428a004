"""Whether a request brings what its route reads: the parameters it knows, and a body where one is read.

What is in a body is judged by its route's own shape. A body that nobody would read is refused as well, by
the name of what it says: whoever sent it believes that it does something.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar.connection import Request
from litestar.datastructures import State

from cutcard.games.reason import Refusal
from cutcard.server.http.refusals import Refused

MISSING: Final = "the body is missing: it is a JSON object"


class _Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a route that reads none: left out, or an object with nothing in it.

    Programs send an ask with all they do. Only leaving and coming as a guest read none: nobody asks for them
    under an id of their own, so the ask is neither needed nor wrong.
    """

    ask: str = ""


_read_nothing: Final = msgspec.json.Decoder(_Nothing).decode


RESERVED: Final = frozenset(("request", "data", "state", "headers", "cookies", "query", "scope", "body"))
"""What a route may read that is no parameter of its address."""


def check_parameters(request: Request[Any, Any, State]) -> None:
    """Refuse a parameter that the route does not know: whoever misspells one believes that it counts."""
    known = set(request.route_handler.parsed_fn_signature.parameters) - RESERVED - set(request.path_params)
    # A screen says its language wherever it reads; where an answer has no words it makes no difference.
    unknown = [name for name in request.query_params if name not in known and name != "language"]
    if unknown:
        there = f"there are {', '.join(sorted(known))}" if known else "there are none here"
        why = f"there is no parameter {unknown[0][:64]!r}: {there}"
        raise Refused(Refusal("bad_request", {"why": why}))


async def check_body(request: Request[Any, Any, State]) -> None:
    """Refuse a body too many, or one too few."""
    body = await request.body()
    read = request.route_handler.parsed_fn_signature.parameters.get("data")
    reads_one = read is not None
    if read is not None and not body and not read.is_optional:
        raise Refused(Refusal("bad_request", {"why": MISSING}))
    if body and not reads_one:
        try:
            _read_nothing(body)
        except (msgspec.DecodeError, UnicodeDecodeError) as wrong:
            raise Refused(Refusal("bad_request", {"why": str(wrong)[:200]})) from None
