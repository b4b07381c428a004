"""Replaying a whole store from its record alone: the same states, the same money, or where not.

It reads what was written and writes nothing. Whether the chain of hashes and the commitments hold is
asked of ``record``; here every event is judged again by the rules, and all money is counted anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import msgspec

from cutcard.cards import NotInPack
from cutcard.games.blackjack.options import Decision
from cutcard.ledger import Book, cashier, cashier_events
from cutcard.ledger.cashier import Cashier
from cutcard.record import Entry, opened
from cutcard.table import Table, evolve, new_table
from cutcard.table import events as e
from cutcard.table.behind_refunds import wrong_refund
from cutcard.table.felt_shared import SharedFelt
from cutcard.table.felt_turns import TurnsFelt
from cutcard.table.forking import forked
from cutcard.table.forks import fork_stream
from cutcard.table.patrons import bets_closed
from cutcard.table.state import MISREAD_FACE_DOWN, Phase, betting
from cutcard.table.voids import refunds, stakes_back
from cutcard.venue.asks import CASHIER
from cutcard.venue.fork_replay import MARK, Live, fork_fault
from cutcard.venue.kept import is_current, state_hash
from cutcard.venue.play_money import players_of
from cutcard.venue.ports import Snapshot, Store
from cutcard.venue.projection import moves

Fault = tuple[str, int, str]
"""The stream, the round (0 outside any), and what is wrong there."""

_IMPOSSIBLE = (AssertionError, KeyError, IndexError, ValueError, TypeError, AttributeError, NotInPack)


def verify_folder(store: Store) -> Iterator[Fault]:
    """Every stream of a store replayed, and all its money counted again; what does not agree is told."""
    counted = Book(players_of(store))
    for stream in store.streams():
        entries = store.entries(stream)
        if stream == CASHIER:
            yield from _cashier(entries, counted)
        elif MARK not in stream:  # an interrupted game is judged with the round it hangs on
            yield from Replay(stream, counted, store.entries).all(entries, store.snapshot(stream))
    yield from _money(store, counted)


def _cashier(entries: Iterable[Entry], counted: Book) -> Iterator[Fault]:
    desk = Cashier()
    for entry in entries:
        try:
            event = opened(entry, cashier_events.Event)
            for transfer in cashier.transfers(event, counted.play, desk):
                counted.apply(transfer)
            desk = cashier.evolve(desk, event)
        except (*_IMPOSSIBLE, msgspec.DecodeError) as wrong:
            yield CASHIER, 0, f"entry {entry.number} cannot be replayed: {wrong}"
            return


def _money(store: Store, counted: Book) -> Iterator[Fault]:
    """Balances and holds as they are stored beside what the records come to."""
    stored = {purse.account: purse.balance for purse in store.purses()}
    again = counted.balances()
    for account in sorted({*stored, *again}):
        if stored.get(account, 0) != again.get(account, 0):
            told = f"{account} has {stored.get(account, 0)}, its record comes to {again.get(account, 0)}"
            yield "", 0, told
    held = {(one.account, one.place): one.amount for one in store.holds()}
    due = {(one.account, one.place): one.amount for one in counted.holds()}
    for account, place in sorted({*held, *due}):
        if held.get((account, place), 0) != due.get((account, place), 0):
            told = (
                f"{held.get((account, place), 0)} are held for {account}, not {due.get((account, place), 0)}"
            )
            yield place, 0, told


Read = Callable[[str], Iterable[Entry]]
"""The entries of another stream: those of interrupted games."""


class Replay:
    """One table, from its first entry on."""

    def __init__(self, stream: str, counted: Book, read: Read | None = None) -> None:
        self.stream = stream
        self.counted = counted
        self.read = read
        self.hang_on: dict[int, tuple[int, str]] = {}
        self.live = Live()
        self.table: Table | None = None

    def all(self, entries: Iterable[Entry], snapshot: Snapshot | None = None) -> Iterator[Fault]:
        """Every entry in order, up to the first that does not fit."""
        for entry in entries:
            fault = self.one(entry)
            if fault is not None:
                yield self.stream, entry.round, f"entry {entry.number}, {entry.tag}: {fault}"
                return
            if snapshot is None or self.table is None or entry.number != snapshot.number:
                continue
            if is_current(snapshot.state) and state_hash(self.table) != snapshot.state_hash:
                yield self.stream, entry.round, "the snapshot is of another state"

    def one(self, entry: Entry) -> str | None:
        """The next entry: what is wrong with it, if anything is."""
        try:
            event = opened(entry, e.AnyEvent)
            if self.table is None:
                if not isinstance(event, e.TableOpened):
                    return "a record begins with its table's opening"
                self.table = new_table(event.settings)
            why = unfounded(self.table, event) or self._forks(entry, event)
            holds, transfers = moves(self.stream, entry.round, event, self.counted.play)
            evolve(self.table, event, entry.at_ms)
            self._noted(self.table, event, entry.at_ms)
        except (*_IMPOSSIBLE, msgspec.DecodeError) as wrong:
            return f"it cannot be replayed: {wrong}"
        for hold in holds:
            self.counted.put(hold)
        for transfer in transfers:
            self.counted.apply(transfer)
        return why

    def _noted(self, table: Table, event: e.AnyEvent, at_ms: int) -> None:
        """When the cards of the round came, against which its interrupted games are judged."""
        match event:
            case e.BetsClosed():
                self.live = Live()
            case e.CardDealt() | e.CardTurned():
                self.live.cards_ms.append(at_ms)
            case e.CardCorrected():
                self.live.corrected = True
            case e.Paused(by="table", reason=reason) if reason == MISREAD_FACE_DOWN:
                self.live.misread = True
            case _:
                pass
        if isinstance(table.felt, TurnsFelt) and table.felt.hole_shown and self.live.hole_ms is None:
            self.live.hole_ms = at_ms

    def _forks(self, entry: Entry, event: e.AnyEvent) -> str | None:
        """With the result of a round, its interrupted games are judged by their own records."""
        felt = self.table.felt if self.table is not None else None
        if isinstance(event, e.HandForked):
            self.hang_on[event.seat] = (entry.number, entry.hash.hex())
        if not isinstance(event, e.RoundSettled) or not isinstance(felt, TurnsFelt) or self.read is None:
            return None
        assert self.table is not None, "a round is settled at a table"
        for seat, fork in felt.forked.items():
            stream = fork_stream(self.stream, self.table.round, seat)
            why = fork_fault(self.table, fork, self.hang_on[seat], self.read(stream), self.live)
            if why is not None:
                return f"seat {seat}: {why}"
        return None


def unfounded(table: Table, event: e.AnyEvent) -> str | None:
    """Why an event that decides over money does not follow from the table as it stood before."""
    felt = table.felt
    match event:
        case e.BetsChanged() if not betting(table):
            return "a bet was taken when bets were closed"
        case e.BehindRefunded() | e.BehindFollowed():
            return _unfounded_behind(table, event)
        case e.BetsClosed() if event.shares != bets_closed(table).shares:
            return "the wagers are not the chips that lay"
        case e.WindowClosed() if not isinstance(felt, SharedFelt | TurnsFelt):
            return "there was no window to close"
        case e.WindowClosed() if _silence(felt) != event.shares:
            return "silence was taken otherwise"
        case e.HandForked() if (event.patron, event.seat) not in _gone_at_deadline(table):
            return "a hand was forked whose patron was there"
        case e.ForkRaised() if isinstance(felt, TurnsFelt) and felt.hole_shown:
            return "a stake was raised after the face-down card was shown"
        case e.RoundSettled() if felt is None or event.shares != felt.shares():
            return "the cards and the wagers come to other results"
        case e.RoundVoided() if felt is not None and not betting(table) and _in_play(table):
            back = stakes_back(table) if event.misread else refunds(table)
            return None if event.shares == back else "a void hands back what was staked"
        case _:
            return None


def _silence(felt: object) -> dict[str, e.WindowShare]:
    return felt.left_undecided() if isinstance(felt, SharedFelt | TurnsFelt) else {}


def _unfounded_behind(table: Table, event: e.BehindRefunded | e.BehindFollowed) -> str | None:
    if isinstance(event, e.BehindRefunded):
        return wrong_refund(table, event)
    behind = table.felt.behind if isinstance(table.felt, TurnsFelt) else []
    insured = {(bet.patron, bet.seat) for bet in behind if bet.insured}
    for patron, share in event.shares.items():
        stays = share.decision is Decision.SURRENDER and not share.along
        if stays and (patron, share.seat) not in insured:
            return "a bet behind that was not insured stayed when its seat surrendered"
    return None


def _gone_at_deadline(table: Table) -> list[tuple[str, int]]:
    return [(one.patron, one.seat) for one in forked(table, 0)]


def _in_play(table: Table) -> bool:
    return table.phase in (Phase.PLAYING, Phase.DISPUTE)
