"""Every message that a server sends to a terminal, as values: the server makes them, a client reads them.

News of a table are in ``tables.TableNews``. What a terminal may ask is not known here, nor when it is sent.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from cutcard.games.reason import Reason
from cutcard.views.messages.money import NoticeView
from cutcard.views.messages.tables import LobbyTable, PurseView, TableNews

Facts = Mapping[str, int | str]


class RefusalMessage(msgspec.Struct, frozen=True):
    """A no, with its facts and its words in the asker's language."""

    code: str
    facts: Facts
    text: str


class Answer(msgspec.Struct, frozen=True, kw_only=True, tag="answer", omit_defaults=True):
    """The one answer to an ask, the same however often it is asked."""

    ask: str
    ok: bool
    result: Facts | None = None
    refusal: RefusalMessage | None = None


class Welcome(msgspec.Struct, frozen=True, kw_only=True, tag="welcome"):
    """The first thing a socket says: whom it takes the terminal for. Without a session, nobody.

    ``may`` names the messages and routes that are open to staff; a patron's buttons come with each table.
    """

    protocol: int
    patron: str | None
    name: str | None
    roles: tuple[str, ...]
    language: str
    now_ms: int
    may: tuple[str, ...] = ()


class Purse(PurseView, frozen=True, kw_only=True, tag="purse"):
    """The credit meter: always currency (TB-53). ``play``: what it shows is play money, which nobody pays."""


class LobbyMessage(msgspec.Struct, frozen=True, tag="lobby"):
    """The tables there are."""

    tables: tuple[LobbyTable, ...]


class NoticesMessage(msgspec.Struct, frozen=True, tag="notices"):
    """All that a patron has not seen yet, oldest first: sent on arrival, and again when one comes or goes."""

    notices: tuple[NoticeView, ...]


class Gone(msgspec.Struct, frozen=True, tag="gone"):
    """A table that is no longer followed, and why: ``left``, ``unwatched`` or ``closed``."""

    table: str
    reason: str


class Call(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody is wanted: ``wanted`` is the role, ``by`` whoever called, ``table`` where, ``why`` worded.

    ``answered_by`` is on the way.
    """

    id: str
    wanted: str
    by: str
    why: Reason
    table: str = ""
    at_ms: int = 0
    answered_by: str = ""


class Attendant(msgspec.Struct, frozen=True, tag="attendant"):
    """How it stands with a patron's own call: ``called``, ``coming`` with who it is, or empty once over."""

    state: str
    by: str = ""


class Called(msgspec.Struct, frozen=True, tag="called"):
    """Every call that is not done, oldest first: sent to staff, and again when one changes."""

    calls: tuple[Call, ...]


SERVER_MESSAGES: Final = (
    TableNews,
    Welcome,
    Answer,
    Purse,
    LobbyMessage,
    NoticesMessage,
    Gone,
    Called,
    Attendant,
)
"""All of them, in the order in which they are described."""
