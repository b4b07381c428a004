"""Past rounds over HTTP: a patron's own, everybody's for the house (TB-61). Reads the record only."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from heapq import heappop, heappush
from typing import Annotated, Any, Final, TypeVar

from litestar import Response, get
from litestar.params import Parameter

from cutcard.games.reason import Refusal
from cutcard.record import Entry, RoundFile, RoundRecord, encode_round_file
from cutcard.server.http.accounts import Session
from cutcard.server.http.paging import NEXT, Cursor, page, read_cursor, write_cursor
from cutcard.server.http.permissions import AnyRequest, house_of, session_or_refuse
from cutcard.server.http.refusals import Refused
from cutcard.table.opening import UnknownRules
from cutcard.table.phases import holds_back
from cutcard.venue.patrons.notices import corrections_of
from cutcard.venue.ports import Store, Unavailable
from cutcard.venue.requests import UNAVAILABLE
from cutcard.venue.roles import SEES_ALL
from cutcard.venue.table_runner import Running
from cutcard.views.past.history import PastRound, past_round
from cutcard.views.past.past_round import PastStep, past_steps
from cutcard.views.past.record_view import RecordLine, record_lines

ROUNDS_AT_ONCE: Final = 50  # a page; each round is read from its entries

T = TypeVar("T")

Number = Annotated[int, Parameter(ge=1, le=2**53)]

_Head = tuple[int, str, int, PastRound, Iterator[PastRound]]
"""The next round of a stream, by its place among those of all streams; and what comes after it."""


def sees_all(session: Session) -> bool:
    """Whether the asker sees everybody's rounds."""
    return bool(SEES_ALL.intersection(session.roles))


def streams_for(tables: Mapping[str, Running], patron: str | None) -> list[str]:
    """The streams a history may be in: those of shared tables, and the asker's own. On the venue's thread."""
    owners = [(name, running.table.deal.settings.owner) for name, running in tables.items()]
    return [name for name, owner in owners if owner is None or owner == patron]


def _history(
    store: Store, streams: Mapping[str, int | None], patron: str | None, most: int
) -> tuple[tuple[PastRound, ...], dict[str, int]]:
    """The latest rounds of these streams, each from before a number on; and where each stream goes on.

    Only as many rounds are read as are shown, and one of each stream more.
    """
    heads: list[_Head] = []
    for stream, before in streams.items():
        _push_next(heads, stream, _rounds(store, stream, patron, before))
    found: list[PastRound] = []
    while heads and len(found) < most:
        _, stream, _, past, rest = heappop(heads)
        found.append(past)
        _push_next(heads, stream, rest)
    return tuple(found), {stream: past.round + 1 for _, stream, _, past, _ in heads}


def _push_next(heads: list[_Head], stream: str, rounds: Iterator[PastRound]) -> None:
    past = next(rounds, None)
    if past is not None:
        heappush(heads, (-past.opened_ms, stream, -past.round, past, rounds))


def _rounds(store: Store, stream: str, patron: str | None, before: int | None) -> Iterator[PastRound]:
    """The rounds of a table, latest first. A patron may have left a trace in rounds they did not play."""
    while numbers := store.rounds(stream, patron, before, ROUNDS_AT_ONCE):
        for number in numbers:
            entries = _own_entries(store, stream, number)
            past = past_round(entries, patron, store.entries, corrections_of(store, stream, number))
            if past is not None:
                yield past
        before = numbers[-1]


def _own_entries(store: Any, stream: str, number: int) -> list[Entry]:
    return list(store.round_entries(stream, number))


@get("/api/rounds", name="rounds", summary="Past rounds", response_headers=[NEXT])
async def rounds(
    request: AnyRequest,
    table: Annotated[str | None, Parameter(max_length=128)] = None,
    before: Annotated[int | None, Parameter(ge=0, le=2**53)] = None,
    most: Annotated[int, Parameter(ge=1, le=ROUNDS_AT_ONCE)] = ROUNDS_AT_ONCE,
    limit: Annotated[int, Parameter(ge=1, le=ROUNDS_AT_ONCE)] = ROUNDS_AT_ONCE,
    cursor: Cursor = None,
) -> Response[tuple[PastRound, ...]]:
    """The latest rounds of one table or all. The pages are those of when the first one was read."""
    house, session = house_of(request), session_or_refuse(request)
    patron, of = None if sees_all(session) else session.person, ("rounds", table, before)
    places = None if cursor is None else read_cursor(cursor, of, dict[str, int])
    own = await house.call(lambda _: streams_for(house.venue.tables, patron))

    def read() -> tuple[tuple[PastRound, ...], dict[str, int]]:
        store = house.venue.store
        streams = [table] if table is not None else own
        first = dict.fromkeys(streams, before)
        later = {stream: places[stream] for stream in streams if stream in places} if places else {}
        return _history(store, first if places is None else later, patron, min(most, limit))

    past, rest = await _off_the_loop(read)
    return page(request, past, write_cursor(of, rest) if rest else None)


