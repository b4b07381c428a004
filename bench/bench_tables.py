"""One shared table with very many patrons, no sockets: applying a card, settling, and writing it down.

Three positions each, one decision in ten off the chart, one patron in ten silent. What a screen is
told is not measured here.
"""

from __future__ import annotations

import gc
import random
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

from cutcard.adapters.clock import FakeClock
from cutcard.adapters.database.opening import open_store
from cutcard.adapters.entropy import SeededEntropy
from cutcard.games import due
from cutcard.games.blackjack.options import Decision
from cutcard.games.blackjack.play import HandAt
from cutcard.ledger import Posting, Transfer, desk, patron
from cutcard.profiles import Mode, load
from cutcard.table import Moment, Phase, Settings, Table, decide, evolve, follow
from cutcard.table import commands as c
from cutcard.table import events as e
from cutcard.table.felt.shared import SharedFelt
from cutcard.table.state import new_table
from cutcard.table.want import want
from cutcard.venue.ports import Batch, Store
from cutcard.venue.requests import Request
from cutcard.venue.venue import Venue

PATRONS = 100_000
STAKES = (500, 1_000, 2_500)
OFF_CHART = 0.1
DECIDED_AT_ONCE = 5_000
SEED = 4
"""The same cards in every run: who wins is most of the work. With these there are more lines than usual."""


def settings() -> Settings:
    return Settings(id="big", name="Big", profile=load("multihand-etg"), mode=Mode.VIDEO, card_ms=1)


class Spent:
    """Seconds by kind of event."""

    def __init__(self) -> None:
        self.seconds: dict[str, list[float]] = {}

    def timed(self, what: str, work: Callable[[], Any]) -> Any:
        start = perf_counter()
        done = work()
        self.seconds.setdefault(what, []).append(perf_counter() - start)
        return done

    def report(self) -> None:
        for what, each in self.seconds.items():
            worst, mean = 1000 * max(each), 1000 * sum(each) / len(each)
            print(f"  {what:<28} {len(each):>7} ×   mean {mean:>10,.3f} ms   most {worst:>10,.1f} ms")


def simple(held: Any, offered: tuple[Decision, ...], rnd: random.Random) -> Decision:
    if rnd.random() < OFF_CHART:
        return rnd.choice(offered)
    if Decision.DECLINE in offered:
        return Decision.DECLINE
    if Decision.SPLIT in offered and held.pair in (1, 8):
        return Decision.SPLIT
    if Decision.DOUBLE in offered and held.total in (10, 11):
        return Decision.DOUBLE
    return Decision.HIT if held.total < 17 and Decision.HIT in offered else Decision.STAND


def placed(table: Table, patrons: int) -> None:
    """Everybody is at the table with a bet on each position."""
    for number in range(patrons):
        who = f"p{number:06}"
        evolve(table, e.Joined(who), 0)
        stakes = tuple(e.Wager(at, "main", STAKES[(number + at) % 3]) for at in (1, 2, 3))
        evolve(table, e.BetsChanged(who, stakes, "place"), 0)


def decided(table: Table, rnd: random.Random, spent: Spent) -> None:
    """A window: all but the silent decide for every hand that needs it."""
    felt = table.deal.felt
    assert isinstance(felt, SharedFelt)
    names = [who for number, who in enumerate(felt.wagers) if number % 10]
    for who in names:
        for hand in felt.hands_to_decide(who):
            command = chosen(felt, who, hand, rnd)

            def decide_once(command: c.Decide = command) -> None:
                events = decide(table, command, Moment(table.clock.at_ms, playable=10**9))
                for event in events:  # type: ignore[union-attr]
                    evolve(table, event, table.clock.at_ms)

            spent.timed("one decision", decide_once)
            if not isinstance(felt.due, due.Decision):
                return


def play(table: Table, rnd: random.Random, spent: Spent) -> int:
    """One round, from no more bets to its result; the most lines of play there were."""
    lines = 0
    evolve(table, spent.timed("no more bets, decided", lambda: decide_close(table)), 0)
    while table.phase is Phase.PLAYING:
        felt = table.deal.felt
        assert isinstance(felt, SharedFelt)
        lines = max(lines, len(felt.plays))
        event = (
            spent.timed("settlement, worked out", lambda: follow(table, 0))
            if _over(felt)
            else follow(table, 0)
        )
        if event is not None:
            what = "settlement, applied" if isinstance(event, e.RoundSettled) else "window opened"
            spent.timed(what, partial(evolve, table, event, 0))
            if isinstance(event, e.WindowOpened):
                decided(table, rnd, spent)
        elif isinstance(felt.due, due.Decision):
            closed = spent.timed("window's end, decided", partial(silence, felt))
            spent.timed("window's end, applied", partial(evolve, table, closed, 0))
        else:
            answer(table, rnd, spent)
    return lines


def silence(felt: SharedFelt) -> e.WindowClosed:
    return e.WindowClosed(felt.left_undecided())


