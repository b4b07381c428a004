"""Those who deal real cards, as the server sees them: devices on their own line, and the house's croupier.

How a device speaks and how a croupier deals is known elsewhere; here the venue is handed to them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from contextlib import suppress
from secrets import token_urlsafe
from typing import Final

import msgspec

from cutcard.adapters.card_device import CardDevices
from cutcard.adapters.device_lines import Look, look_at
from cutcard.profiles import Mode
from cutcard.server.http.accounts import PERSON, People, Person, person_document, session_document
from cutcard.server.http.refusals import Refused
from cutcard.server.runtime import House, wall_ms
from cutcard.table import Settings
from cutcard.table import commands as c
from cutcard.venue.ports import Batch, Document, Store
from cutcard.venue.requests import Reply
from cutcard.venue.roles import Role
from cutcard.venue.venue import Venue

CROUPIER: Final = Person(id="staff-house-croupier", name="House croupier", roles=(Role.CROUPIER.value,))
LOOK_EVERY_S: Final = 0.1  # a card is asked for at most so late


class Dealing(msgspec.Struct, frozen=True, kw_only=True):
    """All that whoever deals by themselves needs to know of a server."""

    token: str
    live: tuple[str, ...]
    device_host: str
    device_port: int
    device_key: str
    automatic: tuple[str, ...]


def tables_of(venue: Venue, mode: Mode) -> tuple[str, ...]:
    """The names of the open tables of a mode."""
    tables = [(name, running.table) for name, running in list(venue.tables.items())]
    return tuple(name for name, table in tables if table.deal.settings.mode is mode and not table.halt.closed)


HOUSE_DEALS: Final = "house_deals"
"""The tables at which the house's own croupier and devices deal, kept by name: others are people's."""


def note_house_tables(store: Store, opened: Iterable[str], usual: Iterable[Settings]) -> None:
    """The house deals at the tables that it has just opened for itself.

    Where nothing is noted yet and its croupier has an account, an older version dealt at the usual ones.
    """
    if store.document(PERSON, CROUPIER.id) is not None and not _house_tables(store):
        opened = (*opened, *(settings.id for settings in usual))
    notes = [Document(HOUSE_DEALS, table, b"yes") for table in dict.fromkeys(opened)]
    if notes:
        store.commit(Batch(documents=notes))


def _house_tables(store: Store) -> frozenset[str]:
    return frozenset(note.key for note in store.documents(HOUSE_DEALS))


def croupier_token(store: Store, session_hours: int) -> str:
    """A session of the house's own croupier, who has no password and signs in nowhere else."""
    people = People(wall_ms, session_hours)
    token, session = people.open_session(CROUPIER)
    store.commit(Batch(documents=[person_document(CROUPIER), session_document(session)]))
    return token


def dealt_by_the_house(venue: Venue, mode: Mode) -> tuple[str, ...]:
    """The open tables of a mode at which the house's own croupier and devices deal. Asked before it runs."""
    own = _house_tables(venue.store)
    return tuple(table for table in tables_of(venue, mode) if table in own)


def dealing(house: House, token: str, live: tuple[str, ...], automatic: tuple[str, ...]) -> Dealing:
    """What those who deal need to know, once everything listens."""
    assert house.devices is not None, "the line for devices is open"
    return Dealing(
        token=token,
        live=live,
        device_host=house.config.device_host,
        device_port=house.devices.port,
        device_key=house.devices.key,
        automatic=automatic,
    )


class HouseTables:
    """The venue as a device's line sees it."""

    def __init__(self, house: House) -> None:
        self._house = house

    async def ask(self, key: str, table: str, command: c.Command) -> Reply:
        """Ask, and wait for the one answer."""
        return await self._house.ask(key, table, command)

    async def look(self, table: str) -> Look | None:
        """The table now; None where there is none."""
        while True:
            with suppress(Refused):
                return await self._house.call(lambda _: self._look(table))
            await asyncio.sleep(LOOK_EVERY_S)

    def _look(self, table: str) -> Look | None:
        running = self._house.venue.tables.get(table)
        return None if running is None else look_at(running.table)

    async def news(self, table: str, within_s: float) -> None:
        """After a moment; sooner where the table has moved."""
        await self._house.moved(table, within_s)

    async def automatic(self) -> Sequence[str]:
        """The tables that a device deals to."""
        with suppress(Refused):
            return await self._house.call(lambda _: tables_of(self._house.venue, Mode.AUTO))
        return ()


def devices_of(house: House) -> CardDevices:
    """The listener for card devices. Without a key of its own it makes one."""
    return CardDevices(HouseTables(house), house.config.device_key or token_urlsafe(16))
