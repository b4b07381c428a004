"""A server from its start to its end: store, venue, tables, socket to listen on. Nothing is printed here."""

from __future__ import annotations

import gc
import signal
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import Any, Final, cast

import structlog
import uvicorn

from cutcard.adapters.best_play import BestPlayInProcess
from cutcard.adapters.clock import SystemClock
from cutcard.adapters.database.address import without_passwords
from cutcard.adapters.database.errors import CannotOpen, Contradiction
from cutcard.adapters.database.opening import open_store
from cutcard.adapters.database.store import SqlStore
from cutcard.adapters.entropy import SystemEntropy
from cutcard.exact.cache import fall_back_to
from cutcard.ledger.cashier import Terms
from cutcard.profiles import BadProfile, Mode
from cutcard.server.app import App
from cutcard.server.card_sources import (
    Dealing,
    croupier_token,
    dealing,
    dealt_by_the_house,
    note_house_tables,
)
from cutcard.server.config import Config
from cutcard.server.connections import descriptor_limit, http_protocol, raise_descriptor_limit, room_for
from cutcard.server.first_tables import (
    DEALT_TO,
    MODES,
    OtherCurrency,
    add_people,
    keep_currency,
    open_tables,
    tables_of_profiles,
    usual_tables,
)
from cutcard.server.http.house.uploads import take_folder
from cutcard.server.logs import set_up_logs
from cutcard.server.metrics import Metrics
from cutcard.server.realtime.commands import MESSAGE_BYTES_MAX
from cutcard.server.realtime.connection import websocket_protocol
from cutcard.server.realtime.websocket import Sockets
from cutcard.server.runtime import House, wall_ms
from cutcard.server.trouble import Trouble
from cutcard.table import Settings
from cutcard.venue.best_play import exact_play
from cutcard.venue.cashier import Desk
from cutcard.venue.ports import Batch, Store, Unavailable
from cutcard.venue.roles import Role
from cutcard.venue.table_runner import Damaged
from cutcard.venue.venue import Venue
from cutcard.verification.point import Point, describe_fault, faults_since, kept_point

GC_THRESHOLDS: Final = (2_000, 250, 100)  # a little and often: much at once would be felt at the tables
SWITCH_S: Final = 0.001  # two busy threads take turns; the default of 5 ms would be felt at the tables
GRACE_S: Final = 5  # what is under way may end; then it is cut, so that a stop ends
MESSAGE_BYTES_CUT: Final = 4 * MESSAGE_BYTES_MAX  # a little too long is answered, far too long is shown out

Account = tuple[str, Role, str]


class CannotServe(Exception):
    """The server cannot start; the text says why, in one line."""


class TimedStore:
    """A store whose writes are timed, and their failures logged. In everything else it is the store."""

    def __init__(self, store: Store, metrics: Metrics, trouble: Trouble) -> None:
        self._store, self._metrics, self._trouble = store, metrics, trouble

    def commit(self, batch: Batch) -> None:
        """Write, and note how long it took."""
        start = perf_counter()
        with self._note_failures():
            self._store.commit(batch)
        self._metrics.commit.observe(perf_counter() - start)

    def was_written(self, batch: Batch) -> bool:
        """Whether a batch in doubt was written."""
        with self._note_failures():
            return self._store.was_written(batch)

    @contextmanager
    def _note_failures(self) -> Iterator[None]:
        try:
            yield
        except (Unavailable, Contradiction) as wrong:
            self._trouble.store_failed(wrong)
            raise

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


