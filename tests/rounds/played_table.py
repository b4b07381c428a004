"""A table with everything behind it: its venue, purses, a clock and a record.

It says what came of a line and refuses to know what should have.
"""

from __future__ import annotations

from itertools import count
from typing import Any

import msgspec

from cutcard.adapters.clock import FakeClock
from cutcard.adapters.entropy import SeededEntropy
from cutcard.adapters.memory_store import MemoryStore
from cutcard.ledger import cashier_events as ce
from cutcard.ledger import escrow, patron
from cutcard.profiles import Mode, load
from cutcard.profiles.profile import Table as Times
from cutcard.record import decode_event
from cutcard.table import Limits, Phase, Settings, Table
from cutcard.table import commands as c
from cutcard.table import events as e
from cutcard.venue.requests import CASHIER, Reply, Request
from cutcard.venue.table_runner import Running
from cutcard.venue.venue import Venue
from cutcard.verification.folder import verify_folder
from tests.rounds.deeds import (
    Ask,
    CashOut,
    Come,
    CountShoe,
    Crash,
    Deed,
    Enable,
    Lay,
    Set,
    SetWallClock,
    Stack,
    Wait,
)
from tests.rounds.dialect import CROUPIER, OPERATOR, deed_of
from tests.rounds.words_of_events import called_out, due_words, joined
from tests.rounds.words_of_hands import refused
from tests.venue.house import branched, settings, timed

AT = "table"
SEED = 1
OWNER = "ann"
AT_ONCE = dict.fromkeys(("card_ms", "result_s", "animation_s", "nice_win_s", "big_win_s"), "0")
"""A private table goes as quickly as it can, unless its file says otherwise."""


