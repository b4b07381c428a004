"""A run on a cluster: chunks go out to the workers of a Dask scheduler, tallies are added in order.

Where a chunk was counted, how often it was begun and who died over it leaves no trace in the tally. What
a chunk holds is not known here.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
import signal
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from itertools import islice
from multiprocessing import resource_tracker
from socket import create_connection
from tempfile import TemporaryDirectory
from threading import Lock, current_thread, main_thread
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from cutcard import __version__
from cutcard.sim.report.tally import Tally, together
from cutcard.sim.run import Prepared, Request, Watch, chunks, prepare, wants_compiler

if TYPE_CHECKING:
    from distributed import Client

CONNECT_S: Final = 5
"""A scheduler answers within so many seconds, or there is none."""

WORKERS_S: Final = 15
"""A cluster has its first worker within so many seconds, or it has none."""

PARCEL_MAX: Final = 32
"""Chunks in one task at most: a scheduler hands out a few thousand tasks a second, whatever is in them."""

PARCELS_EACH: Final = 8
"""Tasks for each worker at least, while there are chunks enough, so that nobody is waited for at the end."""

AHEAD: Final = 4
"""Tasks for each worker that may have been sent and not be counted yet."""

RETRIES: Final = 2
"""How often a chunk that failed is begun again; one that went down with its worker is not counted here."""

Chunks = tuple[tuple[int, int], ...]
"""Numbers of chunks, and the rounds of each."""


class NoCluster(ValueError):
    """There is no cluster at an address, or none that can count this run."""


def simulate_on_cluster(
    request: Request, address: str, watch: Watch = lambda _: True, *, workers: int | None = None
) -> Tally:
    """The tally of a run, the same as on one machine. Ctrl-C and the watch end it in the same way, too.

    At the address ``local`` a cluster of so many ``workers`` (as many as there are cores) is started for
    this run; any other is that of a scheduler.
    """
    compiled = wants_compiler(request)
    packed = pickle.dumps((request, compiled))
    beginning = _Beginning(watch)
    try:
        with _quiet(), _connect(address, workers) as client:
            _distribute(
                client, packed, chunks(request.rounds), _parcel_size(client, request.rounds), beginning
            )
    except KeyboardInterrupt:
        if beginning.total is None:
            raise
    except OSError as gone:
        raise NoCluster(f"the cluster at {address} went away: {_line(gone)}") from gone
    assert beginning.total is not None, "a run has at least one round"
    return beginning.total


class _Beginning:
    """What is counted so far: chunks in their order only, and each of them once."""

    def __init__(self, watch: Watch) -> None:
        self.total: Tally | None = None
        self.counted = 0
        self.enough = False
        self._watch = watch
        self._later: dict[int, Tally] = {}

    def add(self, parts: Mapping[int, Tally]) -> None:
        """Counts what these chunks complete; one that was counted before changes nothing."""
        self._later.update((number, part) for number, part in parts.items() if number >= self.counted)
        while not self.enough and self.counted in self._later:
            part = self._later.pop(self.counted)
            self.total = part if self.total is None else together((self.total, part))
            self.counted += 1
            self.enough = not self._watch(self.total)


# Sending and receiving.


def _distribute(
    client: Client, packed: bytes, unsent: Iterator[tuple[int, int]], size: int, beginning: _Beginning
) -> None:
    """Keeps the workers busy until everything is counted, or enough is."""
    from distributed import as_completed

    run, sent = uuid4().hex, 0
    arriving = as_completed(loop=client.loop, with_results=True, raise_errors=False)
    while not beginning.enough:
        # Asked anew each time: workers come and go while a run goes on.
        room = AHEAD * size * max(1, _threads(client)) - (sent - beginning.counted)
        parcels = _parcels(islice(unsent, max(room, 0)), size)
        if parcels:
            keys = [f"cutcard-{run}-{parcel[0][0]}" for parcel in parcels]
            arriving.update(
                client.map(count, parcels, key=keys, version=__version__, packed=packed, retries=RETRIES)
            )
            sent += sum(map(len, parcels))
        elif arriving.is_empty():
            return
        for future, result in arriving.next_batch():
            beginning.add(_receive(future, result))


def _parcels(each: Iterable[tuple[int, int]], size: int) -> list[Chunks]:
    rest = iter(each)
    return list(iter(lambda: tuple(islice(rest, size)), ()))


def _parcel_size(client: Client, rounds: int) -> int:
    number = sum(1 for _ in chunks(rounds))
    return min(max(1, number // (PARCELS_EACH * _threads(client))), PARCEL_MAX)


def _threads(client: Client) -> int:
    return sum(client.nthreads().values())


def _receive(future: Any, result: Any) -> dict[int, Tally]:
    """The tallies of a task, or why there are none."""
    from distributed import KilledWorker

    if future.status == "finished":
        tallies: dict[int, Tally] = result
        return tallies
    if future.status != "error":
        raise ConnectionResetError("the scheduler has forgotten this run")
    _, error, where = result
    match error:
        case KilledWorker():
            raise NoCluster(
                f"one part of the run went down with {error.allowed_failures + 1} workers: given up"
            )
        case ModuleNotFoundError():
            raise NoCluster(f"the cluster has not the same things installed as this machine: {_line(error)}")
        case _:
            raise error.with_traceback(where)


# On a worker.


def count(parcel: Chunks, version: str, packed: bytes) -> dict[int, Tally]:
    """The tallies of some chunks by their numbers. Runs on a worker, which has to be of the same version."""
    if version != __version__:
        raise NoCluster(f"a worker of the cluster has Cutcard {__version__}, this machine {version}")
    seed, ready = _ready(packed)
    return {number: ready.chunk(seed, number, rounds) for number, rounds in parcel}


_preparing = Lock()


def _ready(packed: bytes) -> tuple[int, Prepared]:
    # The threads of one worker share what the first of them prepares.
    with _preparing:
        return _prepared_once(packed)


@lru_cache(maxsize=4)
def _prepared_once(packed: bytes) -> tuple[int, Prepared]:
    request, compiled = pickle.loads(packed)  # noqa: S301  # a worker runs whatever its scheduler sends
    ready = prepare(request, compiled=compiled)
    ready.chunk(request.seed, 0, 1)
    return request.seed, ready


# Clusters.


@contextmanager
def _connect(address: str, workers: int | None) -> Iterator[Client]:
    """A client of the scheduler at an address, or of one of its own."""
    if address == "local":
        with _local_cluster(workers) as started, _client(started) as client:
            yield client
    else:
        with _client(address) as client:
            yield client


@contextmanager
def _client(address: str) -> Iterator[Client]:
    from distributed import Client

    # A client takes anybody who answers for a scheduler, and waits for ever: knock first.
    _knock(address)
    try:
        client = Client(address, timeout=CONNECT_S, set_as_default=False)
    except OSError as wrong:
        raise NoCluster(f"there is no cluster at {address}: {_line(wrong)}") from None
    with client:
        try:
            client.wait_for_workers(1, timeout=WORKERS_S)
        except TimeoutError:
            raise NoCluster(f"the cluster at {address} has no workers") from None
        yield client


def _knock(address: str) -> None:
    """Makes sure that a scheduler answers at an address."""
    from distributed.comm.addressing import get_address_host_port

    try:
        host, port = get_address_host_port(address, strict=False)
    except ValueError:
        raise NoCluster(
            f"{address!r} is neither `local` nor an address such as tcp://10.0.0.1:8786"
        ) from None
    try:
        create_connection((host, port), CONNECT_S).close()
    except OSError as wrong:
        raise NoCluster(f"there is no cluster at {address}: {wrong.strerror or _line(wrong)}") from None
    try:
        answers = asyncio.run(asyncio.wait_for(_who_answers(address), CONNECT_S))
    except Exception:  # noqa: BLE001  # what a stranger says is read as anything at all
        raise NoCluster(f"there is no cluster at {address}: whoever answers is no scheduler") from None
    if answers != "Scheduler":
        raise NoCluster(f"there is no cluster at {address}: a {answers.lower()} answers, not a scheduler")


async def _who_answers(address: str) -> str:
    from distributed import rpc
    from distributed.security import Security

    async with rpc(address, connection_args=Security().get_connection_args("client")) as peer:
        return str((await peer.identity())["type"])


@contextmanager
def _local_cluster(workers: int | None) -> Iterator[str]:
    """The address of a cluster of processes on this machine, which no other machine can reach."""
    from dask.system import CPU_COUNT
    from distributed import LocalCluster

    with TemporaryDirectory(prefix="cutcard-cluster-", ignore_cleanup_errors=True) as folder:
        cluster = None
        try:
            with _block_interrupts():
                cluster = LocalCluster(
                    n_workers=workers or CPU_COUNT,
                    threads_per_worker=1,
                    host="127.0.0.1",
                    dashboard_address=None,
                    scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},
                    memory_limit=0,
                    local_directory=folder,
                    silence_logs=logging.CRITICAL,
                )
            yield cluster.scheduler_address
        finally:
            if cluster is not None:
                with _block_interrupts():
                    cluster.close()


@contextmanager
def _block_interrupts() -> Iterator[None]:
    """Ctrl-C waits until a cluster has come up or gone down whole.

    A terminal sends it to every process in front of it. Workers, and the threads that start new ones,
    keep it blocked as they find it: it is for this process alone.
    """
    if current_thread() is not main_thread():
        yield
        return
    # It would lift the block when it is started by the first process.
    resource_tracker.ensure_running()
    held: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: held.append(number))
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.signal(signal.SIGINT, before)
    if held:
        raise KeyboardInterrupt


@contextmanager
def _quiet() -> Iterator[None]:
    """Dask tells its log of every worker that dies; here that is nothing to tell anybody."""
    log = logging.getLogger("distributed")
    before = log.level
    log.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        log.setLevel(before)


def _line(error: BaseException) -> str:
    """What an error says, in one line."""
    return " ".join(str(error).split()) or type(error).__name__
