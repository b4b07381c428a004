"""The message line through whole rounds of every profile and mode: it says what is true then, nothing else.

Here stands, for each thing that can be due, what may be said (TB-01, TB-02, TB-05, GUI-03). The rounds are
dealt at random from a seed; after every single event each audience's line is read in English.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from cutcard.games import due
from cutcard.games.blackjack.hand import value
from cutcard.games.blackjack.in_turn import Stage
from cutcard.games.blackjack.options import Decision
from cutcard.games.reason import Refusal
from cutcard.profiles import Mode, load, profile_ids
from cutcard.table import Moment, Settings, Table, decide, evolve, new_table
from cutcard.table import commands as c
from cutcard.table.command import Source
from cutcard.table.felt.coup import CoupFelt
from cutcard.table.felt.hands import HandsFelt
from cutcard.table.felt.shared import SharedFelt
from cutcard.table.felt.turns import TurnsFelt
from cutcard.table.follow import follow
from cutcard.table.settings import faults, fields, seat_count
from cutcard.table.state import Phase
from cutcard.table.want import Want, next_ms, want
from cutcard.texts import say
from cutcard.views import own_view, public_view
from cutcard.views.held_back import late_view
from tests.venue.house import settings, timed

ROUNDS = 14
PLAYABLE = 10**6
UNSEEN = (
    "The round is over: the dealer's card stayed face down.",
    "The round is over: the dealer needed no second card.",
)
NEXT_ROUND = "You play from the next round"


def tables() -> Iterator[Settings]:
    """Every profile in every mode it has; private ones with a delayed result, too."""
    for profile in profile_ids():
        for mode in load(profile).table.modes:
            one = settings(profile, mode, owner="ann" if mode is Mode.INTERNAL else None, seats_each=2)
            assert not faults(one)
            yield one
            if mode is Mode.INTERNAL:
                yield timed(one, delayed_result_s=4)


def true_now(table: Table) -> set[str]:
    """What may be said to everybody at this moment, and nothing else."""
    match table.phase:
        case Phase.BETTING:
            return {"Place your bets"}
        case Phase.LAST_BETS:
            return {"Last bets"}
        case Phase.DISPUTE:
            return {f"{line} The result is open to dispute." for line in result(table)}
        case Phase.WAITING if table.deal.settings.mode is Mode.LIVE:
            return {"Waiting for the croupier"}
        case Phase.WAITING:
            return {"The table opens in a moment"}
        case Phase.RESULT:
            return result(table)
        case Phase.PLAYING:
            return true_in_play(table)


def true_in_play(table: Table) -> set[str]:
    felt = table.deal.felt
    assert felt is not None
    if table.deal.burns.due:
        return {"New shoe: burning cards"}
    if isinstance(felt.due, due.Nothing):
        return result(table)
    if isinstance(felt, CoupFelt):
        dealt = len(felt.coup.player) + len(felt.coup.banker)
        if dealt < 4:
            return {"Dealing"} if dealt else {"No more bets"}
        return {"Player draws", "Banker draws"} if dealt == 4 else {"Banker draws"}
    assert isinstance(felt, HandsFelt)
    return true_of_hands(table, felt)


def true_of_hands(table: Table, felt: HandsFelt) -> set[str]:
    seated = bool(seat_count(table.deal.settings))
    match felt.round.stage, felt.due:
        case Stage.OFFER, due.Decision():
            return {"Insurance or surrender?"} if "american" in table.deal.settings.id else {"Insurance?"}
        case _, due.Decision(hands) if seated:
            return {f"Seat {hands[0].position} decides"}
        case _, due.Decision():
            return {"Player decides"} if table.deal.settings.mode is Mode.INTERNAL else {"Players decide"}
        case _, due.Check():
            return {"Dealer checks for blackjack"}
        case _, due.Turn():
            return {"Dealer turns the hole card"}
        case Stage.DEAL, _:
            return {"Dealing"} if table.deal.dealt else {"No more bets"}
        case Stage.DEALER, _:
            return {"Dealer draws"}
        case _, due.Card(to):
            return {f"Seat {to.position} draws"} if seated else {"Drawing"}
        case other:
            raise AssertionError(f"nobody says what is true of {other}")


def result(table: Table) -> set[str]:
    if isinstance(table.deal.felt, CoupFelt):
        return {"Player wins.", "Banker wins.", "A tie."}
    named = {"The dealer is bust.", "The dealer has blackjack.", *UNSEEN}
    return named | {f"The dealer has {total}." for total in range(2, 22)}


class Rounds:
    """One table that is dealt and played at random; every line that anybody reads is checked."""

    def __init__(self, one: Settings, seed: int) -> None:
        self.table, self.chance, self.at_ms = new_table(one), random.Random(seed), 0
        self.hole: int | None = None
        self.late = one.mode is not Mode.INTERNAL
        self.read: set[str] = set()
        self.do(c.Join("ann", "Ann"))
        if seat_count(one):
            self.do(c.TakeSeat("ann", 3))
            self.do(c.TakeSeat("ann", 5))

    def do(self, command: c.Command) -> None:
        decided = decide(self.table, command, Moment(self.at_ms, Source.CENTER, PLAYABLE))
        assert not isinstance(decided, Refusal), (command, decided)
        for event in decided:
            self.happen(event)
        while (next_event := follow(self.table, self.at_ms)) is not None:
            self.happen(next_event)

    def happen(self, event: Any) -> None:
        evolve(self.table, event, self.at_ms)
        self.check()

    def check(self) -> None:
        view = public_view(self.table, self.at_ms)
        line = say(view.message)
        assert line in true_now(self.table), f"{self.table.deal.felt and self.table.deal.felt.due}: {line}"
        assert seat_count(self.table.deal.settings) or "eat " not in line, "there is no seat to name"
        self.read.add(line)
        self.check_late(view)
        for patron in self.table.patrons.places:
            self.check_patron(patron)

    def check_patron(self, patron: str) -> None:
        """Who has a stake is told nothing more; who has none waits, and is offered nothing."""
        own = own_view(self.table, patron, PLAYABLE, self.at_ms)
        assert own is not None
        stake = self.table.deal.felt is not None and patron in self.table.deal.felt.wagers
        committed = self.table.phase in (Phase.PLAYING, Phase.DISPUTE)
        waits = committed and not stake
        assert own.waits == waits
        assert (own.note is not None and say(own.note) == NEXT_ROUND) == waits
        if waits:
            assert set(own.can) <= {"leave", "reserve"}, own.can
            assert not own.asks
            assert not own.bet_all
        for seat in range(1, seat_count(self.table.deal.settings) + 1):
            taken = decide(self.table, c.TakeSeat(patron, seat), Moment(self.at_ms))
            free = seat not in self.table.seating.seats
            assert (f"take_seat@{seat}" in own.can) == (free and not isinstance(taken, Refusal))

    def check_late(self, view: Any) -> None:
        """MO-01: a terminal that waits for a delayed result has none of it, and says what it waits for."""
        times, felt = self.table.deal.settings.profile.table, self.table.deal.felt
        if self.table.deal.settings.mode is not Mode.INTERNAL:
            return
        late = late_view(self.table, view)
        if not times.delayed_result_s or self.table.phase is not Phase.PLAYING or felt is None:
            assert late == view
        elif isinstance(felt, CoupFelt):
            assert late.player is not None
            assert late.banker is not None
            assert (late.player.cards, late.banker.cards, late.winner, late.why) == ((), (), None, ())
            if felt.coup.player:
                assert say(late.message) == "The result follows in a moment"
                assert late.history == ()
        elif isinstance(felt, HandsFelt) and felt.round.stage in (Stage.DEALER, Stage.OVER):
            assert late.dealer is not None
            assert late.dealer.cards[1:] in ((), ("??",))
            assert late.dealer.total == (value(felt.round.dealer.cards[0]) + 9) % 10 + 1 or late.dealer.soft
            assert len(late.history) == sum(len(one.cards) for one in late.hands) + 1
            assert say(late.message) == "The result follows in a moment"
            assert (late.why, late.highlights) == ((), ())

    def play(self, rounds: int) -> None:
        """So many rounds, whatever comes; a latecomer walks in during each of them."""
        while self.table.deal.round <= rounds:
            match want(self.table):
                case Want.ROUND:
                    self.do(c.OpenRound())
                case Want.REVEAL:
                    unseen = (self.hole,) if self.table.deal.unseen and self.hole is not None else ()
                    self.do(c.Reveal("00" * 32, unseen))
                case None:
                    self.wait_or_decide()
                case wanted:
                    self.card(wanted)

    def wait_or_decide(self) -> None:
        table = self.table
        if (
            table.phase is Phase.RESULT
            and table.clock.deadline_ms is not None
            and table.clock.deadline_ms <= self.at_ms
        ):
            self.do(c.OpenRound())
        elif table.phase is Phase.BETTING and not table.patrons.bettors:
            self.bet()
        elif table.phase is Phase.BETTING and table.deal.settings.mode is Mode.INTERNAL:
            self.do(c.PressDeal("ann"))
        elif table.phase is Phase.PLAYING and (asked := self.asked()):
            self.do(asked)
        else:
            due_ms = next_ms(table)
            assert due_ms is not None, f"nothing happens any more in {table.phase}"
            self.at_ms = max(self.at_ms, due_ms)
            self.do(c.Tick())

    def bet(self) -> None:
        """A chip on the main bet of every place one has."""
        places = set(self.table.seating.seats) or {at for at, _ in fields(self.table.deal.settings)}
        bet = "player" if self.table.deal.settings.profile.game == "baccarat" else "main"
        for at in places:
            self.do(c.PlaceBet("ann", bet, 1_000, at))
        if "bob" in self.table.patrons.places:
            self.do(c.Leave("bob"))

    def asked(self) -> c.Decide | None:
        own = own_view(self.table, "ann", PLAYABLE, self.at_ms)
        assert own is not None
        if not own.asks or (self.chance.random() < 0.1 and self.table.clock.deadline_ms is not None):
            return None
        hand = own.asks[0]
        choice = self.chance.choice([one.decision for one in hand.choices if one.available])
        return c.Decide("ann", Decision(choice), hand.position, hand.branch)

    def card(self, wanted: Want) -> None:
        self.at_ms = max(self.at_ms, self.table.clock.card_due_ms)
        if self.late and "bob" not in self.table.patrons.places:
            self.do(c.Join("bob", "Bob"))
        match wanted:
            case Want.FACE_DOWN:
                self.hole = self.drawn()
                self.do(c.DealFaceDown(self.hole))
            case Want.CHECK:
                self.do(c.Check(self.blackjack()))
            case Want.TURN:
                assert self.hole is not None
                self.do(c.TurnUp(self.hole))
            case Want.BURN | Want.BURN_SHOWN:
                self.do(c.Burn(self.drawn() if wanted is Want.BURN_SHOWN else None))
            case _:
                self.do(c.Deal(self.drawn()))

    def drawn(self) -> int:
        counts = self.table.deal.shoe.pack.counts
        left = [card for card, count in enumerate(counts) for _ in range(count)]
        if self.table.deal.unseen and self.hole is not None:
            left.remove(self.hole)
        return self.chance.choice(left)

    def blackjack(self) -> bool:
        assert isinstance(self.table.deal.felt, SharedFelt | TurnsFelt)
        assert self.hole is not None
        return {value(self.table.deal.felt.round.dealer.cards[0]), value(self.hole)} == {1, 10}


def _named(one: Settings) -> str:
    return f"{one.id}-{one.profile.table.delayed_result_s}"


@pytest.mark.parametrize("one", list(tables()), ids=_named)
def test_tb_02_the_message_line_is_true_at_every_moment(one: Settings) -> None:
    rounds = Rounds(one, seed=len(one.id))
    rounds.play(ROUNDS)
    blackjack = one.profile.game == "blackjack"
    must = {"Place your bets", "No more bets", "Dealing"}
    must |= {"Dealer draws", "Dealer turns the hole card"} if blackjack else {"Player draws", "Banker draws"}
    if one.mode is not Mode.INTERNAL:
        must |= {"Last bets"}
    assert must <= rounds.read, f"never said: {must - rounds.read}"
