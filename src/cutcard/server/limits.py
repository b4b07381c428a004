"""How often somebody may ask for something, and what wrong passwords cost. Who somebody is, others know.

A limit is a bucket for each key: so many at once, then so many a second. Everything kept here is bounded:
what was not used for longest is forgotten first. This machine itself has no limits by address, since behind
it stand robots, tests, or a proxy that was not named.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from math import ceil
from time import monotonic
from typing import Final, Generic, TypeVar

import msgspec

from cutcard.games.reason import Refusal
from cutcard.server.address import address_key
from cutcard.server.metrics import Metrics

# Then what was counted longest ago is forgotten: a flood of addresses fills no memory.
KEYS_MAX: Final = 20_000

V = TypeVar("V")


class Pace(msgspec.Struct, frozen=True):
    """So many at once, then so many a second."""

    burst: int
    per_s: float


class Limit(msgspec.Struct, frozen=True, kw_only=True):
    """A pace for each connection or person, one for each address, and one for all together."""

    each: Pace | None = None
    address: Pace | None = None
    everybody: Pace | None = None


LIMITS: Final[Mapping[str, Limit]] = {
    "lobby": Limit(each=Pace(30, 5), address=Pace(300, 50)),
    "look": Limit(each=Pace(200, 20), address=Pace(600, 100)),
    "call": Limit(each=Pace(10, 1 / 3), address=Pace(60, 1)),
    "voucher": Limit(each=Pace(10, 1 / 10), address=Pace(60, 1)),
    "guest": Limit(address=Pace(120, 2), everybody=Pace(6_000, 100)),
    "request": Limit(address=Pace(400, 100)),
}
"""By what is asked for. ``look`` is a whole view of a table, ``request`` any request but for files."""


class Bounded(OrderedDict[Hashable, V], Generic[V]):
    """A dictionary that forgets what was set longest ago once it is full."""

    def __init__(self, most: int = KEYS_MAX) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, key: Hashable, value: V) -> None:
        super().__setitem__(key, value)
        self.move_to_end(key)
        if len(self) > self._most:
            self.popitem(last=False)


class Buckets:
    """What is left of a pace, for each key."""

    def __init__(self, now_s: Callable[[], float], most: int = KEYS_MAX) -> None:
        self._now_s = now_s
        self._left: Bounded[tuple[float, float]] = Bounded(most)

    def wait_s(self, key: Hashable, pace: Pace) -> float:
        """How long until one more is allowed; 0 where it is now."""
        return max(0.0, (1 - self._there(key, pace)) / pace.per_s)

    def take(self, key: Hashable, pace: Pace) -> None:
        """One is used up."""
        self._left[key] = self._there(key, pace) - 1, self._now_s()

    def _there(self, key: Hashable, pace: Pace) -> float:
        left, at_s = self._left.get(key, (float(pace.burst), self._now_s()))
        return min(float(pace.burst), left + (self._now_s() - at_s) * pace.per_s)


class Limits:
    """The limits of one server. ``unlimited`` says of which addresses no limit is kept."""

    def __init__(
        self, metrics: Metrics, unlimited: Callable[[str], bool], now_s: Callable[[], float] = monotonic
    ) -> None:
        self._metrics, self._unlimited = metrics, unlimited
        self._buckets = {name: Buckets(now_s) for name in ("each", "address", "everybody")}
        self.sign_ins = WrongPasswords(unlimited, now_s)

    def take(self, what: str, address: str, who: Hashable = None) -> Refusal | None:
        """Allow one more, or say for how long not. Who is refused uses nothing up."""
        limit = LIMITS[what]
        paces = [("everybody", what, limit.everybody), ("each", (what, who), limit.each)]
        if not self._unlimited(address):
            paces.append(("address", (what, address_key(address)), limit.address))
        kept = [(self._buckets[name], key, pace) for name, key, pace in paces if pace is not None]
        wait_s = max((bucket.wait_s(key, pace) for bucket, key, pace in kept), default=0.0)
        if wait_s > 0:
            return self.refused(what, wait_s)
        for bucket, key, pace in kept:
            bucket.take(key, pace)
        return None

    def refused(self, what: str, wait_s: float) -> Refusal:
        """Too often: counted, and refused with the time to wait."""
        self._metrics.limited.labels(what).inc()
        return Refusal("too_many_attempts", {"seconds": max(1, ceil(wait_s))})


FORGET_S: Final = 3_600.0  # after so long without another mistake all are forgotten
LONGEST_S: Final = 900.0  # doubled twenty times, a wait would be twelve days
FREE_OF_PAIR, FREE_OF_ADDRESS = 5, 20
"""So many wrong passwords cost nothing: of one address for one account, of one address for any."""


class WrongPasswords:
    """Wrong passwords, and how long each makes the next attempt wait: twice as long every time.

    Nothing is counted by account alone, so others, elsewhere, lock nobody out. An address that is ``known``,
    since somebody signed in to the account from there before, waits for nothing but what was tried there for
    that account.
    """

    def __init__(self, unlimited: Callable[[str], bool], now_s: Callable[[], float]) -> None:
        self._unlimited, self._now_s = unlimited, now_s
        self._failures: Bounded[tuple[int, float]] = Bounded()

    def wait_s(self, address: str, account: str, *, known: bool = False) -> float:
        """How long this address must wait before it tries this account again."""
        keys, now_s = self._keys(address, account), self._now_s()
        counted = keys[:1] if known or self._unlimited(address) else keys
        return max(self._until_s(key, free) - now_s for key, free in counted)

    def begin(self, address: str, account: str) -> None:
        """An attempt counts as wrong until it was right, so that a hundred at once count as a hundred."""
        for key, _ in self._keys(address, account):
            self._failures[key] = self._count(key) + 1, self._now_s()

    def succeed(self, address: str, account: str) -> None:
        """It was right: forget what was tried here for this account, and take this attempt back elsewhere."""
        (pair, _), *others = self._keys(address, account)
        self._failures.pop(pair, None)
        for key, _ in others:
            count, at_s = self._failures.get(key, (1, 0.0))
            self._failures[key] = count - 1, at_s

    def _keys(self, address: str, account: str) -> list[tuple[Hashable, int]]:
        where, name = address_key(address), account.casefold()
        return [((where, name), FREE_OF_PAIR), ((where,), FREE_OF_ADDRESS)]

    def _count(self, key: Hashable) -> int:
        count, at_s = self._failures.get(key, (0, 0.0))
        return count if self._now_s() - at_s < FORGET_S else 0

    def _until_s(self, key: Hashable, free: int) -> float:
        over = self._count(key) - free
        _, at_s = self._failures.get(key, (0, 0.0))
        return 0.0 if over < 0 else at_s + min(LONGEST_S, 2.0 ** min(over, 20))
