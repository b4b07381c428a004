"""The lines that a card device and its table exchange, as values: read, written, and what each stands for.

No socket is known here. The protocol itself is described in docs/reference/device-protocol.md.
"""

from __future__ import annotations

from typing import Final

import msgspec

from cutcard.cards import BadCard, parse_card, text
from cutcard.profiles import Mode
from cutcard.table import Table, Want, want
from cutcard.table import commands as c
from cutcard.table.state import Phase

VERSION: Final = "1"
LINE_BYTES_MAX: Final = 200  # HELLO with a table, a key and a session is the longest line there is
NUMBER_DIGITS_MAX: Final = 12  # a number of endless digits would take for ever to read
SESSION_MAX: Final = 40  # the last number of each is kept in memory

WANTS: Final = {
    Want.CARD: "card",
    Want.FACE_DOWN: "facedown",
    Want.CHECK: "check",
    Want.TURN: "turn",
    Want.BURN: "burn",
    Want.BURN_SHOWN: "burn-shown",
}
"""What a device can be asked for. Rounds open by themselves where a device deals."""


class BadLine(Exception):
    """A line that is none of the protocol's; the text is the word for why."""


class Hello(msgspec.Struct, frozen=True):
    """The first line of a device: which table it deals to, its key, and its session."""

    table: str
    key: str
    session: str


class Numbered(msgspec.Struct, frozen=True):
    """A line that changes the table: its number, and the command that it stands for."""

    number: int
    command: c.Command


class Beat(msgspec.Struct, frozen=True):
    """A sign of life."""


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """What a device's line needs to know of a table, at one instant."""

    auto: bool
    wanted: str | None
    paused: str | None
    round: int
    draws: int
    shoe: int
    dealt: int
    decks: int
    shuffle: str
    cut_after: int
    up: str | None = None
    looked: bool | None = None


def look_at(table: Table) -> Look:
    """The table as a device may know it: never a card, only what is wanted."""
    rules = table.deal.settings.profile.rules
    wanted = want(table) if table.phase is Phase.PLAYING else None
    felt = table.deal.felt
    dealer = None if felt is None else felt.dealer
    return Look(
        auto=table.deal.settings.mode is Mode.AUTO,
        wanted=None if wanted is None else WANTS.get(wanted),
        paused=table.halt.paused,
        round=table.deal.round,
        draws=table.deal.draws,
        shoe=table.deal.shoe.number,
        dealt=table.deal.shoe.dealt + table.shoe_watch.unseen_in_shoe,
        decks=rules.decks,
        shuffle=rules.shuffle.value,
        cut_after=int(52 * rules.decks * rules.penetration),
        up=None if dealer is None or not dealer.cards else text(dealer.cards[0]),
        looked=None if dealer is None else dealer.blackjack,
    )


def decode_line(line: bytes, by: str = "card device") -> Hello | Numbered | Beat:
    """A device's line. BadLine where it is none."""
    if len(line) > LINE_BYTES_MAX or not line.isascii():
        raise BadLine("not_ascii_or_too_long")
    words = line.decode("ascii").split()
    match words:
        case ["BEAT"]:
            return Beat()
        case ["HELLO", version, table, key, session] if len(session) <= SESSION_MAX:
            if version != VERSION:
                raise BadLine("unknown_version")
            return Hello(table, key, session)
        case [word, number, *rest] if number.isdigit() and len(number) <= NUMBER_DIGITS_MAX:
            return Numbered(int(number), _command(word, rest, by))
        case _:
            raise BadLine("unknown_line")


def _command(word: str, rest: list[str], by: str) -> c.Command:
    match word, rest:
        case "CARD", [card]:
            return c.Deal(_card(card))
        case "FACEDOWN", []:
            return c.DealFaceDown()
        case "CHECK", ["yes" | "no" as found]:
            return c.Check(found == "yes")
        case "TURN", [card]:
            return c.TurnUp(_card(card))
        case "BURN", []:
            return c.Burn()
        case "BURN", [card]:
            return c.Burn(_card(card))
        case "CUT", []:
            return c.SeeCutCard(by)
        case "SHOE", []:
            return c.ChangeShoe(by)
        case _:
            raise BadLine("unknown_line")


def _card(word: str) -> int:
    try:
        return parse_card(word)
    except BadCard:
        raise BadLine("unknown_card") from None


def encode_line(word: str, *facts: object, **named: object) -> bytes:
    """A line as it is sent."""
    parts = [word, *(str(fact) for fact in facts), *(f"{name}={value}" for name, value in named.items())]
    return (" ".join(parts) + "\n").encode("ascii", "replace")


def facts(words: list[str]) -> dict[str, str]:
    """The ``name=value`` words of a line."""
    return dict(word.split("=", 1) for word in words if "=" in word)
