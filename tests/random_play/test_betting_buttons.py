"""What is offered and what is accepted are one: every betting button, in random states of every profile.

A button that the view offers is taken; one that it does not is refused (GUI-08, GUI-09, GUI-10).
"""

from __future__ import annotations

import random

import pytest

from cutcard.adapters.clock import FakeClock
from cutcard.adapters.entropy import SeededEntropy
from cutcard.adapters.memory_store import MemoryStore
from cutcard.games.reason import Refusal
from cutcard.ledger import cashier_events as cash
from cutcard.profiles import Mode, load, profile_ids
from cutcard.table import Settings
from cutcard.table import commands as c
from cutcard.table.betting.buttons import last_elsewhere
from cutcard.table.felt.coup import CoupFelt
from cutcard.table.phases import betting
from cutcard.table.settings import BEHIND, Limits, fields, seat_count
from cutcard.table.state import Phase, Table, total
from cutcard.venue.requests import CASHIER, Request
from cutcard.venue.venue import Venue
from cutcard.views.messages.tables import OwnView
from cutcard.views.patron import own_view

ANN, BOB = "ann", "bob"
TABLES = ("one", "two")
STEPS = 260
CHIPS = (50, 100, 500, 2_000, 30_000)


def a_bet_button(name: str, chip: int) -> c.Command:
    """What a button of the screen asks for."""
    plain, _, at = name.partition("@")
    position = int(at or 1)
    buttons: dict[str, c.Command] = {
        "clear": c.ClearLast(ANN),
        "undo": c.UndoBet(ANN),
        "double": c.DoubleBets(ANN),
        "raise": c.RaiseBets(ANN, chip),
        "repeat": c.RepeatBets(ANN),
        "repeat_double": c.RepeatBets(ANN, 2),
        "play_now": c.PlayNow(ANN, chip),
        "bet_all": c.BetAll(ANN, chip, position),
        "let_it_play": c.LetItPlay(ANN, position),
        "auto_repeat": c.SetOption(ANN, "auto_repeat", on=True),
        "deal": c.PressDeal(ANN),
    }
    return buttons[plain]


