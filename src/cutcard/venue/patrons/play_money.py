"""Who has play money, and how old books are brought to keep it apart from money.

A purse is of play money for good if play money was ever given into it: guests' purses are, and no others.
Versions before this rule kept play money in the accounts of money. Their folders are put right once, when
they are opened, by one transfer that the record itself accounts for; a document says that it was done.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from cutcard.ledger import Book, Hold, Posting, Transfer, cashier, cashier_events
from cutcard.ledger.cashier import Cashier
from cutcard.record import Entry, decode_event
from cutcard.table import events as e
from cutcard.table.forks.fork import FORK_MARK
from cutcard.venue.money import Moves, moves
from cutcard.venue.ports import Batch, Document, Store
from cutcard.venue.requests import CASHIER
from cutcard.venue.table_runner import Damaged

APART: Final = Document("money", "play_money_apart", b"1")
GIVEN: Final = "play_money_given"


def play_patrons(entries: Iterable[Entry]) -> set[str]:
    """Who has play money, by the cashier's record."""
    given = (entry for entry in entries if entry.tag == GIVEN)
    return {decode_event(entry, cashier_events.PlayMoneyGiven).patron for entry in given}


def is_apart(store: Store) -> bool:
    """Whether play money has accounts of its own in this store."""
    return store.document(APART.kind, APART.key) is not None


def players_of(store: Store) -> set[str]:
    """The patrons whose money is in play accounts in this store."""
    return play_patrons(store.entries(CASHIER)) if is_apart(store) else set()


def cashier_moves(entries: Iterable[Entry], players: set[str]) -> Iterator[tuple[Entry, Moves]]:
    """What moved with every entry of the cashier's record."""
    desk = Cashier()
    for entry in entries:
        event = decode_event(entry, cashier_events.Event)
        yield entry, ((), cashier.transfers(event, players, desk))
        desk = cashier.evolve(desk, event)


def table_moves(entries: Iterable[Entry], players: set[str]) -> Iterator[tuple[Entry, Moves]]:
    """What moved with every entry of a table's record."""
    for entry in entries:
        yield entry, moves(entry.stream, entry.round, decode_event(entry, e.AnyEvent), players)


def count_money(store: Store, players: set[str]) -> Book:
    """All money as the records come to it. Whether they are true is not asked."""
    book = Book(players)
    for stream in store.streams():
        if stream != CASHIER and FORK_MARK in stream:
            continue  # the money of an interrupted game moves with its table
        read = cashier_moves if stream == CASHIER else table_moves
        for _, (holds, transfers) in read(store.entries(stream), players):
            for hold in holds:
                book.put(hold)
            for transfer in transfers:
                book.apply(transfer)
    return book


def set_apart(store: Store, players: set[str]) -> None:
    """Give play money accounts of its own, where an earlier version has kept it among money."""
    if is_apart(store):
        return
    transfers: list[Transfer] = []
    holds: list[Hold] = []
    if players:
        before, after = count_money(store, set()), count_money(store, players)
        stored = {purse.account: purse.balance for purse in store.purses()}
        if _differing(stored, before.balances()):
            raise Damaged("the balances are not what the records come to; cutcard verify says where")
        was, now = before.balances(), after.balances()
        moved = {account: now.get(account, 0) - was.get(account, 0) for account in sorted({*was, *now})}
        postings = tuple(Posting(account, amount) for account, amount in moved.items() if amount)
        transfers = [Transfer("play_money_set_apart", "", postings)] if postings else []
        left = [Hold(hold.account, hold.place, 0) for hold in before.holds()]
        holds = [*left, *after.holds()] if left else []
    store.commit(Batch(transfers=transfers, holds=holds, documents=[APART]))


def _differing(stored: Mapping[str, int], records: Mapping[str, int]) -> bool:
    return any(stored.get(account, 0) != records.get(account, 0) for account in {*stored, *records})
