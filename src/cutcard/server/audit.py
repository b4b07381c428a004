"""Who did what: settings, voids, pauses, hand pays, accounts (TB-71). It judges nobody.

What happens at a table or the desk is in the record already, and is read out of it: once, and then only from
where it was left, so the first look takes longest. What has no record of its own, an account or an offer, is
written down as a deed together with the change.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from secrets import token_hex
from typing import Annotated, Any, Final

import msgspec
from litestar import get
from litestar.params import Parameter

from cutcard.record import Entry
from cutcard.server.access import AnyRequest, house_of
from cutcard.server.refusals import Refused
from cutcard.venue.asks import CASHIER, UNAVAILABLE
from cutcard.venue.outage import BY as RESTART
from cutcard.venue.ports import Document, Store, Unavailable

SHOWN: Final = 200
KEPT_OF_A_STREAM: Final = 5_000
TAGS: Final = frozenset(
    (
        *("table_opened", "settings_changed", "paused", "resumed", "round_voided", "table_closed"),
        *("card_corrected", "dispute_closed", "correction_proposed", "correction_made", "shoe_changed"),
        *("cash_taken", "voucher_sold", "voucher_paid", "voucher_voided"),
        *("hand_pay_confirmed", "hand_pay_cancelled"),
    )
)
OUTAGE: Final = "outage"
SETTINGS: Final = ("table_opened", "settings_changed")


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


class Read(msgspec.Struct):
    """How far a stream was read, and what was found in it."""

    number: int = 0
    settings: dict[str, Any] = {}
    deeds: list[Deed] = []


def _flat(settings: dict[str, Any], under: str = "") -> dict[str, Any]:
    """Settings by dotted name, so that a change names what changed and nothing else."""
    flat: dict[str, Any] = {}
    for name, value in settings.items():
        if isinstance(value, dict):
            flat.update(_flat(value, f"{under}{name}."))
        else:
            flat[under + name] = value
    return flat


class Audit:
    """What has been read so far, by stream. ``is_somebody`` says whether a name is a person's."""

    def __init__(self, is_somebody: Callable[[str], bool]) -> None:
        self._is_somebody = is_somebody
        self._read: dict[str, Read] = {}
        self.turn = asyncio.Lock()

    def deeds(self, store: Store, streams: list[str]) -> list[Deed]:
        """All deeds in these streams, latest first."""
        found: list[Deed] = []
        for stream in streams:
            read = self._read.setdefault(stream, Read())
            for entry in store.entries(stream, read.number):
                read.number = entry.number
                if entry.tag in TAGS:
                    self._note(read, entry)
            found += read.deeds
        kept = (msgspec.json.decode(one.body or b"", type=Deed) for one in store.documents(DEED))
        found += [one for one in kept if one.table in streams or not one.table or one.offer]
        return sorted(found, key=lambda one: -one.at_ms)

    def _is_the_venues(self, tag: str, by: str, facts: dict[str, Any]) -> bool:
        """Whether the venue itself did it, coming back: it resumes, and voids what lay too long, no more.

        Nobody is called as it is any more, but somebody may have been, and what people did is told.
        """
        own = tag == "resumed" or (tag == "round_voided" and facts.get("reason") == OUTAGE)
        return by == RESTART and own and not self._is_somebody(by)

    def _note(self, read: Read, entry: Entry) -> None:
        body = entry.private[0][1] if entry.stream == CASHIER else entry.public
        facts = msgspec.json.decode(body)
        facts.pop("type", None)
        facts.pop("code", None)  # a voucher's number is money
        by = str(facts.pop("by", ""))
        before: dict[str, Any] = {}
        after: dict[str, Any] = {}
        if entry.tag in SETTINGS:
            settings = facts.pop("settings", {})
            if read.settings:
                before, after = differing(read.settings, settings)
            read.settings = settings
        elif self._is_the_venues(entry.tag, by, facts):
            return
        read.deeds.append(
            Deed(
                at_ms=entry.wall_ms,
                table=entry.stream,
                round=entry.round,
                what=entry.tag,
                by=by,
                facts=facts,
                before=before,
                after=after,
            )
        )
        del read.deeds[:-KEPT_OF_A_STREAM]


@get("/api/audit", name="audit", summary="Who did what")
async def audit(
    request: AnyRequest,
    table: Annotated[str | None, Parameter(max_length=128)] = None,
    by: Annotated[str | None, Parameter(max_length=64)] = None,
) -> tuple[Deed, ...]:
    """The latest deeds of people: at one table or at all and the cashier's, by one person or by all."""
    kept: Audit = request.app.state.audit
    store = house_of(request).venue.store

    def read() -> list[Deed]:
        streams = list(store.streams())
        return kept.deeds(store, streams if table is None else [one for one in streams if one == table])

    found = await _in_turn(kept, read)
    return tuple([one for one in found if by in (None, one.by) and table in (None, one.table)][:SHOWN])


async def _in_turn(kept: Audit, read: Callable[[], list[Deed]]) -> list[Deed]:
    async with kept.turn:
        try:
            return await asyncio.to_thread(read)
        except Unavailable:
            raise Refused(UNAVAILABLE) from None


HANDLERS: Final = (audit,)
