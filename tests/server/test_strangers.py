"""What strangers do to a server: silent and slow connections, too many of them, tokens in the address."""

import asyncio
import json
import socket as sockets
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from cutcard.server.connections import Connections, room_for
from cutcard.server.metrics import Metrics
from tests.server.running import COMMAND, INTERNAL, SHARED, Served, played, serving, socket

OLD_PROGRAM = "protocol 1 is not spoken here: in protocol 2 hello says the token, not the address"
DESCRIPTORS = 512
SILENT = 700
BEGUN = (
    b"",
    b"GET / HT",
    b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ",
    b"POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{",
    b"GET /ws HTTP/1.1\r\nUpgrade: websocket\r\n",
)


def hang(served: Served, stack: ExitStack, count: int) -> None:
    """So many connections that begin to say something and stop."""
    host, port = served.address.rsplit(":", 1)
    for number in range(count):
        link = stack.enter_context(sockets.create_connection((host, int(port)), timeout=30))
        link.sendall(BEGUN[number % len(BEGUN)])


def test_a_patron_gets_in_while_silent_connections_hang(tmp_path: Path) -> None:
    """More hang than the process has descriptors: whoever has something to say is served all the same."""

    async def visit(served: Served) -> None:
        async with socket(served, served.guest()["token"]) as terminal:
            table = (await terminal.ask("join", table=INTERNAL))["result"]["table"]
            await played(terminal, table)

    data = tmp_path / "data"
    few = ["bash", "-c", f'ulimit -n {DESCRIPTORS} && exec "$@"', "bash", *COMMAND]
    with serving(data, "--no-dealers", program=few) as served, ExitStack() as stack:
        hang(served, stack, SILENT)
        asyncio.run(visit(served))
        hang(served, stack, 50)
        assert served.http("GET", "/healthz").body["state"] == "running"
        text = served.http("GET", "/metrics", token=served.token("auditor")).body.decode()
        assert 'cutcard_connections_turned_away_total{why="room"}' in text
    log = Path(f"{data}.log").read_text()
    assert "Traceback" not in log
    assert "Too many open files" not in log


class Link:
    """A connection without a wire."""

    aborted = False

    def abort(self) -> None:
        self.aborted = True


def book(connections: int, of_one_address: int) -> Connections:
    room = room_for(1024)
    room = type(room)(connections=connections, of_one_address=of_one_address)
    return Connections(room, Metrics())


def arrive(connections: Connections, address: str, *, silent: bool) -> tuple[Link, str | None]:
    link = Link()
    why = connections.arrive(link, address)
    if silent and why is None:
        connections.owe(link, due_s=10.0)
    return link, why


def test_one_address_has_its_share_and_its_silent_ones_make_way_first() -> None:
    connections = book(connections=8, of_one_address=4)
    busy = [arrive(connections, "192.0.2.1", silent=False)[0] for _ in range(3)]
    quiet, _ = arrive(connections, "192.0.2.1", silent=True)
    assert arrive(connections, "192.0.2.1", silent=False)[1] is None, "the fifth, in place of the silent one"
    assert quiet.aborted
    assert not any(link.aborted for link in busy)
    assert arrive(connections, "192.0.2.1", silent=True)[1] == "address"
    assert arrive(connections, "192.0.2.2", silent=True)[1] is None
    connections.leave(busy[0])
    assert arrive(connections, "192.0.2.1", silent=True)[1] is None


def test_where_the_house_is_full_the_address_with_most_silent_ones_makes_way() -> None:
    connections = book(connections=6, of_one_address=100)
    other, _ = arrive(connections, "192.0.2.9", silent=True)
    crowd = [arrive(connections, "127.0.0.1", silent=True)[0] for _ in range(5)]
    assert arrive(connections, "192.0.2.3", silent=False)[1] is None
    assert [link.aborted for link in crowd] == [True, False, False, False, False]
    assert not other.aborted
    for _ in range(5):
        arrive(connections, "192.0.2.3", silent=False)
    assert arrive(connections, "192.0.2.3", silent=False)[1] == "full", "nobody is silent any more"


def test_who_owes_something_for_too_long_is_cut() -> None:
    connections = book(connections=6, of_one_address=100)
    link, _ = arrive(connections, "192.0.2.1", silent=True)
    connections.sweep(9.999)
    assert not link.aborted
    connections.sweep(10.0)
    assert link.aborted


@pytest.mark.parametrize("descriptors", [64, 256, 1024, 20_000, 1 << 20])
def test_all_connections_and_all_that_wait_to_be_taken_fit_the_descriptors(descriptors: int) -> None:
    room = room_for(descriptors)
    assert room.connections + room.backlog < descriptors
    assert 0 < room.of_one_address <= room.connections
    assert 0 < room.sockets < room.connections
    assert room_for(descriptors, 7).of_one_address == 7


def test_a_token_in_the_sockets_address_is_refused_in_one_line(served: Served) -> None:
    async def visit(query: str) -> tuple[int, str]:
        async with connect(f"ws://{served.address}/ws?{query}", open_timeout=30) as link:
            with pytest.raises(ConnectionClosed) as closed:
                await asyncio.wait_for(link.recv(), 30)
        assert closed.value.rcvd is not None
        return closed.value.rcvd.code, closed.value.rcvd.reason

    for query in (f"token={served.guest()['token']}", "token=", "x=1&token=nobody"):
        code, reason = asyncio.run(visit(query))
        assert code == 1008
        assert reason == OLD_PROGRAM


def test_a_program_of_protocol_1_learns_in_one_line_which_protocol_is_spoken(served: Served) -> None:
    """Its token in the address, no hello, a resume and an ask at once: nothing it asks is done."""
    guest = served.guest()
    frames = (
        {"ask": "t-1", "do": {"type": "resume", "tables": {SHARED: 0}}},
        {"ask": "t-2", "do": {"type": "join", "table": SHARED}},
    )

    async def visit() -> list[str]:
        heard = []
        async with connect(f"ws://{served.address}/ws?token={guest['token']}", open_timeout=30) as link:
            with suppress(ConnectionClosed):
                for frame in frames:
                    await link.send(json.dumps(frame))
            with suppress(ConnectionClosed):
                while True:
                    heard.append(str(await asyncio.wait_for(link.recv(), 30)))
            assert (link.close_code, link.close_reason) == (1008, OLD_PROGRAM)
        async with socket(served, guest["token"]) as terminal:
            answer = await terminal.ask("undo_bet", table=SHARED)
            assert answer["refusal"]["code"] == "not_at_this_table", "the old program's join was not done"
        return heard

    assert asyncio.run(visit()) == []