def _over(felt: SharedFelt) -> bool:
    return isinstance(felt.due, due.Nothing)


def decide_close(table: Table) -> e.AnyEvent:
    from cutcard.table.seating.patrons import bets_closed

    return bets_closed(table)


def answer(table: Table, rnd: random.Random, spent: Spent) -> None:
    wanted = want(table)
    assert wanted is not None
    low = [card for card in range(52) if card % 13 in (1, 2, 3, 4, 5)]
    card = rnd.choice(low)
    made: dict[str, e.AnyEvent] = {
        "card": e.CardDealt(card, table.deal.draws + 1),
        "face_down": e.FaceDownDealt(table.deal.draws + 1),
        "check": e.Checked(False),
        "turn": e.CardTurned(card),
    }
    event = made[wanted.value]
    spent.timed("a card" if wanted.value == "card" else wanted.value, lambda: evolve(table, event, 0))


def venue_of(store: Store, patrons: int) -> Venue:
    """A venue whose one table is full and about to close its bets."""
    for start in range(0, patrons, 10_000):
        purses = [patron(f"p{number:06}") for number in range(start, min(patrons, start + 10_000))]
        postings = [*(Posting(purse, 100_000) for purse in purses), Posting(desk(), -100_000 * len(purses))]
        store.commit(Batch(transfers=(Transfer("cash_taken", "", tuple(postings)),)))
    clock = FakeClock()
    venue = Venue(store, clock, SeededEntropy(SEED))
    venue.step([Request("open", "big", c.OpenTable(settings()))])
    for start in range(0, patrons, 5_000):
        asks = []
        for number in range(start, min(patrons, start + 5_000)):
            who = f"p{number:06}"
            asks.append(Request(f"j{number}", "big", c.Join(who)))
            asks.append(Request(f"b{number}", "big", c.PlayNow(who, STAKES[number % 3])))
        refused = [reply for reply in venue.step(asks).replies if reply.refusal is not None]
        assert not refused, refused[:3]
    return venue


def durable(store: Store, patrons: int, spent: Spent) -> int:
    """Bets close, all but the silent decide, the result is settled, each step durable; the lines of play."""
    venue = venue_of(store, patrons)
    clock = venue.clock
    assert isinstance(clock, FakeClock)
    rnd, lines, asked = random.Random(7), 0, 0
    table = venue.tables["big"].table
    played = table.deal.round
    gc.collect()
    gc.freeze()  # what lies there already is not searched for waste again with every step
    while table.deal.round == played:
        felt = table.deal.felt
        if table.clock.window_open and isinstance(felt, SharedFelt) and asked != table.deal.draws:
            asked = table.deal.draws
            written_down(venue, felt, rnd, spent)
            lines = max(lines, len(felt.plays))
        wake = venue.next_wake_ms()
        assert wake is not None
        clock.advance(max(0, wake - venue.now_ms()))
        before = table.phase
        start = perf_counter()
        venue.step()
        spent.seconds.setdefault(f"{before} → {table.phase}", []).append(perf_counter() - start)
    return lines


def written_down(venue: Venue, felt: SharedFelt, rnd: random.Random, spent: Spent) -> None:
    """What everybody who is not silent decides in this window, some thousands at a time."""
    asks = [
        Request(f"{who}-{hand}-{venue.now_ms()}", "big", chosen(felt, who, hand, rnd))
        for number, who in enumerate(felt.wagers)
        if number % 10
        for hand in felt.hands_to_decide(who)
    ]
    for start in range(0, len(asks), DECIDED_AT_ONCE):
        part = asks[start : start + DECIDED_AT_ONCE]
        spent.timed(f"{DECIDED_AT_ONCE:,} decisions", partial(venue.step, part))


def chosen(felt: SharedFelt, who: str, hand: HandAt, rnd: random.Random) -> c.Decide:
    """A decision for a hand."""
    held = felt.play_of(who).positions[hand.position - 1].branches[hand.branch].hand
    return c.Decide(who, simple(held, felt.choices(who, hand), rnd), hand.position, hand.branch)


def main(patrons: int = PATRONS) -> None:
    spent = Spent()
    table = new_table(settings())
    evolve(table, e.TableOpened(settings()), 0)
    evolve(table, _table_opened(table), 0)
    placed(table, patrons)
    lines = play(table, random.Random(7), spent)
    print(
        f"{patrons:,} patrons, three positions, at most {lines} lines of play at once (goal: a card in 50 ms)"
    )
    spent.report()
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(Path(folder))
        spent = Spent()
        lines = durable(store, patrons, spent)
        print(f"whole steps of a venue with SQLite, {lines} lines of play (goal: settled and durable in 2 s)")
        spent.report()
        store.close()
    gc.unfreeze()


def _table_opened(table: Table) -> e.AnyEvent:
    from cutcard.table.opening import round_opened

    return round_opened(table, "00" * 32)
