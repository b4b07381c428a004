"""Messages as text and back. Not who may send one, or what it does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from cutcard.server.realtime.commands import Message, RequestId

encode: Final = msgspec.json.Encoder().encode
decode: Final[Callable[[str | bytes], Any]] = msgspec.json.Decoder(Message).decode


class _Envelope(msgspec.Struct, frozen=True):
    """As much of a message as is needed to answer it although the rest of it is wrong."""

    ask: RequestId


_envelope: Final = msgspec.json.Decoder(_Envelope).decode


def ask_id(message: str | bytes) -> str:
    """The id of a message that cannot be read whole; empty where it has none."""
    try:
        return _envelope(message).ask
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ""


def encode_message(message: msgspec.Struct) -> str:
    """A message as a frame."""
    return encode(message).decode()