class Evening:
    """Ann at two tables of one kind, with little money, and Bob, behind whom bets can be."""

    def __init__(self, profile: str, mode: Mode, seed: int) -> None:
        self.chance, self.clock = random.Random(seed), FakeClock()
        self.venue = Venue(MemoryStore(), self.clock, SeededEntropy(seed))
        self.asked = 0
        self.mode = mode
        for table in TABLES:
            self.open(table, profile)
        self.ask(CASHIER, cash.GivePlayMoney(ANN, 90_000))
        for table in TABLES:
            self.ask(table, c.Join(ANN))
            if mode is not Mode.INTERNAL:
                self.ask(table, c.Join(BOB))
            if seat_count(self.table(table).deal.settings):
                self.ask(table, c.TakeSeat(ANN, 1))
                self.ask(table, c.TakeSeat(BOB, 2))

    def open(self, table: str, profile: str) -> None:
        settings = Settings(
            id=table,
            name=table,
            profile=load(profile),
            mode=self.mode,
            owner=ANN if self.mode is Mode.INTERNAL else None,
            special=Limits(100, 5_000, 300_000),
            let_it_play_max=600,
            card_ms=0,
            bet_all_specials_only=self.chance.random() < 0.3,
        )
        self.ask(table, c.OpenTable(settings))

    def table(self, name: str) -> Table:
        return self.venue.tables[name].table

    def ask(self, table: str, command: c.Command | cash.Command) -> Refusal | None:
        self.asked += 1
        return self.venue.step([Request(f"k{self.asked}", table, command)]).replies[0].refusal

    @property
    def playable(self) -> int:
        return self.venue.book.playable_of(ANN)

    def own(self, name: str, chip: int) -> OwnView:
        table = self.table(name)
        other = last_elsewhere([self.table(name) for name in TABLES], table, ANN)
        view = own_view(table, ANN, self.playable, chip=chip, other=other)
        assert view is not None
        return view

    def names(self, name: str) -> list[str]:
        """Every betting button there is at this table."""
        positions = sorted({at for at, _ in fields(self.table(name).deal.settings)})
        plain = ["clear", "undo", "double", "raise", "repeat", "repeat_double", "play_now", "auto_repeat"]
        each = [f"{button}@{at}" for button in ("bet_all", "let_it_play") for at in positions]
        return [*plain, "deal", *each]

    def press(self, name: str) -> None:
        """One offered button is taken, and every other refused."""
        chip = self.chance.choice(CHIPS)
        own = self.own(name, chip)
        buttons = self.names(name)
        for button in buttons:
            if button not in own.can:
                refusal = self.ask(name, a_bet_button(button, chip))
                assert refusal is not None, f"{button} was not offered at {name}, and taken"
        offered = [button for button in buttons if button in own.can]
        if offered:
            # Bet All most of all, for it says most of itself beforehand.
            button = self.chance.choice([*offered, *(button for button in offered if "bet_all" in button)])
            self.take(name, button, chip, own)
        if self.chance.random() < 0.3:
            self.ask(name, c.SetOption(ANN, "auto_repeat", on=False))

    def take(self, name: str, button: str, chip: int, own: OwnView) -> None:
        before = total(self.table(name).patrons.places[ANN].chips)
        refusal = self.ask(name, a_bet_button(button, chip))
        assert refusal is None, f"{button} was offered at {name}, and refused: {refusal}"
        plain, _, at = button.partition("@")
        if plain == "bet_all":
            cost = total(self.table(name).patrons.places[ANN].chips) - before
            assert cost == own.bet_all[int(at)].cost, "the press costs what stood under the button"
            staked = {wager.bet for wager in self.own(name, chip).wagers if wager.position == int(at)}
            left_out = own.bet_all[int(at)].left_out
            assert all(
                bet in staked
                or bet in left_out
                or bet in (BEHIND, "bust", "main")
                or bet in ("player", "banker", "tie")
                for position, bet in fields(self.table(name).deal.settings)
                if position == int(at)
            )

    def place(self, name: str) -> None:
        """A chip somewhere: taken exactly where the view does not say it would not be."""
        chip = self.chance.choice(CHIPS)
        own, table = self.own(name, chip), self.table(name)
        at, bet = self.chance.choice(fields(table.deal.settings))
        refusal = self.ask(name, c.PlaceBet(ANN, bet, chip, at))
        why_closed = own.closed.get(f"{at} {bet}")
        open_here = "place" in own.can and why_closed is None
        assert open_here == (refusal is None), f"{chip} on {bet}@{at}: {refusal}, closed because {why_closed}"

    def play_on(self, name: str) -> None:
        table = self.table(name)
        felt = table.deal.felt
        if self.mode is Mode.LIVE:
            self._croupier(name)
        elif self.mode is Mode.INTERNAL and betting(table):
            self.ask(name, c.PressDeal(ANN))
        elif table.phase is Phase.PLAYING and felt is not None and not isinstance(felt, CoupFelt):
            for patron in list(felt.wagers):
                for hand in felt.hands_to_decide(patron):
                    choice = felt.choices(patron, hand)[-1]
                    self.ask(name, c.Decide(patron, choice, hand.position, hand.branch))
        self.clock.advance(self.chance.choice([100, 4_000, 9_000]))
        self.venue.step()

    def _croupier(self, name: str) -> None:
        """No card is dealt in live mode here: rounds are opened, closed and void."""
        phase = self.table(name).phase
        if phase is Phase.PLAYING:
            self.ask(name, c.VoidRound("boss", "spilt"))
        elif betting(self.table(name)):
            self.ask(name, c.CloseBets("carla"))
        else:
            self.ask(name, c.OpenRound())

    def step(self) -> None:
        name = self.chance.choice(TABLES)
        luck = self.chance.random()
        if luck < 0.4:
            self.press(name)
        elif luck < 0.6:
            self.place(name)
        elif luck < 0.63 and self.table(name).halt.paused is None:
            self.ask(name, c.Pause("boss", "a look"))
        elif self.table(name).halt.paused is not None and luck < 0.9:
            self.press(name)
            self.ask(name, c.Resume("boss"))
        elif luck < 0.66 and self.mode is not Mode.INTERNAL and betting(self.table(name)):
            self.ask(name, c.PlaceBet(BOB, "main", 500, 2))
        else:
            self.play_on(name)


KINDS = [
    (profile, mode)
    for profile in profile_ids()
    for mode in load(profile).table.modes
    if mode is not Mode.AUTO
]


@pytest.mark.parametrize(("profile", "mode"), KINDS, ids=[f"{profile}-{mode}" for profile, mode in KINDS])
def test_what_is_offered_is_taken_and_nothing_else(profile: str, mode: Mode) -> None:
    for seed in (1, 2):
        evening = Evening(profile, mode, seed)
        for _ in range(STEPS):
            evening.step()
        assert any(evening.table(name).deal.round > 3 for name in TABLES), "rounds are played"
