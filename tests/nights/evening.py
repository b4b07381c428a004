"""The people of an evening, and the table they came for. Each scene ends with the screens at rest."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser

from tests.nights.at_rest import all_agree
from tests.nights.house import House
from tests.nights.people import Croupier, Patron, Supervisor

TIMES = {
    "betting_s": 120,
    "decision_s": 25,
    "dispute": True,
    "dispute_s": 60,
    "result_s": 1,
    "animation_s": 0,
    "nice_win_s": -1,
    "big_win_s": -1,
}
STAKE = 100


class Evening:
    """Ann and Bob play, a croupier deals, a supervisor watches."""

    def __init__(
        self,
        browser: Browser,
        house: House,
        profile: str,
        times: dict[str, Any] | None = None,
        **settings: Any,
    ) -> None:
        self.house = house
        self.table = house.open_table("night", profile, {**TIMES, **(times or {})}, **settings)
        self.croupier = Croupier(browser, house, self.table)
        self.supervisor = Supervisor(browser, house, self.table)
        self.ann, self.bob = Patron(browser, house, self.table), Patron(browser, house, self.table)
        self.had = {patron: patron.terminal.balance() for patron in (self.ann, self.bob)}

    def rests(self) -> None:
        """Everybody's screen says what is on record."""
        all_agree(self.house, self.table, self.ann, self.bob, self.croupier, self.supervisor)

    def gained(self, ann: int, bob: int) -> None:
        """By so much the two are up on the evening."""
        self.rests()
        assert self.ann.terminal.balance() == self.had[self.ann] + ann
        assert self.bob.terminal.balance() == self.had[self.bob] + bob

    def both_confirm(self) -> None:
        """The result stands, and is paid."""
        self.ann.terminal.phase("dispute")
        self.rests()
        for patron in (self.ann, self.bob):
            patron.confirm()
        self.ann.terminal.phase("result")

    def everybody_goes_home(self) -> None:
        """Both close their tabs; what is left at the table is on record."""
        for patron in (self.ann, self.bob):
            patron.close_tab()
        all_agree(self.house, self.table, self.croupier, self.supervisor)
        self.house.verified()
