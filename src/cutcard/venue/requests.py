"""Requests to a venue and what comes of them, as values."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from cutcard.games.reason import Reason, Refusal
from cutcard.ledger import cashier_events
from cutcard.table import commands
from cutcard.table.command import Source
from cutcard.venue.ports import Document

CASHIER = "cashier"
"""The stream of the cashier's record; no table can have this name's length and place in the lobby."""

Result = Mapping[str, int | str]


class Request(msgspec.Struct, frozen=True):
    """A command for a table or the cashier, under a key made by whoever sends it (TB-51).

    ``documents`` are written with what comes of it, in the same transaction, and not where it is refused.
    ``came_ms`` is when it came by the steady clock, where it may have had to wait. ``source`` is where it
    comes from, on which hangs who may deal. ``said`` are the sender's own words, where the command was
    made from them and from how things stood: the same words again are the same request.
    ``from_outside`` is what a patron sends who is not on the premises (PF-03).
    """

    key: str
    table: str
    command: commands.Command | cashier_events.Command
    documents: tuple[Document, ...] = ()
    came_ms: int | None = None
    source: Source = Source.HOUSE
    said: msgspec.Struct | str = ""
    from_outside: bool = False


class Reply(msgspec.Struct, frozen=True, gc=False):
    """The one answer to a request; sent again, the same again.

    Tens of thousands are kept, and none can be part of a cycle, so the collector need not look at them.
    """

    key: str
    refusal: Refusal | None = None
    result: Result = {}


class Changed(msgspec.Struct):
    """Whom a table has news for: everybody, or only these patrons."""

    everybody: bool = False
    patrons: dict[str, None] = {}
    round_over: bool = False


CALL = "call"
"""The documents in which open calls are kept, so that they outlive a restart."""


class Wanted(msgspec.Struct, frozen=True):
    """A person is wanted: where, why in words of the product, and who asked for one.

    ``of_state``: it lasts as long as the table says so itself, being halted or disputed. ``patron`` is whose
    call it is, where a patron called; ``answered_by`` who is on the way.
    """

    table: str
    why: Reason
    by: str = ""
    id: str = ""
    at_ms: int = 0
    role: str = "supervisor"
    of_state: bool = False
    patron: str = ""
    answered_by: str = ""


def call_document(call: Wanted) -> Document:
    """An open call as it is kept."""
    return Document(CALL, call.id, msgspec.json.encode(call))


class Effects(msgspec.Struct):
    """What a step came to, after it was made durable."""

    replies: list[Reply] = []
    changed: dict[str, Changed] = {}
    purses: dict[str, None] = {}
    closed: list[str] = []
    calls: list[Wanted] = []
    notices: dict[str, None] = {}
    settled_calls: list[str] = []


UNAVAILABLE = Refusal("unavailable")
"""Nothing can be made durable now. The same request may be sent again, under the same key: where only the
answer to the writing was lost, it has happened after all (TB-44, TB-51)."""
