"""The messages a server sends to a terminal, as they come off the socket. Nothing here remembers any of them.

What a terminal sends is built where it is sent: an ask is an id and a mapping, and the server validates it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from cutcard.views.shapes import LobbyTable, PurseView, Telling

Facts = Mapping[str, int | str]


class Welcome(msgspec.Struct, frozen=True, tag="welcome"):
    """Who the server takes this terminal for; nobody without a session. Protocol 1 had no number yet."""

    patron: str | None
    name: str | None = None
    roles: tuple[str, ...] = ()
    language: str = "en"
    now_ms: int = 0
    protocol: int = 1


class RefusalTold(msgspec.Struct, frozen=True):
    """Why an ask was refused, with a line in the session's language."""

    code: str
    facts: Facts = {}
    text: str = ""


class Answer(msgspec.Struct, frozen=True, tag="answer"):
    """The one answer to an ask."""

    ask: str
    ok: bool
    result: Mapping[str, Any] | None = None
    refusal: RefusalTold | None = None


class PurseTold(PurseView, frozen=True, kw_only=True, tag="purse"):
    """The credit meter."""


class LobbyTold(msgspec.Struct, frozen=True, tag="lobby"):
    """The tables there are."""

    tables: tuple[LobbyTable, ...]


class TableGone(msgspec.Struct, frozen=True, tag="gone"):
    """No more news of a table."""

    table: str
    reason: str = ""


Message = Welcome | Answer | Telling | PurseTold | LobbyTold | TableGone


class _Kind(msgspec.Struct, frozen=True):
    type: str


_DECODER = msgspec.json.Decoder(Message)
_KINDS = ("welcome", "answer", "table", "purse", "lobby", "gone")


class NotUnderstood(Exception):
    """A known kind of message in a shape that is not known, or another protocol: another make of server."""


def decoded(frame: bytes | memoryview | str) -> Message | None:
    """The message; None for a kind that is not known here, which a newer server may send."""
    try:
        message: Message = _DECODER.decode(frame)
    except msgspec.MsgspecError as wrong:
        try:
            kind = msgspec.json.decode(frame, type=_Kind).type
        except msgspec.MsgspecError:
            raise NotUnderstood(str(wrong)) from wrong
        if kind in _KINDS:
            raise NotUnderstood(f"{kind}: {wrong}") from wrong
        return None
    return message


def ask_frame(ask: str, do: Mapping[str, Any]) -> bytes:
    """An ask as it is sent."""
    return msgspec.json.encode({"ask": ask, "do": do})
