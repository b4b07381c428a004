"""A house for one evening: a real server over a data folder, killed and started again at the same address.

What is on record is read from the folder itself, beside the running server, and folded into the table that it
tells of. It judges nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from cutcard.cards import text
from cutcard.cli.house.data_folder import reading
from cutcard.record import decode_event
from cutcard.table import Table, evolve, new_table
from cutcard.table import events as e
from cutcard.verification.folder import verify_folder
from tests.nights.tally import Tally
from tests.processes.served import free_port
from tests.server.running import Served, started

OPEN_CARDS = (e.CardDealt, e.CardTurned, e.CardBurned, e.CardCorrected)


class Recorded(msgspec.Struct):
    """What the record says at one moment: the table, everybody's purse, the round's cards as they came.

    A card that was put right is there twice: as it was entered, and as it really is.
    """

    table: Table
    purses: dict[str, int]
    cards: list[str]
    tally: Tally


class House:
    """The server, and its folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._port = str(free_port())
        self.served = self._start()

    @property
    def url(self) -> str:
        return self.served.url

    def _start(self) -> Served:
        return started(self.folder, "--no-dealers", "--port", self._port)

    def open_table(self, name: str, profile: str, times: dict[str, Any], **settings: Any) -> str:
        """A live table that nobody deals at yet."""
        new = {
            "ask": self.served.ask_id(),
            "id": name,
            "name": name,
            "profile": profile,
            "mode": "live",
            "times": times,
            "settings": settings,
        }
        made = self.served.http("POST", "/api/house/tables", new, self.served.token("operator"))
        assert made.status == 201, made
        return name

    def change(self, table: str, **times: int) -> None:
        """Other times, from the next round on."""
        self._change(table, {"times": times})

    def change_settings(self, table: str, **settings: Any) -> None:
        """Other settings, from the next round on."""
        self._change(table, {"settings": settings})

    def _change(self, table: str, what: dict[str, Any]) -> None:
        change = {"ask": self.served.ask_id(), **what}
        response = self.served.http(
            "PATCH", f"/api/house/tables/{table}", change, self.served.token("operator")
        )
        assert response.status == 200, response

    def kill(self) -> None:
        """The power fails, and comes back."""
        before = self.served
        before.process.kill()
        before.process.wait()
        assert before.process.stdout is not None
        before.process.stdout.close()
        self.served = self._start()
        self.served.passwords = before.passwords

    def recorded(self, table: str) -> Recorded:
        """The record as it is now, folded by itself."""
        with reading(self.folder) as store:
            events = [(decode_event(entry, e.AnyEvent), entry.at_ms) for entry in store.entries(table)]
            purses = {purse.account: purse.balance for purse in store.purses()}
        first = events[0][0]
        assert isinstance(first, e.TableOpened)
        folded = new_table(first.settings)
        cards: list[str] = []
        tally = Tally()
        for event, at_ms in events:
            evolve(folded, event, at_ms)
            tally.heard(event, folded)
            if isinstance(event, e.RoundOpened):
                cards.clear()
            elif isinstance(event, OPEN_CARDS) and event.card is not None:
                cards.append(text(event.card))
        return Recorded(folded, purses, cards, tally)

    def verified(self) -> None:
        """Everything on record replays to the same states and the same money."""
        with reading(self.folder) as store:
            assert list(verify_folder(store)) == []

    def close(self) -> None:
        if self.served.process.poll() is None:
            self.served.stop()
        assert self.served.process.stdout is not None
        self.served.process.stdout.close()


@contextmanager
def house_in(folder: Path) -> Iterator[House]:
    """A house for as long as the evening lasts."""
    house = House(folder)
    try:
        yield house
    finally:
        house.close()
