"""The people of an evening, and the table they came for. Each scene ends with the screens at rest."""

from __future__ import annotations

from abc import ABC, abstractmethod
from time import monotonic, sleep
from typing import Any

from playwright.sync_api import Browser, expect

from cutcard.table.settings import seat_count
from tests.nights.at_rest import all_agree
from tests.nights.house import House
from tests.nights.people import Croupier, Patron, Supervisor

DECISION_S = 25
"""As long as it may be: everything on the screens is read before somebody decides."""
TIMES = {
    "betting_s": 120,
    "decision_s": DECISION_S,
    "dispute": True,
    "dispute_s": 60,
    "result_s": 1,
    "animation_s": 0,
    "nice_win_s": -1,
    "big_win_s": -1,
}
STAKE = 100
SEAT_AWAY_S = 5
STAND_S = 90
LEFT_S = 90
"""Who left is gone after fifteen seconds, a seat is free five later; a slow machine takes longer."""


class Evening(ABC):
    """Ann and Bob play, a croupier deals, a supervisor watches.

    A kind of table says what a plain round is there: ``first`` are its cards up to where it can be
    interrupted, ``begun`` the phase that it is in then, ``stakes`` what Ann and Bob bet and ``round_gives``
    what each of them gains.
    """

    first: tuple[tuple[str, str], ...]
    begun = "decisions"
    stakes = (STAKE, STAKE)
    round_gives = (STAKE, STAKE)

    def __init__(
        self,
        browser: Browser,
        house: House,
        profile: str,
        times: dict[str, Any] | None = None,
        **settings: Any,
    ) -> None:
        self.browser, self.house = browser, house
        self.table = house.open_table("night", profile, {**TIMES, **(times or {})}, **settings)
        self.croupier = Croupier(browser, house, self.table)
        self.supervisor = Supervisor(browser, house, self.table)
        self.ann, self.bob = Patron(browser, house, self.table), Patron(browser, house, self.table)
        self.had = {patron: patron.terminal.balance() for patron in (self.ann, self.bob)}
        self.up = (0, 0)

    @abstractmethod
    def bets(self) -> int:
        """Ann and Bob bet in the next round, and no more bets are taken; gives the round."""

    @abstractmethod
    def ends(self) -> None:
        """After the first cards: the plain round goes on until its result can be disputed."""

    def begins(self, after: int = 0) -> None:
        """The first cards come; some of them may lie there already."""
        for to, card in self.first[after:]:
            self.croupier.card(to, card)

    def rests(self) -> None:
        """Everybody's screen says what is on record."""
        all_agree(self.house, self.table, self.ann, self.bob, self.croupier, self.supervisor)

    def gained(self, ann: int, bob: int) -> None:
        """By so much the two are up on the evening."""
        self.up = (ann, bob)
        self.rests()
        assert self.ann.terminal.balance() == self.had[self.ann] + ann
        assert self.bob.terminal.balance() == self.had[self.bob] + bob

    def gains(self, ann: int, bob: int) -> None:
        """By so much more."""
        self.gained(self.up[0] + ann, self.up[1] + bob)

    def all_stand(self) -> None:
        """Both stand, or their time is up; then it is the dealer's turn."""
        until = monotonic() + STAND_S
        while not self.croupier.next_is("Turn your second card"):
            assert monotonic() < until, "somebody is still asked"
            for patron in (self.ann, self.bob):
                patron.terminal.answer()

    def both_confirm(self) -> None:
        """The result stands, and is paid."""
        self.ann.terminal.phase("dispute")
        self.rests()
        for patron in (self.ann, self.bob):
            patron.confirm()
        self.ann.terminal.phase("result")

    def last_round(self) -> None:
        """Bets are opened once more; from this round on a seat is soon free."""
        if seat_count(self.house.recorded(self.table).table.deal.settings):
            self.house.change_settings(self.table, seat_away_s=SEAT_AWAY_S)
        self.croupier.open_bets()
        self.ann.terminal.phase("betting")
        self.rests()

    def everybody_goes_home(self) -> None:
        """TB-20, MO-02: both close their tabs; soon the lobby counts nobody, and every seat is free."""
        for patron in (self.ann, self.bob):
            patron.close_tab()
        all_agree(self.house, self.table, self.croupier, self.supervisor)
        seats = seat_count(self.house.recorded(self.table).table.deal.settings)
        self._until_nobody_is_left(seats)
        cyd = Patron(self.browser, self.house, self.table)
        expect(cyd.page.locator("[data-testid^=take-seat-]")).to_have_count(seats)
        all_agree(self.house, self.table, cyd, self.croupier, self.supervisor)
        self.house.verified()

    def _until_nobody_is_left(self, seats: int) -> None:
        until = monotonic() + LEFT_S
        due = (0, list(range(1, seats + 1)))
        while (there := self._in_the_lobby()) != due:
            assert monotonic() < until, f"the lobby says {there}, and everybody is gone"
            sleep(0.5)

    def _in_the_lobby(self) -> tuple[int, list[int]]:
        """How many are at the table, and which seats are free, as the lobby has it."""
        rows = self.house.served.http("GET", "/api/tables", token=self.house.served.token("operator")).body
        (row,) = [row for row in rows if row["id"] == self.table]
        return row["players"], list(row["free_seats"])
