"""Offers of private tables over HTTP. An offer has no record of its own, so each deed is kept beside it."""

from __future__ import annotations

import asyncio
from hashlib import sha256
from typing import Any, Final

import msgspec

from cutcard.games.reason import Refusal
from cutcard.record.encoding import canonical
from cutcard.server.first_tables import kept_offers, offer_document
from cutcard.server.http.house import audit
from cutcard.server.http.house.settings_changes import ChangedTable, NewTable
from cutcard.server.http.once import OFFER_ASKED, Deed, once, under
from cutcard.server.http.permissions import AnyRequest, house_of, person_of
from cutcard.server.http.refusals import Refused
from cutcard.server.runtime import or_refuse, wall_ms
from cutcard.table import Settings
from cutcard.table import commands as c
from cutcard.venue.patrons.private_tables import made_from

CHANGED_AT_ONCE: Final = 256  # so many lie in the inbox at a time, with patrons' commands between them


class Done(msgspec.Struct, frozen=True):
    """The table it was done to."""

    table: str


def shown(settings: Settings) -> dict[str, Any]:
    """Settings as they are told and compared."""
    told: dict[str, Any] = msgspec.json.decode(canonical(settings))
    return told


async def put_offer(
    request: AnyRequest, data: NewTable | ChangedTable, new: Settings, *, fresh: bool
) -> Done:
    """Make an offer or change it, and put on record who did."""
    house, by = house_of(request), person_of(request).name
    said = canonical(data)

    def make() -> Deed:
        old = house.venue.offers.get(new.id)
        if fresh and (old is not None or new.id in house.venue.tables):
            raise Refused(Refusal("table_exists", {"table": new.id}))
        before, after = audit.differing({} if old is None else shown(old), shown(new))
        deed = audit.Deed(
            at_ms=wall_ms(),
            table=new.id,
            round=0,
            what="offer_made" if old is None else "offer_changed",
            by=by,
            facts={},
            before=before,
            after=after,
            offer=True,
        )
        return Deed(Done(new.id), [offer_document(new), audit.deed_document(deed)])

    def offered() -> None:
        """Where it was written and the word of that was lost, nobody has been offered it yet."""
        house.venue.offer(offer for offer in kept_offers(house.venue.store) if offer.id == new.id)

    def earlier(where: str, asked: str) -> Done | None:
        """Earlier versions kept the offer's name, later with a hash of what was said."""
        known = (new.id, f"{new.id}\n{sha256(said).hexdigest()}")
        return Done(new.id) if where == OFFER_ASKED and asked in known else None

    ask = under(request, data.ask, "offer made" if fresh else "offer changed", new.id, said)
    return await once(request, ask, Done, make, after=offered, earlier=earlier)


async def change_made(request: AnyRequest, data: ChangedTable, offer: str) -> None:
    """Private tables that were made from an offer change with it, each from its next round on (TB-23)."""
    house, by = house_of(request), person_of(request)
    venue = house.venue
    made = await house.call(lambda _: made_from(venue.offers[offer], venue.tables))
    for start in range(0, len(made), CHANGED_AT_ONCE):
        asks = [
            house.ask(
                f"{by.id}:{data.ask}:{_short(own.id)}", own.id, c.ChangeSettings(own, by.name), said=data
            )
            for own in made[start : start + CHANGED_AT_ONCE]
        ]
        for reply in await asyncio.gather(*asks):
            or_refuse(reply)


def _short(name: str) -> str:
    return sha256(name.encode()).hexdigest()[:16]
