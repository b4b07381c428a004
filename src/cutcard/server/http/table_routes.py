"""The tables over HTTP: the lobby, what a table is like, its boards, its help, best play. Moves nothing."""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeVar

import msgspec
from litestar import MediaType, Response, get
from litestar.params import Parameter

from cutcard.games.reason import Refusal
from cutcard.server.http.lobby_copy import LobbyCopies
from cutcard.server.http.numbers.advice import Advised, advised
from cutcard.server.http.numbers.published_returns import returns_of
from cutcard.server.http.permissions import AnyRequest, house_of, language_for, let_in, session_of
from cutcard.server.http.refusals import Refused
from cutcard.server.http.validators import validated
from cutcard.table import Settings, Table
from cutcard.table.phases import open_to_displays
from cutcard.texts import languages
from cutcard.texts.catalogue import catalogue
from cutcard.venue.roles import SEES_ALL
from cutcard.venue.venue import Venue
from cutcard.views.lobby import help_page, info
from cutcard.views.messages.tables import LobbyTable, RoadsView, TableInfo
from cutcard.views.public import roads_view

T = TypeVar("T")

TableId = Annotated[str, Parameter(max_length=128)]
Wanted = Annotated[str | None, Parameter(max_length=16)]


def table_of(venue: Venue, name: str, request: AnyRequest) -> Table:
    """A running table that the asker may look at. On the venue's thread."""
    running = venue.tables.get(name)
    if running is None:
        raise Refused(Refusal("no_such_table", {"table": name[:64]}))
    owner, session = running.table.deal.settings.owner, session_of(request)
    mine = session is not None and (owner == session.person or bool(SEES_ALL.intersection(session.roles)))
    if not mine and not open_to_displays(running.table):
        raise Refused(Refusal("not_your_table"))
    return running.table


def settings_of(venue: Venue, name: str, request: AnyRequest) -> Settings:
    """The settings of a table, or of the offer of one. On the venue's thread."""
    offer = venue.offers.get(name)
    return offer if offer is not None else table_of(venue, name, request).deal.settings


def settings_since(venue: Venue, name: str) -> int:
    """The round from which a table's settings hold; an offer's hold from the first. On the venue's thread."""
    running = venue.tables.get(name)
    return 0 if running is None else running.table.settings_since


@get("/api/tables", name="tables", summary="The lobby")
async def tables(request: AnyRequest, language: Wanted = None) -> Response[tuple[LobbyTable, ...]]:
    """Every table that is open to all, and every offer of a private one; at most half a second old."""
    copies: LobbyCopies = request.app.state.lobby
    rows: Any = await copies.rows(house_of(request), language_for(request, language))
    return Response(rows, media_type=MediaType.JSON)


@get("/api/tables/{table:str}", name="tables.one", summary="A table")
async def one_table(request: AnyRequest, table: TableId, language: Wanted = None) -> TableInfo:
    """All that a terminal needs to lay a table out."""
    house, spoken = house_of(request), language_for(request, language)
    settings, since = await house.call(
        lambda _: (settings_of(house.venue, table, request), settings_since(house.venue, table))
    )
    return info(let_in(request, settings), spoken, since)


@get("/api/tables/{table:str}/roads", name="tables.roads", summary="A table's boards")
async def roads(request: AnyRequest, table: TableId) -> RoadsView | None:
    """The boards of a baccarat table; nothing at blackjack."""
    house = house_of(request)
    return await house.call(lambda _: roads_view(table_of(house.venue, table, request)))


@get("/api/tables/{table:str}/help", name="tables.help", summary="A table's rules")
async def rules(request: AnyRequest, table: TableId, language: Wanted = None) -> dict[str, Any]:
    """The rules in force, the pay tables, the times, and what each bet returns."""
    house, spoken = house_of(request), language_for(request, language)
    settings = await house.call(lambda _: settings_of(house.venue, table, request))
    return {**help_page(settings, spoken), "returns": await returns_of(settings)}


@get("/api/advice/{table:str}", name="tables.advice", summary="Best play")
async def advice(request: AnyRequest, table: TableId) -> tuple[Advised, ...]:
    """What to do with each hand that is asked something, and what each decision is worth."""
    return await advised(request, table)


@get("/api/texts/{language:str}", name="texts", summary="All texts of a language")
async def texts(request: AnyRequest, language: str) -> Response[dict[str, str]]:
    """Every text by its key. It has an ETag: whoever has it already is answered 304."""
    if language not in languages():
        raise Refused(Refusal("no_such_language", {"language": language[:16]}))
    return validated(request, msgspec.json.encode(catalogue(language)), "application/json")


HANDLERS: Final = (tables, one_table, roads, rules, advice, texts)
