"""What a patron is offered and what the table takes are one: every button and decision, in random evenings.

At each step every button is pressed on paper: the table's decider says what would come of it, with the least
chip and with larger ones, at limits that are soon reached. One of those offered is then pressed in earnest.
"""

from __future__ import annotations

import random
from collections import Counter

import msgspec
import pytest

from cutcard.cards import CARDS
from cutcard.games.blackjack.options import Decision
from cutcard.games.reason import Refusal
from cutcard.ledger import cashier_events as cash
from cutcard.profiles import Mode
from cutcard.table import Moment, Phase, decide
from cutcard.table import commands as c
from cutcard.table import events as e
from cutcard.table.betting.stakes import table_minimum
from cutcard.table.phases import betting
from cutcard.table.seating.seats import refuses_behind
from cutcard.table.settings import BEHIND, Limits, fields, has_behind, is_baccarat, seat_count
from cutcard.table.want import Want, want
from cutcard.venue.requests import CASHIER
from cutcard.views.messages.tables import OwnView
from cutcard.views.patron import own_view
from tests.rounds.played_table import PlayedTable
from tests.venue.house import settings, timed

PROFILES = ("live-seven", "american-live", "multihand-etg", "punto-banco")
PATRONS = ("ann", "bob", "cyd")
MINIMUM = 500
STEPS = 320
SEATS = range(1, 8)
BEHIND_BUTTONS = {f"bet_behind@{seat}" for seat in SEATS}
"""They open a choice of chips, so that what stands against an amount does not stand against them."""
NOT_BEHIND = ("bets_are_closed", "seat_is_free", "not_behind_oneself", "behind_is_refused", "no_such_field")
HANDS = [(position, branch) for position in SEATS for branch in (0, 1)]


