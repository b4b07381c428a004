"""Random commands, legal, illegal and garbage: no exception, no invariant broken, refusals change nothing.

What a command means is not known here; the shadow judges what became of it.
"""

from __future__ import annotations

import random

import pytest

from cutcard.games.reason import Refusal
from cutcard.ledger import Book
from cutcard.table import commands as c
from cutcard.venue.requests import Reply, Request
from tests.soak import as_often, seeds
from tests.venue.dealing import Supervisor, dealers_of
from tests.venue.house import House, full_house
from tests.venue.playing import at_the_desk, garbage, illegal, legal, of_the_pit, of_the_shoe
from tests.venue.shadow import Violation, fingerprint, must

CHUNK = 5_000
CHUNKS = as_often(40, 2_000)  # in all 200,000 commands, or ten million
DEALT_AT = ("-live", "-auto")
PATRONS = tuple(f"p{number}" for number in range(6))


class Staff:
    """Whoever deals at the tables of a house, and a supervisor."""

    def __init__(self, house: House, seed: int) -> None:
        self.dealers = {dealer.table: dealer for dealer in dealers_of(house.venue, seed)}
        self.floor = [Supervisor(who, seed, busy=1000) for who in ("boss", "sue")]


def chosen(rnd: random.Random, house: House, staff: Staff, who: str, at: str) -> tuple[str, Request | None]:
    """Seven of ten are legal, two are not, one is garbage."""
    kind = rnd.random()
    dealer = staff.dealers.get(at)
    if kind < 0.02:
        return "legal", house.keyed(*at_the_desk(rnd, house.venue, who))
    if kind < 0.04:
        return "legal", house.keyed(at, rnd.choice((c.GoAway(who), c.ComeBack(who), c.ComeBack(who))))
    if kind < 0.7:
        if dealer is not None and rnd.random() < 0.6:
            return "legal", dealer.thinks(house.venue, 0)
        found = legal(rnd, house.venue, who, at)
        return "legal", None if found is None else house.keyed(*found)
    if kind < 0.9:
        shoe = dealer is not None and rnd.random() < 0.3
        asked = (at, of_the_shoe(rnd)) if shoe else illegal(rnd, house.venue, who, at)
        return "illegal", house.keyed(*asked)
    choose = of_the_pit if rnd.random() < 0.3 else garbage
    return "garbage", house.keyed(*choose(rnd, house.venue, who, at))


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


def supervise(rnd: random.Random, house: House, staff: Staff, at: str) -> None:
    """Now and then the house pauses, resumes, voids, corrects or changes a table."""
    command = rnd.choice(staff.floor).command(rnd, house.venue.tables[at].table, house.venue.now_ms())
    if command is not None:
        house.ask(at, command)


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


def play(house: House, commands: int, seed: int) -> dict[str, int]:
    """So many commands; how many of each kind were taken."""
    rnd = house.random
    tables = house.seat(PATRONS)
    staff = Staff(house, seed)
    counts = {"legal": 0, "illegal": 0, "garbage": 0, "taken": 0}
    number = 0
    while number < commands:
        if rnd.random() < 0.6:
            pass_time(rnd, house)
        who = rnd.choice(PATRONS)
        at = rnd.choice(tables[who])
        table = house.venue.tables[at].table
        if number % 199 == 0 or table.halt.paused is not None or table.halt.dispute is not None:
            supervise(rnd, house, staff, at)
        kind, ask = chosen(rnd, house, staff, who, at)
        if ask is None:
            continue
        number += 1
        counts[kind] += 1
        counts["taken"] += tried(house, staff, ask, looked=kind != "legal" and number % 8 == 0)
    house.shadow.check(house.venue, whole=True)
    return counts


def tried(house: House, staff: Staff, ask: Request, *, looked: bool) -> bool:
    """Whether an ask was taken; one that was refused has changed nothing."""
    before = looks(house, ask.table) if looked else ()
    reply = house.step([ask]).replies[0]
    dealer = staff.dealers.get(ask.table)
    if dealer is not None:
        dealer.hears(reply)
    if looked and reply.refusal is not None:
        must(before == looks(house, ask.table), f"a refused {ask} changed something")
    return reply.refusal is None


@pytest.mark.parametrize("seed", seeds(CHUNKS, quick=1, usual=4))
def test_a_stream_of_commands_breaks_nothing(seed: int) -> None:
    house = full_house(seed)
    counts = play(house, CHUNK, seed)
    assert counts["taken"] > CHUNK // 3, counts
    assert counts["illegal"] > CHUNK // 10, counts
    assert house.shadow.settled > 200, house.shadow.settled
    settled = {at: house.shadow.streams[at].settled for at in house.venue.tables if at.endswith(DEALT_AT)}
    assert all(settled.values()), f"nothing was played to its end where real cards are dealt: {settled}"
    house.crash()


def test_the_shadow_sees_money_that_came_from_nowhere() -> None:
    house = full_house(1)
    house.seat(PATRONS[:1])
    house.venue.book._balances["patron:p0"] += 1
    house.venue.book._balances["desk"] -= 1  # so that the sum over all accounts holds
    with pytest.raises(Violation, match=r"(desk|patron:p0) has"):
        house.shadow.check(house.venue, whole=True)


def test_a_refusal_has_a_code_and_facts() -> None:
    house = full_house(2)
    tables = house.seat(PATRONS[:1])
    reply = house.ask(tables["p0"][0], c.PlaceBet("p0", "moon", 100))
    assert reply == Reply(reply.key, Refusal("no_such_field", {"bet": "moon", "position": 1}))
    assert isinstance(house.venue.book, Book)
