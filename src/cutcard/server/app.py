"""The application put together: every route, its guard, its errors as refusals. Sockets are not its affair.

What a route does is its own affair. Whatever goes wrong unexpectedly is logged here and sent as nothing more
than that.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, Final

import structlog
from litestar import Litestar, Response
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException

from cutcard.games.reason import Refusal
from cutcard.server.address import seen_through
from cutcard.server.card_sources import devices_of
from cutcard.server.http import cash_desk, health, pages, rounds, sign_in, table_routes, vouchers
from cutcard.server.http.bodies import check_body, check_parameters
from cutcard.server.http.description import openapi
from cutcard.server.http.edge import API, HttpEdge, versioned
from cutcard.server.http.house import audit, back_office, staff
from cutcard.server.http.house.profile_routes import HANDLERS as PROFILE_HANDLERS
from cutcard.server.http.lobby_copy import LobbyCopies
from cutcard.server.http.permissions import SAFE, AnyRequest, guard, language_for
from cutcard.server.http.refusals import (
    PROBLEM,
    Refused,
    problem,
    refusal_message,
    retry_after,
    wants_problem,
)
from cutcard.server.record_watch import RecordWatch
from cutcard.server.runtime import House
from cutcard.server.trouble import SignIns
from cutcard.venue.roles import ROUTES

HANDLERS: Final = (
    *(*sign_in.HANDLERS, *table_routes.HANDLERS, *cash_desk.HANDLERS, *rounds.HANDLERS, *staff.HANDLERS),
    *(*vouchers.HANDLERS, *back_office.HANDLERS, *audit.HANDLERS, *health.HANDLERS, *pages.HANDLERS),
    *PROFILE_HANDLERS,
)
BODY_BYTES_MAX: Final = 64 * 1024  # an uploaded profile (`TOML_MAX`) is the longest that anybody sends


def _answer(
    request: AnyRequest, refusal: Refusal, status: int, headers: Mapping[str, str] | None = None
) -> Response[Any]:
    request.app.state.house.metrics.refusals.labels(refusal.code).inc()
    message = refusal_message(refusal, language_for(request), request.app.state.house.config.currency)
    sent = {
        **(headers or {}),
        **retry_after(refusal),
        "Vary": "Accept, Accept-Language, Authorization, Cookie",
    }
    if status == 401:
        sent["WWW-Authenticate"] = 'Bearer realm="cutcard"'
    if wants_problem(request.headers.get("accept", "")):
        body = problem(message, status, versioned(request.scope["path"]))
        return Response(body, status_code=status, media_type=PROBLEM, headers=sent)
    return Response({"refusal": message}, status_code=status, headers=sent)


def _refused(request: AnyRequest, refused: Refused) -> Response[Any]:
    return _answer(request, refused.refusal, refused.status)


def _wrong(request: AnyRequest, wrong: HTTPException) -> Response[Any]:
    """Litestar's own refusals: a body that does not fit, a path that is not there, a wrong verb."""
    if wrong.status_code == 404:
        return _answer(request, Refusal("no_such_page"), 404)
    return _answer(request, Refusal("bad_request", {"why": _why(wrong)}), wrong.status_code, wrong.headers)


def _why(wrong: HTTPException) -> str:
    """What does not fit, by the name of its field where it has one."""
    faults = wrong.extra if isinstance(wrong.extra, list) else []
    fault = next((fault for fault in faults if isinstance(fault, dict) and "message" in fault), None)
    if fault is None:
        why = str(wrong.detail)
    else:
        field = fault.get("key", "data")
        why = str(fault["message"]) if field == "data" else f"{field}: {fault['message']}"
    return " ".join(why.split())[:200]


def _too_deep(request: AnyRequest, _: RecursionError) -> Response[Any]:
    """Only what was sent can be nested so deeply: nothing of the house is."""
    return _answer(request, Refusal("bad_request", {"why": "nested too deeply"}), 400)


def _impossible(request: AnyRequest, wrong: Exception) -> Response[Any]:
    structlog.get_logger("http").error("a request failed", path=request.url.path, exc_info=wrong)
    return _answer(request, Refusal("unavailable"), 500)


async def _before(request: AnyRequest) -> Response[Any] | None:
    """What the routes need not know: which methods there are, which parameters, and whether a body is due."""
    if request.method == "OPTIONS":
        return _methods(request)
    if f"{request.url.path}/".startswith(f"{API}/") and request.route_handler.name in ROUTES:
        check_parameters(request)
    if request.method not in SAFE:
        await check_body(request)
    return None


def _methods(request: AnyRequest) -> Response[Any]:
    """What may be asked here. Litestar's own answer forgets all but one handler of an address."""
    template = request.scope["path_template"]
    found = {
        method for route in request.app.routes if route.path_format == template for method in route.methods
    }
    return Response(b"", status_code=204, headers={"Allow": ", ".join(sorted(found))})


def http(house: House) -> Litestar:
    """The HTTP side."""
    watch = RecordWatch(house)

    async def start(_: Litestar) -> None:
        await house.start()
        watch.start()
        if house.config.dealers:
            house.devices = devices_of(house)
            await house.devices.start(house.config.device_host, house.config.device_port)

    async def stop(_: Litestar) -> None:
        await watch.stop()
        if house.devices is not None:
            await house.devices.stop()
        await house.stop()

    deeds = audit.Audit(lambda name: house.people.named(name) is not None)
    hashing = asyncio.Semaphore(sign_in.HASHING)
    turns = {"hashing": hashing, "accounts": asyncio.Lock(), "answering": asyncio.Lock()}
    known = {"house": house, "audit": deeds, "sign_in_log": SignIns(), "lobby": LobbyCopies(), **turns}
    return Litestar(
        route_handlers=HANDLERS,
        guards=[guard],
        before_request=_before,
        state=State(known),
        exception_handlers={
            Refused: _refused,
            HTTPException: _wrong,
            RecursionError: _too_deep,
            Exception: _impossible,
        },
        openapi_config=openapi.config(),
        compression_config=CompressionConfig(backend="gzip", minimum_size=2_000),
        request_max_body_size=BODY_BYTES_MAX,
        on_startup=[start],
        on_shutdown=[stop],
        logging_config=None,
        debug=False,
    )


class App:
    """What the server runs for HTTP: every route, through the edge. Sockets go past it."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._http = HttpEdge(http(house))

    async def __call__(self, scope: Mapping[str, Any], receive: Any, send: Any) -> None:
        """One request, or the application's start and stop."""
        if scope["type"] != "lifespan":
            self._house.unnamed_proxy.look(scope)
            scope = seen_through(scope, self._house.proxies)
        await self._http(scope, receive, send)
