"""The outermost layer of HTTP: versioned addresses, HEAD, and headers that every response carries.

Errors, redirects and refusals pass through here like everything else, so no response is without its headers.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from typing import Any, Final

API: Final = "/api"
VERSIONED: Final = "/api/v1"

SECURITY: Final = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "media-src 'self' https:; connect-src 'self'; font-src 'self'; object-src 'none'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}

NOT_KEPT: Final = "no-store"
"""What the house says of people and money is kept by no cache, unless a route says otherwise."""

USUAL: Final = {**SECURITY, "Cache-Control": NOT_KEPT}
"""What every response carries that says nothing else: also those that never come so far as here."""

Headers = list[tuple[bytes, bytes]]
Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]


def versioned(path: str) -> str:
    """The address of a route as it is published: under ``/api/v1``."""
    return VERSIONED + path[len(API) :] if _is_under(path, API) and not _is_under(path, VERSIONED) else path


def _is_under(path: str, folder: str) -> bool:
    return path == folder or path.startswith(f"{folder}/")


class HttpEdge:
    """Wraps an ASGI application. Routes know one address, one kind of reading, and no security headers."""

    def __init__(self, app: Callable[..., Awaitable[None]]) -> None:
        self._app = app

    async def __call__(self, scope: Mapping[str, Any], receive: Any, send: Send) -> None:
        """One request, or the application's start and stop."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_complete(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": _complete(message["headers"])}
            await send(message)

        await self._app(_routed(scope), receive, send_complete)


def _routed(scope: Mapping[str, Any]) -> dict[str, Any]:
    """The request as the routes know it. A HEAD is a GET whose body the server leaves out."""
    routed = dict(scope)
    if _is_under(scope["path"], VERSIONED):
        routed["path"] = API + scope["path"][len(VERSIONED) :]
        routed["raw_path"] = routed["path"].encode()
    if scope["method"] == "HEAD":
        routed["method"] = "GET"
    return routed


def _complete(headers: Iterable[tuple[bytes, bytes]]) -> Headers:
    """All headers of a response: its own, and those that every response has."""
    own = [
        (name.lower(), _with_head(value) if name.lower() == b"allow" else value) for name, value in headers
    ]
    there = {name for name, _ in own}
    return own + [(name, value) for name, value in usual_headers() if name not in there]


def usual_headers() -> Headers:
    """What every response carries, as bytes."""
    return [(name.lower().encode(), value.encode()) for name, value in USUAL.items()]


def _with_head(allowed: bytes) -> bytes:
    """The methods a route answers to: HEAD wherever it answers to GET."""
    methods = {method.strip() for method in allowed.decode().split(",")}
    return ", ".join(sorted(methods | ({"HEAD"} if "GET" in methods else set()))).encode()
