"""A table as it is heard from the pit: patrons ask, time goes by, and everything that happens is told.

A file is a list of lines ``command -> what happens``, as in ``tests/rounds``. Nothing here knows a rule.

    profile multihand-etg          which profile; `set name=value …` for other rule values
    mode video                     or internal
    table unit=50 main=100..500 special=..1000 payout=5000 betting_s=20 …
    patron ann 10000               comes with that much money and opens the table
    cards 8h Td …                  what will be drawn in the running round, in that order
    ann place main@1 500 · ann clear · ann clear all · ann undo · ann double bets · ann raise 100
    ann repeat · ann repeat 2 · ann bet all@1 100 · ann let it play@1 · ann play now 100 · ann deal
    ann hit 1 · ann stand 1.2 · ann insure 1 · ann insurance off · ann auto_repeat on · ann leave
    ann speed fast · ann reserve · ann is back
    wait 5                         seconds go by
    jump 3600                      the wall clock is set
    boss pause · boss resume · boss void · boss set name=value
    finished · money ann           how many have nothing left to decide; what a purse holds
    crash                          the server is gone, and back
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from cutcard.adapters.clock import FakeClock
from cutcard.adapters.entropy import SeededEntropy
from cutcard.adapters.memory_store import MemoryStore
from cutcard.cards import parse_card
from cutcard.games.blackjack.options import Decision
from cutcard.ledger import cashier_events as ce
from cutcard.ledger import patron
from cutcard.profiles import Mode, load
from cutcard.profiles.profile import Speed
from cutcard.record import Entry, opened
from cutcard.table import Limits, Settings
from cutcard.table import commands as c
from cutcard.table import events as e
from cutcard.venue.requests import CASHIER, Ask, Reply
from cutcard.venue.table_runner import Running
from cutcard.venue.venue import Venue
from tests.narration.telling import Telling

TABLE = "table"
DECISIONS = {one.value: one for one in Decision}
OPTIONS = ("insurance", "auto_repeat", "keep_bets")
AT_ONCE = dict.fromkeys(("card_ms", "result_s", "animation_s", "nice_win_s", "big_win_s"), "0")
"""A private table goes as quickly as it can, unless its file says otherwise."""


class Pit:
    """Takes the words of a command, and tells what happened."""

    def __init__(self) -> None:
        self.profile = ""
        self.mode = Mode.VIDEO
        self.rules: dict[str, object] = {}
        self.changes: dict[str, str] = {}
        self.enabled: tuple[str, ...] = ()
        self.clock = FakeClock()
        self.store = MemoryStore()
        self.venue = Venue(self.store, self.clock, SeededEntropy(1))
        self.telling = Telling(self.playable)
        self.asked = 0
        self.heard = 0
        self.open = False

    def playable(self, who: str) -> int:
        return self.venue.book.playable(patron(who))

    @property
    def running(self) -> Running:
        return self.venue.tables[TABLE]

    def tell(self, words: list[str]) -> str:
        """Carry out one command."""
        match words:
            case ["profile", name]:
                self.profile = name
            case ["mode", mode]:
                self.mode = Mode(mode)
            case ["set", *changes]:
                self.rules |= dict(change.split("=", 1) for change in changes)
            case ["table", *changes]:
                self.changes |= dict(change.split("=", 1) for change in changes)
            case ["enable", *bets]:
                self.enabled = tuple(bets)
            case ["cards", *cards]:
                self._stack(cards)
            case ["jump", seconds]:
                self.clock.jump_wall(1000 * int(seconds))
            case _:
                return self._played(words)
        return ""

    def _played(self, words: list[str]) -> str:
        if not self.open:
            self.open = True
            self._ask(TABLE, c.OpenTable(self.settings()))
            self._told()
        match words:
            case ["patron", name, money]:
                self._ask(CASHIER, ce.CashIn(name, int(money), "desk"))
                return self._reply(self._ask(TABLE, c.Join(name)))
            case ["wait", seconds]:
                return self._wait(round(1000 * float(seconds)))
            case ["crash"]:
                self.store = self.store.reopened()
                self.venue = Venue(
                    self.store, self.clock, SeededEntropy(random.Random(self.asked).randrange(99))
                )
                return joined(self._told())
            case ["finished"]:
                felt = self.running.table.deal.felt
                return f"{felt.finished} of {len(felt.wagers)}" if felt is not None else "nobody plays"
            case ["money", who]:
                book = self.venue.book
                return f"{book.balance(patron(who))}, playable {self.playable(who)}"
            case ["boss", *rest]:
                return self._reply(self._ask(TABLE, self._boss(rest)))
            case [who, *rest]:
                return self._reply(self._ask(TABLE, self._command(who, rest)))
            case _:
                raise AssertionError(f"no such command: {' '.join(words)}")

    def settings(self) -> Settings:
        """The table as the file has it."""
        changes = {**(AT_ONCE if self.mode is Mode.INTERNAL else {}), **self.changes}
        limits: dict[str, Limits] = {
            name: _limits(changes.pop(name)) for name in ("main", "special") if name in changes
        }
        profile = load(self.profile, self.rules)
        if self.enabled:
            specials = msgspec.structs.replace(profile.specials, enabled=self.enabled)
            profile = msgspec.structs.replace(profile, specials=specials)
        read: dict[str, Any] = {
            name: value == "true" if value in ("true", "false") else int(value)
            for name, value in changes.items()
        }
        times = {name: value for name, value in read.items() if name in profile.table.__struct_fields__}
        profile = msgspec.structs.replace(profile, table=msgspec.structs.replace(profile.table, **times))
        owner = "ann" if self.mode is Mode.INTERNAL else None
        own = {name: value for name, value in read.items() if name not in times}
        made: dict[str, Any] = {**limits, **own}
        return Settings(id=TABLE, name="The table", profile=profile, mode=self.mode, owner=owner, **made)

    def _stack(self, cards: Sequence[str]) -> None:
        """The center of the running round will draw these."""
        center = self.running.center
        assert center is not None
        center._drawn = [parse_card(card) for card in cards]

    def _ask(self, at: str, command: c.Command | ce.Command) -> Reply:
        self.asked += 1
        return self.venue.step([Ask(f"k{self.asked}", at, command)]).replies[0]

    def _reply(self, reply: Reply) -> str:
        told = self._told()
        if reply.refusal is None:
            return joined(told)
        facts = " ".join(f"{name} {value}" for name, value in reply.refusal.facts.items() if name != "bet")
        return "; ".join([f"refused {reply.refusal.code} {facts}".strip(), *told])

    def _wait(self, ms: int) -> str:
        ends = self.clock.steady_ms() + ms
        told: list[str] = []
        for _ in range(1_000):
            wake = self.venue.next_wake_ms()
            left = ends - self.clock.steady_ms()
            if wake is None or wake - self.venue.now_ms() > left:
                self.clock.advance(left)
                self.venue.step()
                return joined([*told, *self._told()])
            self.clock.advance(max(0, wake - self.venue.now_ms()))
            self.venue.step()
            told += self._told()
        raise AssertionError("the table does not come to rest")

    def _told(self) -> list[str]:
        assert not self.venue.frozen, self.venue.frozen
        new: list[Entry] = list(self.store.entries(TABLE, self.heard))
        self.heard += len(new)
        return self.telling.of([opened(entry, e.AnyEvent) for entry in new], self.running.table)

    def _boss(self, words: list[str]) -> c.Command:
        match words:
            case ["pause"]:
                return c.Pause("boss", "a look")
            case ["resume"]:
                return c.Resume("boss")
            case ["void"]:
                return c.VoidRound("boss", "spilt")
            case ["set", *changes]:
                self.rules |= dict(change.split("=", 1) for change in changes if "=" in change)
                return c.ChangeSettings(self.settings(), "boss")
            case ["table", *changes]:
                self.changes |= dict(change.split("=", 1) for change in changes)
                return c.ChangeSettings(self.settings(), "boss")
            case _:
                raise AssertionError(f"the boss does not {' '.join(words)}")

    def _command(self, who: str, words: list[str]) -> c.Command:
        match words:
            case ["place", field, amount]:
                bet, _, position = field.partition("@")
                return c.PlaceBet(who, bet, int(amount), int(position or 1))
            case ["deal"]:
                return c.PressDeal(who)
            case ["leave"]:
                return c.Leave(who)
            case ["speed", speed]:
                return c.SetSpeed(who, Speed(speed))
            case ["reserve"]:
                return c.Reserve(who)
            case ["is", "back"]:
                return c.Reserve(who, False)
            case ["contribute", text]:
                return c.Contribute(who, text)
            case [option, on] if option in OPTIONS:
                return c.SetOption(who, option, on == "on")
            case [decision, hand] if decision in DECISIONS and hand[:1].isdigit():
                position, _, branch = hand.partition(".")
                return c.Decide(who, DECISIONS[decision], int(position), int(branch or 1) - 1)
            case _:
                return _button(who, words)


_BUTTONS: dict[str, Callable[[str], c.Command]] = {
    "clear": c.ClearLast,
    "clear all": c.ClearAll,
    "undo": c.UndoBet,
    "double bets": c.DoubleBets,
    "repeat": c.RepeatBets,
    "repeat 2": lambda who: c.RepeatBets(who, 2),
}


def _button(who: str, words: list[str]) -> c.Command:
    plain = _BUTTONS.get(" ".join(words))
    if plain is not None:
        return plain(who)
    match words:
        case ["raise", amount]:
            return c.RaiseBets(who, int(amount))
        case ["bet", at, amount]:
            return c.BetAll(who, int(amount), int(at.partition("@")[2]))
        case ["let", "it", at]:
            return c.LetItPlay(who, int(at.partition("@")[2]))
        case ["play", "now", amount]:
            return c.PlayNow(who, int(amount))
        case _:
            raise AssertionError(f"nobody can {' '.join(words)}")


def joined(told: list[str]) -> str:
    """One line; cards that came one by one are read out together."""
    lines: list[str] = []
    for one in told:
        if lines and one.startswith("cards ") and lines[-1].startswith("cards "):
            lines[-1] += one.removeprefix("cards")
        else:
            lines.append(one)
    return "; ".join(lines)


def _limits(text: str) -> Limits:
    """``100..500`` or ``100..500/9000``: least, most, and the most that may be won."""
    stakes, _, payout = text.partition("/")
    least, _, most = stakes.partition("..")
    return Limits(int(least or 0), int(most or 0), int(payout or 0))
