"""The screens: built files served as they are, read again only where they have changed. Knows no game."""

from __future__ import annotations

from importlib import resources
from mimetypes import guess_type
from pathlib import Path
from typing import Final

from litestar import Response, get

from cutcard.games.reason import Refusal
from cutcard.server.http.permissions import AnyRequest
from cutcard.server.http.refusals import Refused
from cutcard.server.http.validators import validated

NOT_BUILT: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Cutcard</title></head>
<body><h1>Cutcard</h1><p>The server runs, but this screen is not built yet.</p></body></html>
"""

HASHED: Final = "public, max-age=31536000, immutable"


def static() -> Path:
    """Where the built files are."""
    return Path(str(resources.files("cutcard"))) / "web" / "static"


def _page(request: AnyRequest, name: str) -> Response[bytes]:
    file = static() / f"{name}.html"
    body = file.read_bytes() if file.is_file() else NOT_BUILT.encode()
    return validated(request, body, "text/html")


@get("/", name="page.lobby", include_in_schema=False, sync_to_thread=False)
def lobby(request: AnyRequest) -> Response[bytes]:
    """The lobby."""
    return _page(request, "index")


@get("/play", name="page.play", include_in_schema=False, sync_to_thread=False)
def play(request: AnyRequest) -> Response[bytes]:
    """A terminal."""
    return _page(request, "play")


@get("/display/{table:str}", name="page.display", include_in_schema=False, sync_to_thread=False)
def display(request: AnyRequest, table: str) -> Response[bytes]:  # noqa: ARG001  # the page reads its own address
    """A table's public display."""
    return _page(request, "display")


@get("/croupier/{table:str}", name="page.croupier", include_in_schema=False, sync_to_thread=False)
def croupier(request: AnyRequest, table: str) -> Response[bytes]:  # noqa: ARG001  # the page reads its own address
    """The croupier's screen."""
    return _page(request, "croupier")


@get("/supervisor", name="page.supervisor", include_in_schema=False, sync_to_thread=False)
def supervisor(request: AnyRequest) -> Response[bytes]:
    """The supervisor's screen."""
    return _page(request, "supervisor")


@get("/operator", name="page.operator", include_in_schema=False, sync_to_thread=False)
def operator(request: AnyRequest) -> Response[bytes]:
    """The operator's screen."""
    return _page(request, "operator")


@get("/lab", name="page.lab", include_in_schema=False, sync_to_thread=False)
def lab(request: AnyRequest) -> Response[bytes]:
    """The laboratory."""
    return _page(request, "lab")


@get("/static/{path:path}", name="page.file", include_in_schema=False, sync_to_thread=False)
def file(request: AnyRequest, path: Path) -> Response[bytes]:
    """A built file. Nothing outside the folder can be named."""
    wanted = _built(str(path).lstrip("/"))
    if wanted is None:
        raise Refused(Refusal("no_such_page"))
    kind = guess_type(wanted.name)[0] or "application/octet-stream"
    kept = HASHED if wanted.parent.name == "assets" else "public, max-age=3600"
    return validated(request, wanted.read_bytes(), kind, kept)


def _built(name: str) -> Path | None:
    """The built file of this name, if there is one."""
    root = static().resolve()
    try:
        wanted = (root / name).resolve()
        return wanted if wanted.is_relative_to(root) and wanted.is_file() else None
    except (OSError, ValueError):  # no file can be called so: the name is too long, or there is a zero in it
        return None


HANDLERS: Final = (lobby, play, display, croupier, supervisor, operator, lab, file)
