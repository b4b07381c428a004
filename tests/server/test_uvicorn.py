"""What the server calls of uvicorn although uvicorn does not promise it: that it is still there."""

from __future__ import annotations

import asyncio
import inspect
from typing import Any, cast

import pytest
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

EXTENDED = {
    "connection_made": ("transport",),
    "connection_lost": ("exc",),
    "handle_events": (),
    "handle_websocket_upgrade": ("event",),
    "on_response_complete": (),
    "pause_writing": (),
    "resume_writing": (),
    "send_400_response": ("msg",),
}
"""Methods of its HTTP protocol that ours extends, with their arguments."""

READ = ("client", "transport", "loop", "conn", "flow", "server_state", "app_state", "ws_protocol_class")
"""What ours reads there, and what a socket is made from."""


def lost(what: str) -> str:
    used_in = "server/connections.py and server/realtime/connection.py"
    return f"uvicorn {uvicorn.__version__} has no {what} any more: see {used_in}"


@pytest.mark.parametrize("name", EXTENDED)
def test_the_http_protocol_still_calls_what_ours_extends(name: str) -> None:
    method = getattr(H11Protocol, name, None)
    assert method is not None, lost(name)
    taken = tuple(inspect.signature(method).parameters)[1:]
    assert taken == EXTENDED[name], lost(f"{name}({', '.join(EXTENDED[name])})")
    called = f"self.{name}" in inspect.getsource(H11Protocol)
    assert called or hasattr(asyncio.Protocol, name), lost(f"call of {name}")


def test_the_http_protocol_still_has_what_ours_reads() -> None:
    config = uvicorn.Config(cast(Any, lambda: None), loop="none", lifespan="off", log_config=None)
    loop: Any = object()
    made = H11Protocol(config, ServerState(), {}, _loop=loop)
    for name in READ:
        assert hasattr(made, name), lost(name)
    assert made.loop is loop


def test_a_socket_is_still_made_and_ended_as_ours_expects() -> None:
    upgrade = inspect.getsource(H11Protocol.handle_websocket_upgrade)
    for said in ("config=", "server_state=", "app_state=", ".connection_made(", ".data_received("):
        assert said in upgrade, lost(f"{said} for sockets")
    assert isinstance(ServerState().connections, set), lost("set of connections")
    assert "connection.shutdown()" in inspect.getsource(uvicorn.Server.shutdown), lost("shutdown")