def listening(host: str, port: int) -> socket.socket:
    """A socket bound to the address, so that a port in use is found before anything else happens."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))
    except (OSError, OverflowError) as wrong:
        bound.close()
        raise CannotServe(f"cannot listen on {host} port {port}: {wrong}") from None
    bound.listen(room_for(descriptor_limit()).backlog)
    # The process of best play must not keep the port when the server is gone.
    bound.set_inheritable(False)
    return bound


def open_venue(
    config: Config, metrics: Metrics, trouble: Trouble, wanted: Sequence[Settings]
) -> tuple[Venue, Point]:
    """The venue with everything in its store read and checked, and its tables open; and what was verified."""
    try:
        store = open_store(config.data)
    except CannotOpen as wrong:
        raise CannotServe(str(wrong)) from None
    play_money = config.play_money if config.guests else 0
    desk = Desk(Terms(voucher_max=config.voucher_max, play_money_max=play_money))
    try:
        if config.cache:
            fall_back_to(Path(config.cache))  # before the process that works out best play is started
        # Before a table is opened: what does not hold must not be added to.
        point = _verified(store)
        timed = cast(Store, TimedStore(store, metrics, trouble))
        wanted = (*wanted, *_own_tables(config, timed))
        best = BestPlayInProcess(exact_play)
        venue = Venue(timed, SystemClock(), SystemEntropy(), desk, best, best.prepare)
        keep_currency(venue, config.currency)
        new = open_tables(venue, wanted)
        if config.simulated_dealers:
            note_house_tables(timed, new, wanted)
    except (BadProfile, OtherCurrency) as wrong:
        store.close()
        raise CannotServe(str(wrong)) from None
    except (Damaged, Unavailable, Contradiction, AssertionError) as wrong:
        store.close()
        where = without_passwords(config.data)
        raise CannotServe(f"the data in {where} cannot be used: {wrong}") from None
    return venue, point


def _verified(store: SqlStore) -> Point:
    """How far the store is verified now; Damaged, by name, where it does not hold (CR-3)."""
    faults, point = faults_since(store, kept_point(store))
    if faults:
        raise Damaged(f"{describe_fault(faults[0])}; cutcard verify reports all of it")
    return point


def _own_tables(config: Config, store: Store) -> tuple[Settings, ...]:
    """Takes up the folder of profiles, and says which tables they make."""
    if not config.profiles:
        return ()
    own = take_folder(store, Path(config.profiles), wall_ms())
    return tables_of_profiles(own, config.currency, DEALT_TO if config.dealers else MODES)


class _Server(uvicorn.Server):
    """uvicorn's server, saying when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, then say so."""
        await super().startup(sockets)
        self._ready()


def _set_pace() -> None:
    """Threads take turns quickly, and the collector passes over what was read before this."""
    sys.setswitchinterval(SWITCH_S)
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


def serve(
    config: Config,
    ready: Callable[[str], None],
    accounts: Sequence[Account] = (),
    made: Callable[[Sequence[str]], None] = lambda _: None,
    deal: Callable[[str, Dealing], None] = lambda _, __: None,
) -> None:
    """Serve until a signal. ``ready`` hears the address, ``made`` the names of accounts made just now.

    Where the house has dealers, ``deal`` hears what they need.
    """
    set_up_logs(as_json=config.json_logs)
    raise_descriptor_limit()
    bound = _bound(config)
    metrics, trouble = Metrics(), Trouble(config.slow_step_ms / 1000)
    try:
        modes = DEALT_TO if config.dealers else MODES
        venue, point = open_venue(config, metrics, trouble, usual_tables(config.currency, modes))
        made(add_people(venue.store, accounts, wall_ms()))
        token = croupier_token(venue.store, config.session_hours) if config.dealers else ""
    except BaseException:
        bound.close()
        raise
    # Read before the venue has a thread of its own, which alone reads tables from then on.
    live, automatic = (dealt_by_the_house(venue, mode) for mode in (Mode.LIVE, Mode.AUTO))
    _set_pace()  # after all was read: what the collector passes over is what exists by now
    house = House(config, venue, metrics, trouble, point)
    port = bound.getsockname()[1]
    url = _url(config.host, port)

    def is_ready() -> None:
        ready(url)
        if house.devices is not None:
            deal(url, dealing(house, token, live, automatic))

    server = _Server(_uvicorn(house), is_ready)
    structlog.get_logger("server").info("starting", host=config.host, port=port, data=config.data)
    # uvicorn raises the signal again once it has stopped; stopping on a signal is no failure.
    signal.signal(signal.SIGTERM, lambda *_: None)
    server.run(sockets=[bound])


def _bound(config: Config) -> socket.socket:
    """Where the server is heard; whether devices can be is found out before anything is opened."""
    bound = listening(config.host, config.port)
    if config.dealers and config.device_port:
        listening(config.device_host, config.device_port).close()  # the devices' line opens it later
    return bound


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _uvicorn(house: House) -> uvicorn.Config:
    return uvicorn.Config(
        cast(Any, App(house)),
        loop="uvloop" if find_spec("uvloop") else "asyncio",
        http=cast(Any, http_protocol(house.connections)),
        ws=cast(Any, websocket_protocol(Sockets(house), house.connections, MESSAGE_BYTES_CUT)),
        backlog=house.connections.room.backlog,
        timeout_graceful_shutdown=GRACE_S,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
    )
