"""A shadow of the venue: it follows the record alone, entry by entry, and compares.

It never looks into the venue's own states while it follows; what they must be, it has found itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from cutcard.ledger import Book, Hold, Transfer, cashier, cashier_events, escrow, play, trial_balance
from cutcard.ledger.cashier import Cashier
from cutcard.record import Entry, decode_event
from cutcard.record.chain import link_fault
from cutcard.table import Phase, Table
from cutcard.table import events as e
from cutcard.table.felt.coup import CoupFelt
from cutcard.table.felt.hands import HandsFelt
from cutcard.table.felt.shared import SharedFelt
from cutcard.table.felt.turns import TurnsFelt
from cutcard.table.forks.fork import FORK_MARK
from cutcard.table.state import total
from cutcard.venue.money import moves
from cutcard.venue.ports import Batch, Snapshot
from cutcard.venue.requests import CASHIER
from cutcard.venue.restarting.snapshot import restore_table, state_hash
from cutcard.venue.venue import Venue
from tests.venue.following import Followed, Violation, must

__all__ = ["Shadow", "Violation", "difference", "fingerprint", "must"]


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

    @property
    def settled(self) -> int:
        """How many rounds have come to their result."""
        return sum(stream.settled for stream in self.streams.values())

    def absorb(self, batch: Batch) -> None:
        """One batch that was made durable: all its entries follow, and its money is theirs."""
        holds: list[Hold] = []
        transfers: list[Transfer] = []
        snapshots = {(snapshot.stream, snapshot.number): snapshot for snapshot in batch.snapshots}
        for entry in batch.entries:
            self.events += 1
            more = self._desk(entry) if entry.stream == CASHIER else self._table(entry)
            holds += more[0]
            transfers += more[1]
            kept = snapshots.pop((entry.stream, entry.number), None)
            if kept is not None:
                self._same_snapshot(entry, kept)
        must(not snapshots, f"snapshots of another time: {list(snapshots)}")
        why = f"holds are not those of the events: {holds} {batch.holds}"
        must(_by_place(holds) == _by_place(batch.holds), why)
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
        event = decode_event(entry, cashier_events.Event)
        if isinstance(event, cashier_events.PlayMoneyGiven):
            self.book.play.add(event.patron)
        moved = cashier.transfers(event, self.book.play, self.desk)
        self.desk = cashier.evolve(self.desk, event)
        return (), moved

    def _table(self, entry: Entry) -> tuple[tuple[Hold, ...], tuple[Transfer, ...]]:
        stream = entry.stream.partition(FORK_MARK)[0]  # an interrupted game is followed with its table
        followed = self.streams.get(stream)
        if followed is None:
            followed = self.streams[stream] = Followed(stream)
        self.touched[stream] = None
        event = followed.follow(entry)
        moved = moves(entry.stream, entry.round, event, self.book.play)
        self._same_gains(entry, event, moved[1])
        return moved

    def _same_gains(self, entry: Entry, event: e.AnyEvent, transfers: tuple[Transfer, ...]) -> None:
        """What every purse gets by an event, read off the event itself."""
        due = {self.book.purse(name): amount for name, amount in gains(event).items() if amount}
        got: dict[str, int] = {}
        for transfer in transfers:
            for posting in transfer.postings:
                if posting.account.startswith("patron:"):
                    got[posting.account] = got.get(posting.account, 0) + posting.amount
        got = {account: amount for account, amount in got.items() if amount}
        must(got == due, f"{entry.stream}, {entry.tag}: {due} are due, not {got}")

    def _same_snapshot(self, entry: Entry, kept: Snapshot) -> None:
        """A snapshot is of the very state that the record gives."""
        table = self.streams[entry.stream].table
        assert table is not None
        must(state_hash(table) == kept.state_hash, f"the snapshot of {entry.stream} is of another state")
        must(
            state_hash(restore_table(kept.state)) == kept.state_hash, f"{entry.stream} is restored otherwise"
        )

    def check(self, venue: Venue, whole: bool = False) -> None:
        """The venue is where its record says, and every invariant of the house holds."""
        must(not venue.frozen, f"a table froze: {venue.frozen}")
        must(venue.book.totals() == 0, f"the accounts are off by {venue.book.totals()}")
        for side, sums in trial_balance(venue.book.balances()).items() if whole else ():
            must(not sum(sums.values()), f"{side} does not come to zero by itself: {sums}")
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
        if mine.phase in (Phase.PLAYING, Phase.DISPUTE):
            assert mine.deal.felt is not None
            staked = sum(mine.deal.felt.staked(patron) for patron in mine.deal.felt.wagers)
        found = venue.book.balance(escrow(stream)) + venue.book.balance(play(escrow(stream)))
        must(found == staked, f"{found} in escrow of {stream}, {staked} staked")
        closed = mine.phase in (Phase.PLAYING, Phase.DISPUTE, Phase.RESULT)
        for patron, place in mine.patrons.places.items():
            must(not (closed and place.chips), f"{patron} has chips on {stream} after no more bets")
            held = venue.book.hold_at(venue.book.purse(patron), stream)
            must(held == total(place.chips), f"{held} held for {patron} at {stream}, {place.chips} lie")


def _by_place(holds: Iterable[Hold]) -> list[Hold]:
    """Holds of one account and place follow each other; between others there is no order on record."""
    return sorted(holds, key=lambda hold: (hold.account, hold.place))


_NOT_COMPARED = ("felt", "settings", "next_settings", "settled", "refunded", "story")


def compared(table: Table) -> dict[str, Any]:
    """The fields of a table and of its groups, by name."""
    parts: dict[str, Any] = {}
    for name in Table.__struct_fields__:
        part = getattr(table, name)
        grouped = isinstance(part, msgspec.Struct) and name not in _NOT_COMPARED
        parts |= (
            {field: getattr(part, field) for field in part.__struct_fields__} if grouped else {name: part}
        )
    return {name: part for name, part in parts.items() if name not in _NOT_COMPARED}


def difference(first: Table, other: Table) -> dict[str, tuple[Any, Any]]:
    """The parts in which two tables differ; what only a view shows is left out."""
    mine_of, theirs_of = compared(first), compared(other)
    parts = {name: (mine_of[name], theirs_of[name]) for name in mine_of if mine_of[name] != theirs_of[name]}
    if first.phase is other.phase and first.phase in (Phase.PLAYING, Phase.DISPUTE):
        mine, theirs = _felt(first), _felt(other)
        parts.update({name: (mine[name], theirs[name]) for name in mine if mine[name] != theirs[name]})
    if (first.deal.settings.id, first.deal.settings.main) != (
        other.deal.settings.id,
        other.deal.settings.main,
    ):
        parts["settings"] = (first.deal.settings, other.deal.settings)
    return parts


def _felt(table: Table) -> Mapping[str, Any]:
    felt = table.deal.felt
    assert felt is not None
    parts: dict[str, Any] = {"wagers": felt.wagers, "placed": felt.placed, "void": felt.void}
    if isinstance(felt, CoupFelt):
        return parts | {"coup": felt.coup}
    assert isinstance(felt, HandsFelt)
    parts["round"] = felt.round
    if isinstance(felt, SharedFelt):
        plays = {patron: felt.plays[line] for patron, line in felt.line_of.items()}
        parts |= {"plays": plays, "insured": felt.insured_at, "answered": felt.answered}
        parts |= {"unanswered": felt.unanswered, "strikes": _strikes(felt)}
    else:
        assert isinstance(felt, TurnsFelt)
        parts |= {"behind": felt.behind, "kept_back": felt.kept_back, "hole_read": felt.hole_read}
        parts |= {"forked": felt.forked}
    return parts


def _strikes(felt: SharedFelt) -> dict[str, Any]:
    return {patron: counts for patron, counts in felt.strikes.counts.items() if counts}


def gains(event: e.AnyEvent) -> dict[str, int]:
    """What each patron's balance gains by an event, or loses: the same as the ledger's, found otherwise."""
    match event:
        case e.BetsClosed():
            return {patron: -total(share.wagers) for patron, share in event.shares.items()}
        case e.Decided() | e.ForkRaised():
            return {event.patron: -event.cost}
        case e.BehindFollowed():
            return {patron: -share.cost for patron, share in event.shares.items()}
        case e.RoundSettled():
            return {patron: share.returned for patron, share in event.shares.items()}
        case e.RoundVoided() | e.CardCorrected():
            return {patron: share.returned + share.won for patron, share in event.shares.items()}
        case e.CorrectionMade():
            return {patron: share.amount for patron, share in event.shares.items()}
        case _:
            return {}


def fingerprint(table: Table) -> bytes:
    """A table down to its last field, so that a change of any can be seen."""
    parts = compared(table)
    felt = _felt(table) if table.deal.felt is not None else {}
    return msgspec.msgpack.encode((repr(parts), repr(felt)))
