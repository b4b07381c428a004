"""The venue in a thread of its own: a bounded inbox, one step after the other, one writer.

Each turn takes what waits, up to a limit, decides and writes it in one transaction, and hands answers and
frames to the event loop. Nobody waits to be let into the inbox: where it is full, the asker hears so at once.
What a request is and who sends it is not known here.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import perf_counter
from typing import Any, Final, TypeVar

import msgspec
import structlog

from cutcard.games.reason import Refusal
from cutcard.server.metrics import Metrics
from cutcard.server.realtime.outbox import Outbox
from cutcard.server.realtime.subscriptions import Subscriptions
from cutcard.server.trouble import Trouble
from cutcard.venue.requests import UNAVAILABLE, Effects, Reply, Request
from cutcard.venue.venue import Venue

T = TypeVar("T")

INBOX_MAX: Final = 16_384  # more is refused as busy: whoever is taken waits a bounded time
BATCH_MAX: Final = 512  # one transaction: nobody in it is answered before the last of it is decided
IDLE_MS: Final = 1_000  # whatever nobody foresaw is at most so late
RETRY_MS: Final = 250  # how soon a store that is back is noticed

BUSY: Final = Refusal("busy")
"""The inbox is full. Nothing has changed, and the same request may be sent again."""


class PendingRequest(msgspec.Struct):
    """A request, and what to do with its reply, on the venue's thread."""

    request: Request
    answer: Callable[[Reply, Outbox], None]
    since: float


class Job(msgspec.Struct):
    """Something to be done on the venue's thread, between two steps."""

    work: Callable[[Outbox], None]


Item = PendingRequest | Job | None


class Engine:
    """The one thread that may touch the venue. ``state`` and ``frozen`` are for others to read."""

    def __init__(
        self, venue: Venue, subscriptions: Subscriptions, metrics: Metrics, trouble: Trouble
    ) -> None:
        self.venue, self.subscriptions, self.metrics, self._trouble = venue, subscriptions, metrics, trouble
        self._inbox: queue.SimpleQueue[Item] = queue.SimpleQueue()
        self._hand: Callable[[Outbox], None] = lambda _: None
        self._thread = threading.Thread(target=self._run, name="venue", daemon=True)
        self._stopping = False
        self._log = structlog.get_logger("venue")
        self.watched: dict[str, None] = {}
        self.state = "recovering"
        self.frozen: tuple[str, ...] = tuple(venue.frozen)

    def start(self, hand: Callable[[Outbox], None]) -> None:
        """Begin; ``hand`` takes what is to be sent, and is called on the venue's thread."""
        self._hand = hand
        self.state = "running"
        self._thread.start()

    def stop(self) -> None:
        """Finish the step that runs, then end."""
        self._stopping = True
        self._inbox.put(None)
        self._thread.join(timeout=10)
        self.state = "stopped"

    def put(self, item: Item) -> bool:
        """Put something into the inbox; false where it is full."""
        if self._inbox.qsize() >= INBOX_MAX:
            return False
        self._inbox.put(item)
        return True

    def depth(self) -> int:
        """How much waits."""
        return self._inbox.qsize()

    def _run(self) -> None:
        while not self._stopping:
            items = self._drained()
            out = Outbox()
            start = perf_counter()
            self._turn([item for item in items if item is not None], out)
            seconds = perf_counter() - start
            self.metrics.step.observe(seconds)
            self._trouble.took(seconds, len(items), self._inbox.qsize())
            self.metrics.inbox.set(self._inbox.qsize())
            self._hand(out)

    def _drained(self) -> list[Item]:
        """What waits, or nothing after as long as nothing can be due."""
        items: list[Item] = []
        with suppress(queue.Empty):
            items.append(self._inbox.get(timeout=self._patience_ms() / 1000))
            while len(items) < BATCH_MAX:
                items.append(self._inbox.get_nowait())
        return items

    def _patience_ms(self) -> int:
        if self.venue.suspended:
            return RETRY_MS
        now = self.venue.now_ms()
        due = [at_ms for at_ms in (self.venue.next_wake_ms(), self.subscriptions.due_ms) if at_ms is not None]
        return max(0, min(IDLE_MS, min(due) - now)) if due else IDLE_MS

    def _turn(self, items: Sequence[PendingRequest | Job], out: Outbox) -> None:
        pending = [item for item in items if isinstance(item, PendingRequest)]
        # All requests are decided and durable before the first reply is sent.
        effects = self._stepped([item.request for item in pending])
        now = perf_counter()
        for each, reply in zip(pending, effects.replies, strict=True):
            self._count(each, reply, now)
            self._guarded(each.answer, reply, out)
        # Between two steps: no call sees a table half decided.
        for job in items:
            if isinstance(job, Job):
                self._guarded(job.work, out)
        for wanted in effects.calls:
            self._log.warning("staff are called", table=wanted.table, why=wanted.why.key)
            out.calls.append(wanted)
        out.settled_calls.extend(effects.settled_calls)
        out.moved.extend(name for name in effects.changed if name in self.watched)
        # Replies before news: a terminal knows what became of its request when it hears of the table.
        self._guarded(self.subscriptions.queue_news, effects, out)
        for later in out.after:
            self._guarded(later)

    def _stepped(self, requests: Sequence[Request]) -> Effects:
        """One step. Whatever goes wrong beyond what the venue itself handles suspends it, and is logged."""
        try:
            effects = self.venue.step(requests)
        except Exception:  # noqa: BLE001  # whatever it is, the venue must go on once it can
            self._trouble.step_failed()
            self.venue.suspend()
            effects = Effects(replies=[Reply(request.key, UNAVAILABLE) for request in requests])
        self._trouble.stepped(self.venue)
        self.state = "suspended" if self.venue.suspended else "running"
        self.frozen = tuple(self.venue.frozen)
        return effects

    def _guarded(self, work: Callable[..., None], *arguments: Any) -> None:
        try:
            work(*arguments)
        except Exception:  # noqa: BLE001  # one bad broadcast must not end the thread
            self._log.exception("broadcast failed")

    def _count(self, pending: PendingRequest, reply: Reply, now: float) -> None:
        command = str(type(pending.request.command).__struct_config__.tag)
        self.metrics.requests.labels(command).inc()
        self.metrics.request.observe(now - pending.since)
        if reply.refusal is not None:
            self.metrics.refusals.labels(reply.refusal.code).inc()
