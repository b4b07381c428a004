"""The server under load, beside bare uvicorn servers doing the least that could be done, in one run.

    python -m bench server                               both, small enough for two cores that are shared
    python -m bench.bench_server --players 10000         the shared table with so many players

First: how long 200 players at one table, one durable command a second each, wait for their acknowledgements,
against an echo and one that writes to the disk first, and how much longer beside ten who have stopped
reading. Second: how long after the first player the last ones hear of a card at a shared table, while
everybody decides, against a bare broadcast.
The load runs on the same cores as the servers, and is the same for both sides; only ratios mean anything.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
from collections import Counter
from collections.abc import Coroutine
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec
import uvloop
from picows import WSMsgType

from bench.server_load import Player, bare, closed, free_port, many_files, open_players, running
from cutcard.adapters.clock import SystemClock
from cutcard.adapters.database.opening import open_store
from cutcard.adapters.entropy import SystemEntropy
from cutcard.client import Refused
from cutcard.client.sign_in import as_guest
from cutcard.profiles import Mode, load
from cutcard.server.first_tables import open_tables
from cutcard.table import Settings
from cutcard.venue.venue import Venue
from cutcard.views.messages.protocol import PROTOCOL

ACTIVE = 200
NOT_READING = 10
TURNS = 3
TURN_S = 5
SHARED = 1_000
DECIDE_S = 4.0
WINDOW_S = 10
CARD_MS = 500
GUESTS_AT_ONCE = 8
COUP, STEP = "coup", "step"


class Request(msgspec.Struct, frozen=True):
    """As much of a question as is needed to answer it."""

    position: int
    branch: int
    offer: bool


class Own(msgspec.Struct, frozen=True):
    asks: tuple[Request, ...] = ()


class Public(msgspec.Struct, frozen=True):
    phase: str
    round: int
    shoe_dealt: int


class News(msgspec.Struct, frozen=True):
    """As much of a table's news as is looked at."""

    table: str = ""
    own: Own | None = None
    public: Public | None = None


_decode_news = msgspec.json.Decoder(News).decode


def prepared(folder: Path) -> None:
    """A coup whose betting does not end, and a shared table with time to decide."""
    tables = [
        _table(COUP, "punto-banco", betting_s=600, last_bets_s=0),
        _table(STEP, "multihand-etg", betting_s=30, last_bets_s=0, decision_s=WINDOW_S),
    ]
    store = open_store(folder)
    open_tables(Venue(store, SystemClock(), SystemEntropy()), tables)
    store.close()


def _table(name: str, profile: str, **times: int) -> Settings:
    shipped = load(profile)
    timed = msgspec.structs.replace(shipped.table, **times)
    quick = msgspec.structs.replace(shipped, table=timed)
    return Settings(
        id=name, name=name, profile=quick, mode=Mode.VIDEO, card_ms=CARD_MS, early_start=False, unit=1
    )


async def guests(port: int, count: int) -> list[str]:
    """So many new guests; their tokens."""
    places = asyncio.Semaphore(GUESTS_AT_ONCE)

    async def one() -> str:
        while True:
            try:
                async with places:
                    guest = await as_guest(f"http://127.0.0.1:{port}")
            except Refused:  # so many guests a minute, and no more
                await asyncio.sleep(1)
            else:
                return guest.token

    return list(await asyncio.gather(*(one() for _ in range(count))))


def p99(taken: list[float]) -> float:
    """What one in a hundred exceeds."""
    return sorted(taken)[int(len(taken) * 0.99)] if taken else float("nan")


async def joined(port: int, table: str, count: int) -> list[Player]:
    """Players at a table."""
    tokens = await guests(port, count)
    players = await open_players([f"ws://127.0.0.1:{port}/ws"] * count)
    for player, token in zip(players, tokens, strict=True):
        player.ask("hello", token=token, protocol=PROTOCOL)
        player.ask("join", table=table)
    await answered(players)
    return players


async def answered(players: list[Player]) -> list[float]:
    """Wait until nobody waits for an answer; how long the answers took, which is then forgotten."""
    while any(player.sent for player in players):  # noqa: ASYNC110  # sockets set no event
        await asyncio.sleep(0.05)
    taken = [each for player in players for each in player.took]
    for player in players:
        player.took.clear()
    return taken


