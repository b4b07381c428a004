"""Reading a venue back from its store: every table replayed and checked before anybody is let in (TB-43)."""

from __future__ import annotations

from hashlib import sha256

import msgspec

from cutcard.ledger import cashier, cashier_events
from cutcard.ledger.cashier import Cashier
from cutcard.record import Entry, decode_event
from cutcard.record.chain import link_fault
from cutcard.table.settings import is_random
from cutcard.venue.interrupted import read_forks
from cutcard.venue.ports import Document, Store
from cutcard.venue.random_center import RandomCenter
from cutcard.venue.requests import CASHIER
from cutcard.venue.restarting.snapshot import is_current
from cutcard.venue.table_runner import Damaged, Running, replay_table

OUTAGE_MS_MAX = 15 * 60 * 1000  # TB-43: after that nobody is waited for, and live rounds are void
HERE = "here"


class Recovered(msgspec.Struct):
    """What the store held."""

    tables: list[Running]
    cashier: tuple[Cashier, Entry | None]
    at_ms: int
    outage_ms: int
    players: set[str]


class Here(msgspec.Struct, frozen=True):
    """The house was open at this time of its own clock and the wall's."""

    at_ms: int
    wall_ms: int


def presence_document(at_ms: int, wall_ms: int) -> Document:
    """What says so."""
    return Document(HERE, HERE, msgspec.json.encode(Here(at_ms, wall_ms)))


def recover(store: Store, wall_ms: int) -> Recovered:
    """Every open table and the cashier, and for how long the venue was away."""
    tables = [_table(store, document.key) for document in store.documents("table")]
    players: set[str] = set()
    desk = _cashier(store, players)
    lasts: list[Entry | Here] = [table.last for table in tables if table.last is not None]
    if desk[1] is not None:
        lasts.append(desk[1])
    here = store.document(HERE, HERE)
    if here is not None:
        lasts.append(msgspec.json.decode(here, type=Here))
    at_ms = max((last.at_ms for last in lasts), default=0)
    outage_ms = wall_ms - max((last.wall_ms for last in lasts), default=wall_ms)
    return Recovered(tables, desk, at_ms, outage_ms, players)


def _table(store: Store, stream: str) -> Running:
    snapshot = store.snapshot(stream)
    if snapshot is not None and sha256(snapshot.state).digest() != snapshot.state_hash:
        raise Damaged(f"the snapshot of {stream} is not what was written")
    if snapshot is not None and not is_current(snapshot.state):
        snapshot = None
    after = 0 if snapshot is None else snapshot.number - 1
    running = replay_table(stream, snapshot, store.entries(stream, after))
    if running is None:
        raise Damaged(f"there is a table {stream} without a record")
    if (
        is_random(running.table.deal.settings)
        and running.table.deal.round
        and not running.table.fairness.revealed
    ):
        secret = store.secret(stream, running.table.deal.round)
        if secret is None or running.pack is None:
            raise Damaged(f"the secret of round {running.table.deal.round} of {stream} is missing")
        running.center = RandomCenter(secret, running.pack)
    read_forks(store, running)
    _read_hole(store, running)
    return running


def _read_hole(store: Store, running: Running) -> None:
    """The face-down card that a reader sent, as long as nobody was shown it."""
    table = running.table
    in_forks = table.deal.felt is not None and table.deal.felt.forks_are_played
    if not is_random(table.deal.settings) and (table.shoe_watch.face_down_read or in_forks):
        secret = store.secret(running.stream, table.deal.round)
        running.hole = None if secret is None else secret[0]


def _cashier(store: Store, players: set[str]) -> tuple[Cashier, Entry | None]:
    """The cashier, and ``players``: who has play money."""
    state, last = Cashier(), None
    for entry in store.entries(CASHIER):
        fault = link_fault(last, entry)
        if fault is not None:
            raise Damaged(f"the cashier's record does not hold: {fault.key} {dict(fault.facts)}")
        event = decode_event(entry, cashier_events.Event)
        state = cashier.evolve(state, event)
        if isinstance(event, cashier_events.PlayMoneyGiven):
            players.add(event.patron)
        last = entry
    return state, last
