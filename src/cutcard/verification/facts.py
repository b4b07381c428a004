"""What a verifier reads in a round's record: the few fields of a few events on which the checks rest.

This is the one place that names the table's events and fields. It reads them as a stranger would, from
their bodies alone, and does not know the classes they were made from.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Final

import msgspec

from cutcard.cards import CARDS, Pack
from cutcard.games.reason import Reason
from cutcard.money import BadOdds, Odds

AMOUNT_MAX: Final = 10**15  # as much as the cashier takes: no sum of a record overflows eight bytes

Card = Annotated[int, msgspec.Meta(ge=0, le=51)]
Amount = Annotated[int, msgspec.Meta(ge=0, le=AMOUNT_MAX)]
Hex = Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{64})?$")]
Copies = Annotated[int, msgspec.Meta(ge=0, le=100)]
Counts = Annotated[tuple[Copies, ...], msgspec.Meta(min_length=52, max_length=52)]


class Opened(msgspec.Struct, frozen=True):
    """``round_opened``: where nothing is committed to, cards come from outside."""

    round: int
    commitment: Hex
    pack: Counts


class Closed(msgspec.Struct, frozen=True):
    """``bets_closed``: what the patrons mixed in."""

    contributions: Hex
    texts: tuple[str, ...]


class Wager(msgspec.Struct, frozen=True):
    """One stake at no more bets."""

    bet: str
    stake: Amount


class ClosedShare(msgspec.Struct, frozen=True):
    """One patron's wagers at no more bets."""

    wagers: tuple[Wager, ...]


class Contributed(msgspec.Struct, frozen=True):
    """``contributed``: one patron's text; the last one counts."""

    text: str


class Decided(msgspec.Struct, frozen=True):
    """``decided``: what a decision cost beyond the stakes that lay."""

    cost: Amount = 0


class Dealt(msgspec.Struct, frozen=True):
    """``card_dealt``: a draw and its face."""

    draw: int
    card: Card


class Burned(msgspec.Struct, frozen=True):
    """``card_burned``: a draw put away, its face shown or not."""

    draw: int
    card: Card | None


class FaceDown(msgspec.Struct, frozen=True):
    """``face_down_dealt``: a draw whose face is withheld."""

    draw: int


class Turned(msgspec.Struct, frozen=True):
    """``card_turned``: the face of the first card that lies face down."""

    card: Card


class Line(msgspec.Struct, frozen=True):
    """One settled wager."""

    bet: str
    pays: str
    stake: Amount
    returned: Amount

    def __post_init__(self) -> None:
        try:
            Odds.parse(self.pays)
        except BadOdds as wrong:
            raise ValueError(str(wrong)) from None


class SettledShare(msgspec.Struct, frozen=True):
    """One patron's result."""

    staked: Amount
    returned: Amount
    lines: tuple[Line, ...]


class Corrected(msgspec.Struct, frozen=True):
    """``card_corrected``: the right face of an open card, counted from 1 in the order they were shown."""

    at: Annotated[int, msgspec.Meta(ge=1)]
    card: Card


class Refund(msgspec.Struct, frozen=True):
    """What a corrected card made void of one patron's stakes, or all that a void handed back."""

    returned: Amount


class Revealed(msgspec.Struct, frozen=True):
    """``round_revealed``: the secret, and the faces that nobody was shown."""

    secret: Hex
    unseen: tuple[Card, ...] = ()


PUBLIC: Final[dict[str, type[msgspec.Struct]]] = {
    "round_opened": Opened,
    "bets_closed": Closed,
    "card_dealt": Dealt,
    "card_burned": Burned,
    "face_down_dealt": FaceDown,
    "card_turned": Turned,
    "card_corrected": Corrected,
    "round_revealed": Revealed,
}
PRIVATE: Final[dict[str, type[msgspec.Struct]]] = {
    "contributed": Contributed,
    "bets_closed": ClosedShare,
    "decided": Decided,
    "fork_raised": Decided,
    "card_corrected": Refund,
    "round_voided": Refund,
    "round_settled": SettledShare,
}
ONCE: Final = ("round_opened", "bets_closed", "round_settled", "round_voided", "round_revealed")
DRAWN: Final = ("card_dealt", "card_burned", "face_down_dealt")

_DECODERS: Final = {kind: msgspec.json.Decoder(kind) for kind in (*PUBLIC.values(), *PRIVATE.values())}


class EntryBodies(msgspec.Struct, frozen=True):
    """One entry as far as it can be read: the public body, if it is here, and the private ones by patron."""

    number: int
    tag: str
    public: bytes | None
    private: tuple[tuple[str, bytes], ...]


