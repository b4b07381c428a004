"""Who watches the lobby, in which language, and when its rows are due again. Nothing here is sent."""

from __future__ import annotations

from typing import Final

from cutcard.server.realtime.connection import Connection
from cutcard.server.realtime.encoding import encode_message
from cutcard.server.realtime.outbox import Outbox
from cutcard.venue.venue import Venue
from cutcard.views.lobby import lobby_row
from cutcard.views.messages import terminal as messages
from cutcard.views.messages.tables import LobbyTable

LOBBY_MS: Final = 2_000
"""Whatever happens at any table changes a row: sent each time, a full house would hear of little else."""


class Lobby:
    """Connections that show the list of tables, and what each language's rows were last."""

    def __init__(self, venue: Venue) -> None:
        self._venue = venue
        self._languages: dict[Connection, str] = {}
        self._known: dict[str, int] = {}
        self._sent_ms = 0

    def watch(self, connection: Connection, language: str, out: Outbox) -> None:
        """The lobby now, and again when it has changed."""
        self._languages[connection] = language
        text = self._text(language)
        heard = self._known.get(language) == hash(text)
        self._known[language] = hash(text)
        for watching, spoken in self._languages.items():
            if watching is connection or (not heard and spoken == language):
                out.frames.append((watching, text))

    def leave(self, connection: Connection) -> None:
        """The connection is closed."""
        self._languages.pop(connection, None)

    def rows(self, language: str) -> tuple[LobbyTable, ...]:
        """Every table that is for all, and every offer."""
        venue = self._venue
        offers = [lobby_row(settings, None, language) for settings in venue.offers.values()]
        shown = [
            lobby_row(running.table.deal.settings, running.table, language)
            for running in venue.tables.values()
            if running.table.deal.settings.owner is None and not running.table.halt.closed
        ]
        return (*shown, *offers)

    def queue_rows(self, out: Outbox) -> None:
        """The rows that changed, to whoever watches them; now and then, not at every step."""
        now = self._venue.now_ms()
        if not self._languages or now < self._sent_ms + LOBBY_MS:
            return
        self._sent_ms = now
        texts = {language: self._text(language) for language in dict.fromkeys(self._languages.values())}
        news = {language: text for language, text in texts.items() if self._known.get(language) != hash(text)}
        self._known = {language: hash(text) for language, text in texts.items()}
        out.frames.extend((at, news[spoken]) for at, spoken in self._languages.items() if spoken in news)

    def _text(self, language: str) -> str:
        return encode_message(messages.LobbyMessage(self.rows(language)))
