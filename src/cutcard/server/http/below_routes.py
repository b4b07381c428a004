"""Refusals from below the routes, of the same shape, in English: nobody has said who they are yet."""

from __future__ import annotations

from http import HTTPStatus

import msgspec
from websockets.http11 import Response

from cutcard.games.reason import Refusal
from cutcard.server.http.edge import usual_headers
from cutcard.server.http.refusals import PLAIN, refusal_message


def refusal_body(refusal: Refusal) -> bytes:
    """What is said, as every route says it."""
    return msgspec.json.encode({"refusal": refusal_message(refusal, "en", "")})


def nonsense(why: str) -> Refusal:
    """What cannot be read as a request at all."""
    return Refusal("bad_request", {"why": " ".join(why.split()) or "this is no request"})


def whole_refusal(status: HTTPStatus, refusal: Refusal, *headers: tuple[bytes, bytes]) -> bytes:
    """A whole answer, after which the connection ends."""
    body = refusal_body(refusal)
    own = ((b"content-type", PLAIN.encode()), (b"content-length", b"%d" % len(body)), *headers)
    lines = [b"HTTP/1.1 %d %s" % (status, status.phrase.encode()), b"connection: close"]
    lines += [b"%s: %s" % header for header in (*own, *usual_headers())]
    return b"\r\n".join((*lines, b"", body))


def in_words(response: Response, refusal: Refusal) -> Response:
    """A socket's handshake refused with this."""
    response.body = refusal_body(refusal)
    for name, value in (("Content-Type", PLAIN), ("Content-Length", str(len(response.body)))):
        del response.headers[name]
        response.headers[name] = value
    return response
