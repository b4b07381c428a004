"""Replaying a whole store from its record alone: the same states, the same money, or where not.

It reads what was written and writes nothing. Whether the chain of hashes and the commitments hold is
asked of ``streams``; here every event is judged again by the rules, and all money is counted anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from cutcard.ledger import Book, cashier, cashier_events
from cutcard.ledger.cashier import Cashier
from cutcard.record import Entry, decode_event
from cutcard.table.forks.fork import FORK_MARK
from cutcard.venue.patrons.play_money import players_of
from cutcard.venue.ports import Store
from cutcard.venue.requests import CASHIER
from cutcard.verification.fold import Fault, Replay
from cutcard.verification.verdict import IMPOSSIBLE


def verify_folder(store: Store) -> Iterator[Fault]:
    """Every stream of a store replayed, and all its money counted again; what does not agree is reported."""
    counted = Book(players_of(store))
    for stream in store.streams():
        entries = store.entries(stream)
        if stream == CASHIER:
            yield from _cashier(entries, counted)
        elif FORK_MARK not in stream:  # an interrupted game is judged with the round it hangs on
            yield from Replay(stream, counted, store.entries).all(entries, store.snapshot(stream))
    yield from money_faults(store, counted)


def _cashier(entries: Iterable[Entry], counted: Book) -> Iterator[Fault]:
    desk = Cashier()
    for entry in entries:
        try:
            event = decode_event(entry, cashier_events.Event)
            for transfer in cashier.transfers(event, counted.play, desk):
                counted.apply(transfer)
            desk = cashier.evolve(desk, event)
        except (*IMPOSSIBLE, msgspec.DecodeError) as wrong:
            yield CASHIER, 0, f"entry {entry.number} cannot be replayed: {wrong}"
            return


def money_faults(store: Store, counted: Book) -> Iterator[Fault]:
    """Balances and holds as they are stored beside what the records come to."""
    stored = {purse.account: purse.balance for purse in store.purses()}
    again = counted.balances()
    for account in sorted({*stored, *again}):
        if stored.get(account, 0) != again.get(account, 0):
            fault = f"{account} has {stored.get(account, 0)}, its record comes to {again.get(account, 0)}"
            yield "", 0, fault
    held = {(hold.account, hold.place): hold.amount for hold in store.holds()}
    due = {(hold.account, hold.place): hold.amount for hold in counted.holds()}
    for account, place in sorted({*held, *due}):
        if held.get((account, place), 0) != due.get((account, place), 0):
            fault = (
                f"{held.get((account, place), 0)} are held for {account}, not {due.get((account, place), 0)}"
            )
            yield place, 0, fault
