"""Who asks over HTTP: the session of a request, and whether its role is let in. Not what a route does."""

from __future__ import annotations

from typing import Any, Final

from litestar.connection import ASGIConnection, Request
from litestar.datastructures import State
from litestar.handlers import BaseRouteHandler

from cutcard.games.reason import Refusal
from cutcard.server.address import client_address
from cutcard.server.http.accounts import Person, Session, language_of
from cutcard.server.http.refusals import NOT_ALLOWED, NOT_SIGNED_IN, Refused
from cutcard.server.realtime.websocket import COOKIE, foreign
from cutcard.server.runtime import House
from cutcard.table import Settings
from cutcard.venue.patrons.premises import refuse_from_outside
from cutcard.venue.roles import ROUTES, Role, may

SAFE: Final = ("GET", "HEAD", "OPTIONS")
DESCRIPTION: Final = "/api/openapi.json"

Connection = ASGIConnection[Any, Any, Any, State]
AnyRequest = Request[Any, Any, State]


def house_of(connection: Connection) -> House:
    """The server behind this connection."""
    house: House = connection.app.state.house
    return house


def token_of(connection: Connection) -> str:
    """The session's token: a cookie, or a header for programs."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" else connection.cookies.get(COOKIE, "")


def session_of(connection: Connection) -> Session | None:
    """Who is signed in here, if anybody is."""
    token = token_of(connection)
    return house_of(connection).people.session(token) if token else None


def guard(connection: Connection, handler: BaseRouteHandler) -> None:
    """Let in whom the matrix lets in, and nobody from another site."""
    if connection.scope["path"].rstrip("/") == DESCRIPTION or connection.scope.get("method") == "OPTIONS":
        return
    row = ROUTES.get(handler.name or "")
    if row is None or handler.name is None:  # beside the description there is what answers under its address
        raise Refused(Refusal("no_such_page"))
    if connection.scope.get("method") not in SAFE and foreign(connection.scope):
        raise Refused(Refusal("foreign_origin"))
    if not handler.name.startswith("page."):
        no = house_of(connection).limits.take("request", client_address(connection.scope))
        if no is not None:
            raise Refused(no)
    session = session_of(connection)
    roles = () if session is None else session.roles
    if not may(roles, row):
        raise Refused(NOT_SIGNED_IN if session is None else NOT_ALLOWED)
    if session is not None:
        house_of(connection).touch(session)


def session_or_refuse(request: AnyRequest) -> Session:
    """The session, where the route is open to none but those who have one."""
    session = session_of(request)
    if session is None:
        raise Refused(NOT_SIGNED_IN)
    return session


def person_of(request: AnyRequest) -> Person:
    """Whoever is signed in."""
    person = house_of(request).people.person(session_or_refuse(request).person)
    if person is None:
        raise Refused(NOT_SIGNED_IN)
    return person


def let_in(request: AnyRequest, settings: Settings) -> Settings:
    """The settings, where the asker is let in at such a table: patrons perhaps on the premises only."""
    session = session_of(request)
    if session is not None and Role.PATRON in session.roles:
        refusal = refuse_from_outside(settings)
        if refusal is not None and not house_of(request).premises.hold(client_address(request.scope)):
            raise Refused(refusal)
    return settings


def language_for(connection: Connection, wanted: str | None = None) -> str:
    """The language to answer in: the one asked for, else the person's, else the browser's, else English."""
    session = session_of(connection)
    person = None if session is None else house_of(connection).people.person(session.person)
    if person is not None:
        return language_of(wanted, person.language)
    browsers = connection.headers.get("accept-language", "en")[:2].lower()
    return language_of(wanted, language_of(browsers))