async def asking(players: list[Player], seconds: int, chance: random.Random) -> list[float]:
    """Each asks once a second, at moments of its own; how long the answers took, but for the first of each:
    servers that rested while others were measured have to wake up."""

    async def one(player: Player) -> None:
        first = loop.time() + 0.2 + chance.random()  # nobody asks before everybody is ready to
        for turn in range(1 + seconds):
            await asyncio.sleep(first + turn - loop.time())  # by the clock: a hiccup must not make a crowd
            if turn == 1:
                player.took.clear()
            if turn % 2:
                player.ask("clear_all", table=COUP)
            else:
                player.ask("place_bet", table=COUP, bet="player", amount=100, position=1)

    loop = asyncio.get_running_loop()
    await asyncio.gather(*(one(player) for player in players))
    await asyncio.sleep(1)
    taken = [each for player in players for each in player.took]
    for player in players:
        player.took.clear()
    return taken


async def acknowledgements(port: int, echo_port: int, durable_port: int) -> None:
    """The first figure, and beside it what a server waits for that only writes down and says back."""
    chance = random.Random(1)
    ours = await joined(port, COUP, ACTIVE)
    echo, durable = [await echoing(each) for each in (echo_port, durable_port)]
    waited: list[float] = []
    echoed: list[float] = []
    written: list[float] = []
    for _ in range(TURNS):
        waited += await asking(ours, TURN_S, chance)
        echoed += await asking(echo, TURN_S, chance)
        written += await asking(durable, TURN_S, chance)
    refused = sum(len(player.refused) for player in ours)
    print(
        f"acknowledged: {len(waited):,} of {TURNS * TURN_S * ACTIVE:,}, {refused} refused, {ACTIVE} players"
    )
    _compare("acknowledgement", waited, echoed, "an echo")
    _compare("acknowledgement", waited, written, "an echo that first writes to the disk")
    _compare("the echo that first writes to the disk", written, echoed, "an echo")
    closed(ours + echo + durable)


async def echoing(port: int) -> list[Player]:
    """As many players of a bare server that says back what they say."""
    players = await open_players([f"ws://127.0.0.1:{port}/"] * ACTIVE)
    for player in players:
        player.echoes = True
    return players


async def beside_slow_readers(port: int) -> None:
    """Whether those who read are held up by those who do not."""
    chance = random.Random(3)
    players = await joined(port, COUP, ACTIVE - NOT_READING)
    alone: list[float] = []
    beside: list[float] = []
    for _ in range(TURNS):
        alone += await asking(players, TURN_S, chance)
        deaf = await joined(port, COUP, NOT_READING)
        for player in deaf:
            assert player.link is not None, "connected"
            player.link.underlying_transport.pause_reading()
        beside += await asking(players, TURN_S, chance)
        closed(deaf)
    _compare(f"acknowledgement beside {NOT_READING} who do not read", beside, alone, "without them")
    closed(players)


