"""What a terminal knows and what it still owes: a state machine without a socket, a clock or chance.

    ask(do)           an ask under a new id, or under the one it had before, and the frame to send
    cut()             there is no connection any more
    opening_frames()  what to send when a connection has been made, the first or a later one: a hello first
    heard(frame)      what a frame changes, and the frames to send because of it

An ask is owed until it is answered. It is sent again, under the same id, on every new connection; the
server gives one id one effect and one answer (TB-51), so sending it again is always safe. An answer such as
``unavailable`` settles nothing: the ask may have happened and only the word of it been lost, so whoever asks
again does so under the same id.

News of a table are numbered. A part that is left out of a message has not changed, so a message may only
be put on top of the one before it. After a gap, and on every new connection, the session names the last
number it has and takes whatever comes until the public part has come again: the missing messages, or a
whole view with a number of its own, which may be smaller, since each connection counts for itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from cutcard.client.wire import ask_frame, decoded, other_protocol
from cutcard.views.messages.protocol import PROTOCOL
from cutcard.views.messages.tables import (
    CroupierView,
    HandsView,
    LobbyTable,
    OwnView,
    PublicView,
    PurseView,
    RoadsView,
    TableNews,
)
from cutcard.views.messages.terminal import Answer, Gone, LobbyMessage, Purse, Welcome

Do = Mapping[str, Any]


class KnownTable(msgspec.Struct):
    """A table as far as the server has shown it. ``number`` is that of the last news."""

    number: int = 0
    public: PublicView | None = None
    hands: HandsView = HandsView()
    own: OwnView = OwnView()
    roads: RoadsView | None = None
    croupier: CroupierView | None = None
    gone: str | None = None


class Heard(msgspec.Struct, frozen=True):
    """What a frame came to: an answer to one of our asks, and what must be sent now."""

    answer: Answer | None = None
    send: tuple[bytes, ...] = ()


NOTHING = Heard()


class Session:
    """One terminal's knowledge. ``name`` makes its asks' ids unlike everybody else's.

    ``token`` says who it is, in the first message of every connection: an address would end up in logs.
    """

    def __init__(self, name: str, token: str = "") -> None:
        self._name, self._hello = name, f"{name}-hello"
        who = {"token": token} if token else {}
        self._first = ask_frame(self._hello, {"type": "hello", **who, "protocol": PROTOCOL})
        self._made = 0
        self._owed: dict[str, bytes] = {}
        self._loose: dict[str, None] = {}
        self.welcome: Welcome | None = None
        self.purse: PurseView | None = None
        self.lobby: tuple[LobbyTable, ...] = ()
        self.tables: dict[str, KnownTable] = {}
        self.gaps = 0
        self.not_welcome = False

    @property
    def owed(self) -> int:
        """How many asks are without an answer."""
        return len(self._owed)

    def ask(self, do: Do, again: str | None = None) -> tuple[str, bytes]:
        """An ask, new or once more under its id ``again``: its id and its frame."""
        made = again or self._id()
        frame = ask_frame(made, do)
        self._owed[made] = frame
        return made, frame

    def given_up(self, ask: str) -> None:
        """Nobody waits for this answer any more, so it is not sent again."""
        self._owed.pop(ask, None)

    def cut(self) -> None:
        """The connection is no more; on the next one numbers begin anew, before anything can be sent."""
        self._loose.update(dict.fromkeys(self._there()))

    def opening_frames(self) -> tuple[bytes, ...]:
        """What a new connection begins with: a hello, where we are, then everything owed, in order."""
        there = self._there()
        resume = (self._resume(there),) if there else ()
        return (self._first, *resume, *self._owed.values())

    def _there(self) -> list[str]:
        return [name for name, seen in self.tables.items() if seen.gone is None]

    def heard(self, frame: bytes | memoryview | str) -> Heard:
        """What this frame changes."""
        match decoded(frame):
            case TableNews() as news:
                return self._apply(news)
            case Answer() as answer:
                return self._answered(answer)
            case Purse() as purse:
                self.purse = purse
            case Welcome() as welcome:
                if welcome.protocol != PROTOCOL:
                    raise other_protocol(welcome.protocol)
                # The first comes before our hello is read, and is nobody's.
                self.welcome = welcome if welcome.patron is not None else self.welcome
            case LobbyMessage(tables):
                self.lobby = tables
            case Gone(table, reason):
                self.tables[table] = KnownTable(gone=reason)
            case None:
                pass  # a newer server may tell more than this client knows
        return NOTHING

    def shown(self, table: str) -> bool:
        """Whether a table has been seen, and is not gone again."""
        seen = self.tables.get(table)
        return seen is not None and seen.gone is None and seen.public is not None

    def forget(self, table: str) -> None:
        """A table that was left."""
        self.tables.pop(table, None)
        self._loose.pop(table, None)

    def _id(self) -> str:
        self._made += 1
        return f"{self._name}-{self._made}"

    def _apply(self, news: TableNews) -> Heard:
        table = news.table
        seen = self.tables.get(table)
        new = seen is None or seen.gone is not None
        if seen is None or new:
            seen = self.tables[table] = KnownTable()
        if not new and table not in self._loose and not seen.number <= news.number <= seen.number + 1:
            self.gaps += 1
            return Heard(send=(self._resume([table]),))
        if news.public is not None:
            self._loose.pop(table, None)
        seen.number = news.number
        seen.public = news.public or seen.public
        seen.hands = news.hands or seen.hands
        seen.own = news.own or seen.own
        seen.roads = news.roads or seen.roads
        seen.croupier = news.croupier or seen.croupier
        return NOTHING

    def _resume(self, tables: list[str]) -> bytes:
        self._loose.update(dict.fromkeys(tables))
        numbers = {name: self.tables[name].number for name in tables}
        return ask_frame(self._id(), {"type": "resume", "tables": numbers})

    def _answered(self, answer: Answer) -> Heard:
        """An answer that nobody waits for is that of a hello, of a resume, or one given twice."""
        if answer.ask == self._hello:
            self.not_welcome = not answer.ok
        return Heard(answer=answer) if self._owed.pop(answer.ask, None) is not None else NOTHING
