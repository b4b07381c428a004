"""How a terminal reads what a server sends, and writes what it asks. Nothing here remembers any of it.

What a terminal sends is built where it is sent: an ask is an id and a mapping, and the server validates it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

import msgspec

from cutcard.views.messages.protocol import PROTOCOL
from cutcard.views.messages.tables import TableNews
from cutcard.views.messages.terminal import Answer, Gone, LobbyMessage, Purse, Welcome

Message = Welcome | Answer | TableNews | Purse | LobbyMessage | Gone
"""What a terminal makes something of; whatever else it receives it passes over."""


class _Kind(msgspec.Struct, frozen=True):
    """As much of a message as says what it is. The first protocol had no number yet."""

    type: str
    protocol: int = 1


_DECODER = msgspec.json.Decoder(Message)
_KINDS = tuple(str(shape.__struct_config__.tag) for shape in get_args(Message))


class NotUnderstood(Exception):
    """A known kind of message in a shape that is not known, or another protocol: another make of server."""


def other_protocol(spoken: int) -> NotUnderstood:
    """What is said of a server that speaks another protocol."""
    return NotUnderstood(
        f"the server speaks protocol {spoken}, and this client {PROTOCOL}: update the older of them"
    )


def decoded(frame: bytes | memoryview | str) -> Message | None:
    """The message; None for a kind that is not known here, which a newer server may send."""
    try:
        message: Message = _DECODER.decode(frame)
    except msgspec.MsgspecError as wrong:
        try:
            kind = msgspec.json.decode(frame, type=_Kind)
        except msgspec.MsgspecError:
            raise NotUnderstood(str(wrong)) from wrong
        if kind.type == "welcome" and kind.protocol != PROTOCOL:
            raise other_protocol(kind.protocol) from wrong
        if kind.type in _KINDS:
            raise NotUnderstood(f"{kind.type}: {wrong}") from wrong
        return None
    return message


def ask_frame(ask: str, do: Mapping[str, Any]) -> bytes:
    """An ask as it is sent."""
    return msgspec.json.encode({"ask": ask, "do": do})