async def _off_the_loop(read: Callable[[], T]) -> T:
    try:
        return await asyncio.to_thread(read)
    except Unavailable:
        raise Refused(UNAVAILABLE) from None


def _file(store: Store, stream: str, number: int, session: Session) -> RoundFile | None:
    """The round's record, as much of it as the asker may read."""
    own = _own_entries(store, stream, number)
    if not own:
        return None
    mine = any(owner == session.person for entry in own for owner, _ in entry.private)
    if not (mine or sees_all(session)):
        return None
    first, last = own[0].number, own[-1].number
    entries = list(store.entries(stream, first - 1, last))
    before = next(store.entries(stream, first - 2, first - 1), None) if first > 1 else None
    record = RoundRecord.of(entries, before)
    return record.for_auditor() if sees_all(session) else record.for_patron(session.person)


def _refuse_held_back(running: Running | None, number: int, session: Session) -> None:
    """A record shows no sooner than the terminal what a delayed result is (MO-01). On the venue's thread."""
    if running is None or running.table.deal.round != number or sees_all(session):
        return
    if holds_back(running.table):
        raise Refused(Refusal("round_is_running"))


@get("/api/rounds/{table:str}/{number:int}", name="rounds.one", summary="A round's record")
async def one_round(request: AnyRequest, table: str, number: Number) -> Response[bytes]:
    """The record of a round as a file that anybody can verify; others' leaves are bare hashes."""
    house, session = house_of(request), session_or_refuse(request)
    await house.call(lambda _: _refuse_held_back(house.venue.tables.get(table), number, session))
    file = await _off_the_loop(lambda: _file(house.venue.store, table, number, session))
    if file is None:
        raise Refused(Refusal("no_such_round", {"table": table[:64], "round": number}))
    return Response(encode_round_file(file), media_type="application/json")


def _steps(store: Store, stream: str, number: int, session: Session) -> tuple[PastStep, ...]:
    """The round again, for the house or one who had a part in it; nothing where it is none of theirs."""
    entries = list(store.round_entries(stream, number))
    patron = None if sees_all(session) else session.person
    mine = any(owner == patron for entry in entries for owner, _ in entry.private)
    if not entries or not (mine or patron is None):
        return ()
    return past_steps(entries, store.entries, patron)


@get("/api/rounds/{table:str}/{number:int}/steps", name="rounds.steps", summary="A round again, step by step")
async def steps(request: AnyRequest, table: str, number: Number) -> tuple[PastStep, ...]:
    """How the felt lay after each thing that happened in a round: one's own, or any for the house."""
    house, session = house_of(request), session_or_refuse(request)
    await house.call(lambda _: _refuse_held_back(house.venue.tables.get(table), number, session))
    where: dict[str, int | str] = {"table": table[:64], "round": number}
    try:
        found = await _off_the_loop(lambda: _steps(house.venue.store, table, number, session))
    except UnknownRules:
        raise Refused(Refusal("round_of_unknown_rules", where)) from None
    if not found:
        raise Refused(Refusal("no_such_round", where))
    return found


@get("/api/house/rounds/{table:str}/{number:int}", name="house.record", summary="A round on record")
async def on_record(request: AnyRequest, table: str, number: Number) -> tuple[RecordLine, ...]:
    """Cards, decisions and times of a round, the running one included, for whoever must judge it."""
    house = house_of(request)
    store, name_of = house.venue.store, house.people.name_of
    players = await house.call(lambda _: frozenset(house.venue.book.play))
    lines = await _off_the_loop(
        lambda: record_lines(_own_entries(store, table, number), store.entries, name_of, players)
    )
    if not lines:
        raise Refused(Refusal("no_such_round", {"table": table[:64], "round": number}))
    return lines


HANDLERS: Final = (rounds, one_round, steps, on_record)
