"""A shadow of the venue: it follows the record alone, entry by entry, and compares.

It never looks into the venue's own states while it follows; what they must be, it has found itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from cutcard.ledger import Book, Hold, Transfer, cashier, cashier_events, escrow, patron
from cutcard.ledger.cashier import Cashier
from cutcard.record import Entry, opened
from cutcard.record.chain import link_fault
from cutcard.record.told import Said, told
from cutcard.record.verification import round_checks
from cutcard.table import Phase, Table, evolve, new_table
from cutcard.table import events as e
from cutcard.table.felt_coup import CoupFelt
from cutcard.table.felt_shared import SharedFelt
from cutcard.table.settings import is_random
from cutcard.table.state import total
from cutcard.venue.asks import CASHIER
from cutcard.venue.ports import Batch
from cutcard.venue.projection import moves
from cutcard.venue.replay import unfounded
from cutcard.venue.venue import Venue
from tests.venue.silence import Silence

CHAIN_EVERY = 5
"""Whether all hashes hold is asked elsewhere; here a sample will do."""


class Violation(Exception):
    """Something that must never be. Not an AssertionError: those freeze a table, and this must be heard."""


def must(holds: bool, what: str) -> None:
    if not holds:
        raise Violation(what)


class Followed:
    """One table as its record tells it."""

    def __init__(self) -> None:
        self.last: Entry | None = None
        self.table: Table | None = None
        self.entries: list[Entry] = []
        self.pack: tuple[int, ...] = ()
        self.open_cards: list[int] = []
        self.rounds: dict[int, str] = {}
        self.costs: dict[str, int] = {}
        self.silence = Silence()


class Shadow:
    """Every stream, and the money they come to."""

    def __init__(self) -> None:
        self.streams: dict[str, Followed] = {}
        self.book = Book()
        self.desk = Cashier()
        self.desk_last: Entry | None = None
        self.touched: dict[str, None] = {}
        self.purses: dict[str, None] = {}
        self.secrets: dict[tuple[str, int], bytes] = {}
        self.events = 0
        self.settled = 0

    def absorb(self, batch: Batch) -> None:
        """One batch that was made durable: all its entries follow, and its money is theirs."""
        holds: list[Hold] = []
        transfers: list[Transfer] = []
        for entry in batch.entries:
            self.events += 1
            more = self._desk(entry) if entry.stream == CASHIER else self._table(entry)
            holds += more[0]
            transfers += more[1]
        must(holds == list(batch.holds), f"holds are not those of the events: {holds} {batch.holds}")
        must(transfers == list(batch.transfers), f"{transfers} are due, not {list(batch.transfers)}")
        for hold in holds:
            self.book.put(hold)
            self.purses[hold.account] = None
        for transfer in transfers:
            self.book.apply(transfer)
            self.purses.update(dict.fromkeys(posting.account for posting in transfer.postings))

    def _desk(self, entry: Entry) -> tuple[tuple[Hold, ...], tuple[Transfer, ...]]:
        must(link_fault(self.desk_last, entry) is None, f"the cashier's chain breaks at {entry.number}")
        self.desk_last = entry
        event = opened(entry, cashier_events.Event)
        self.desk = cashier.evolve(self.desk, event)
        return (), cashier.transfers(event)

    def _table(self, entry: Entry) -> tuple[tuple[Hold, ...], tuple[Transfer, ...]]:
        followed = self.streams.setdefault(entry.stream, Followed())
        if entry.number % CHAIN_EVERY == 1:
            must(link_fault(followed.last, entry) is None, f"the chain of {entry.stream} breaks")
        before = followed.last
        must(before is None or before.at_ms <= entry.at_ms, f"time ran back in {entry.stream}")
        followed.last = entry
        self.touched[entry.stream] = None
        event = opened(entry, e.AnyEvent)
        try:
            self._happened(followed, entry, event)
        except (AssertionError, KeyError, ValueError) as impossible:
            raise Violation(
                f"{entry.stream}: {entry.tag} cannot have happened: {impossible!r}"
            ) from impossible
        return moves(entry.stream, entry.round, event)

    def _happened(self, followed: Followed, entry: Entry, event: e.AnyEvent) -> None:
        if followed.table is None:
            assert isinstance(event, e.TableOpened)
            followed.table = new_table(event.settings)
        table = followed.table
        why = unfounded(table, event)
        must(why is None, f"{entry.stream}, round {entry.round}: {why}")
        if isinstance(event, e.RoundOpened):
            followed.entries = []
        followed.entries.append(entry)
        if isinstance(table.felt, SharedFelt):
            wrong = followed.silence.closing(table.felt, event) if table.phase is Phase.PLAYING else None
            must(wrong is None, f"{entry.stream}, round {entry.round}: {wrong}")
        evolve(table, event, entry.at_ms)
        if isinstance(table.felt, SharedFelt):
            followed.silence.happened(table.felt, event)
        self._wagers(followed, entry, event)
        self._cards(followed, event)
        if isinstance(event, e.RoundRevealed):
            self._verified(followed, entry)

    def _wagers(self, followed: Followed, entry: Entry, event: e.AnyEvent) -> None:
        """Every committed wager is open, settled or voided: exactly one, and once."""
        state = followed.rounds.get(entry.round)
        match event:
            case e.BetsClosed():
                must(state is None, f"round {entry.round} of {entry.stream} closed twice")
                followed.rounds[entry.round] = "open"
                followed.costs = {one: total(share.wagers) for one, share in event.shares.items()}
            case e.Decided():
                followed.costs[event.patron] += event.cost
            case e.RoundSettled():
                must(state == "open", f"round {entry.round} of {entry.stream} settled when {state}")
                followed.rounds[entry.round] = "settled"
                self.settled += 1
                staked = {one: share.staked for one, share in event.shares.items()}
                must(staked == followed.costs, f"{staked} settled, {followed.costs} staked")
            case e.RoundVoided():
                must(state in (None, "open"), f"round {entry.round} of {entry.stream} voided when {state}")
                followed.rounds[entry.round] = "voided"
            case _:
                pass

    def _cards(self, followed: Followed, event: e.AnyEvent) -> None:
        """Cards on the table and cards in the shoe are the pack."""
        match event:
            case e.RoundOpened():
                followed.pack, followed.open_cards = event.pack, []
            case e.CardDealt(card=card) | e.CardTurned(card=card) | e.CardBurned(card=int(card)):
                followed.open_cards.append(card)
            case e.RoundRevealed():
                followed.open_cards.extend(event.unseen)
            case _:
                return
        table = followed.table
        assert table is not None
        left = list(followed.pack)
        for card in followed.open_cards:
            left[card] -= 1
        must(tuple(left) == table.shoe.pack.counts, "the cards and the shoe are not the pack")
        must(len(followed.open_cards) + table.unseen == table.draws, "a card is neither open nor face down")

    def _verified(self, followed: Followed, entry: Entry) -> None:
        table = followed.table
        if table is None or not is_random(table.settings):
            return
        of_round = [one for one in followed.entries if one.round == entry.round]
        whole = told(Said(one.number, one.tag, one.public, one.private) for one in of_round)
        for check in round_checks(entry.round, whole):
            must(check.reason is None, f"{entry.stream}, round {entry.round}: {check.name} {check.reason}")

    def check(self, venue: Venue, whole: bool = False) -> None:
        """The venue is where its record says, and every invariant of the house holds."""
        must(not venue.frozen, f"a table froze: {venue.frozen}")
        must(venue.book.totals() == 0, f"the accounts are off by {venue.book.totals()}")
        if venue.suspended:
            return  # what is in memory counts for nothing until it is read again
        streams = self.streams if whole else self.touched
        for stream in streams:
            self._same(venue, stream)
        for account in self.book.balances() if whole else self.purses:
            balance = venue.book.balance(account)
            must(balance == self.book.balance(account), f"{account} has {balance}")
            if account.startswith("patron:"):
                must(venue.book.playable(account) >= 0, f"{account} is overdrawn: {balance}")
        if whole:
            must(venue.book.holds() == self.book.holds(), "holds are not those of the record")
        self.touched, self.purses = {}, {}

    def _same(self, venue: Venue, stream: str) -> None:
        mine = self.streams[stream].table
        running = venue.tables.get(stream)
        must(running is not None and mine is not None, f"{stream} is not running")
        assert running is not None
        assert mine is not None
        differs = difference(running.table, mine)
        must(not differs, f"{stream} is not what its record says: {differs}")
        staked = 0
        if mine.phase is Phase.PLAYING:
            assert mine.felt is not None
            staked = sum(mine.felt.staked(one) for one in mine.felt.wagers)
        found = venue.book.balance(escrow(stream))
        must(found == staked, f"{found} in escrow of {stream}, {staked} staked")
        closed = mine.phase in (Phase.PLAYING, Phase.RESULT)
        for one, place in mine.places.items():
            must(not (closed and place.chips), f"{one} has chips on {stream} after no more bets")
            held = venue.book.hold_at(patron(one), stream)
            must(held == total(place.chips), f"{held} held for {one} at {stream}, {place.chips} lie")


_COMPARED = tuple(
    name
    for name in Table.__struct_fields__
    if name not in ("felt", "settings", "next_settings", "settled", "story")
)


def difference(one: Table, other: Table) -> dict[str, tuple[Any, Any]]:
    """The parts in which two tables differ; what only a view shows is left out."""
    parts = {
        name: (getattr(one, name), getattr(other, name))
        for name in _COMPARED
        if getattr(one, name) != getattr(other, name)
    }
    if one.phase is Phase.PLAYING and other.phase is Phase.PLAYING:
        mine, theirs = _felt(one), _felt(other)
        parts.update({name: (mine[name], theirs[name]) for name in mine if mine[name] != theirs[name]})
    if (one.settings.id, one.settings.main) != (other.settings.id, other.settings.main):
        parts["settings"] = (one.settings, other.settings)
    return parts


def _felt(table: Table) -> Mapping[str, Any]:
    felt = table.felt
    assert felt is not None
    if isinstance(felt, CoupFelt):
        return {"coup": felt.coup, "wagers": felt.wagers}
    parts: dict[str, Any] = {"round": felt.round, "wagers": felt.wagers}
    if isinstance(felt, SharedFelt):
        plays = {one: felt.plays[line] for one, line in felt.line_of.items()}
        parts |= {"plays": plays, "insured": felt.insured_at, "answered": felt.answered}
        parts |= {"unanswered": felt.unanswered, "strikes": _strikes(felt)}
    return parts


def _strikes(felt: SharedFelt) -> dict[str, Any]:
    return {one: counts for one, counts in felt.strikes.counts.items() if counts}


def fingerprint(table: Table) -> bytes:
    """A table down to its last field, so that a change of any can be seen."""
    parts = {name: getattr(table, name) for name in _COMPARED}
    felt = _felt(table) if table.felt is not None else {}
    return msgspec.msgpack.encode((repr(parts), repr(felt)))
