"""What patrons have not been shown yet: kept until they have seen it, wherever they sit down next.

A notice is made with the event it is about and written in the same transaction. That somebody has seen it is
no part of any record: the history shows the same from the record itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from cutcard.games.reason import Facts, Reason
from cutcard.profiles import Mode
from cutcard.record import Entry, decode_event
from cutcard.table import Table
from cutcard.table import events as e
from cutcard.table.event import Wagers
from cutcard.table.phases import playing
from cutcard.venue.ports import Document, Store
from cutcard.views.messages.money import NoticeView
from cutcard.views.past.history import Correction
from cutcard.views.past.incidents import Occasion, incidents

NOTICE: Final = "notice"
CORRECTED: Final = "corrected"
"""Kinds of documents: a notice that was not seen yet, and where the corrections of a round stand."""

NOTICES_MAX: Final = 20
"""So many wait for one patron; the oldest go first."""

_ONCE_A_ROUND: Final = (e.Decided, e.ForkDecided, e.CameBack, e.OptionSet)
"""Of these one notice a round is enough."""

_AGAINST_REPEAT: Final = {
    **dict.fromkeys(
        ("below_the_minimum", "above_the_maximum", "could_win_too_much", "not_in_whole_units"), "limit"
    ),
    "not_enough_credit": "credit",
    "nothing_to_repeat": "seat_left",
}
"""Why bets were not placed again, in a word; else the table no longer takes them as they lay."""


class Filed(msgspec.Struct, frozen=True):
    """A notice and whom it is for."""

    patron: str
    notice: NoticeView


class Posted(msgspec.Struct, frozen=True):
    """Where a correction stands on its table's record, and why it was proposed."""

    entry: int
    why: str


Corrected = dict[str, list[Posted]]
"""Corrections by the round that they put right, as ``corrected_key`` names it."""


class Before(msgspec.Struct, frozen=True):
    """What a table forgets with an event: why a correction was proposed, and what chips lay there."""

    why: str = ""
    lay: Wagers = ()


NOTHING_BEFORE: Final = Before()


def before(table: Table, event: e.AnyEvent) -> Before:
    """What notices need to know of the table as it was; it is asked before the event counts."""
    match event:
        case e.CorrectionMade() if event.number in table.past.proposals:
            return Before(why=table.past.proposals[event.number].why)
        case e.BetsChanged() if event.patron in table.patrons.places:
            return Before(lay=table.patrons.places[event.patron].chips)
        case _:
            return Before()


def file_notices(
    table: Table, event: e.AnyEvent, round_: int, entry: Entry, before: Before
) -> Iterator[Filed]:
    """The notices of an event that has just happened at a table."""
    settings = table.deal.settings
    for patron, says in _notices(table, event, before):
        about = f"{settings.id}/{round_}/{says.key}"
        notice = NoticeView(
            id=about if isinstance(event, _ONCE_A_ROUND) else f"{about}/{entry.number}",
            table=settings.id,
            name=settings.name,
            profile=settings.profile.id,
            round=round_,
            wall_ms=entry.wall_ms,
            says=says,
        )
        yield Filed(patron, notice)


def _notices(table: Table, event: e.AnyEvent, before: Before) -> Iterator[tuple[str, Reason]]:
    if isinstance(event, e.SeatFreed):
        facts: Facts = {"seat": event.seat, "rounds": table.deal.settings.seat_idle_rounds}
        yield event.patron, Reason(f"message.seat_freed.{event.why}", facts)
    if isinstance(event, e.OptionSet) and event.why:
        yield event.patron, Reason(f"incident.repeat_stopped.{_AGAINST_REPEAT.get(event.why, 'bets')}")
    if isinstance(event, e.CameBack) and _is_locked(table, event.patron):
        yield event.patron, Reason("incident.locked")
    if isinstance(event, e.Decided) and not _is_gone(table, event.patron):
        return  # who is there sees it happen
    forked = frozenset() if table.deal.felt is None else frozenset(table.deal.felt.forked)
    private = table.deal.settings.mode is Mode.INTERNAL
    for patron in _patrons_concerned(table, event):
        refunded = table.past.refunded.get(patron)
        chips = 0 if refunded is None else refunded.returned
        occasion = Occasion(private, forked, chips, before.why, before.lay)
        for says in incidents(event, patron, occasion):
            yield patron, says


