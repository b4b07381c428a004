"""The same round twice with other hidden cards: every byte is the same until the card is due (TB-64).

It reads all that could be sent and knows no rule; where two readings differ, somebody could have known.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec
import pytest

from cutcard.profiles import Mode
from cutcard.table import Phase
from cutcard.table import commands as c
from cutcard.table.settings import is_shared
from cutcard.venue.ports import Batch
from cutcard.venue.random_center import RandomCenter
from cutcard.venue.table_runner import Running
from cutcard.venue.unit_of_work import Work
from cutcard.venue.venue import Venue
from cutcard.views import croupier_view, hands_view, info, lobby_row, own_view, public_view, roads_view
from tests.soak import as_often
from tests.venue.house import House, settings
from tests.venue.playing import legal
from tests.venue.shadow import Violation, must

ROUNDS = as_often(50, 10_000, usual=20)
PATRONS = ("p0", "p1")
KINDS: tuple[tuple[str, Mode, dict[str, object]], ...] = (
    ("multihand-etg", Mode.VIDEO, {}),
    ("multihand-online", Mode.INTERNAL, {}),
    ("multihand-etg", Mode.VIDEO, {"second_card": "none"}),
    ("punto-banco", Mode.VIDEO, {}),
    ("koi-bacc", Mode.VIDEO, {}),
)
SMALL = [card for card in range(52) if 1 <= card % 13 <= 8]  # neither an ace nor a ten


class Twin:
    """One venue with one table, and every byte that leaves it."""

    def __init__(self, seed: int, make: type[Venue] = Venue) -> None:
        profile, mode, rules = KINDS[seed % len(KINDS)]
        self.house = House(seed, make)
        self.house.store._faults = self._keep
        self.batches: list[Batch] = []
        table = settings(profile, mode, "it", **rules)
        self.house.furnish([table] if mode is Mode.VIDEO else [], [table] if mode is Mode.INTERNAL else [])
        self.patrons = PATRONS if mode is Mode.VIDEO else PATRONS[:1]
        seats = self.house.seat(self.patrons)
        self.at = seats["p0"][0]

    def _keep(self, moment: str, batch: Batch) -> None:
        if moment == "after":
            self.batches.append(batch)

    @property
    def running(self) -> Running:
        return self.house.venue.tables[self.at]

    def stack(self, cards: list[int]) -> None:
        center = self.running.center
        assert center is not None
        center._drawn = list(cards)

    def everything(self) -> Iterator[tuple[str, bytes]]:
        """What each role can be sent of the table now, and what new entries let anybody read."""
        table, now = self.running.table, self.house.venue.now_ms()
        yield "public", msgspec.json.encode(public_view(table, now))
        yield "croupier", msgspec.json.encode(croupier_view(table))
        yield "info", msgspec.json.encode((info(table.deal.settings), lobby_row(table.deal.settings, table)))
        yield "roads", msgspec.json.encode(roads_view(table))
        for who in self.patrons:
            playable = self.house.venue.book.playable(f"patron:{who}")
            own = own_view(table, who, playable)
            yield f"own {who}", msgspec.json.encode(own)
            yield f"hands {who}", msgspec.json.encode(hands_view(table, who))
        batches, self.batches = self.batches, []
        for entry in (entry for batch in batches for entry in batch.entries):
            yield entry.tag, entry.public + b"".join(body for _, body in entry.private)


def hidden_at(twin: Twin) -> tuple[int, ...]:
    """The draws that lie face down when they are made."""
    table = twin.running.table
    rules = msgspec.structs.asdict(table.deal.settings.profile.rules)
    if table.deal.settings.profile.game == "baccarat":
        return tuple(range(1, 12))  # burnt unseen after the first, which is shown
    if rules["second_card"] == "none":
        return ()
    dealt = (
        3
        if is_shared(table.deal.settings)
        else len({wager.position for wager in table.patrons.places["p0"].chips})
    )
    return (2 * dealt + 1,)


def two_shoes(rnd: random.Random, hidden: tuple[int, ...], shared: int) -> tuple[list[int], list[int]]:
    """Two orders of cards that are alike in the first so many open draws and in nothing else."""
    first = [rnd.randrange(52) for _ in range(60)]
    other = [card if at < shared else rnd.randrange(52) for at, card in enumerate(first)]
    for at in hidden:
        first[at], other[at] = rnd.choice(SMALL), rnd.choice(SMALL)
    return first, other


def burns(shoe: list[int]) -> int:
    """How many unseen cards the first card of a shoe burns."""
    return min(shoe[0] % 13 + 1, 10)


def compare(seed: int, make: type[Venue] = Venue) -> int:
    """Play a round at both; how many readings were alike before the hidden card was due."""
    rnd = random.Random(seed)
    twins = [Twin(seed, make), Twin(seed, make)]
    first = twins[0]
    for who in first.patrons:
        bet = "main" if first.running.table.deal.settings.profile.game == "blackjack" else "player"
        for each in twins:
            each.house.venue.step([each.house.keyed(each.at, c.PlaceBet(who, bet, 500))])
    shared = rnd.randrange(8, 20)
    hidden = hidden_at(first)
    shoes = two_shoes(rnd, hidden, shared)
    if first.running.table.deal.settings.profile.game == "baccarat":
        shoes[1][0] = shoes[0][0]
        shared = 1 + burns(shoes[0]) + rnd.randrange(1, 4)
        shoes[1][1 + burns(shoes[0]) : shared] = shoes[0][1 + burns(shoes[0]) : shared]
    for each, shoe in zip(twins, shoes, strict=True):
        each.stack(shoe)
        each.batches = []
    return lockstep(seed, twins, shared)


def lockstep(seed: int, twins: list[Twin], shared: int) -> int:
    first, other = twins
    rnd = random.Random(seed + 1)
    alike = 0
    for _ in range(400):
        if rnd.random() < 0.5 and first.running.table.phase is Phase.PLAYING:
            asked = legal(rnd, first.house.venue, rnd.choice(first.patrons), first.at)
        else:
            asked = (first.at, c.PressDeal(rnd.choice(first.patrons))) if rnd.random() < 0.3 else None
        ms = rnd.randrange(400)
        replies = []
        for each in twins:
            each.house.clock.advance(ms)
            asks = [each.house.keyed(*asked)] if asked is not None else []
            replies.append(each.house.venue.step(asks).replies)
        table = first.running.table
        shown = any(entry.tag == "card_turned" for batch in first.batches for entry in batch.entries)
        if table.deal.draws > shared or shown or table.deal.round > 1 or table.phase is Phase.RESULT:
            return alike
        must(replies[0] == replies[1], f"seed {seed}: other answers {replies}")
        for (what, mine), (_, theirs) in zip(first.everything(), other.everything(), strict=True):
            must(mine == theirs, f"seed {seed}: {what} tells {mine!r} and {theirs!r}")
            alike += 1
    return alike


@pytest.mark.parametrize("chunk", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in range(1, 5))])
def test_tb_64_nothing_gives_a_card_away_that_is_not_due(chunk: int) -> None:
    seeds = range(chunk * ROUNDS // 5, (chunk + 1) * ROUNDS // 5)
    assert sum(compare(seed) for seed in seeds) > 500, f"seeds {seeds}"


class Leaks(Work):
    """The face-down card is whispered into the record."""

    def happen(self, running: Running, event: object) -> object:  # type: ignore[override]
        center = running.center
        refusal = super().happen(running, event)  # type: ignore[arg-type]
        if type(event).__name__ == "FaceDownDealt" and isinstance(center, RandomCenter):
            running.table.past.results = [
                *running.table.past.results,
                str(center._drawn[running.table.deal.draws - 1]),
            ]
        return refusal


class LeakingVenue(Venue):
    """A venue whose work leaks."""

    def _work(self) -> Work:
        return Leaks(self.book, self.entropy, self.now_ms(), self.clock.wall_ms())


def test_a_planted_leak_is_found() -> None:
    with pytest.raises(Violation, match="tells"):
        sum(compare(seed, LeakingVenue) for seed in range(0, 20, len(KINDS)))
