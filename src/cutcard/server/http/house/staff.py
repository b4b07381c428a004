"""Accounts and calls over HTTP: who works here, who is wanted where. What a role may do is not known here."""

from __future__ import annotations

import asyncio
from heapq import nsmallest
from typing import Annotated, Any, Final

import msgspec
from litestar import Response, get, patch, post
from litestar.params import Parameter

from cutcard.games.reason import Refusal
from cutcard.server.http.accounts import Password, Person, PersonName, hashed, made_id, person_document
from cutcard.server.http.house.audit import Deed, deed_document
from cutcard.server.http.paging import NEXT, Cursor, page, read_cursor, write_cursor
from cutcard.server.http.permissions import AnyRequest, house_of, person_of
from cutcard.server.http.refusals import Refused
from cutcard.server.realtime.commands import AskId
from cutcard.server.runtime import wall_ms
from cutcard.venue.ports import Document
from cutcard.venue.roles import Role
from cutcard.views.messages.terminal import Call

PEOPLE_SHOWN: Final = 500  # a page; the next is behind its cursor

Roles = Annotated[tuple[Role, ...], msgspec.Meta(min_length=1, max_length=6)]


class NewPerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An account to be made. Asked again under the same ``ask``, the same account is told."""

    name: PersonName
    password: Password
    roles: Roles
    language: Annotated[str, msgspec.Meta(max_length=16)] = "en"
    ask: AskId | None = None


class ChangedPerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What of an account is to change; what is left out stays."""

    password: Password | None = None
    roles: Roles | None = None
    disabled: bool | None = None


class PersonTold(msgspec.Struct, frozen=True, kw_only=True):
    """An account as the house sees it. The password is kept as a hash, and that is told to nobody."""

    id: str
    name: str
    roles: tuple[str, ...]
    language: str
    created_ms: int
    guest: bool
    disabled: bool


def _told(person: Person) -> PersonTold:
    return PersonTold(
        id=person.id,
        name=person.name,
        roles=person.roles,
        language=person.language,
        created_ms=person.created_ms,
        guest=person.password is None,
        disabled=person.disabled,
    )


def _age(person: Person) -> tuple[int, str]:
    """Accounts in the order in which they were made: a new one comes last, so pages stay as they were."""
    return person.created_ms, person.id


@get("/api/people", name="people", summary="Accounts", response_headers=[NEXT])
async def people(
    request: AnyRequest,
    name: str = "",
    *,
    guests: bool = False,
    limit: Annotated[int, Parameter(ge=1, le=PEOPLE_SHOWN)] = PEOPLE_SHOWN,
    cursor: Cursor = None,
) -> Response[tuple[PersonTold, ...]]:
    """Accounts by name, oldest first; guests only where asked for."""
    wanted, of = name.casefold(), ("people", name, guests)
    after = None if cursor is None else read_cursor(cursor, of, tuple[int, str])
    found = (
        person
        for person in house_of(request).people.everybody()
        if wanted in person.name.casefold()
        and (guests or person.password is not None)
        and (after is None or _age(person) > after)
    )
    first = nsmallest(limit + 1, found, key=_age)
    more = write_cursor(of, _age(first[limit - 1])) if len(first) > limit else None
    return page(request, tuple(_told(person) for person in first[:limit]), more)


@post("/api/people", name="people.add", summary="Make an account")
async def add(request: AnyRequest, data: NewPerson) -> PersonTold:
    """An account with a password and roles."""
    house = house_of(request)
    key = None if data.ask is None else f"{person_of(request).id}:{data.ask}"
    async with request.app.state.hashing:
        kept = await asyncio.to_thread(hashed, data.password)
    made = None if key is None else house.people.person(made_id(key))
    if made is not None and made.name != data.name:
        raise Refused(Refusal("key_used_before"))
    if made is not None:
        return _told(made)
    roles = [role.value for role in dict.fromkeys(data.roles)]
    person = house.people.new(data.name, roles, data.language, kept, key)
    if isinstance(person, Refusal):
        raise Refused(person)
    house.people.put(person)  # the name is taken from here on, while it is being written
    try:
        await house.write(person_document(person), _deed(request, person, {}, {"roles": person.roles}))
    except Refused:
        house.people.forget(person)
        raise
    return _told(person)


def _deed(request: AnyRequest, whom: Person, before: dict[str, Any], after: dict[str, Any]) -> Document:
    """Who changed whose account, for the auditors; passwords are not told, only that they changed."""
    return deed_document(
        Deed(
            at_ms=wall_ms(),
            table="",
            round=0,
            what="account_changed" if before else "account_made",
            by=person_of(request).name,
            facts={"id": whom.id, "name": whom.name},
            before=before,
            after=after,
        )
    )


@patch("/api/people/{person:str}", name="people.change", summary="Change an account")
async def change(request: AnyRequest, person: str, data: ChangedPerson) -> PersonTold:
    """Another password, other roles, or no entry. Whoever it is has to sign in again."""
    house = house_of(request)
    found = house.people.person(person)
    if found is None or found.password is None:
        raise Refused(Refusal("no_such_person"))
    kept = found.password
    if data.password is not None:
        async with request.app.state.hashing:
            kept = await asyncio.to_thread(hashed, data.password)
    roles = found.roles if data.roles is None else tuple(role.value for role in dict.fromkeys(data.roles))
    disabled = found.disabled if data.disabled is None else data.disabled
    changed = msgspec.structs.replace(found, password=kept, roles=roles, disabled=disabled)
    before = {"roles": found.roles, "disabled": found.disabled}
    after = {"roles": roles, "disabled": disabled, "password": "new" if data.password else "same"}
    await house.write(person_document(changed), _deed(request, changed, before, after))
    house.people.put(changed)
    await house.end_sessions(house.people.sessions_of(person))
    return _told(changed)


@get("/api/calls", name="calls", summary="Who is wanted")
async def calls(request: AnyRequest) -> tuple[Call, ...]:
    """Calls that are not done, oldest first."""
    return house_of(request).calls.waiting()


@post("/api/calls/{call:str}/answer", name="calls.answer", summary="Answer a call")
async def answer(request: AnyRequest, call: str) -> Call:
    """Somebody is on the way."""
    found = house_of(request).calls.answer(call, person_of(request).name)
    return await _noted(request, found, "call_answered")


@post("/api/calls/{call:str}/done", name="calls.done", summary="Close a call")
async def done(request: AnyRequest, call: str) -> Call:
    """It is done."""
    return await _noted(request, house_of(request).calls.close(call), "call_closed")


async def _noted(request: AnyRequest, call: Call | None, what: str) -> Call:
    """Who answered or closed it, for the auditors."""
    if call is None:
        raise Refused(Refusal("no_such_call"))
    facts = {"by": call.by, "wanted": call.wanted}
    by = person_of(request).name
    deed = Deed(at_ms=wall_ms(), table=call.table, round=0, what=what, by=by, facts=facts)
    await house_of(request).write(deed_document(deed))
    return call


HANDLERS: Final = (people, add, change, calls, answer, done)
