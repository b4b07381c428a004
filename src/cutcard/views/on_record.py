"""A round as its record has it, line by line, for whoever must judge it (TB-30). It judges nothing itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from cutcard.cards import text
from cutcard.games.reason import Facts, Reason
from cutcard.record import Entry, opened
from cutcard.table import events as e
from cutcard.views.messages import paused_reason

SHOWN: Final = (
    *(e.RoundOpened, e.LastBetsCalled, e.BetsClosed, e.CardBurned, e.CardDealt, e.FaceDownDealt),
    *(e.Checked, e.CardTurned, e.Decided, e.WindowClosed, e.HandForked, e.BehindFollowed, e.CutCardSeen),
    *(e.CardCorrected, e.ResultShown, e.Disputed, e.DisputeClosed, e.SupervisorCalled, e.Paused, e.Resumed),
    *(e.RoundSettled, e.RoundVoided, e.CorrectionProposed, e.CorrectionMade, e.ShoeChanged),
)


class RecordShare(msgspec.Struct, frozen=True):
    """What one patron had staked and got back."""

    staked: int
    returned: int


class RecordLine(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that happened. ``place`` counts the round's open cards from 1, as a correction names them."""

    at_ms: int
    says: Reason
    by: str = ""
    card: str | None = None
    place: int | None = None
    shares: Mapping[str, RecordShare] = {}


def record_lines(entries: Sequence[Entry]) -> tuple[RecordLine, ...]:
    """The lines of a round from its entries, in the order in which things happened."""
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
        lines.append(_line(entry, event, place))
    return tuple(lines)


def _line(entry: Entry, event: e.AnyEvent, place: int | None) -> RecordLine:
    card = getattr(event, "card", None)
    return RecordLine(
        at_ms=entry.wall_ms,
        says=_said(entry.tag, event, place),
        by=getattr(event, "by", ""),
        card="??" if isinstance(event, e.FaceDownDealt) else None if card is None else text(card),
        place=place,
        shares=_shares(event),
    )


_NAMED: Final[Mapping[type[e.AnyEvent], tuple[str, ...]]] = {
    e.Disputed: ("patron", "about"),
    e.HandForked: ("patron",),
    e.DisputeClosed: ("reason",),
    e.SupervisorCalled: ("reason",),
    e.Paused: ("reason",),
    e.RoundVoided: ("reason",),
    e.CorrectionProposed: ("number", "why"),
    e.CorrectionMade: ("number",),
}
"""The fields of an event that its line names as they are."""


def _said(tag: str, event: e.AnyEvent, place: int | None) -> Reason:
    facts: Facts = {name: getattr(event, name) for name in _NAMED.get(type(event), ())}
    match event:
        case e.Decided():
            tag = "decided_by_house" if event.automatic else tag
            decision = f"@screen.decision_{event.decision}"
            facts = {"patron": event.patron, "position": event.position, "decision": decision}
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
    return Reason(f"record.{tag}", facts)


def _shares(event: e.AnyEvent) -> dict[str, RecordShare]:
    match event:
        case e.RoundSettled():
            return {who: RecordShare(one.staked, one.returned) for who, one in event.shares.items()}
        case e.CorrectionProposed() | e.CorrectionMade():
            return {who: RecordShare(0, one.amount) for who, one in event.shares.items()}
        case _:
            return {}
