"""The record looked at while the server runs: read on from the verified point, and now and then as a whole.

The whole is verified by ``cutcard verify`` in a process of its own, which takes no time from the tables.
What holds is judged elsewhere. What does not is shown on ``/healthz``, in the log, and as a call.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from time import sleep
from typing import Final

import msgspec
import structlog

from cutcard.adapters.database.address import is_postgres
from cutcard.games.reason import Reason
from cutcard.server.http.refusals import Refused
from cutcard.server.runtime import House, Verified, wall_ms
from cutcard.venue.ports import Document, Mark, Unavailable
from cutcard.venue.requests import Wanted, call_document
from cutcard.verification.fold import Fault
from cutcard.verification.point import Point, Since, kept_point, point_document

KEEP_EVERY_S: Final = 300  # a start reads on from the point kept last: at most so much of the record
FIRST_S: Final = 60  # a start has read all that is new, so tables come first
REST_S: Final = 0.01  # between two portions, so that tables go first
CALL: Final = "record:verify"


class WrongWith(msgspec.Struct, frozen=True):
    """One thing that does not hold, as ``cutcard verify`` reports it."""

    stream: str
    reason: str


class VerifyReport(msgspec.Struct, frozen=True):
    """What ``cutcard verify`` says."""

    holds: bool
    faults: tuple[WrongWith, ...] = ()


class Upto(msgspec.Struct, frozen=True):
    """How far to read; ``players`` have play money, and are asked for where reading begins."""

    mark: Mark
    players: frozenset[str]


class RecordWatch:
    """Looks after the record of one running server."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._since: Since | None = None
        self._point: Point | None = house.point  # that of the start; later ones are kept in the store
        self._read_to: Mark | None = None
        self._log = structlog.get_logger("record")
        self._lost = False  # something did not hold: there is no point to go on from
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin."""
        every_s = self._house.config.verify_every_s
        self._tasks = [asyncio.create_task(self._repeated(self.read_on, 0, KEEP_EVERY_S))]
        if every_s:
            first_s = min(FIRST_S, every_s)
            self._tasks.append(asyncio.create_task(self._repeated(self._verify, first_s, every_s)))

    async def stop(self) -> None:
        """End, and whatever verifies with it."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _repeated(self, work: Callable[[], Awaitable[None]], first_s: int, every_s: int) -> None:
        await asyncio.sleep(first_s)
        while True:
            try:
                await work()
            except (Refused, Unavailable):
                pass  # nothing can be written now: the next time says as much
            except Exception:  # noqa: BLE001  # whatever it is, the next look must not be lost for it
                self._log.exception("the record was not looked at")
            await asyncio.sleep(every_s)

    async def read_on(self) -> None:
        """Read what was written since, so that the next start need not."""
        upto = None if self._lost else await self._house.call(lambda _: self._upto())
        if upto is None or upto.mark == self._read_to:
            return
        faults, document = await asyncio.to_thread(self._read, upto)
        if faults:
            self._lost = True
            await self._report(
                VerifyReport(False, tuple(WrongWith(stream, why) for stream, _, why in faults))
            )
        else:
            await self._house.write(document)
            self._read_to = upto.mark

    def _upto(self) -> Upto | None:
        """How far all is written, on the venue's thread; None while that is in doubt."""
        venue = self._house.venue
        if venue.suspended:
            return None
        players = frozenset(venue.book.play) if self._since is None else frozenset[str]()
        return Upto(venue.store.mark(), players)

    def _read(self, upto: Upto) -> tuple[Sequence[Fault], Document]:
        """What does not hold up to there, and what is kept where all does. In a thread of its own."""
        # Reading that breaks off has counted half of something: the next goes on from what was kept.
        since, self._since = self._since or self._since_kept(upto.players), None
        faults = since.faults(upto.mark, lambda: sleep(REST_S))
        self._since = since
        return faults, point_document(since.point())

    def _since_kept(self, players: frozenset[str]) -> Since:
        store = self._house.venue.store
        point, self._point = self._point or kept_point(store), None
        return Since(store, point, players)

    async def _verify(self) -> None:
        found = await self._verified()
        if found is not None:
            await self._report(found)

    async def _verified(self) -> VerifyReport | None:
        """What ``cutcard verify`` says of the whole; None where it cannot say."""
        command, env = verifying(self._house.config.data)
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(*command, stdout=pipe, stderr=pipe, env=env)
        try:
            out, wrong = await process.communicate()
        finally:
            if process.returncode is None:
                process.terminate()
        try:
            return msgspec.json.decode(out, type=VerifyReport)
        except msgspec.DecodeError:
            why = " ".join(wrong.decode(errors="replace").split())[-200:]
            self._log.error("the record was not verified", exit_code=process.returncode, why=why)
            return None

    async def _report(self, found: VerifyReport) -> None:
        streams = tuple(dict.fromkeys(fault.stream for fault in found.faults if fault.stream))
        if found.holds:
            self._log.info("the record holds")
            self._house.calls.close(CALL)
        else:
            self._log.error("the record does not hold", tables=streams, faults=len(found.faults))
            await self._call(found.faults[0])
        self._house.verified = Verified(wall_ms(), found.holds, streams, len(streams))

    async def _call(self, fault: WrongWith) -> None:
        why = Reason("called.record", {"reason": fault.reason})
        call = Wanted(fault.stream, why, id=CALL, at_ms=wall_ms())
        await self._house.write(call_document(call))
        self._house.calls.put(call)


def verifying(address: str) -> tuple[Sequence[str], dict[str, str]]:
    """The command that verifies a store, and its environment: no address with a password is in a command."""
    command = [sys.executable, "-m", "cutcard", "verify", "--json"]
    nice = shutil.which("nice")
    if nice is not None:
        command = [nice, "-n", "15", *command]
    if is_postgres(address):
        return command, {**os.environ, "CUTCARD_DATABASE": address}
    return [*command, str(Path(address).resolve())], dict(os.environ)
