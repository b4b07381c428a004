"""Offers of private tables over HTTP. An offer has no record of its own, so each deed is kept beside it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Final

import msgspec

from cutcard.games.reason import Refusal
from cutcard.record.encoding import canonical
from cutcard.server.first_tables import closed_offer, closed_offer_document, kept_offers, offer_document
from cutcard.server.http.house import audit
from cutcard.server.http.house.settings_changes import ChangedTable, NewTable
from cutcard.server.http.once import OFFER_ASKED, Deed, once, under
from cutcard.server.http.permissions import AnyRequest, house_of, person_of
from cutcard.server.http.refusals import Refused
from cutcard.server.runtime import House, or_refuse, wall_ms
from cutcard.table import Settings
from cutcard.table import commands as c
from cutcard.venue.patrons.private_tables import made_from

CHANGED_AT_ONCE: Final = 256  # so many lie in the inbox at a time, with patrons' commands between them


class TableDone(msgspec.Struct, frozen=True):
    """The table it was done to."""

    table: str


def shown(settings: Settings) -> dict[str, Any]:
    """Settings as they are shown and compared."""
    fields: dict[str, Any] = msgspec.json.decode(canonical(settings))
    return fields


def is_offer(house: House, name: str) -> bool:
    """Whether this is an offer, or was one until it was closed. On the venue's thread."""
    return name in house.venue.offers or closed_offer(house.venue.store, name) is not None


def refuse_for_offers(house: House, name: str) -> None:
    """Refuse what only a table can have done to it. On the venue's thread."""
    if is_offer(house, name):
        raise Refused(Refusal("not_done_to_offers", {"table": name}))


def _deed(request: AnyRequest, what: str, old: Settings | None, new: Settings | None) -> audit.Deed:
    """Who did what to an offer; which one, where it is made or closed."""
    named = old or new
    assert named is not None, "there is an offer before, or after, or both"
    before, after = (
        audit.differing({} if old is None else shown(old), shown(new)) if new is not None else ({}, {})
    )
    return audit.Deed(
        at_ms=wall_ms(),
        table=named.id,
        round=0,
        what=what,
        by=person_of(request).name,
        facts={} if old is not None and new is not None else audit.opening(shown(named)),
        before=before,
        after=after,
        offer=True,
    )


async def put_offer(
    request: AnyRequest, data: NewTable | ChangedTable, new: Settings, *, fresh: bool
) -> TableDone:
    """Make an offer or change it, and put on record who did."""
    house, said = house_of(request), canonical(data)

    def make() -> Deed:
        old = house.venue.offers.get(new.id)
        if fresh and (is_offer(house, new.id) or new.id in house.venue.tables):
            raise Refused(Refusal("table_exists", {"table": new.id}))
        deed = _deed(request, "offer_made" if old is None else "offer_changed", old, new)
        return Deed(TableDone(new.id), [offer_document(new), audit.deed_document(deed)])

    def offered() -> None:
        """Where it was written and the word of that was lost, nobody has been offered it yet."""
        house.venue.offer(offer for offer in kept_offers(house.venue.store) if offer.id == new.id)

    def earlier(where: str, asked: str) -> TableDone | None:
        """Earlier versions kept the offer's name, later with a hash of what was said."""
        known = (new.id, f"{new.id}\n{sha256(said).hexdigest()}")
        return TableDone(new.id) if where == OFFER_ASKED and asked in known else None

    ask = under(request, data.ask, "offer made" if fresh else "offer changed", new.id, said)
    return await once(request, ask, TableDone, make, after=offered, earlier=earlier)


async def change_made(request: AnyRequest, data: ChangedTable, offer: str) -> None:
    """Private tables that were made from an offer change with it, each from its next round on (TB-23)."""
    house, by = house_of(request), person_of(request).name
    venue = house.venue
    made = await house.call(lambda _: made_from(venue.offers[offer], venue.tables))
    await _ask_each(request, data.ask, [(own.id, c.ChangeSettings(own, by)) for own in made], data)


async def close_offer(request: AnyRequest, ask: str, name: str) -> TableDone:
    """No further private table is made from it, and those there are close, each after its running round."""
    house, by = house_of(request), person_of(request).name
    venue = house.venue

    def close() -> Deed:
        old = venue.offers.get(name)
        if old is None:
            return Deed(TableDone(name))  # closed before
        deed = _deed(request, "offer_closed", old, None)
        return Deed(TableDone(name), [closed_offer_document(old), audit.deed_document(deed)])

    def closed() -> list[Settings]:
        venue.offers.pop(name, None)
        offer = closed_offer(venue.store, name)
        assert offer is not None, "it was written that it is closed"
        return made_from(offer, venue.tables)

    done = await once(request, under(request, ask, "offer closed", name), TableDone, close, after=closed)
    made = await house.call(lambda _: closed())
    await _ask_each(request, ask, [(own.id, c.CloseTable(by)) for own in made])
    return done


async def _ask_each(
    request: AnyRequest,
    ask: str,
    commands: Sequence[tuple[str, c.ChangeSettings | c.CloseTable]],
    said: msgspec.Struct | str = "",
) -> None:
    """The same of every private table of an offer, each under an id made from that of the ask."""
    house, by = house_of(request), person_of(request)
    for start in range(0, len(commands), CHANGED_AT_ONCE):
        asks = [
            house.ask(f"{by.id}:{ask}:{_short(table)}", table, command, said=said)
            for table, command in commands[start : start + CHANGED_AT_ONCE]
        ]
        for reply in await asyncio.gather(*asks):
            or_refuse(reply)


def _short(name: str) -> str:
    return sha256(name.encode()).hexdigest()[:16]