def _compare(what: str, ours: list[float], theirs: list[float], than: str) -> None:
    middle, middle_bare = (sorted(each)[len(each) // 2] for each in (ours, theirs))
    print(
        f"{what}: median {1000 * middle:.2f} ms, p99 {1000 * p99(ours):.2f} ms;"
        f" {than}: median {1000 * middle_bare:.2f} ms, p99 {1000 * p99(theirs):.2f} ms;"
        f" p99 ratio {p99(ours) / p99(theirs):.2f}"
    )


class Crowd:
    """Players at the shared table: when each event first came to anyone, and how much later to the others."""

    def __init__(self, players: list[Player], chance: random.Random) -> None:
        self.players, self._chance = players, chance
        self._first: dict[tuple[int, int, str], float] = {}
        self._known: set[tuple[int, tuple[int, int, str]]] = set()
        self.later: list[float] = []
        self.decisions = 0
        self.over = asyncio.Event()
        for player in players:
            player.heard = self.heard

    def heard(self, player: Player, payload: bytes, now: float) -> None:
        """News of a table came to a player."""
        if not payload.startswith(b'{"type":"table"'):
            return
        news = _decode_news(payload)
        if news.public is not None and news.public.phase not in ("betting", "last_bets"):
            event = (news.public.round, news.public.shoe_dealt, news.public.phase)
            if (player.number, event) not in self._known:  # counts are sent again and again
                self._known.add((player.number, event))
                self.later.append(now - self._first.setdefault(event, now))
            if news.public.phase == "result":
                self.over.set()
        for ask in news.own.asks if news.own else ():
            loop = asyncio.get_running_loop()
            loop.call_later(self._chance.random() * DECIDE_S, self._decide, player, ask)

    def _decide(self, player: Player, ask: Request) -> None:
        wanted = "decline" if ask.offer else self._chance.choice(("stand", "stand", "hit"))
        self.decisions += 1
        player.ask("decide", table=STEP, decision=wanted, position=ask.position, branch=ask.branch)


async def shared(port: int, bare_port: int, count: int) -> None:
    """The second figure."""
    start = perf_counter()
    players = await joined(port, STEP, count)
    crowd = Crowd(players, random.Random(2))
    print(f"{count:,} players joined one shared table in {perf_counter() - start:.0f} s")
    for player in players:
        player.ask("place_bet", table=STEP, bet="main", amount=100, position=1)
    bets = await answered(players)
    print(f"{len(bets):,} bets at once, p99 {1000 * p99(bets):.0f} ms, {_refusals(players)} refused")
    await asyncio.wait_for(crowd.over.wait(), 240)
    await asyncio.sleep(2)
    taken = [each for player in players for each in player.took]
    unanswered = sum(len(player.sent) for player in players)
    late = sum(each > WINDOW_S - DECIDE_S for each in taken)
    print(
        f"{crowd.decisions:,} decisions at up to {count / DECIDE_S:,.0f} a second:"
        f" {_refusals(players)} refused, {unanswered} unanswered,"
        f" {late} after the window; p99 {1000 * p99(taken):.0f} ms"
    )
    closed(players)
    _compare(
        "delivery after the first", crowd.later, await _bare_delivery(bare_port, count), "a bare broadcast"
    )


async def _bare_delivery(port: int, count: int) -> list[float]:
    """The same spread where a bare server sends everybody the same, twice a second."""
    players = await open_players([f"ws://127.0.0.1:{port}/"] * count)
    first: dict[bytes, float] = {}
    later: list[float] = []

    def heard(_: Player, payload: bytes, now: float) -> None:
        mark = payload[:20]
        later.append(now - first.setdefault(mark, now))

    for player in players:
        player.heard = heard
    for number in range(12):
        assert players[0].link is not None, "connected"
        players[0].link.send(WSMsgType.TEXT, f"{number:020d}{'x' * 1500}".encode())
        await asyncio.sleep(0.5)
    await asyncio.sleep(2)
    closed(players)
    return later


def _refusals(players: list[Player]) -> dict[str, int]:
    """How often each refusal was heard, which is then forgotten."""
    codes: Counter[str] = Counter()
    for player in players:
        codes.update(msgspec.json.decode(reply)["refusal"]["code"] for reply in player.refused)
        player.refused.clear()
    return dict(codes)


def measured(work: Coroutine[Any, Any, None]) -> None:
    """Run it on the quicker event loop."""
    uvloop.run(work)


def main(players: int = SHARED) -> None:
    """Both figures."""
    most = many_files() - 200
    if players > most:
        print(f"only {most} sockets may be open here, not {players}")
        players = most
    port, echo_port, durable_port, bare_port = (free_port() for _ in range(4))
    with tempfile.TemporaryDirectory(prefix="cutcard-bench-") as folder:
        prepared(Path(folder))
        program = ("-c", "from cutcard.cli import main; main()", "serve", "--no-dealers")
        serve = (*program, "--port", str(port), "--data", folder)
        with running(*serve, port=port):
            with (
                running(*bare("echo", echo_port), port=echo_port),
                running(*bare("durable_echo", durable_port), port=durable_port),
            ):
                measured(acknowledgements(port, echo_port, durable_port))
            measured(beside_slow_readers(port))
            with running(*bare("broadcast", bare_port), port=bare_port):
                measured(shared(port, bare_port, players))


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description="The server beside bare ones.")
    asked.add_argument("--players", type=int, default=SHARED)
    main(asked.parse_args().players)
