"""Responses that a browser need not read twice: ETag, If-None-Match, 304. Knows no page."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from litestar import Response

from cutcard.server.http.permissions import AnyRequest

REVALIDATED = "no-cache"
"""Kept by whoever likes, and asked about before each use."""


def etag(body: bytes) -> str:
    """A body's validator. Weak: compressed, the same text has other bytes."""
    return f'W/"{sha256(body).hexdigest()[:32]}"'


def is_known(request: AnyRequest, tag: str) -> bool:
    """Whether whoever asks has this very version already."""
    known = [name.strip().removeprefix("W/") for name in request.headers.get("if-none-match", "").split(",")]
    return tag.removeprefix("W/") in known or known == ["*"]


def validated(
    request: AnyRequest, body: bytes, media_type: str, cache_control: str = REVALIDATED
) -> Response[Any]:
    """The body with its validator, or 304 where it is known."""
    tag = etag(body)
    headers = {"ETag": tag, "Cache-Control": cache_control, "Vary": "Accept-Encoding"}
    if is_known(request, tag):
        return Response(b"", status_code=304, media_type=media_type, headers=headers)
    return Response(body, media_type=media_type, headers=headers)
