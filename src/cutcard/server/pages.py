"""The screens: built files served as they are, with headers that let no foreign script in. Knows no game."""

from __future__ import annotations

from importlib import resources
from mimetypes import guess_type
from pathlib import Path
from typing import Final

from litestar import Response, get

from cutcard.games.reason import Refusal
from cutcard.server.refusals import Refused

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
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}

NOT_BUILT: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Cutcard</title></head>
<body><h1>Cutcard</h1><p>The server runs, but this screen is not built yet.</p></body></html>
"""

HASHED: Final = "public, max-age=31536000, immutable"


def static() -> Path:
    """Where the built files are."""
    return Path(str(resources.files("cutcard"))) / "web" / "static"


def _page(name: str) -> Response[bytes]:
    file = static() / f"{name}.html"
    body = file.read_bytes() if file.is_file() else NOT_BUILT.encode()
    return Response(body, media_type="text/html", headers={"Cache-Control": "no-cache"})


@get("/", name="page.lobby", include_in_schema=False, sync_to_thread=False)
def lobby() -> Response[bytes]:
    """The lobby."""
    return _page("index")


@get("/play", name="page.play", include_in_schema=False, sync_to_thread=False)
def play() -> Response[bytes]:
    """A terminal."""
    return _page("play")


@get("/display/{table:str}", name="page.display", include_in_schema=False, sync_to_thread=False)
def display(table: str) -> Response[bytes]:  # noqa: ARG001  # the page reads its own address
    """A table's public display."""
    return _page("display")


@get("/croupier/{table:str}", name="page.croupier", include_in_schema=False, sync_to_thread=False)
def croupier(table: str) -> Response[bytes]:  # noqa: ARG001  # the page reads its own address
    """The croupier's screen."""
    return _page("croupier")


@get("/supervisor", name="page.supervisor", include_in_schema=False, sync_to_thread=False)
def supervisor() -> Response[bytes]:
    """The supervisor's screen."""
    return _page("supervisor")


@get("/operator", name="page.operator", include_in_schema=False, sync_to_thread=False)
def operator() -> Response[bytes]:
    """The operator's screen."""
    return _page("operator")


@get("/lab", name="page.lab", include_in_schema=False, sync_to_thread=False)
def lab() -> Response[bytes]:
    """The laboratory."""
    return _page("lab")


@get("/static/{path:path}", name="page.file", include_in_schema=False, sync_to_thread=False)
def file(path: Path) -> Response[bytes]:
    """A built file. Nothing outside the folder can be named."""
    root = static()
    wanted = (root / str(path).lstrip("/")).resolve()
    if "\0" in str(path) or not wanted.is_relative_to(root.resolve()) or not wanted.is_file():
        raise Refused(Refusal("no_such_page"))
    kind = guess_type(wanted.name)[0] or "application/octet-stream"
    kept = HASHED if wanted.parent.name == "assets" else "public, max-age=3600"
    return Response(wanted.read_bytes(), media_type=kind, headers={"Cache-Control": kept})


HANDLERS: Final = (lobby, play, display, croupier, supervisor, operator, lab, file)