def _is_locked(table: Table, patron: str) -> bool:
    place = table.patrons.places.get(patron)
    return place is not None and place.locked and playing(table, patron)


def _is_gone(table: Table, patron: str) -> bool:
    place = table.patrons.places.get(patron)
    return place is None or place.away


def _patrons_concerned(table: Table, event: e.AnyEvent) -> tuple[str, ...]:
    match event:
        case e.CardCorrected():
            wagered = () if table.deal.felt is None else table.deal.felt.wagers
            return tuple(dict.fromkeys((*wagered, *event.shares)))
        case e.RoundVoided() | e.CorrectionMade():
            return tuple(event.shares)
        case e.BetsChanged() | e.BehindRefunded() | e.Decided() | e.ForkDecided():
            return (event.patron,)
        case _:
            return ()


class Notices:
    """Every notice that somebody has not seen yet, by patron, the oldest first."""

    def __init__(self) -> None:
        self._kept: dict[str, dict[str, NoticeView]] = {}

    def load(self, store: Store) -> None:
        """Read all of them again."""
        self._kept = {}
        for document in store.documents(NOTICE):
            self.keep([msgspec.json.decode(document.body or b"", type=Filed)])
        for patron, notices in self._kept.items():
            self._kept[patron] = dict(sorted(notices.items(), key=lambda item: item[1].wall_ms))

    def of(self, patron: str) -> tuple[NoticeView, ...]:
        """What this patron has not seen yet."""
        return tuple(self._kept.get(patron, {}).values())

    def documents(self, notices: Iterable[Filed], corrected: Corrected, store: Store) -> Iterator[Document]:
        """What is to be written so that these wait, and no more than may; and where corrections stand."""
        yield from corrected_documents(store, corrected)
        for filed in notices:
            yield Document(NOTICE, _key(filed.patron, filed.notice.id), msgspec.json.encode(filed))
            kept = self._kept.get(filed.patron, {})
            if filed.notice.id not in kept and len(kept) >= NOTICES_MAX:
                yield self.mark_seen(filed.patron, next(iter(kept)))

    def keep(self, notices: Iterable[Filed]) -> None:
        """They are written."""
        for filed in notices:
            kept = self._kept.setdefault(filed.patron, {})
            kept[filed.notice.id] = filed.notice
            while len(kept) > NOTICES_MAX:
                del kept[next(iter(kept))]

    def mark_seen(self, patron: str, notice: str) -> Document:
        """What is to be written once the patron has seen it."""
        return Document(NOTICE, _key(patron, notice), None)

    def drop(self, patron: str, notice: str) -> None:
        """It is written that the patron has seen it."""
        notices = self._kept.get(patron, {})
        notices.pop(notice, None)
        if not notices:
            self._kept.pop(patron, None)


def _key(patron: str, notice: str) -> str:
    return f"{patron} {notice}"


def corrected_key(stream: str, round_: int) -> str:
    """A round of a table."""
    return f"{stream}/{round_}"


def _correction_postings(store: Store, key: str) -> list[Posted]:
    written = store.document(CORRECTED, key)
    return [] if written is None else msgspec.json.decode(written, type=list[Posted])


def corrected_documents(store: Store, corrected: Corrected) -> Iterator[Document]:
    """Where the corrections of a round stand, with these: they are made long after it."""
    for key, posted in corrected.items():
        yield Document(CORRECTED, key, msgspec.json.encode([*_correction_postings(store, key), *posted]))


def corrections_of(store: Store, stream: str, round_: int) -> list[Correction]:
    """The corrections of a round, from the record."""
    return [
        Correction(decode_event(entry, e.CorrectionMade), posted.why)
        for posted in _correction_postings(store, corrected_key(stream, round_))
        for entry in store.entries(stream, posted.entry - 1, posted.entry)
    ]
