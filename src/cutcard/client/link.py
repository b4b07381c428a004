"""One connection to a server's socket: frames in, frames out, and the end of it. Knows no message."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from picows import (
    WSCloseCode,
    WSError,
    WSFrame,
    WSInvalidStatusError,
    WSListener,
    WSMsgType,
    WSTransport,
    ws_connect,
)

from cutcard.client.errors import Gone

IDLE_S = 7.0  # with SILENT_S 14 s: a dead link is noticed before a table stops waiting (15 s, TB-40)
SILENT_S = 7.0  # so long the answer to a ping may take
FRAME_MAX = 4 << 20  # beyond it the connection ends, so that no server can fill the memory
NOT_WELCOME = range(400, 500)
BUSY = (408, 425, 429)  # of all refusals these alone mean "later": it is tried again
SHOWN_OUT = 1008  # RFC 6455, policy violation: all that our server closes with for good


class _Listener(WSListener):
    """Hands frames on, and keeps why the server closed, if it said so."""

    def __init__(self, heard: Callable[[bytes], None]) -> None:
        self._heard = heard
        self._parts = b""
        self.connected = False
        self.code: int | None = None
        self.why = ""

    def on_ws_connected(self, transport: WSTransport) -> None:  # noqa: ARG002  # picows' shape
        """The handshake is through."""
        self.connected = True

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """A whole message, or the close of the connection."""
        if frame.msg_type in (WSMsgType.TEXT, WSMsgType.CONTINUATION):
            whole = self._parts + frame.get_payload_as_bytes()
            self._parts = b"" if frame.fin else whole[: FRAME_MAX + 1]
            if frame.fin:
                self._heard(whole)
        elif frame.msg_type == WSMsgType.CLOSE:
            said = frame.get_payload_as_bytes()
            self.code = int.from_bytes(said[:2], "big")
            self.why = said[2:].decode(errors="replace")
            transport.send_close(WSCloseCode.OK)
            transport.disconnect()


class Link:
    """An open connection."""

    def __init__(self, transport: WSTransport, listener: _Listener) -> None:
        self._transport, self._listener = transport, listener

    def send(self, frame: bytes) -> None:
        """Send a frame; into the void where the connection is lost, which ``ended`` reports."""
        if not self._transport.is_disconnected:
            self._transport.send(WSMsgType.TEXT, frame)

    async def ended(self) -> None:
        """Returns when the connection is lost; Gone where the server sent us away for good."""
        await self._transport.wait_disconnected()
        if self._listener.code == SHOWN_OUT:
            raise Gone(self._listener.why or f"the server closed with {self._listener.code}")

    def drop(self) -> None:
        """Cut the connection without a word, as a pulled cable would."""
        self._transport.disconnect(graceful=False)

    def close(self) -> None:
        """Say goodbye and close."""
        if not self._transport.is_disconnected:
            self._transport.send_close(WSCloseCode.OK)
            self._transport.disconnect()


async def open_link(url: str, heard: Callable[[bytes], None]) -> Link:
    """A connection to ``/ws`` of this address. OSError where it cannot be had now, Gone where never."""
    at = urlsplit(url)
    scheme = "wss" if at.scheme in ("https", "wss") else "ws"
    address = f"{scheme}://{at.netloc}{at.path.rstrip('/')}/ws"
    listener = _Listener(heard)
    try:
        transport, _ = await ws_connect(
            lambda: listener,
            address,
            enable_auto_ping=True,
            auto_ping_idle_timeout=IDLE_S,
            auto_ping_reply_timeout=SILENT_S,
            max_frame_size=FRAME_MAX,
        )
    except WSInvalidStatusError as wrong:
        status = 0 if wrong.response is None else int(wrong.response.status)
        if status in NOT_WELCOME and status not in BUSY:
            raise Gone(f"the server refused the socket with status {status}") from wrong
        raise OSError(f"status {status}") from wrong
    except (TimeoutError, WSError) as wrong:
        raise OSError(str(wrong) or "no handshake") from wrong
    if not listener.connected:  # a server that ends in the middle of a handshake is no error to picows
        raise OSError("the server hung up")
    return Link(transport, listener)
