"""Coming in and going out over HTTP: guests, sign-in, sign-out, who one is. Not what one may do."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final

import msgspec
from litestar import Response, get, post, put
from litestar.datastructures import Cookie
from litestar.openapi import ResponseSpec

from cutcard.games.reason import Refusal
from cutcard.ledger import cashier_events as cash
from cutcard.server.address import client_address
from cutcard.server.http.accounts import (
    HOUR_MS,
    Person,
    Session,
    person_document,
    session_document,
    verified,
)
from cutcard.server.http.permissions import AnyRequest, house_of, language_for, person_of, session_of
from cutcard.server.http.refusals import Refused
from cutcard.server.realtime.websocket import COOKIE
from cutcard.server.runtime import or_refuse
from cutcard.texts import languages
from cutcard.venue.requests import CASHIER
from cutcard.venue.roles import Role

BEFORE: Final = "cutcard_before"
"""The patron's session at a terminal where staff have signed in: it comes back when they sign out."""
WRONG: Final = Refusal("wrong_name_or_password")
HASHING: Final = 2  # each takes 64 MiB, so a crowd must queue


class Credentials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name and a password."""

    name: Annotated[str, msgspec.Meta(max_length=200)]
    password: Annotated[str, msgspec.Meta(max_length=1000)]


class Language(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A language to be spoken to in."""

    language: Annotated[str, msgspec.Meta(max_length=16)]


class SignedIn(msgspec.Struct, frozen=True):
    """A session. The token of a fresh one is for programs; browsers keep the cookie."""

    patron: str
    name: str
    roles: tuple[str, ...]
    token: str


class Me(msgspec.Struct, frozen=True):
    """Who one is."""

    patron: str
    name: str
    roles: tuple[str, ...]
    language: str


def _let_in(request: AnyRequest, person: Person, session: Session, token: str) -> Response[SignedIn]:
    """The session is written: send the browser home with its cookie."""
    house_of(request).people.admit(session)
    cookies = [_cookie(request, COOKIE, token)]
    if Role.PATRON not in person.roles and _is_patrons(request, request.cookies.get(COOKIE, "")):
        cookies.append(_cookie(request, BEFORE, request.cookies[COOKIE]))
    body = SignedIn(person.id, person.name, person.roles, token)
    return Response(body, status_code=201, cookies=cookies)


def _is_patrons(request: AnyRequest, token: str) -> bool:
    session = house_of(request).people.session(token) if token else None
    return session is not None and Role.PATRON in session.roles


def _cookie(request: AnyRequest, name: str, token: str) -> Cookie:
    return Cookie(
        name,
        value=token,
        path="/",
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
        max_age=house_of(request).config.session_hours * HOUR_MS // 1000,
    )


STAYS: Final = ResponseSpec(SignedIn, description="Signed in already: nobody new; the token is not shown")


@post("/api/guest", name="guest", summary="Play as a guest", responses={200: STAYS})
async def guest(request: AnyRequest) -> Response[SignedIn]:
    """Make a guest with play money, and sign them in. Whoever is signed in already stays who they are."""
    house, here = house_of(request), session_of(request)
    if here is not None:
        known = person_of(request)
        return Response(SignedIn(known.id, known.name, here.roles, ""), status_code=200)
    if not house.config.guests:
        raise Refused(Refusal("no_guests_here"))
    if house.people.guests >= house.config.guests_max:
        raise Refused(Refusal("too_many_guests"))
    no = house.limits.take("guest", client_address(request.scope))
    if no is not None:
        raise Refused(no)
    person = house.people.new_guest(language_for(request), house.config.play_money)
    token, session = house.people.open_session(person)
    money = cash.GivePlayMoney(person.id, house.config.play_money)
    written = (person_document(person), session_document(session))
    or_refuse(await house.ask(f"{person.id}:welcome", CASHIER, money, *written))
    house.people.put(person)
    return _let_in(request, person, session, token)


@post("/api/login", name="login", summary="Sign in")
async def login(request: AnyRequest, data: Credentials) -> Response[SignedIn]:
    """Sign in with a name and a password. Wrong ones cost time, and a wrong name looks like any other."""
    house, address = house_of(request), client_address(request.scope)
    sign_ins, person = house.limits.sign_ins, house.people.named(data.name)
    known = person is not None and house.known_addresses.knows(person.id, address)
    wait_s = sign_ins.wait_s(address, data.name, known=known)
    if wait_s > 0:
        no = house.limits.refused("login", wait_s)
        request.app.state.sign_in_log.too_many(data.name, address, no.code)
        raise Refused(no)
    sign_ins.begin(address, data.name)
    kept = None if person is None or person.disabled else person.password
    async with request.app.state.hashing:
        right = await asyncio.to_thread(verified, kept, data.password)
    if person is None or not right:
        request.app.state.sign_in_log.refused(data.name, address, WRONG.code)
        raise Refused(WRONG)
    sign_ins.succeed(address, data.name)
    token, session = house.people.open_session(person)
    await house.write(session_document(session), *house.known_addresses.put(person.id, address))
    return _let_in(request, person, session, token)


@post("/api/logout", name="logout", summary="Sign out", status_code=200)
async def logout(request: AnyRequest) -> Response[dict[str, Any]]:
    """End this session. A patron whose terminal staff had signed in at is there again (GUI-04)."""
    session = session_of(request)
    if session is not None:
        await house_of(request).end_sessions([session])
    response: Response[dict[str, Any]] = Response({})
    before = request.cookies.get(BEFORE, "")
    if _is_patrons(request, before):
        response.set_cookie(_cookie(request, COOKIE, before))
    else:
        response.delete_cookie(COOKIE, path="/")
    response.delete_cookie(BEFORE, path="/")
    return response


def _me(person: Person, session: Session | None) -> Me:
    return Me(person.id, person.name, person.roles if session is None else session.roles, person.language)


@get("/api/me", name="me", summary="Who am I")
async def me(request: AnyRequest) -> Me:
    """Whoever is signed in."""
    return _me(person_of(request), session_of(request))


@put("/api/me/language", name="me.language", summary="Choose a language")
async def choose_language(request: AnyRequest, data: Language) -> Me:
    """Be spoken to in another language from now on."""
    if data.language not in languages():
        raise Refused(Refusal("no_such_language", {"language": data.language}))
    person = msgspec.structs.replace(person_of(request), language=data.language)
    house = house_of(request)
    await house.write(person_document(person))
    house.people.put(person)
    return _me(person, session_of(request))


HANDLERS: Final = (guest, login, logout, me, choose_language)
