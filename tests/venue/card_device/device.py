"""A card device in a simulation: a shoe that speaks the device's lines and knows nothing else (MO-03).

It says again what was not answered, comes back when it hears nothing, and has faults of its own: it misreads
cards, looks wrongly, deals unasked, talks nonsense, is switched off and on. What lies between it and its
table is not known here.
"""

from __future__ import annotations

from typing import Final

from cutcard.adapters.device_lines import VERSION, Numbered, decode_line, encode_line, facts
from cutcard.cards import parse_card, text
from cutcard.games.reason import Refusal
from cutcard.profiles import Mode
from cutcard.robots.shoe import ShoeOfCards
from cutcard.table import commands as c
from cutcard.venue.requests import Reply, Request
from cutcard.venue.venue import Venue
from tests.venue.dealing import Manners
from tests.venue.terminals import RESEND_MS, Terminal

KEY: Final = "the-device-key"
BEAT_MS: Final = 1_000
DEAF_MS: Final = 5_000
RESTLESS_MS: Final = 9_000
NONSENSE: Final = (b"CARD\n", b"CARD 1 Zz\n", b"WANT card\n", b"\xff\n", b"CARD x As\n", b"X" * 300 + b"\n")


class Device(Terminal):
    """One automatic table's device. ``lying`` are the open cards of the round as they really are."""

    pause_ms = 250

    def __init__(self, who: str, seed: int, table: str, manners: Manners | None = None) -> None:
        super().__init__(who, seed)
        self.table = table
        self.manners = manners or Manners()
        self.sessions = 0
        self.number = 0
        self.said: dict[str, bytes] = {}
        self.really: dict[str, int] = {}
        self.lying: list[int] = []
        self.shoe: ShoeOfCards | None = None
        self.shoe_number, self.cut_after, self.shuffle = 0, 0, ""
        self.cut_said = False
        self.ready = False
        self.wanted: tuple[str, dict[str, str]] | None = None
        self.heard_ms = self.news_ms = self.beat_ms = 0

    @property
    def session(self) -> str:
        return f"{self.who}.{self.sessions}"

    # The line.

    def plugged(self, now: int) -> bytes:
        """A new line: the first thing that is said on it."""
        self.ready, self.wanted = False, None
        self.heard_ms = self.news_ms = self.beat_ms = now
        return encode_line("HELLO", VERSION, self.table, KEY, self.session)

    def deaf(self, now: int) -> bool:
        """Whether nothing was heard for so long that the line must be dead, or nothing new."""
        return now - self.heard_ms > DEAF_MS or now - self.news_ms > RESTLESS_MS

    def repeats(self, now: int) -> list[bytes]:
        """A sign of life, and in their order the lines that nobody has answered for a while."""
        if not self.ready:
            return []
        lines = [self.said[ask.key] for ask in self.due(now)]
        if now - self.beat_ms >= BEAT_MS:
            self.beat_ms = now
            lines.append(encode_line("BEAT"))
        return lines

    def switched_off(self) -> None:
        """Off and on again: with nothing unanswered it is a new session with a new shoe."""
        self.crashes()
        self.ready = False
        if not self.pending:
            self.sessions, self.number, self.shoe = self.sessions + 1, 0, None

    # What it hears.

    def line(self, line: bytes, now: int) -> str | None:
        """One line of the table's; what is wrong with it, if anything is."""
        words = line.decode("ascii").split()
        self.heard_ms = now
        if words[0] != "BEAT":
            self.news_ms = now
        match words:
            case ["READY", *rest]:
                return self._ready(facts(rest), now)
            case ["ROUND", _, *rest] if self.ready:
                self._round(int(facts(rest)["shoe"]))
            case ["WANT", wanted, *rest] if self.ready:
                self.wanted = (wanted, facts(rest))
            case ["STOP", *_]:
                self.wanted = None
            case ["NO", _, "out_of_order"]:
                pass  # it was not taken, and will be said again in its order
            case ["OK" | "NO", number, *code] if int(number):
                key = f"device:{self.table}:{self.session}:{number}"
                return self.hears(Reply(key, Refusal(code[0]) if code else None))
            case ["BYE", "unknown_version" | "wrong_key" | "no_such_table" | "not_an_automatic_table"]:
                return f"{self.who} was sent away: {words}"
            case _:
                pass
        return None

    def _ready(self, facts: dict[str, str], now: int) -> str | None:
        if int(facts["last"]) > self.number:
            return f"{self.who} has said {self.number}, and {facts['last']} was taken"
        self.ready, self.shuffle, self.cut_after = True, facts["shuffle"], int(facts["cut"])
        for key in self.resend_at:
            self.resend_at[key] = now
        if self.shoe is None:
            self.shoe, self.cut_said = ShoeOfCards(int(facts["decks"]), self.random), False
            self.shoe_number = int(facts["shoe"])
        return None

    def _round(self, shoe: int) -> None:
        assert self.shoe is not None, "it got one when it came"
        self.lying.clear()
        if shoe != self.shoe_number or self.shuffle != "cut-card":
            self.shoe.fill()
            self.shoe_number, self.cut_said = shoe, False

    def answered(self, ask: Request, reply: Reply) -> None:
        """A card that was taken lies there, whatever was read."""
        super().answered(ask, reply)
        self.said.pop(ask.key, None)
        card = self.really.pop(ask.key, None)
        if card is not None and reply.refusal is None:
            self.lying.append(card)

    # What it says by itself.

    def thinks_of(self, now: int) -> list[bytes]:
        """What is wanted, if anything is; now and then what is not."""
        shoe = self.shoe
        if not self.ready or shoe is None:
            return []
        if self._happens(2):
            return [self.random.choice(NONSENSE)]
        if self._happens(2) and not self.pending:
            shoe.fill()
            return [self._numbered(now, "SHOE")]
        if self._happens(self.manners.hasty // 10):
            return [self._numbered(now, *self._card(shoe, "CARD"))]
        if self.wanted is None or self.pending:
            return []
        lines = [self._numbered(now, *words) for words in self._answer(shoe, *self.wanted)]
        self.wanted = None
        if lines and self.shuffle == "cut-card" and shoe.gone >= self.cut_after and not self.cut_said:
            self.cut_said = True
            lines.append(self._numbered(now, "CUT"))
        return lines

    def _answer(self, shoe: ShoeOfCards, wanted: str, facts: dict[str, str]) -> list[tuple[str, ...]]:
        match wanted:
            case "card":
                return [self._card(shoe, "CARD")]
            case "facedown":
                shoe.face_down()
                return [("FACEDOWN",)]
            case "check":
                found = shoe.looked(parse_card(facts["up"])) is not self._happens(self.manners.wrong_look)
                return [("CHECK", "yes" if found else "no")]
            case "turn":
                return [("TURN", text(self._turned(shoe, facts)))]
            case "burn":
                shoe.card()
                return [("BURN",)]
            case "burn-shown":
                return [self._card(shoe, "BURN")]
            case _:
                return []

    def _card(self, shoe: ShoeOfCards, word: str) -> tuple[str, ...]:
        odd = self._happens(self.manners.impossible)
        return word, text(self.random.randrange(52) if odd else shoe.card())

    def _turned(self, shoe: ShoeOfCards, facts: dict[str, str]) -> int:
        """The card that lies there, mostly also after a wrong look that says it cannot be."""
        found = {"yes": True, "no": False}.get(facts.get("blackjack", ""))
        fits = "up" in facts and self._happens(900)
        return shoe.turned(parse_card(facts["up"]), found) if fits else shoe.turned()

    def _numbered(self, now: int, word: str, *rest: str) -> bytes:
        self.number += 1
        line = encode_line(word, self.number, *rest)
        said = decode_line(line)
        assert isinstance(said, Numbered), "a device can write"
        key = f"device:{self.table}:{self.session}:{self.number}"
        self.pending[key] = Request(key, self.table, said.command)
        self.resend_at[key] = now + RESEND_MS
        self.said[key] = line
        if isinstance(said.command, c.Deal | c.TurnUp | c.Burn) and said.command.card is not None:
            misread = self._happens(self.manners.misread) and not isinstance(said.command, c.TurnUp)
            self.really[key] = self.random.randrange(52) if misread else said.command.card
        return line

    def _happens(self, thousandths: int) -> bool:
        return self.random.randrange(1000) < thousandths


def devices_of(venue: Venue, seed: int) -> list[Device]:
    """A device for every automatic table."""
    at = [name for name, running in venue.tables.items() if running.table.deal.settings.mode is Mode.AUTO]
    return [Device(f"device{number}", seed, name) for number, name in enumerate(at)]
