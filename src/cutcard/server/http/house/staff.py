"""Accounts and calls over HTTP: who works here, who is wanted where. What a role may do is not known here."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from heapq import nsmallest
from typing import Annotated, Any, Final

import msgspec
from litestar import Response, get, patch, post
from litestar.params import Parameter

from cutcard.games.reason import Refusal
from cutcard.server.http.accounts import (
    PERSON,
    Password,
    Person,
    PersonName,
    hashed,
    language_of,
    made_id,
    person_document,
    verified,
)
from cutcard.server.http.house import audit
from cutcard.server.http.once import USED_BEFORE, Deed, MaybeAsked, Under, once, previous_answer, read, under
from cutcard.server.http.paging import NEXT, Cursor, page, read_cursor, write_cursor
from cutcard.server.http.permissions import AnyRequest, house_of, person_of
from cutcard.server.http.refusals import Refused
from cutcard.server.realtime.commands import RequestId
from cutcard.server.runtime import wall_ms
from cutcard.venue.ports import Document
from cutcard.venue.roles import Role
from cutcard.views.messages.terminal import Call

PEOPLE_SHOWN: Final = 500  # a page; the next is behind its cursor
PROOF: Final = "hashed"

Roles = Annotated[tuple[Role, ...], msgspec.Meta(min_length=1, max_length=6)]


class NewPerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An account to be made. Asked again under the same ``ask``, the same account is returned."""

    name: PersonName
    password: Password
    roles: Roles
    language: Annotated[str, msgspec.Meta(max_length=16)] = "en"
    ask: RequestId | None = None


class ChangedPerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What of an account is to change; what is left out stays. Asked again, it is not changed again."""

    password: Password | None = None
    roles: Roles | None = None
    disabled: bool | None = None
    ask: RequestId | None = None


class PersonView(msgspec.Struct, frozen=True, kw_only=True):
    """An account as the house sees it. The password is kept as a hash, and that is shown to nobody."""

    id: str
    name: str
    roles: tuple[str, ...]
    language: str
    created_ms: int
    guest: bool
    disabled: bool


def _person_view(person: Person) -> PersonView:
    return PersonView(
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
) -> Response[tuple[PersonView, ...]]:
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
    return page(request, tuple(_person_view(person) for person in first[:limit]), more)


@post("/api/people", name="people.add", summary="Make an account")
async def add(request: AnyRequest, data: NewPerson) -> PersonView:
    """An account with a password and roles."""
    roles = tuple(role.value for role in dict.fromkeys(data.roles))
    ask = under(request, data.ask, "people.add", data.name, roles, data.language)
    async with request.app.state.accounts:
        view = await _previous_view(request, ask, data.password)
        if view is not None or ask is None:
            return view or await _make(request, data, roles, None)
        older = house_of(request).people.person(made_id(ask.key))
        if older is None:
            return await _make(request, data, roles, ask)
        # An earlier version made it, and kept no more of the ask than the account itself.
        same = (older.name, older.roles, older.language) == (data.name, roles, language_of(data.language))
        await _same_password(request, older.password, data.password)
        if not same:
            raise Refused(USED_BEFORE)
        return _person_view(older)


async def _make(
    request: AnyRequest, data: NewPerson, roles: tuple[str, ...], ask: Under | None
) -> PersonView:
    """A new account. Its password's hash is kept with the answer, since the account's own may change."""
    house = house_of(request)
    kept = await _hash(request, data.password)
    person = house.people.new(data.name, roles, data.language, kept, None if ask is None else ask.key)
    if isinstance(person, Refusal):
        raise Refused(person)
    house.people.put(person)  # the name is taken from here on, while it is being written
    documents = [person_document(person), _deed(request, person, {}, {"roles": person.roles})]
    try:
        return await once(
            request, ask, PersonView, lambda: Deed(_person_view(person), documents, {PROOF: kept})
        )
    except Refused:
        house.people.forget(person)
        raise


async def _hash(request: AnyRequest, password: str) -> str:
    async with request.app.state.hashing:
        return await asyncio.to_thread(hashed, password)


async def _same_password(request: AnyRequest, kept: str | None, password: str) -> None:
    """Refuse an id that was used with another password."""
    async with request.app.state.hashing:
        if not await asyncio.to_thread(verified, kept, password):
            raise Refused(USED_BEFORE)


async def _previous_view(request: AnyRequest, ask: Under | None, password: str | None) -> PersonView | None:
    """What was answered to this ask before. Written, though the word of that was lost, it is known now."""
    known = await previous_answer(request, ask)
    if known is None:
        return None
    if password is not None:
        await _same_password(request, str(known[PROOF]), password)
    house, view = house_of(request), read(PersonView, known)
    written = await house.call(lambda _: house.venue.store.document(PERSON, view.id))
    if written is not None:
        house.people.put(msgspec.json.decode(written, type=Person))
    return view


def _deed(request: AnyRequest, whom: Person, before: dict[str, Any], after: dict[str, Any]) -> Document:
    """Who changed whose account, for the auditors; passwords are not shown, only that they changed."""
    return audit.deed_document(
        audit.Deed(
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
async def change(request: AnyRequest, person: str, data: ChangedPerson) -> PersonView:
    """Another password, other roles, or no entry. Whoever it is has to sign in again."""
    said = msgspec.structs.replace(data, password=None)
    ask = under(request, data.ask, "people.change", person, said, data.password is None)
    async with request.app.state.accounts:
        view = await _previous_view(request, ask, data.password)
        return view or await _change(request, person, data, ask)


async def _change(request: AnyRequest, person: str, data: ChangedPerson, ask: Under | None) -> PersonView:
    house = house_of(request)
    found = house.people.person(person)
    if found is None or found.password is None:
        raise Refused(Refusal("no_such_person"))
    kept = found.password if data.password is None else await _hash(request, data.password)
    roles = found.roles if data.roles is None else tuple(role.value for role in dict.fromkeys(data.roles))
    disabled = found.disabled if data.disabled is None else data.disabled
    changed = msgspec.structs.replace(found, password=kept, roles=roles, disabled=disabled)
    before = {"roles": found.roles, "disabled": found.disabled}
    after = {"roles": roles, "disabled": disabled, "password": "new" if data.password else "same"}
    documents = [person_document(changed), _deed(request, changed, before, after)]
    proof = {} if data.password is None else {PROOF: kept}
    view = await once(request, ask, PersonView, lambda: Deed(_person_view(changed), documents, proof))
    house.people.put(changed)
    await house.end_sessions(house.people.sessions_of(person))
    return view


@get("/api/calls", name="calls", summary="Who is wanted")
async def calls(request: AnyRequest) -> tuple[Call, ...]:
    """Calls that are not done, oldest first."""
    return house_of(request).calls.waiting()


@post("/api/calls/{call:str}/answer", name="calls.answer", summary="Answer a call")
async def answer(request: AnyRequest, call: str, data: MaybeAsked = None) -> Call:
    """Somebody is on the way."""
    ask = under(request, data.ask if data else None, "calls.answer", call)
    by = person_of(request).name
    return await _do_and_note(request, ask, lambda: house_of(request).calls.answer(call, by), "call_answered")


@post("/api/calls/{call:str}/done", name="calls.done", summary="Close a call")
async def done(request: AnyRequest, call: str, data: MaybeAsked = None) -> Call:
    """It is done."""
    ask = under(request, data.ask if data else None, "calls.done", call)
    return await _do_and_note(request, ask, lambda: house_of(request).calls.close(call), "call_closed")


async def _do_and_note(
    request: AnyRequest, ask: Under | None, do: Callable[[], Call | None], what: str
) -> Call:
    """Have it done, and note who did, for the auditors."""
    async with request.app.state.answering:
        known = await previous_answer(request, ask)
        if known is not None:
            return read(Call, known)
        call = do()
        if call is None:
            raise Refused(Refusal("no_such_call"))
        facts, by = {"by": call.by, "wanted": call.wanted}, person_of(request).name
        noted = audit.Deed(at_ms=wall_ms(), table=call.table, round=0, what=what, by=by, facts=facts)
        return await once(request, ask, Call, lambda: Deed(call, [audit.deed_document(noted)]))


HANDLERS: Final = (people, add, change, calls, answer, done)
