"""A round as its record has it, line by line, for whoever must judge it (TB-30). It judges nothing itself."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Final

import msgspec

from cutcard.cards import text
from cutcard.games.reason import Facts, Reason
from cutcard.record import Entry
from cutcard.table import events as e
from cutcard.table.betting.winnings import handed
from cutcard.table.event import ShownIn
from cutcard.views.disputes import dispute_facts
from cutcard.views.names import NameOf
from cutcard.views.past.timeline import Read, acts_of, words_of, woven
from cutcard.views.phase import paused_reason


class RecordShare(msgspec.Struct, frozen=True):
    """What one patron had staked and got back; all that was returned was won, or was stakes back.

    With ``play`` it is play money, which is never added to money.
    """

    name: str
    staked: int
    returned: int
    won: int = 0
    stakes_back: int = 0
    play: bool = False


class RecordLine(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that happened. ``place`` counts the round's open cards from 1, as a correction names them.

    ``automatic`` are the decisions that were made with it for hands whose time was up. ``shares`` are by
    account, since a correction is proposed by account.
    """

    at_ms: int
    says: Reason
    by: str = ""
    card: str | None = None
    place: int | None = None
    automatic: tuple[Reason, ...] = ()
    shares: Mapping[str, RecordShare] = {}


def record_lines(
    entries: Sequence[Entry], read: Read, name_of: NameOf, players: Container[str] = ()
) -> tuple[RecordLine, ...]:
    """The lines of a round and its interrupted games in the order of what happened; patrons by name.

    ``players`` are those who play with play money.
    """
    lines = []
    cards, seated = 0, False
    for event, entry in woven(entries, read, None):
        if isinstance(event, e.RoundOpened):
            seated = bool(event.rules.get("seats"))
        if ShownIn.RECORD not in event.shown_in:
            continue
        place = None
        if isinstance(event, e.CardDealt | e.CardTurned | e.CardBurned) and event.card is not None:
            cards += 1
            place = cards
        line = _line(entry, event, place, name_of, seated=seated)
        shares = {
            who: msgspec.structs.replace(share, play=who in players) for who, share in line.shares.items()
        }
        lines.append(msgspec.structs.replace(line, shares=shares))
    return tuple(lines)


def _line(entry: Entry, event: e.AnyEvent, place: int | None, name_of: NameOf, *, seated: bool) -> RecordLine:
    card = getattr(event, "card", None)
    return RecordLine(
        at_ms=entry.wall_ms,
        says=_words_of(entry.tag, event, place, name_of, seated=seated),
        by=getattr(event, "by", ""),
        card="??" if isinstance(event, e.FaceDownDealt) else None if card is None else text(card),
        place=place,
        automatic=_automatic(event, name_of, seated=seated),
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


def _words_of(tag: str, event: e.AnyEvent, place: int | None, name_of: NameOf, *, seated: bool) -> Reason:
    facts: Facts = {name: getattr(event, name) for name in _NAMED.get(type(event), ())}
    match event:
        case e.Disputed():
            facts = {"patron": name_of(event.patron), **dispute_facts(event.about, event.reason)}
        case e.Decided() | e.HandForked():
            facts = {"patron": name_of(event.patron), **facts}
        case e.ForkDecided() | e.ForkDealt() | e.ForkTurned() | e.ForkEnded():
            facts = {"patron": name_of(event.patron), "seat": event.seat}
        case e.BehindRefunded():
            facts = {"patron": name_of(event.patron), "seat": event.seat}
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
    return words_of("record.", tag, event, facts, seated=seated)


def _automatic(event: e.AnyEvent, name_of: NameOf, *, seated: bool) -> tuple[Reason, ...]:
    shares = event.shares if isinstance(event, e.WindowClosed) else {}
    return tuple(acts_of("record.", shares, name_of, seated=seated))


def _shares(event: e.AnyEvent, name_of: NameOf) -> dict[str, RecordShare]:
    match event:
        case e.RoundSettled():
            return {who: _settled(name_of(who), share) for who, share in event.shares.items()}
        case e.RoundVoided():
            return {
                who: RecordShare(
                    name_of(who), share.returned, share.returned + share.won, share.won, share.returned
                )
                for who, share in event.shares.items()
            }
        case e.CorrectionProposed() | e.CorrectionMade():
            return {who: RecordShare(name_of(who), 0, share.amount) for who, share in event.shares.items()}
        case _:
            return {}


def _settled(name: str, share: e.SettledShare) -> RecordShare:
    came = handed(share)
    return RecordShare(name, share.staked, share.returned, came.won, came.stakes_back)
