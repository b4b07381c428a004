"""What a croupier is offered and what the table takes are one: every button, in random evenings (GUI-32).

At each step every button is pressed on paper: the table's decider says what would come of it. One of those
offered is then pressed in earnest, so that every state follows from the buttons themselves.
"""

from __future__ import annotations

import random

import pytest

from cutcard.cards import CARDS, parse_card
from cutcard.games.blackjack.options import Decision
from cutcard.games.reason import Refusal
from cutcard.ledger import cashier_events as cash
from cutcard.profiles import Mode
from cutcard.table import Moment, Phase, decide
from cutcard.table import commands as c
from cutcard.table.command import Source
from cutcard.table.felt.coup import CoupFelt
from cutcard.table.phases import betting
from cutcard.table.settings import fields, seat_count
from cutcard.table.want import Want, want
from cutcard.venue.requests import CASHIER, Request
from cutcard.views.croupier import croupier_view
from tests.rounds.played_table import PlayedTable
from tests.venue.house import settings, timed

PROFILES = ("live-seven", "american-live", "multihand-etg", "punto-banco")
PATRONS = ("ann", "bob", "cyd")
STEPS = 500
BY = "carla"
MINIMUM = 500


class Evening(PlayedTable):
    """A live table with three patrons, and a croupier who presses whatever is offered."""

    def __init__(self, profile: str, seed: int) -> None:
        super().__init__()
        self.chance = random.Random(seed)
        self.opening = timed(settings(profile, Mode.LIVE, "table"), dispute=True, dispute_s=8)
        self._open_first()
        self.pressed: set[str] = set()
        for patron in PATRONS:
            self.ask(cash.CashIn(patron, 1_000_000, "desk"), CASHIER)
            self.ask(c.Join(patron))

    def buttons(self) -> dict[str, c.Command]:
        """Every button of the screen, with what it asks of the table."""
        return {
            "open_round": c.OpenRound(),
            "close_bets": c.CloseBets(BY),
            "change_shoe": c.ChangeShoe(BY),
            "see_cut_card": c.SeeCutCard(BY),
            "correct_card": c.CorrectCard(BY, self._another_card()),
            "close_dispute": c.CloseDispute(BY, "cards_checked"),
            "pause": c.Pause(BY, "break"),
            "resume_table": c.Resume(BY),
            "call_supervisor": c.CallSupervisor(BY, "payout"),
            **{f"free_seat@{seat}": c.FreeSeat(BY, seat) for seat in range(1, 8)},
        }

    def _another_card(self) -> int:
        """A card that the last one could have been: not itself, and one that is still in the shoe."""
        last = [parse_card(card) for card in croupier_view(self.table).entered[-1:]]
        left = [card for card in CARDS if self.table.deal.shoe.pack.counts[card] and card not in last]
        return self.chance.choice(left)

    def look(self) -> list[str]:
        """The buttons that are offered, which are those that would do something."""
        table, can = self.table, croupier_view(self.table).can
        # A result is shown for a time: only the screen's own clock stands between the button and the table.
        later_ms = max(self.venue.now_ms(), table.clock.deadline_ms or 0)
        for name, command in self.buttons().items():
            at_ms = later_ms if name == "open_round" else self.venue.now_ms()
            decided = decide(table, command, Moment(at_ms, Source.TERMINAL))
            taken = not isinstance(decided, Refusal) and len(decided) > 0
            assert (name in can) == taken, f"{name}: offered {name in can}, {decided} in {table.phase}"
        assert set(can) <= set(self.buttons()), "every button is known here"
        return list(can)

    def step(self) -> None:
        offered, luck = self.look(), self.chance.random()
        if luck < 0.3 and offered:
            self.press(self.chance.choice(offered))
        elif luck < 0.6:
            self.patron(self.chance.choice(PATRONS))
        elif luck < 0.93:
            self.deal()
        else:
            self.perform(["wait", str(self.chance.choice([1, 9, 40]))])

    def press(self, name: str) -> None:
        if name in ("pause", "see_cut_card", "change_shoe") and self.chance.random() < 0.7:
            return  # else little would be played
        self.pressed.add(name.partition("@")[0])
        self.ask(self.buttons()[name])

    def patron(self, name: str) -> None:
        """Something a patron may do or not: refusals change nothing."""
        table, felt = self.table, self.table.deal.felt
        if seat_count(table.deal.settings) and name not in table.seating.seats.values():
            self.ask(c.TakeSeat(name, self.chance.randrange(1, 8)))
        if betting(table):
            at, bet = self.chance.choice(fields(table.deal.settings))
            mine = [seat for seat, owner in table.seating.seats.items() if owner == name]
            self.ask(c.PlaceBet(name, bet, MINIMUM, self.chance.choice(mine) if mine else at))
        elif table.phase is Phase.PLAYING and felt is not None and not isinstance(felt, CoupFelt):
            for hand in felt.hands_to_decide(name):
                self.ask(c.Decide(name, self.chance.choice(list(Decision)), hand.position, hand.branch))
        if self.chance.random() < 0.2:
            self.ask(c.Dispute(name, "look again", ""))
        if table.phase is Phase.DISPUTE and self.chance.random() < 0.5:
            self.ask(c.ConfirmResult(name))

    def deal(self) -> None:
        """What the rules wait for, with any card that is left."""
        left = [card for card in CARDS if self.table.deal.shoe.pack.counts[card]]
        match want(self.table):
            case Want.CARD | Want.TURN | Want.BURN_SHOWN | Want.BURN:
                self.ask(c.EnterCard(self.chance.choice(left)))
            case Want.FACE_DOWN:
                self.ask(c.DealFaceDown())
            case Want.CHECK:
                self.ask(c.Check(blackjack=False))
            case _:
                pass


@pytest.mark.parametrize("profile", PROFILES)
def test_gui_32_a_croupier_is_offered_what_the_table_takes_and_nothing_else(profile: str) -> None:
    evenings = [Evening(profile, seed) for seed in (1, 2, 3)]
    for evening in evenings:
        for _ in range(STEPS):
            evening.step()
    assert sum(evening.table.deal.round for evening in evenings) > 6, "rounds are played"
    buttons = {name.partition("@")[0] for evening in evenings for name in evening.buttons()}
    seated = any(seat_count(evening.table.deal.settings) for evening in evenings)
    never = buttons.difference(*(evening.pressed for evening in evenings))
    assert never == (set() if seated else {"free_seat"}), "every button is pressed in earnest"


@pytest.mark.parametrize("profile", ["multihand-etg", "punto-banco"])
def test_gui_32_where_a_device_deals_no_button_of_real_cards_is_offered(profile: str) -> None:
    pit = PlayedTable()
    pit.opening = settings(profile, Mode.AUTO, "table")
    pit.perform(["patron", "ann", "10000"])
    at, bet = fields(pit.table.deal.settings)[0]
    assert pit.ask(c.PlaceBet("ann", bet, MINIMUM, at)).startswith(f"ann has {bet}@{at} {MINIMUM}")
    can = croupier_view(pit.table).can
    by_hand: tuple[c.Command, ...] = (c.OpenRound(), c.CloseBets(BY), c.ChangeShoe(BY), c.SeeCutCard(BY))
    for number, command in enumerate(by_hand):
        reply = pit.venue.step(
            [Request(f"by-hand-{number}", "table", command, source=Source.TERMINAL)]
        ).replies[0]
        assert reply.refusal == Refusal("not_a_live_table")
    assert set(can) == {"call_supervisor", "pause"}