class Evening(PlayedTable):
    """A live table with three patrons of little money, who press whatever is offered."""

    def __init__(self, profile: str, seed: int) -> None:
        super().__init__()
        self.chance = random.Random(seed)
        opening = timed(settings(profile, Mode.LIVE, "table"), dispute=True, dispute_s=8)
        low = Limits(MINIMUM, 2_000, 0)
        self.opening = msgspec.structs.replace(opening, main=low, special=Limits(100, 800, 20_000))
        self._open_first()
        self.pressed: Counter[str] = Counter()
        self.decided: set[Decision] = set()
        self.limits = 0
        for patron in PATRONS:
            self.ask(cash.CashIn(patron, 40_000, "desk"), CASHIER)
            self.ask(c.Join(patron))

    def playable(self, patron: str) -> int:
        return self.venue.book.playable_of(patron)

    def own(self, patron: str, chip: int) -> OwnView:
        own = own_view(self.table, patron, self.playable(patron), self.venue.now_ms(), chip=chip)
        assert own is not None
        return own

    def buttons(self, patron: str, chip: int) -> dict[str, c.Command]:
        """Every button of the screen that does something at this table, with what it asks for."""
        positions = sorted({at for at, _ in fields(self.table.deal.settings)})
        return {
            "clear": c.ClearLast(patron),
            "undo": c.UndoBet(patron),
            "double": c.DoubleBets(patron),
            "raise": c.RaiseBets(patron, chip),
            "repeat": c.RepeatBets(patron),
            "repeat_double": c.RepeatBets(patron, 2),
            "play_now": c.PlayNow(patron, chip),
            "auto_repeat": c.SetOption(patron, "auto_repeat", on=True),
            "deal": c.PressDeal(patron),
            "leave": c.Leave(patron),
            "reserve": c.Reserve(patron),
            "dispute": c.Dispute(patron, "look again", ""),
            "confirm": c.ConfirmResult(patron),
            **{f"bet_all@{at}": c.BetAll(patron, chip, at) for at in positions},
            **{f"let_it_play@{at}": c.LetItPlay(patron, at) for at in positions},
            **{f"take_seat@{seat}": c.TakeSeat(patron, seat) for seat in SEATS},
            **{f"leave_seat@{seat}": c.LeaveSeat(patron, seat) for seat in SEATS},
            **{self._behind_button(seat): self._behind(patron, seat) for seat in SEATS},
        }

    def _behind_button(self, seat: int) -> str:
        return f"{'take' if refuses_behind(self.table, seat) else 'refuse'}_behind@{seat}"

    def _behind(self, patron: str, seat: int) -> c.Command:
        return c.RefuseBehind(patron, seat, not refuses_behind(self.table, seat))

    def on_paper(self, patron: str, command: c.Command) -> Refusal | bool:
        """Why it would be refused; else whether anything would come of it."""
        decided = decide(self.table, command, Moment(self.venue.now_ms(), playable=self.playable(patron)))
        if isinstance(decided, Refusal):
            return decided
        # Whatever a patron does ends a reservation, even what does nothing else.
        return any(not isinstance(event, e.ReservationEnded) for event in decided)

    def look(self, patron: str, chip: int) -> OwnView:
        """What is offered is what the table takes, button by button and decision by decision."""
        own, buttons = self.own(patron, chip), self.buttons(patron, chip)
        for name, command in buttons.items():
            came = self.on_paper(patron, command)
            assert (name in own.can) == (came is True), f"{name}: offered {name in own.can}, {came}"
            if name in ("double", "raise") and isinstance(came, Refusal):
                self.limits += came.code == "above_the_maximum"
        for seat in SEATS:
            came = self.on_paper(patron, c.PlaceBet(patron, BEHIND, MINIMUM, seat))
            if not isinstance(came, Refusal) or came.code in NOT_BEHIND:
                assert (f"bet_behind@{seat}" in own.can) == (came is True), f"behind {seat}: {came}"
        assert set(own.can) <= {"place", *buttons, *BEHIND_BUTTONS}, "every button is known here"
        open_to = {
            (asked.position, asked.branch, Decision(choice.decision))
            for asked in own.asks
            for choice in asked.choices
            if choice.available
        }
        for position, branch in HANDS:
            for decision in Decision:
                came = self.on_paper(patron, c.Decide(patron, decision, position, branch))
                offered = (position, branch, decision) in open_to
                assert offered == (came is True), (
                    f"{decision} for {position}.{branch}: offered {offered}, {came}"
                )
        return own

    def step(self) -> None:
        patron, luck = self.chance.choice(PATRONS), self.chance.random()
        if patron not in self.table.patrons.places:
            self.ask(c.Join(patron))
        if self.playable(patron) < MINIMUM:
            self.ask(cash.CashIn(patron, 20_000, "desk"), CASHIER)
        chip = self.chance.choice([100, 100, table_minimum(self.table.deal.settings), 2_000, 10_000])
        own = self.look(patron, chip)
        if luck < 0.25:
            self.press(patron, chip, own)
        elif luck < 0.5:
            self.place(patron)
        elif luck < 0.55:
            self.ask(c.Pause("boss", "a look") if self.table.halt.paused is None else c.Resume("boss"))
        else:
            self.decide_something(own, patron)
            self.house()

    def press(self, patron: str, chip: int, own: OwnView) -> None:
        offered = [name for name in own.can if name not in {"place", *BEHIND_BUTTONS}]
        if not offered:
            return
        # What was pressed least is next, but for what would end the round or the evening for its patron.
        name = min(offered, key=lambda button: (self.pressed[button.partition("@")[0]], button))
        rare = ("leave", "leave_seat", "dispute", "refuse_behind", "clear", "reserve")
        if name.partition("@")[0] in rare and self.chance.random() < 0.8:
            name = self.chance.choice(offered)
        self.pressed[name.partition("@")[0]] += 1
        called = self.ask(self.buttons(patron, chip)[name])
        assert not called.startswith("refused"), f"{name}: {called}"
        if name == "auto_repeat":
            self.ask(c.SetOption(patron, "auto_repeat", on=False))

    def place(self, patron: str) -> None:
        table = self.table
        mine = [seat for seat, owner in table.seating.seats.items() if owner == patron]
        at, bet = self.chance.choice(fields(table.deal.settings))
        if mine and bet != BEHIND:
            at = mine[0]
        elif seat_count(table.deal.settings) and not mine:
            self.ask(c.TakeSeat(patron, self.chance.randrange(1, 8)))
        self.ask(c.PlaceBet(patron, bet, MINIMUM, at))

    def decide_something(self, own: OwnView, patron: str) -> None:
        for asked in own.asks[:1]:
            open_to = [choice for choice in asked.choices if choice.available]
            decision = Decision(self.chance.choice(open_to).decision)
            self.decided.add(decision)
            called = self.ask(c.Decide(patron, decision, asked.position, asked.branch))
            assert not called.startswith("refused"), f"{decision}: {called}"

    def house(self) -> None:
        """What the croupier and the supervisor do: the round goes on, with any card that is left."""
        table = self.table
        left = [card for card in CARDS if table.deal.shoe.pack.counts[card]]
        match want(table):
            case Want.ROUND:
                self.ask(c.OpenRound())
            case Want.CARD | Want.TURN | Want.BURN_SHOWN | Want.BURN:
                self.ask(c.EnterCard(self.chance.choice(left)))
            case Want.FACE_DOWN:
                self.ask(c.DealFaceDown())
            case Want.CHECK:
                self.ask(c.Check(blackjack=False))
            case _:
                self._wait()

    def _wait(self) -> None:
        if self.table.halt.paused is not None:
            self.ask(c.Resume("boss"))
        elif self.table.halt.dispute is not None:
            self.ask(c.CloseDispute("boss", "cards checked"))
        elif betting(self.table):
            if self.chance.random() < 0.25:
                self.ask(c.CloseBets("carla"))
        elif self.table.phase is Phase.RESULT:
            self.perform(["wait", "30"])
            self.ask(c.OpenRound())
        else:
            self.perform(["wait", str(self.chance.choice([1, 3, 9]))])


def elsewhere(evening: Evening) -> set[str]:
    """The buttons that a table such as this one does not have."""
    seats = {"take_seat", "leave_seat"} if not seat_count(evening.table.deal.settings) else set()
    behind = {"take_behind", "refuse_behind"} if not has_behind(evening.table.deal.settings) else set()
    coup = {"play_now"} if is_baccarat(evening.table.deal.settings) else set()
    return {"deal", *seats, *behind, *coup}  # where a croupier deals, nobody else starts the cards


@pytest.mark.parametrize("profile", PROFILES)
def test_gui_08_a_patron_is_offered_what_the_table_takes_and_nothing_else(profile: str) -> None:
    evenings = [Evening(profile, seed) for seed in (1, 2, 3, 4)]
    for evening in evenings:
        for _ in range(STEPS):
            evening.step()
    assert sum(evening.table.deal.round for evening in evenings) > 6, "rounds are played"
    assert sum(evening.limits for evening in evenings), "double and raise are refused at the limit"
    buttons = {name.partition("@")[0] for name in evenings[0].buttons("ann", MINIMUM)} | {"take_behind"}
    never = buttons.difference(*(evening.pressed for evening in evenings))
    assert never == elsewhere(evenings[0]), "every button is pressed in earnest"
    if not is_baccarat(evenings[0].table.deal.settings):
        decided = set().union(*(evening.decided for evening in evenings))
        assert decided >= {Decision.HIT, Decision.STAND, Decision.DOUBLE}, "hands are played"
