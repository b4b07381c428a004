"""Becoming a guest and reading a page's worth of JSON over HTTP, beside the socket. Keeps no connection."""

from __future__ import annotations

import asyncio
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any
from urllib.parse import urlsplit

import msgspec

from cutcard.client.errors import Gone, Refused
from cutcard.views.messages.terminal import RefusalMessage

TIMEOUT_S = 10.0  # a server that takes longer counts as not there


class Guest(msgspec.Struct, frozen=True):
    """Somebody with play money. The token opens the socket."""

    patron: str
    name: str
    token: str


class _No(msgspec.Struct, frozen=True):
    refusal: RefusalMessage


async def as_guest(url: str) -> Guest:
    """A new guest of the house at this address."""
    return msgspec.convert(await fetched(url, "/api/v1/guest", method="POST"), Guest)


async def signed_in(url: str, name: str, password: str) -> Guest:
    """Somebody with an account at the house, signed in."""
    body = msgspec.json.encode({"name": name, "password": password})
    reply = await asyncio.to_thread(_fetched, url, "/api/v1/login", "POST", None, body)
    return msgspec.convert(reply, Guest)


async def fetched(url: str, path: str, *, method: str = "GET", token: str | None = None) -> Any:
    """What the server answers, as JSON; Refused or Gone where it does not."""
    return await asyncio.to_thread(_fetched, url, path, method, token)


def _fetched(url: str, path: str, method: str, token: str | None, sent: bytes = b"") -> Any:
    at = urlsplit(url)
    kind = HTTPSConnection if at.scheme in ("https", "wss") else HTTPConnection
    link = kind(at.hostname or "localhost", at.port, timeout=TIMEOUT_S)
    headers = {"Accept": "application/json", "Content-Type": "application/json"}
    headers["Content-Length"] = str(len(sent))
    if token is not None:
        headers["Cookie"] = f"cutcard_session={token}"
    try:
        link.request(method, at.path.rstrip("/") + path, sent or None, headers)
        answer = link.getresponse()
        body = answer.read()
    except (OSError, HTTPException) as wrong:
        raise Gone(f"{url} does not answer: {type(wrong).__name__} {wrong}") from wrong
    finally:
        link.close()
    if answer.status >= 400:
        raise _refused(answer.status, path, body)
    return msgspec.json.decode(body)


def _refused(status: int, path: str, body: bytes) -> Refused:
    """The server's own refusal; where something else answered, its status."""
    try:
        return Refused.from_message(msgspec.json.decode(body, type=_No).refusal)
    except msgspec.DecodeError:
        return Refused(f"http_{status}", {"path": path}, body[:200].decode(errors="replace"))
