"""Random commands, legal, illegal and garbage: no exception, no invariant broken, refusals change nothing.

What a command means is not known here; the shadow judges what became of it.
"""

from __future__ import annotations

import random

import pytest

from cutcard.games.reason import Refusal
from cutcard.ledger import Book
from cutcard.table import commands as c
from cutcard.venue.asks import Reply
from tests.venue.house import House, full_house
from tests.venue.playing import Asked, at_the_desk, garbage, illegal, legal
from tests.venue.shadow import Violation, fingerprint, must

CHUNK = 5_000
CHUNKS = 40  # in all 200,000 commands
QUICK = 2
PATRONS = tuple(f"p{number}" for number in range(6))


def chosen(rnd: random.Random, house: House, who: str, at: str) -> tuple[str, Asked | None]:
    """Seven of ten are legal, two are not, one is garbage."""
    kind = rnd.random()
    if kind < 0.02:
        return "legal", at_the_desk(rnd, house.venue, who)
    if kind < 0.7:
        return "legal", legal(rnd, house.venue, who, at)
    if kind < 0.9:
        return "illegal", illegal(rnd, house.venue, who, at)
    return "garbage", garbage(rnd, house.venue, who, at)


def pass_time(rnd: random.Random, house: House) -> None:
    """A moment, or as long as the next table waits for."""
    wake = house.venue.next_wake_ms()
    if wake is not None and rnd.random() < 0.25:
        house.clock.advance(max(0, wake - house.venue.now_ms()))
    else:
        house.clock.advance(rnd.randint(0, 300))
    if rnd.random() < 0.01:
        house.clock.jump_wall(rnd.randint(-(10**8), 10**8))
    house.step()


def supervise(rnd: random.Random, house: House, at: str) -> None:
    """Now and then the house pauses, resumes, voids or changes a table."""
    table = house.venue.tables[at].table
    if table.paused is not None:
        house.ask(at, c.Resume("boss"))
        return
    same = c.ChangeSettings(table.settings, "boss")
    house.ask(at, rnd.choice((c.Pause("boss", "a look"), c.VoidRound("boss", "spilt"), same)))


def looks(house: House, at: str) -> tuple[object, ...]:
    running = house.venue.tables.get(at)
    book = house.venue.book
    return (
        fingerprint(running.table) if running else None,
        running.last if running else None,
        book.balances(),
        book.holds(),
        len(house.venue.tables),
    )


def play(house: House, commands: int) -> dict[str, int]:
    """So many commands; how many of each kind were taken."""
    rnd = house.random
    tables = house.seat(PATRONS)
    counts = {"legal": 0, "illegal": 0, "garbage": 0, "taken": 0}
    number = 0
    while number < commands:
        if rnd.random() < 0.6:
            pass_time(rnd, house)
        who = rnd.choice(PATRONS)
        at = rnd.choice(tables[who])
        if number % 199 == 0 or house.venue.tables[at].table.paused is not None:
            supervise(rnd, house, at)
        kind, asked = chosen(rnd, house, who, at)
        if asked is None:
            continue
        number += 1
        looked = kind != "legal" and number % 8 == 0
        before = looks(house, asked[0]) if looked else ()
        reply = house.ask(*asked)
        counts[kind] += 1
        counts["taken"] += reply.refusal is None
        if looked and reply.refusal is not None:
            must(before == looks(house, asked[0]), f"a refused {asked} changed something")
    house.shadow.check(house.venue, whole=True)
    return counts


@pytest.mark.parametrize(
    "seed",
    [pytest.param(seed, marks=[] if seed < QUICK else pytest.mark.slow) for seed in range(CHUNKS)],
)
def test_a_stream_of_commands_breaks_nothing(seed: int) -> None:
    house = full_house(seed)
    counts = play(house, CHUNK)
    assert counts["taken"] > CHUNK // 3, counts
    assert counts["illegal"] > CHUNK // 10, counts
    assert house.shadow.settled > 200, house.shadow.settled
    house.crash()


def test_the_shadow_sees_money_that_came_from_nowhere() -> None:
    house = full_house(1)
    house.seat(PATRONS[:1])
    house.venue.book._balances["patron:p0"] += 1
    with pytest.raises(Violation, match="patron:p0 has"):
        house.shadow.check(house.venue, whole=True)


def test_a_refusal_has_a_code_and_facts() -> None:
    house = full_house(2)
    tables = house.seat(PATRONS[:1])
    reply = house.ask(tables["p0"][0], c.PlaceBet("p0", "moon", 100))
    assert reply == Reply(reply.key, Refusal("no_such_field", {"bet": "moon", "position": 1}))
    assert isinstance(house.venue.book, Book)
