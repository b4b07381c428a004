"""A round as its record has it, line by line, for whoever must judge it (TB-30). It judges nothing itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from cutcard.cards import text
from cutcard.games.reason import Facts, Reason
from cutcard.record import Entry, opened
from cutcard.table import events as e
from cutcard.views.disputes import dispute_facts
from cutcard.views.messages import paused_reason
from cutcard.views.names import NameOf
from cutcard.views.told_again import FOR_ALL, said

SHOWN: Final = (
    *FOR_ALL,
    *(e.BehindFollowed, e.SupervisorCalled, e.CorrectionProposed, e.CorrectionMade, e.ShoeChanged),
)


class RecordShare(msgspec.Struct, frozen=True):
    """What one patron had staked and got back."""

    name: str
    staked: int
    returned: int


class RecordLine(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that happened. ``place`` counts the round's open cards from 1, as a correction names them.

    ``shares`` are by account, since a correction is proposed by account.
    """

    at_ms: int
    says: Reason
    by: str = ""
    card: str | None = None
    place: int | None = None
    shares: Mapping[str, RecordShare] = {}


def record_lines(entries: Sequence[Entry], name_of: NameOf) -> tuple[RecordLine, ...]:
    """The lines of a round from its entries, in the order in which things happened; patrons by name."""
    lines = []
    cards = 0
    for entry in entries:
        event = opened(entry, e.AnyEvent)
        if not isinstance(event, SHOWN):
            continue
        place = None
        if isinstance(event, e.CardDealt | e.CardTurned | e.CardBurned) and event.card is not None:
            cards += 1
            place = cards
        lines.append(_line(entry, event, place, name_of))
    return tuple(lines)


def _line(entry: Entry, event: e.AnyEvent, place: int | None, name_of: NameOf) -> RecordLine:
    card = getattr(event, "card", None)
    return RecordLine(
        at_ms=entry.wall_ms,
        says=_said(entry.tag, event, place, name_of),
        by=getattr(event, "by", ""),
        card="??" if isinstance(event, e.FaceDownDealt) else None if card is None else text(card),
        place=place,
        shares=_shares(event, name_of),
    )


_NAMED: Final[Mapping[type[e.AnyEvent], tuple[str, ...]]] = {
    e.DisputeClosed: ("reason",),
    e.SupervisorCalled: ("reason",),
    e.Paused: ("reason",),
    e.RoundVoided: ("reason",),
    e.CorrectionProposed: ("number", "why"),
    e.CorrectionMade: ("number",),
}
"""The fields of an event that its line names as they are."""


def _said(tag: str, event: e.AnyEvent, place: int | None, name_of: NameOf) -> Reason:
    facts: Facts = {name: getattr(event, name) for name in _NAMED.get(type(event), ())}
    match event:
        case e.Disputed():
            facts = {"patron": name_of(event.patron), **dispute_facts(event.about, event.reason)}
        case e.Decided() | e.HandForked():
            facts = {"patron": name_of(event.patron), **facts}
        case e.CardDealt() | e.CardTurned():
            facts = {"place": place or 0}
        case e.Checked():
            facts = {"answer": "@record.blackjack" if event.blackjack else "@record.no_blackjack"}
        case e.CardCorrected():
            facts = {"place": event.at, "was": text(event.was), "card": text(event.card), "why": event.why}
        case e.Paused(by="table"):
            return paused_reason(event.reason)
        case _:
            pass
    return said("record.", tag, event, facts)


def _shares(event: e.AnyEvent, name_of: NameOf) -> dict[str, RecordShare]:
    match event:
        case e.RoundSettled():
            settled = event.shares.items()
            return {who: RecordShare(name_of(who), one.staked, one.returned) for who, one in settled}
        case e.CorrectionProposed() | e.CorrectionMade():
            return {who: RecordShare(name_of(who), 0, one.amount) for who, one in event.shares.items()}
        case _:
            return {}
