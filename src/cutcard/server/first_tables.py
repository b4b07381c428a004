"""What a server opens by itself: one table of every profile in each mode it can run, and the first accounts.

What is in the store already is left as it is. How a table runs is its settings' affair.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final

import msgspec

from cutcard.profiles import Mode, Profile, load, profile_ids
from cutcard.record.encoding import canonical
from cutcard.server.http.accounts import PERSON, Person, hashed, person_document
from cutcard.table import Settings
from cutcard.table import commands as c
from cutcard.table.settings import Limits, faults
from cutcard.texts import text
from cutcard.venue.ports import Batch, Document, Store
from cutcard.venue.requests import Request
from cutcard.venue.roles import Role
from cutcard.venue.venue import Venue

OFFER: Final = "offer"
OFFER_CLOSED: Final = "offer-closed"
"""What an offer was like when it was closed. Its id is not used again: private tables are called by it."""
MODES: Final = (Mode.INTERNAL, Mode.VIDEO)
DENOMINATIONS: Final = (100, 500)  # what a credit may be worth, in minor units
SPECIALS: Final = Limits(100, 10_000, 5_000_000)
"""The largest payout leaves room for the chips of the rack: at the longest odds that ship, 5000 to 1, a field
still takes up to ten credits of the first denomination."""
DEALT_TO: Final = (*MODES, Mode.AUTO, Mode.LIVE)
"""With somebody there who deals real cards, or simulates it."""


CURRENCY: Final = "currency"
"""The one currency in which a house keeps its books, written down at its first start."""


class OtherCurrency(Exception):
    """The house has money and tables in another currency than the one it is to be served in."""


def keep_currency(venue: Venue, currency: str) -> None:
    """Serve in the currency of the house; what it owes its patrons would be something else in another."""
    kept = venue.store.document(CURRENCY, "house")
    tables = {running.table.deal.settings.currency for running in venue.tables.values()}
    known = {kept.decode()} if kept is not None else tables
    if known and currency not in known:
        raise OtherCurrency(f"this house keeps its books in {min(known)}, not in {currency}")
    if kept is None:
        venue.store.commit(Batch(documents=[Document(CURRENCY, "house", currency.encode())]))


def usual_tables(currency: str, modes: Sequence[Mode] = MODES) -> tuple[Settings, ...]:
    """One table of every shipped profile for each of these modes that it allows."""
    return tables_of_profiles([load(name) for name in profile_ids()], currency, modes)


def tables_of_profiles(
    profiles: Iterable[Profile], currency: str, modes: Sequence[Mode] = MODES
) -> tuple[Settings, ...]:
    """One table of each of these profiles for each of these modes that it allows."""
    found = []
    for profile in profiles:
        name = profile.id
        shipped = name in profile_ids()
        for mode in modes:
            title = text(f"profile.{name}.name") if shipped else name.replace("-", " ").title()
            settings = Settings(
                id=f"{name}-{mode.value}",
                name=title,
                profile=profile,
                mode=mode,
                currency=currency,
                special=SPECIALS,
                denominations=DENOMINATIONS,
            )
            if mode in profile.table.modes and not faults(settings):
                found.append(settings)
    return tuple(found)


def open_tables(venue: Venue, wanted: Iterable[Settings]) -> tuple[str, ...]:
    """Open what is not there yet, and make every offer, those of the store among them; which were opened.

    What was closed stays closed, tables and offers.
    """
    offers = {offer.id: offer for offer in kept_offers(venue.store)}
    closed = {document.key for document in venue.store.documents(OFFER_CLOSED)}
    tables = []
    for settings in wanted:
        if settings.mode is Mode.INTERNAL:
            offers.setdefault(settings.id, settings)
        elif settings.id not in venue.tables:
            opening = c.OpenTable(settings)
            tables.append(Request(f"open:{settings.id}", settings.id, opening, said=settings.id))
    effects = venue.step(tables)
    for reply in effects.replies:
        assert reply.refusal is None, f"the house's own table is refused: {reply.refusal}"
    venue.offer(offer for offer in offers.values() if offer.id not in closed)
    return tuple(request.table for request in tables)


def _fraction(wanted: type, written: object) -> object:
    assert wanted is Fraction, f"{wanted} is no part of a table's settings"
    return Fraction(str(written))


_settings: Final = msgspec.json.Decoder(Settings, dec_hook=_fraction)


def kept_offers(store: Store) -> tuple[Settings, ...]:
    """Offers that an operator made or changed."""
    return tuple(_settings.decode(document.body or b"") for document in store.documents(OFFER))


def closed_offer(store: Store, name: str) -> Settings | None:
    """An offer that was closed, as it was then."""
    kept = store.document(OFFER_CLOSED, name)
    return None if kept is None else _settings.decode(kept)


def closed_offer_document(settings: Settings) -> Document:
    """That an offer is closed."""
    return Document(OFFER_CLOSED, settings.id, canonical(settings))


def offer_document(settings: Settings) -> Document:
    """An offer as it is kept."""
    return Document(OFFER, settings.id, canonical(settings))


def add_people(store: Store, wanted: Sequence[tuple[str, Role, str]], now_ms: int) -> list[str]:
    """Accounts as (name, role, password) that are not there yet; gives the names that were made."""
    known = {
        msgspec.json.decode(document.body or b"", type=Person).name.casefold()
        for document in store.documents(PERSON)
    }
    new = [
        Person(
            id=f"staff-{name.casefold()}",
            name=name,
            password=hashed(password),
            roles=(role.value,),
            created_ms=now_ms,
        )
        for name, role, password in wanted
        if name.casefold() not in known
    ]
    if new:
        store.commit(Batch(documents=[person_document(person) for person in new]))
    return [person.name for person in new]