class PlayedTable:
    """One table, its money, and everything that was called out."""

    def __init__(self, store: MemoryStore | None = None) -> None:
        self.clock = FakeClock()
        self.store = store or MemoryStore()
        self.venue = Venue(self.store, self.clock, SeededEntropy(SEED))
        self.keys = count(1)
        self.opening: Settings | None = None
        self.rules: dict[str, object] = {}
        self.heard = 0

    def forked(self) -> PlayedTable:
        """Another table that has lived through the same up to now."""
        other = PlayedTable(branched(self.store))
        other.keys = count(10_000)
        other.heard = self.heard
        other._called_out()
        return other

    @property
    def running(self) -> Running:
        self._open_first()
        return self.venue.tables[AT]

    @property
    def table(self) -> Table:
        return self.running.table

    def perform(self, words: list[str]) -> str:
        """Carry out what one line asks for."""
        return self.carry_out(deed_of(words))

    def carry_out(self, deed: Deed) -> str:
        """Do it, and say what is called out because of it."""
        match deed:
            case Lay():
                self._lay(deed.profile, Mode(deed.kind))
            case Set(later=False):
                assert AT not in self.venue.tables, "a running table's settings are changed"
                self._set(deed.changes)
            case Set():
                self._set(deed.changes)
                return self.ask(c.ChangeSettings(self._settings(), OPERATOR))
            case Enable():
                profile = self._settings().profile
                specials = msgspec.structs.replace(profile.specials, enabled=deed.bets)
                self._replace(profile=msgspec.structs.replace(profile, specials=specials))
            case Stack():
                center = self.running.center
                assert center is not None, "the table draws its own cards"
                center._drawn = list(deed.cards)
            case SetWallClock():
                self.clock.jump_wall(1000 * deed.seconds)
            case _:
                self._open_first()
                return self._happens(deed)
        return ""

    def _happens(self, deed: Deed) -> str:
        match deed:
            case Come():
                self.ask(ce.CashIn(deed.patron, deed.money, "desk"), CASHIER)
                return self.ask(c.Join(deed.patron))
            case CashOut():
                return self.ask(ce.CashOut(deed.patron, b""), CASHIER)
            case Wait(seconds=float(seconds)):
                return self._pass_time(round(1000 * seconds))
            case Crash():
                self.store = self.store.reopen()
                self.venue = Venue(self.store, self.clock, SeededEntropy(SEED + next(self.keys)))
                return joined(self._called_out())
            case CountShoe():
                return self.ask(c.ChangeShoe(CROUPIER, self._counted(deed)))
            case Ask():
                return self._answer(deed)
            case _:
                assert isinstance(deed, c.Command), f"a table knows nothing of {deed}"
                return self.ask(deed)

    def ask(self, command: c.Command | ce.Command, at: str = AT) -> str:
        """One command; what is called out because of it."""
        effects = self.venue.step([Request(f"line-{next(self.keys)}", at, command)])
        return joined([*_refusal(effects.replies[0]), *self._called_out()])

    def _open_first(self) -> None:
        if AT not in self.venue.tables:
            self.ask(c.OpenTable(self._settings()))

    def _called_out(self) -> list[str]:
        assert not self.venue.frozen, self.venue.frozen
        self.sound()
        if AT not in self.venue.tables:
            return []
        entries = list(self.store.entries(AT, self.heard))
        self.heard += len(entries)
        events = [decode_event(entry, e.AnyEvent) for entry in entries]
        return called_out(events, self.venue.tables[AT].table, self._playable)

    def _playable(self, who: str) -> int:
        return self.venue.book.playable(patron(who))

    def sound(self) -> None:
        """Nothing is lost or made: accounts sum to zero, and escrow holds the stakes of the open round."""
        book = self.venue.book
        assert book.totals() == 0
        running = self.venue.tables.get(AT)
        if running is None:
            return
        table = running.table
        unsettled = table.phase in (Phase.PLAYING, Phase.DISPUTE)
        felt = table.deal.felt if unsettled else None
        staked = 0 if felt is None else sum(map(felt.staked, felt.wagers))
        assert book.balance(escrow(AT)) == staked, f"{book.balance(escrow(AT))} in escrow, {staked} staked"

    def replays(self) -> None:
        """The record alone gives the same money, and every event follows from those before it."""
        assert list(verify_folder(self.store)) == []

    def _pass_time(self, ms: int) -> str:
        ends = self.clock.steady_ms() + ms
        said: list[str] = []
        for _ in range(1_000):
            wake = self.venue.next_wake_ms()
            left = ends - self.clock.steady_ms()
            if wake is None or wake - self.venue.now_ms() > left:
                self.clock.advance(left)
                self.venue.step()
                return joined([*said, *self._called_out()])
            self.clock.advance(max(0, wake - self.venue.now_ms()))
            self.venue.step()
            said += self._called_out()
        raise AssertionError("the table does not come to rest")

    def _answer(self, question: Ask) -> str:
        match question:
            case Ask(about="purse", whom=whom):
                return f"{self.venue.book.balance(patron(whom))}, playable {self._playable(whom)}"
            case Ask(about="run", whom=seat):
                return str(self.table.seating.runs.get(int(seat), 0))
            case Ask(about="due"):
                return due_words(self.table)
            case _:
                felt = self.table.deal.felt
                return f"{felt.finished} of {len(felt.wagers)}" if felt is not None else "nobody plays"

    def _settings(self) -> Settings:
        assert self.opening is not None, "a table is named first"
        return self.opening

    def _replace(self, **changes: Any) -> None:
        self.opening = msgspec.structs.replace(self._settings(), **changes)

    def _lay(self, profile: str, mode: Mode) -> None:
        self.opening = settings(profile, mode, AT)
        if mode is Mode.INTERNAL:
            self._replace(owner=OWNER)
            self._set(AT_ONCE)

    def _set(self, changes: dict[str, str]) -> None:
        for name, text in changes.items():
            value = _written(text)
            if name in Times.__struct_fields__:
                assert not isinstance(value, str)
                self.opening = timed(self._settings(), **{name: value})
            elif name in ("main", "special"):
                self._replace(**{name: _limits(text)})
            elif name in Settings.__struct_fields__:
                self._replace(**{name: value})
            else:
                self.rules[name] = text
                profile = self._settings().profile
                changed = load(profile.id, self.rules).rules
                self._replace(profile=msgspec.structs.replace(profile, rules=changed))

    def _counted(self, deed: CountShoe) -> tuple[int, ...]:
        """What was counted in the old shoe: all that is left, without or with a card more."""
        counts = list(self.table.deal.shoe.pack.counts)
        for card in deed.more:
            counts[card] += 1
        for card in deed.fewer:
            counts[card] -= 1
        return tuple(counts)


def _refusal(reply: Reply) -> list[str]:
    return [] if reply.refusal is None else [refused(reply.refusal)]


def _written(text: str) -> bool | int | str:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.lstrip("-").isdigit() else text


def _limits(text: str) -> Limits:
    """``100..500/9000``: least, most, and the most that may be won."""
    stakes, _, payout = text.partition("/")
    least, _, most = stakes.partition("..")
    return Limits(int(least or 0), int(most or 0), int(payout or 0))
