"""Who did what: settings, voids, pauses, hand pays, accounts (TB-71). It judges nobody.

What happens at a table or the desk is in the record already, and is read out of it: once, and then only from
where it was left, so the first look takes longest. What has no record of its own, an account or an offer, is
written down as a deed together with the change.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from heapq import nlargest
from secrets import token_hex
from sys import intern
from typing import Annotated, Any, Final, get_args

import msgspec
from litestar import Response, get
from litestar.params import Parameter

from cutcard.ledger import cashier_events as cash
from cutcard.record import Entry
from cutcard.server.http.accounts import HOUSE, is_reserved
from cutcard.server.http.paging import NEXT, Cursor, page, read_cursor, write_cursor
from cutcard.server.http.permissions import AnyRequest, house_of
from cutcard.server.http.refusals import Refused
from cutcard.table import events as e
from cutcard.table.event import ShownIn
from cutcard.venue.ports import Document, Store, Unavailable
from cutcard.venue.requests import CASHIER, UNAVAILABLE
from cutcard.venue.restarting.restart import BY as RESTART

SHOWN: Final = 200  # a page; the next is behind its cursor
KEPT_TO_SHOW: Final = 1_000  # five pages as they were read; older deeds are read from the store again
OUTAGE: Final = "outage"
SETTINGS: Final = frozenset(
    event.__struct_config__.tag for event in get_args(e.AnyEvent) if "settings" in event.__struct_fields__
)
"""What says how a table is set up."""


def _audited() -> Iterator[type[msgspec.Struct]]:
    """What people did, at a table or at the desk: there it is whatever names who did it."""
    yield from (event for event in get_args(e.AnyEvent) if ShownIn.AUDIT in event.shown_in)
    yield from (event for event in get_args(cash.Event) if "by" in event.__struct_fields__)


TAGS: Final = frozenset(event.__struct_config__.tag for event in _audited())

Place = tuple[int, str, int, str]
"""Time, stream, number in it, own key: the order of deeds. A new one never comes between old ones."""


class Deed(msgspec.Struct, frozen=True, kw_only=True):
    """One thing somebody did. ``before`` and ``after`` hold the settings that changed, by name."""

    at_ms: int
    table: str
    round: int
    what: str
    by: str
    facts: dict[str, Any]
    before: dict[str, Any] = {}
    after: dict[str, Any] = {}
    offer: bool = False


DEED: Final = "deed"


def deed_document(deed: Deed) -> Document:
    """A deed as it is kept: in the order of time, and never twice under one name."""
    return Document(DEED, f"{deed.at_ms:016}-{token_hex(4)}", msgspec.json.encode(deed))


def differing(old: dict[str, Any], new: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """What changed, as it was and as it is, by dotted name."""
    flat, then = _flat(old), _flat(new)
    names = [name for name in {**flat, **then} if flat.get(name) != then.get(name)]
    return {name: flat.get(name) for name in names}, {name: then.get(name) for name in names}


class Mark(msgspec.Struct, frozen=True, gc=False):
    """A deed that is in a record: where it stands, and as much of it as finds and sorts it.

    ``settings_before`` is the number of the entry with the settings that this one changes, or 0.
    """

    at_ms: int
    stream: str
    number: int
    by: str
    settings_before: int

    @property
    def place(self) -> Place:
        """Where it stands among all deeds."""
        return self.at_ms, self.stream, self.number, ""


class KeptDeed(msgspec.Struct, frozen=True):
    """A deed that has no record but its own."""

    key: str
    deed: Deed

    @property
    def place(self) -> Place:
        """Where it stands among all deeds."""
        return self.deed.at_ms, "", 0, self.key

    @property
    def by(self) -> str:
        """Who did it."""
        return self.deed.by


class Read(msgspec.Struct):
    """How far a stream was read, where its settings were last written, and the deeds found in it."""

    number: int = 0
    settings: int = 0
    marks: list[Mark] = []


def _flat(settings: dict[str, Any], under: str = "") -> dict[str, Any]:
    """Settings by dotted name, so that a change names what changed and nothing else."""
    flat: dict[str, Any] = {}
    for name, value in settings.items():
        if isinstance(value, dict):
            flat.update(_flat(value, f"{under}{name}."))
        else:
            flat[under + name] = value
    return flat


def opening(settings: dict[str, Any]) -> dict[str, Any]:
    """What was opened: enough to distinguish it from any other table."""
    profile = settings.get("profile", {})
    facts = {name: settings.get(name, "") for name in ("name", "mode", "currency", "jurisdiction")}
    return {
        **facts,
        "profile": profile.get("id", ""),
        "profile_version": profile.get("version", 0),
        "profile_hash": profile.get("hash", ""),
    }


class Audit:
    """What has been read so far, by stream. ``is_somebody`` says whether a name is a person's.

    Every deed is marked, however many there are; what it says is read again when it is shown.
    """

    def __init__(self, is_somebody: Callable[[str], bool]) -> None:
        self._is_somebody = is_somebody
        self._read: dict[str, Read] = {}
        self._shown: dict[tuple[str, int], Deed] = {}
        self.turn = asyncio.Lock()

    def deeds(
        self,
        store: Store,
        table: str | None = None,
        by: str | None = None,
        before: Place | None = None,
        most: int = SHOWN,
        *,
        people: bool = False,
    ) -> list[tuple[Place, Deed]]:
        """The latest deeds before a place, latest first: at one table or all, by somebody, people or all."""
        found = (
            mark
            for mark in self._all(store, table)
            if by in (None, mark.by)
            and (before is None or mark.place < before)
            and (not people or self._is_persons(mark.by))
        )
        latest = nlargest(most, found, key=lambda mark: mark.place)
        return [(mark.place, self._deed(store, mark)) for mark in latest]

    def _all(self, store: Store, table: str | None) -> Iterator[Mark | KeptDeed]:
        for stream in store.streams():
            if table in (None, stream):
                yield from self._marks(store, stream)
        for document in store.documents(DEED):
            kept = KeptDeed(document.key, msgspec.json.decode(document.body or b"", type=Deed))
            if table in (None, kept.deed.table):
                yield kept

    def _marks(self, store: Store, stream: str) -> list[Mark]:
        """All deeds of a stream, read on from where it was left."""
        read = self._read.setdefault(stream, Read())
        for entry in store.entries(stream, read.number):
            read.number = entry.number
            if entry.tag in TAGS:
                self._note(read, stream, entry)
        return read.marks

    def _note(self, read: Read, stream: str, entry: Entry) -> None:
        by, facts = _facts(entry)
        before = 0
        if entry.tag in SETTINGS:
            before, read.settings = read.settings, entry.number
            if entry.tag == "table_opened" and facts["settings"].get("owner"):
                return  # a patron joined an offer: nobody's deed
        elif self._is_the_venues(entry.tag, by, facts):
            return
        read.marks.append(Mark(entry.wall_ms, stream, entry.number, intern(by), before))

    def _is_the_venues(self, tag: str, by: str, facts: dict[str, Any]) -> bool:
        """Whether the venue itself did it, coming back: it resumes, and voids what lay too long, no more.

        Nobody is called as it is any more, but somebody may have been, and what people did is listed.
        """
        own = tag == "resumed" or (tag == "round_voided" and facts.get("reason") == OUTAGE)
        return by == RESTART and own and not self._is_somebody(by)

    def _is_persons(self, by: str) -> bool:
        """Whether a person did it; some may be called as the product signs, from before that was refused."""
        return not is_reserved(by) or self._is_somebody(by)

    def _deed(self, store: Store, mark: Mark | KeptDeed) -> Deed:
        """What a mark stands for. A screen looks at the same ones every few seconds, so some are kept."""
        if isinstance(mark, KeptDeed):
            return mark.deed
        key = mark.stream, mark.number
        deed = self._shown.pop(key, None) or _read_deed(store, mark)
        self._shown[key] = deed
        if len(self._shown) > KEPT_TO_SHOW:
            del self._shown[next(iter(self._shown))]
        return deed


def _entry(store: Store, stream: str, number: int) -> Entry:
    return next(iter(store.entries(stream, number - 1, number)))


def _facts(entry: Entry) -> tuple[str, dict[str, Any]]:
    """Who did it, and what the entry says beside."""
    body = entry.private[0][1] if entry.stream == CASHIER else entry.public
    facts: dict[str, Any] = msgspec.json.decode(body)
    facts.pop("type", None)
    facts.pop("code", None)  # a voucher's number is money
    return str(facts.pop("by", "")) or HOUSE, facts


def _read_deed(store: Store, mark: Mark) -> Deed:
    entry = _entry(store, mark.stream, mark.number)
    by, facts = _facts(entry)
    before: dict[str, Any] = {}
    after: dict[str, Any] = {}
    if entry.tag in SETTINGS:
        settings = facts.pop("settings", {})
        if mark.settings_before:
            _, old = _facts(_entry(store, mark.stream, mark.settings_before))
            before, after = differing(old.get("settings", {}), settings)
        else:
            facts.update(opening(settings))
    return Deed(
        at_ms=entry.wall_ms,
        table=entry.stream,
        round=entry.round,
        what=entry.tag,
        by=by,
        facts=facts,
        before=before,
        after=after,
    )


@get("/api/audit", name="audit", summary="Who did what", response_headers=[NEXT])
async def audit(
    request: AnyRequest,
    table: Annotated[str | None, Parameter(max_length=128)] = None,
    by: Annotated[str | None, Parameter(max_length=64)] = None,
    *,
    people: bool = False,
    limit: Annotated[int, Parameter(ge=1, le=SHOWN)] = SHOWN,
    cursor: Cursor = None,
) -> Response[tuple[Deed, ...]]:
    """Who did what, latest first: at one table, or at all and the desk; by somebody, by people, or by all."""
    kept: Audit = request.app.state.audit
    store, of = house_of(request).venue.store, ("audit", table, by, people)
    before = None if cursor is None else read_cursor(cursor, of, tuple[int, str, int, str])
    async with kept.turn:
        try:
            found = await asyncio.to_thread(kept.deeds, store, table, by, before, limit + 1, people=people)
        except Unavailable:
            raise Refused(UNAVAILABLE) from None
    more = write_cursor(of, found[limit - 1][0]) if len(found) > limit else None
    return page(request, tuple(deed for _, deed in found[:limit]), more)


HANDLERS: Final = (audit,)
