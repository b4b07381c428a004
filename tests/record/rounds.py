"""Rounds for the tests: played by no rule, made of events shaped like a table's, true in cards and money.

No table is known here, so that what the record keeps is tried apart from what a table does.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import ClassVar

import msgspec

from cutcard.cards import Pack
from cutcard.money import Odds, settle
from cutcard.record import Drawing, Entry, RoundRecord, commitment, contributions_hash, seal


class Wager(msgspec.Struct, frozen=True):
    position: int
    bet: str
    stake: int


class BetsShare(msgspec.Struct, frozen=True):
    wagers: tuple[Wager, ...]


class Line(msgspec.Struct, frozen=True):
    position: int
    bet: str
    outcome: str
    pays: str
    stake: int
    returned: int


class SettledShare(msgspec.Struct, frozen=True):
    staked: int
    returned: int
    lines: tuple[Line, ...]


class RoundOpened(msgspec.Struct, frozen=True, tag="round_opened"):
    round: int
    commitment: str
    pack: tuple[int, ...]


class Contributed(msgspec.Struct, frozen=True, tag="contributed"):
    patron: str
    text: str


class BetsClosed(msgspec.Struct, frozen=True, tag="bets_closed"):
    contributions: str
    texts: tuple[str, ...]
    shares: Mapping[str, BetsShare]


class CardBurned(msgspec.Struct, frozen=True, tag="card_burned"):
    card: int | None
    draw: int


class CardDealt(msgspec.Struct, frozen=True, tag="card_dealt"):
    card: int
    draw: int


class FaceDownDealt(msgspec.Struct, frozen=True, tag="face_down_dealt"):
    draw: int


class CardTurned(msgspec.Struct, frozen=True, tag="card_turned"):
    card: int


class Decided(msgspec.Struct, frozen=True, tag="decided"):
    open_fields: ClassVar[tuple[str, ...]] = ("position",)
    patron: str
    position: int
    decision: str
    cost: int = 0


class Noted(msgspec.Struct, frozen=True, tag="noted"):
    what: str


class RoundSettled(msgspec.Struct, frozen=True, tag="round_settled"):
    shares: Mapping[str, SettledShare]


class RoundRevealed(msgspec.Struct, frozen=True, tag="round_revealed"):
    secret: str
    unseen: tuple[int, ...]


AnyEvent = (
    RoundOpened
    | Contributed
    | BetsClosed
    | CardBurned
    | CardDealt
    | FaceDownDealt
    | CardTurned
    | Decided
    | Noted
    | RoundSettled
    | RoundRevealed
)

PATRONS = ("amber", "basil", "cedar")


class Writer:
    """Writes one stream, each entry after the last."""

    def __init__(self, chance: Random, stream: str = "table-1") -> None:
        self.chance = chance
        self.stream = stream
        self.entries: list[Entry] = []

    def write(self, round_number: int, *events: msgspec.Struct) -> None:
        for event in events:
            before = self.entries[-1] if self.entries else None
            at = len(self.entries) * 250
            salt = self.chance.randbytes(16)
            self.entries.append(seal(before, self.stream, round_number, at, 10**12 + at, event, salt))

    def write_round(self, number: int) -> None:
        """A whole round with a burnt card, one face down, and three patrons."""
        for event in round_events(self.chance, number):
            self.write(0 if isinstance(event, Noted) else number, event)


def round_events(chance: Random, number: int) -> list[AnyEvent]:
    """A round's events in order."""
    secret, pack = chance.randbytes(32), Pack.of_decks(chance.randint(1, 8))
    texts = tuple(f"ü {chance.random()}" for _ in PATRONS[:2])
    mixed = contributions_hash(texts)
    wagers = {patron: _wagers(chance) for patron in PATRONS}
    given = zip(PATRONS, texts, strict=False)
    events: list[AnyEvent] = [
        RoundOpened(number, commitment(secret).hex(), pack.counts),
        Contributed(PATRONS[0], "taken back"),
        *(Contributed(patron, text) for patron, text in given),
        BetsClosed(mixed.hex(), texts, {patron: BetsShare(wagers[patron]) for patron in PATRONS}),
    ]
    cards, unseen = _cards(chance, Drawing(secret, mixed, pack))
    decisions = [
        Decided(patron, 1, "double", wagers[patron][0].stake) for patron in PATRONS if chance.random() < 0.5
    ]
    costs = {decided.patron: decided.cost for decided in decisions}
    shares = {patron: _settled(chance, wagers[patron], costs.get(patron, 0)) for patron in PATRONS}
    return [
        *(*events, *cards[:4], Noted("the table was dusted"), *decisions, *cards[4:]),
        *(RoundSettled(shares), RoundRevealed(secret.hex(), unseen)),
    ]


def _cards(chance: Random, drawing: Drawing) -> tuple[list[AnyEvent], tuple[int, ...]]:
    events: list[AnyEvent] = []
    turned = chance.random() < 0.5
    unseen, down = [], 0
    for draw in range(1, chance.randint(7, 12)):
        card, drawing = drawing.next()
        match draw:
            case 1:
                events.append(CardBurned(None, draw))
                unseen.append(card)
            case 4:
                events.append(FaceDownDealt(draw))
                down = card
            case _:
                events.append(CardDealt(card, draw))
    if turned:
        events.append(CardTurned(down))
    else:
        unseen.append(down)
    return events, tuple(unseen)


def _wagers(chance: Random) -> tuple[Wager, ...]:
    return tuple(Wager(1, bet, chance.randint(1, 5000)) for bet in ("main", "pair"))


def _settled(chance: Random, wagers: tuple[Wager, ...], cost: int) -> SettledShare:
    lines = []
    for wager in wagers:
        stake = wager.stake + (cost if wager.bet == "main" else 0)
        pays = chance.choice(("1:1", "3:2", "6:5", "0:1", "-1:1", "-1:2", "19:20", "11:1"))
        returned = settle(stake, Odds.parse(pays)).returned
        lines.append(Line(1, wager.bet, "some", pays, stake, returned))
    return SettledShare(sum(line.stake for line in lines), sum(line.returned for line in lines), tuple(lines))


def written_stream(seed: int, rounds: int = 3) -> list[Entry]:
    """A stream of so many rounds."""
    writer = Writer(Random(seed))
    writer.write(0, Noted("open"))
    for number in range(1, rounds + 1):
        writer.write_round(number)
    return writer.entries


def one_round(seed: int) -> RoundRecord:
    """The record of one round in the midst of a stream."""
    writer = Writer(Random(seed))
    writer.write(0, Noted("open"))
    before = writer.entries[-1]
    writer.write_round(7)
    return RoundRecord.of(writer.entries[1:], before)