class DrawnCard(msgspec.Struct):
    """One draw of the round: its face if it was ever shown, and whether it lay face down to be turned."""

    card: int | None
    face_down: bool = False


class Purse(msgspec.Struct):
    """What one patron's leaves say, gathered."""

    text: str | None = None
    wagers: tuple[Wager, ...] | None = None
    costs: int = 0
    back: int | None = None
    settled: SettledShare | None = None


class RoundFacts(msgspec.Struct):
    """A round, gathered from its entries."""

    seen: list[str]  # the tags of ONCE, in order
    draws: list[DrawnCard]
    purses: dict[str, Purse]
    shown: list[DrawnCard] = []  # in the order in which they were
    opened: Opened | None = None
    closed: Closed | None = None
    revealed: Revealed | None = None
    fault: Reason | None = None

    @property
    def pack(self) -> Pack:
        """The cards the round began with."""
        assert self.opened is not None
        assert len(self.opened.pack) == len(CARDS)
        return Pack(self.opened.pack, sum(self.opened.pack))


def gather_facts(entries: Iterable[EntryBodies]) -> RoundFacts:
    """The round these entries make; ``fault`` says why where they cannot be read or make no round."""
    facts = RoundFacts([], [], {})
    for entry in entries:
        try:
            facts.fault = _add_entry(facts, entry)
        except (msgspec.DecodeError, RecursionError):
            facts.fault = Reason("record.unreadable", {"number": entry.number, "tag": entry.tag})
        if facts.fault is not None:
            break
    return facts


def _add_entry(facts: RoundFacts, entry: EntryBodies) -> Reason | None:
    if entry.tag in ONCE:
        if entry.tag in facts.seen:
            return Reason("record.twice", {"number": entry.number, "tag": entry.tag})
        facts.seen.append(entry.tag)
    for patron, body in entry.private:
        if entry.tag in PRIVATE:
            _gather(facts.purses.setdefault(patron, Purse()), _decode(PRIVATE[entry.tag], body))
    if entry.tag not in PUBLIC:
        return None
    if entry.public is None:
        return Reason("record.unreadable", {"number": entry.number, "tag": entry.tag})
    if entry.tag in DRAWN and "bets_closed" not in facts.seen:
        return Reason("record.card_before_bets_closed", {"number": entry.number})
    return _add_body(facts, entry, _decode(PUBLIC[entry.tag], entry.public))


def _decode(shape: type[msgspec.Struct], body: bytes) -> Any:
    return _DECODERS[shape].decode(body)


def _gather(purse: Purse, leaf: Contributed | ClosedShare | Decided | Refund | SettledShare) -> None:
    match leaf:
        case Contributed(text=text):
            purse.text = text
        case ClosedShare(wagers=wagers):
            purse.wagers = wagers
        case Decided(cost=cost):
            purse.costs += cost
        case Refund(returned=returned):
            purse.back = (purse.back or 0) + returned
        case SettledShare():
            purse.settled = leaf


def _add_body(
    facts: RoundFacts,
    entry: EntryBodies,
    body: Opened | Closed | Revealed | Dealt | Burned | FaceDown | Turned | Corrected,
) -> Reason | None:
    match body:
        case Opened():
            facts.opened = body
        case Closed():
            facts.closed = body
        case Revealed():
            facts.revealed = body
        case Dealt(draw=draw, card=card) | Burned(draw=draw, card=card):
            return _draw(facts, entry, draw, DrawnCard(card))
        case FaceDown(draw=draw):
            return _draw(facts, entry, draw, DrawnCard(None, face_down=True))
        case Turned(card=card):
            return _turn(facts, entry, card)
        case Corrected(at=at, card=card):
            return _correct(facts, entry, at, card)
    return None


def _draw(facts: RoundFacts, entry: EntryBodies, draw: int, drawn: DrawnCard) -> Reason | None:
    facts.draws.append(drawn)
    if drawn.card is not None:
        facts.shown.append(drawn)
    if draw == len(facts.draws):
        return None
    return Reason("record.draw_out_of_order", {"number": entry.number, "draw": draw, "due": len(facts.draws)})


def _turn(facts: RoundFacts, entry: EntryBodies, card: int) -> Reason | None:
    for drawn in facts.draws:
        if drawn.face_down and drawn.card is None:
            drawn.card = card
            facts.shown.append(drawn)
            return None
    return Reason("record.nothing_to_turn", {"number": entry.number})


def _correct(facts: RoundFacts, entry: EntryBodies, at: int, card: int) -> Reason | None:
    """A card had been misread: the right one left the pack, and not the one that was entered (TB-33)."""
    if at > len(facts.shown):
        return Reason("record.unreadable", {"number": entry.number, "tag": entry.tag})
    facts.shown[at - 1].card = card
    return None
