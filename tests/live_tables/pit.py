"""A live table as it is heard in the pit: one command a line, and what is called out because of it.

    table american-live            a live table of this profile; `table punto-banco auto` another mode
    set decision_s=5 …             before it opens: rule values, the table's times, its own settings
    patron ann 100000              comes to the table with so much
    sit ann 3 · rise ann 3 · reserve ann · back ann · along bob 3 double=no split=yes · refuse ann 3 yes
    open · bet ann 3 main 1000 · close · wait 31
    card 8h · enter 8h · face down · face down Td · check no · turn Td · burn 8h · burn
    hit ann 3 · stand ann 3.2 · insure bob 3 · clear ann · undo ann · repeat ann · leave ann
    cut · shoe · shoe without 8h · shoe with 8h
    pause why · resume · void why · dispute ann why · confirm why · correct 8h · correct 8h at 3
    form ann · form ann closed · ok ann
    propose sue 1 ann=500 · approve tom 1
    purse ann · cash-out ann · run 3 · due

It tells what came of a command and refuses to know what should have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

import msgspec

from cutcard.adapters.clock import FakeClock
from cutcard.adapters.entropy import SeededEntropy
from cutcard.adapters.memory_store import MemoryStore
from cutcard.cards import parse_card
from cutcard.games.blackjack.options import Decision
from cutcard.ledger import cashier_events as ce
from cutcard.ledger import escrow, patron
from cutcard.profiles import Mode
from cutcard.profiles.profile import Table as Times
from cutcard.record import opened
from cutcard.table import Phase, Settings, Table
from cutcard.table import commands as c
from cutcard.table import events as e
from cutcard.venue.requests import CASHIER, Ask
from cutcard.venue.venue import Venue
from cutcard.verification.folder import verify_folder
from tests.live_tables.telling import due_told, told
from tests.venue.house import branched, settings, timed

DECISIONS = frozenset(decision.value for decision in Decision)
AT = "table"


class Pit:
    """One table, its money, and everything that was called out."""

    def __init__(self, store: MemoryStore | None = None) -> None:
        self.clock = FakeClock()
        self.store = store or MemoryStore()
        self.venue = Venue(self.store, self.clock, SeededEntropy(3))
        self.keys = count(1)
        self.opening: Settings | None = None
        self.rules: dict[str, str] = {}
        self.heard = 0

    def forked(self) -> Pit:
        """Another pit that has lived through the same up to now."""
        other = Pit(branched(self.store))
        other.keys = count(10_000)
        other.heard = self.heard
        other._called_out()
        return other

    @property
    def table(self) -> Table:
        self._open_first()
        return self.venue.tables[AT].table

    def _open_first(self) -> None:
        if AT not in self.venue.tables:
            assert self.opening is not None, "a table is named first"
            self.ask(c.OpenTable(self.opening))

    def ask(self, command: c.Command | ce.Command, at: str = AT) -> str:
        """One command; what is called out because of it."""
        effects = self.venue.step([Ask(f"pit-{next(self.keys)}", at, command)])
        assert not self.venue.frozen, self.venue.frozen
        self.sound()
        refusal = effects.replies[0].refusal
        return f"refused {refusal.code}" if refusal is not None else self._called_out()

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
        staked = 0 if felt is None else sum(felt.staked(one) for one in felt.wagers)
        assert book.balance(escrow(AT)) == staked, f"{book.balance(escrow(AT))} in escrow, {staked} staked"

    def replays(self) -> None:
        """The record alone gives the same money, and every event follows from those before it."""
        assert list(verify_folder(self.store)) == []

    def _called_out(self) -> str:
        if AT not in self.venue.tables:
            return ""
        entries = list(self.store.entries(AT, self.heard))
        self.heard += len(entries)
        events = [opened(entry, e.AnyEvent) for entry in entries]
        return "; ".join(line for line in told(events, self.venue.tables[AT].table) if line)

    def tell(self, words: list[str]) -> str:
        """Carry out one command."""
        match words:
            case ["table", name, *mode]:
                self.opening = settings(name, Mode(mode[0] if mode else "live"), AT)
                return ""
            case ["set", *changes]:
                for name, value in (change.split("=", 1) for change in changes):
                    self._set(name, value)
                return ""
            case ["patron", name, purse]:
                self._open_first()
                self.ask(ce.CashIn(name, int(purse), "desk"), CASHIER)
                return self.ask(c.Join(name))
            case ["wait", seconds]:
                self.clock.advance(int(1000 * float(seconds)))
                self.venue.step()
                self.sound()
                return self._called_out()
            case ["purse", name]:
                return str(self.venue.book.balance(patron(name)))
            case ["cash-out", name]:
                return self.ask(ce.CashOut(name, b""), CASHIER)
            case ["run", seat]:
                return str(self.table.seating.runs.get(int(seat), 0))
            case ["due"]:
                return due_told(self.table)
            case _:
                self._open_first()
                return self.ask(next(self._command(words)))

    def _set(self, name: str, value: str) -> None:
        assert self.opening is not None, "a table is named first"
        one = self.opening
        written = {"true": True, "false": False}.get(value, int(value) if value.isdigit() else value)
        if name in Times.__struct_fields__:
            self.opening = timed(one, **{name: written})  # type: ignore[arg-type]
        elif name in Settings.__struct_fields__:
            self.opening = msgspec.structs.replace(one, **{name: written})
        else:
            self.rules[name] = value
            changed = settings(one.profile.id, one.mode, AT, **self.rules).profile.rules
            profile = msgspec.structs.replace(one.profile, rules=changed)
            self.opening = msgspec.structs.replace(one, profile=profile)

    def _command(self, words: list[str]) -> Iterator[c.Command]:
        match words:
            case [decision, name, hand] if decision in DECISIONS:
                position, _, branch = hand.partition(".")
                yield c.Decide(name, Decision(decision), int(position), int(branch or 1) - 1)
            case ["bet", name, position, bet, amount]:
                yield c.PlaceBet(name, bet, int(amount), int(position))
            case ["along", name, seat, double, split]:
                yield c.SetBehind(name, int(seat), double.endswith("yes"), split.endswith("yes"))
            case ["refuse", name, seat, yes]:
                yield c.RefuseBehind(name, int(seat), yes == "yes")
            case ["clear" | "undo" | "repeat" as button, name]:
                of_button: dict[str, Callable[[str], c.Command]] = {"clear": c.ClearAll, "undo": c.UndoBet}
                yield of_button.get(button, c.RepeatBets)(name)
            case _:
                yield from self._of_seats(words)

    def _of_seats(self, words: list[str]) -> Iterator[c.Command]:
        match words:
            case ["sit", name, seat]:
                yield c.TakeSeat(name, int(seat))
            case ["rise", name, seat]:
                yield c.LeaveSeat(name, int(seat))
            case ["free", seat]:
                yield c.FreeSeat("croupier", int(seat))
            case ["gone" | "returns" as word, name]:
                yield c.GoAway(name) if word == "gone" else c.ComeBack(name)
            case ["leave", name]:
                yield c.Leave(name)
            case ["reserve" | "back" as word, name]:
                yield c.Reserve(name, word == "reserve")
            case _:
                yield from self._of_croupier(words)

    def _of_croupier(self, words: list[str]) -> Iterator[c.Command]:
        match words:
            case ["card", card]:
                yield c.Deal(parse_card(card))
            case ["enter", card]:
                yield c.EnterCard(parse_card(card))
            case ["face", "down", *card]:
                yield c.DealFaceDown(parse_card(card[0]) if card else None)
            case ["check", found]:
                yield c.Check(found == "blackjack")
            case ["turn", card]:
                yield c.TurnUp(parse_card(card))
            case ["burn", *card]:
                yield c.Burn(parse_card(card[0]) if card else None)
            case _:
                yield from self._of_shoe(words)

    def _of_shoe(self, words: list[str]) -> Iterator[c.Command]:
        match words:
            case ["open"]:
                yield c.OpenRound()
            case ["close"]:
                yield c.CloseBets("croupier")
            case ["cut"]:
                yield c.SeeCutCard("croupier")
            case ["shoe", *counted]:
                yield c.ChangeShoe("croupier", self._counted(counted))
            case _:
                yield from self._of_supervisor(words)

    def _of_supervisor(self, words: list[str]) -> Iterator[c.Command]:
        match words:
            case ["correct", card]:
                yield c.CorrectCard("croupier", parse_card(card))
            case ["correct", card, "at", at]:
                yield c.CorrectCard("supervisor", parse_card(card), int(at))
            case ["pause", *why]:
                yield c.Pause("croupier", " ".join(why))
            case ["resume"]:
                yield c.Resume("supervisor")
            case ["void", *why]:
                yield c.VoidRound("supervisor", " ".join(why))
            case ["propose", by, of_round, *amounts]:
                owed = {one.split("=")[0]: int(one.split("=")[1]) for one in amounts}
                yield c.ProposeCorrection(by, int(of_round), owed, "misread")
            case ["approve", by, number]:
                yield c.ApproveCorrection(by, int(number))
            case _:
                yield from self._of_disputes(words)

    def _of_disputes(self, words: list[str]) -> Iterator[c.Command]:
        match words:
            case ["dispute", name, *why]:
                yield c.Dispute(name, " ".join(why))
            case ["form", name, *closed]:
                yield c.FillDispute(name, on=not closed)
            case ["ok", name]:
                yield c.ConfirmResult(name)
            case ["confirm", *why]:
                yield c.CloseDispute("supervisor", " ".join(why))
            case _:
                raise AssertionError(f"no such command: {' '.join(words)}")

    def _counted(self, words: list[str]) -> tuple[int, ...]:
        """What was found in the old shoe: all that is left, without or with a card more."""
        if not words:
            return ()
        counts = list(self.table.deal.shoe.pack.counts)
        change = {"without": -1, "with": 1, "whole": 0}[words[0]]
        for card in words[1:]:
            counts[parse_card(card)] += change
        return tuple(counts)
