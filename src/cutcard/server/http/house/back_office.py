"""The house over HTTP: tables opened, changed, paused, voided, closed, and who is on duty. Judges nothing."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import get, patch, post

from cutcard.games.reason import Reason, Refusal
from cutcard.profiles import Mode, values
from cutcard.profiles.values import BadProfile
from cutcard.server.http.house.audit import Deed, deed_document
from cutcard.server.http.house.offers import (
    TableDone,
    change_made,
    close_offer,
    is_offer,
    put_offer,
    refuse_for_offers,
    shown,
)
from cutcard.server.http.house.settings_changes import ChangedTable, NewTable, bad_request, changed_settings
from cutcard.server.http.once import Deed as Made
from cutcard.server.http.once import MaybeAsked, once, under
from cutcard.server.http.permissions import AnyRequest, house_of, language_for, person_of
from cutcard.server.http.refusals import Refused
from cutcard.server.realtime.commands import RequestId, Text
from cutcard.server.runtime import House, duty_document, or_refuse, wall_ms
from cutcard.table import Settings
from cutcard.table import commands as c
from cutcard.table.phases import halted
from cutcard.table.state import Table
from cutcard.views.croupier import proposals
from cutcard.views.disputes import reason_key
from cutcard.views.lobby import lobby_row
from cutcard.views.messages.tables import LobbyTable, ProposalView
from cutcard.views.names import NameOf
from cutcard.views.phase import message


class TableRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An ask with nothing to say but its id."""

    ask: RequestId


class Reasoned(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An ask with a reason that is put on record and shown."""

    ask: RequestId
    reason: Text


class DisputeView(msgspec.Struct, frozen=True):
    """Who disputes the running round, and what about it."""

    patron: str
    name: str
    about: str
    about_key: str | None = None


class HouseTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table as the house sees it. ``waits`` says why it waits for a person, where it does.

    ``owner`` is the account of whoever a private table is for, ``owner_name`` what they are called.
    """

    table: LobbyTable
    round: int
    paused: str | None
    closed: bool
    frozen: str | None
    owner: str | None
    owner_name: str | None
    wagered: int
    on_duty: str
    waits: Reason | None
    dispute: DisputeView | None
    proposals: tuple[ProposalView, ...]


@get("/api/house/tables", name="house.tables", summary="All tables")
async def house_tables(request: AnyRequest) -> tuple[HouseTable, ...]:
    """Every table there is, private ones among them."""
    house, language = house_of(request), language_for(request)
    return await house.call(lambda _: _house_tables(house, language))


def _house_tables(house: House, language: str) -> tuple[HouseTable, ...]:
    return tuple(
        _house_table(house, name, running.table, language) for name, running in house.venue.tables.items()
    )


def _house_table(house: House, name: str, table: Table, language: str) -> HouseTable:
    frozen, owner, name_of = house.venue.frozen.get(name), table.deal.settings.owner, house.people.name_of
    return HouseTable(
        table=lobby_row(table.deal.settings, table, language),
        round=table.deal.round,
        paused=table.halt.paused,
        closed=table.halt.closed,
        frozen=frozen,
        owner=owner,
        owner_name=None if owner is None else name_of(owner),
        wagered=table.patrons.bettors,
        on_duty=house.duty.get(name, ""),
        waits=_waits(table, frozen),
        dispute=_dispute(table, name_of),
        proposals=proposals(table, name_of, house.venue.book.play),
    )


def _dispute(table: Table, name_of: NameOf) -> DisputeView | None:
    if table.halt.dispute is None:
        return None
    patron, about = table.halt.dispute.patron, table.halt.dispute.about
    return DisputeView(patron, name_of(patron), about, reason_key(table.halt.dispute.reason))


def _waits(table: Table, frozen: str | None) -> Reason | None:
    """Why a table waits for a person, in the words its players read."""
    if frozen is not None:
        return Reason("called.frozen", {"reason": frozen})
    return message(table) if halted(table) else None


def _settings(house: House, name: str) -> Settings:
    """The settings in force from the next round on, of a table or an offer. On the venue's thread."""
    offer = house.venue.offers.get(name)
    if offer is not None:
        return offer
    running = house.venue.tables.get(name)
    if running is None:
        raise Refused(Refusal("no_such_table", {"table": name[:64]}))
    return running.table.next_settings or running.table.deal.settings


@get("/api/house/tables/{table:str}/settings", name="house.settings", summary="A table's settings")
async def settings(request: AnyRequest, table: str) -> dict[str, Any]:
    """All settings in force from the next round on; rule values as a change takes them."""
    house = house_of(request)
    found = await house.call(lambda _: _settings(house, table))
    fields = shown(found)
    fields["profile"]["rules"] = values.json_values(found.profile.rules)
    return fields


@post("/api/house/tables", name="house.open", summary="Open a table")
async def open_table(request: AnyRequest, data: NewTable) -> TableDone:
    """Open a table; in internal mode, the offer of one."""
    house = house_of(request)
    try:
        profile = house.library.profile(data.profile)
    except BadProfile as wrong:
        raise bad_request(wrong) from None
    plain = Settings(
        id=data.id, name=data.name, profile=profile, mode=data.mode, currency=house.config.currency
    )
    new = _changed(house, plain, data)
    if new.mode is Mode.INTERNAL:
        await put_offer(request, data, new, fresh=True)
    else:
        await _ask(request, data.ask, data.id, c.OpenTable(new, person_of(request).name), said=data)
    request.app.state.lobby.forget()
    return TableDone(data.id)


def _changed(house: House, old: Settings, changes: NewTable | ChangedTable) -> Settings:
    """The settings asked for, where they are in the one currency in which the house keeps its books."""
    new = changed_settings(old, changes, house.library.own_law)
    if new.currency != house.config.currency:
        raise Refused(Refusal("other_currency", {"currency": new.currency, "house": house.config.currency}))
    return new


@patch("/api/house/tables/{table:str}", name="house.change", summary="Change a table's settings")
async def change(request: AnyRequest, table: str, data: ChangedTable) -> TableDone:
    """Other settings from the next round on; on record with who, when, before and after."""
    house = house_of(request)
    old = await house.call(lambda _: _settings(house, table))
    new = _changed(house, old, data)
    if new.mode is Mode.INTERNAL and new.owner is None:
        await put_offer(request, data, new, fresh=False)
        await change_made(request, data, new.id)
    else:
        await _ask(request, data.ask, table, c.ChangeSettings(new, person_of(request).name), said=data)
    request.app.state.lobby.forget()
    return TableDone(table)


async def _ask(
    request: AnyRequest, ask: str, table: str, command: c.Command, said: msgspec.Struct | str = ""
) -> TableDone:
    who = person_of(request).id
    or_refuse(await house_of(request).ask(f"{who}:{ask}", table, command, said=said))
    return TableDone(table)


async def _of_a_table(request: AnyRequest, table: str) -> None:
    house = house_of(request)
    await house.call(lambda _: refuse_for_offers(house, table))


@post("/api/house/tables/{table:str}/pause", name="house.pause", summary="Pause a table")
async def pause(request: AnyRequest, table: str, data: Reasoned) -> TableDone:
    """Halt a table; players see why."""
    await _of_a_table(request, table)
    return await _ask(request, data.ask, table, c.Pause(person_of(request).name, data.reason))


@post("/api/house/tables/{table:str}/resume", name="house.resume", summary="Resume a table")
async def resume(request: AnyRequest, table: str, data: TableRequest) -> TableDone:
    """Let a table go on; open times begin again in full."""
    await _of_a_table(request, table)
    return await _ask(request, data.ask, table, c.Resume(person_of(request).name))


@post("/api/house/tables/{table:str}/void", name="house.void", summary="Void the running round")
async def void(request: AnyRequest, table: str, data: Reasoned) -> TableDone:
    """Every wager of the running round goes back."""
    await _of_a_table(request, table)
    return await _ask(request, data.ask, table, c.VoidRound(person_of(request).name, data.reason))


@post("/api/house/tables/{table:str}/close", name="house.close", summary="Close a table")
async def close(request: AnyRequest, table: str, data: TableRequest) -> TableDone:
    """No further round; of an offer, no further private table, nor round at those there are."""
    house = house_of(request)
    if await house.call(lambda _: is_offer(house, table)):
        done = await close_offer(request, data.ask, table)
    else:
        done = await _ask(request, data.ask, table, c.CloseTable(person_of(request).name))
    request.app.state.lobby.forget()
    return done


@post("/api/house/tables/{table:str}/duty", name="house.duty", summary="Be on duty at a table")
async def duty(request: AnyRequest, table: str, data: MaybeAsked = None) -> TableDone:
    """Tips given at the table are in one's name from now on (TB-54)."""
    house, person = house_of(request), person_of(request)

    def take() -> Made:
        _settings(house, table)
        facts = {"before": house.duty.get(table, "")}
        deed = Deed(at_ms=wall_ms(), table=table, round=0, what="duty_taken", by=person.name, facts=facts)
        return Made(TableDone(table), [duty_document(table, person.name), deed_document(deed)])

    ask = under(request, data.ask if data else None, "duty", table)
    return await once(request, ask, TableDone, take, after=lambda: house.read_duty(table))


HANDLERS: Final = (
    *(house_tables, settings, open_table, change),
    *(pause, resume, void, close, duty),
)
