"""The message line through whole rounds of every profile and mode: it says what is true then, nothing else.

What is true stands in ``narration`` (TB-01, TB-02, TB-05, GUI-03, GUI-32). The rounds are dealt at random
from a seed, with pauses, disputes, impossible cards and voids among them; after every single event each
audience's line is read in English.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from cutcard.games.blackjack.hand import value
from cutcard.games.blackjack.in_turn import Stage
from cutcard.games.blackjack.options import Decision
from cutcard.games.reason import Refusal
from cutcard.profiles import Mode, load, profile_ids
from cutcard.table import Moment, Settings, decide, evolve, new_table
from cutcard.table import commands as c
from cutcard.table.command import Source
from cutcard.table.felt.coup import CoupFelt
from cutcard.table.felt.hands import HandsFelt
from cutcard.table.felt.shared import SharedFelt
from cutcard.table.felt.turns import TurnsFelt
from cutcard.table.follow import follow
from cutcard.table.phases import halted
from cutcard.table.pit.disputes import why_not_dispute
from cutcard.table.settings import faults, fields, seat_count
from cutcard.table.state import Phase
from cutcard.table.want import Want, next_ms, want
from cutcard.texts import say
from cutcard.texts.catalogue import catalogue
from cutcard.views import croupier_view, own_view, public_view
from cutcard.views.held_back import late_view
from tests.narration.narration import FOUND, Truth
from tests.venue.house import settings, timed

ROUNDS = 14
PLAYABLE = 10**6
READ_ELSEWHERE = {
    "message.interrupted": "test_narration_interrupted",
    "croupier.wait.interrupted": "test_narration_interrupted",
    **dict.fromkeys(
        (f"message.seat_freed.{why}" for why in ("away", "idle", "reservation", "settings", "staff")),
        "a notice to one patron: nobody's message line",
    ),
}
"""Texts that this file does not read, and why."""
NEXT_ROUND = "You play from the next round"


def tables() -> Iterator[Settings]:
    """Every profile in every mode it has; private ones with a delayed result, too."""
    for profile in profile_ids():
        for mode in load(profile).table.modes:
            table = settings(profile, mode, owner="ann" if mode is Mode.INTERNAL else None, seats_each=2)
            assert not faults(table)
            yield table
            if mode is Mode.INTERNAL:
                yield timed(table, delayed_result_s=4)
                yield timed(replace(table, public_display=True), delayed_result_s=5)
    yield settings("live-seven", Mode.LIVE, "without-a-second-card", second_card="none", seats_each=2)


class Rounds:
    """One table that is dealt and played at random; every line that anybody reads is checked."""

    def __init__(self, table: Settings, seed: int, bad_luck: float, *, reckless: bool = False) -> None:
        self.table, self.chance, self.at_ms = new_table(table), random.Random(seed), 0
        self.truth, self.bad_luck, self.reckless = Truth(), bad_luck, reckless
        self.hole: int | None = None
        self.late = table.mode is not Mode.INTERNAL
        self.read: set[str] = set()
        self.keys: set[str] = set()
        self.do(c.Join("ann", "Ann"))
        if seat_count(table):
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
        self.truth.heard(event)
        evolve(self.table, event, self.at_ms)
        self.check()

    def check(self) -> None:
        view = public_view(self.table, self.at_ms)
        line = say(view.message)
        assert line == self.truth.line(self.table), f"{self.table.phase}: {self.table.deal.felt}"
        assert seat_count(self.table.deal.settings) or "eat " not in line, "there is no seat to name"
        self.read.add(line)
        self.keys.add(view.message.key)
        if self.table.deal.settings.mode is Mode.LIVE:
            following = croupier_view(self.table).next
            assert say(following) == self.truth.next(self.table), (
                f"{self.table.phase}: {self.table.deal.felt}"
            )
            self.keys.add(following.key)
        self.check_late(view)
        for patron in self.table.patrons.places:
            self.check_patron(patron)

    def check_patron(self, patron: str) -> None:
        """Who has a stake reads nothing more; who has none waits, and is offered nothing."""
        own = own_view(self.table, patron, PLAYABLE, self.at_ms)
        assert own is not None
        stake = self.table.deal.felt is not None and patron in self.table.deal.felt.wagers
        committed = self.table.phase in (Phase.PLAYING, Phase.DISPUTE)
        waits = committed and not stake
        assert own.waits == waits
        assert (own.note is not None and say(own.note) == NEXT_ROUND) == waits
        self.keys |= set() if own.note is None else {own.note.key}
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
        self.keys.add(late.message.key)
        if halted(self.table):
            assert late.message == view.message
            return
        if not times.delayed_result_s or self.table.phase is not Phase.PLAYING or felt is None:
            assert late == view
        elif isinstance(felt, CoupFelt):
            assert late.player is not None
            assert late.banker is not None
            assert (late.player.cards, late.banker.cards, late.winner, late.why) == ((), (), None, ())
            if felt.coup.player:
                assert say(late.message) == self.later()
                assert late.history == ()
        elif isinstance(felt, HandsFelt) and felt.round.stage in (Stage.DEALER, Stage.OVER):
            assert late.dealer is not None
            assert late.dealer.cards[1:] in ((), ("??",))
            assert late.dealer.total == (value(felt.round.dealer.cards[0]) + 9) % 10 + 1 or late.dealer.soft
            assert len(late.history) == sum(len(hand.cards) for hand in late.hands) + 1
            assert say(late.message) == self.later()
            assert (late.why, late.highlights) == ((), ())

    def later(self) -> str:
        """What a terminal waits for: a public display may be first."""
        shown = self.table.deal.settings.public_display
        return "The result is shown on the display first" if shown else "The result follows in a moment"

    def play(self, rounds: int) -> None:
        """So many rounds, whatever comes; a latecomer walks in during each of them."""
        while self.table.deal.round <= rounds:
            if self.chance.random() < self.bad_luck:
                self.mishap()
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

    def mishap(self) -> None:
        """The table halts and goes on, a result is disputed, or the round is void."""
        table = self.table
        happens = self.chance.randrange(12)
        if happens < 8:
            self.do(c.Pause("sue", self.chance.choice([*FOUND, "A card fell", "impossible_card 5h"])))
            self.at_ms += 1_000
            self.do(c.Tick())
            self.do(c.Resume("sue"))
        elif happens < 11 and why_not_dispute(table, "ann", self.at_ms) is None:
            self.do(c.Dispute("ann", reason="card"))
            self.do(c.CloseDispute("dan", "It was a nine"))
        elif table.phase is not Phase.RESULT and table.phase is not Phase.WAITING:
            self.do(c.VoidRound("sue", "The shoe fell"))

    def close(self) -> None:
        """The round that runs is the last one."""
        self.do(c.CloseTable("sue"))
        while self.table.phase is not Phase.RESULT or want(self.table) is not None:
            match want(self.table):
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
        choices = [choice.decision for choice in hand.choices if choice.available]
        choice = "hit" if self.reckless and "hit" in choices else self.chance.choice(choices)
        return c.Decide("ann", Decision(choice), hand.position, hand.branch)

    def card(self, wanted: Want) -> None:
        self.at_ms = max(self.at_ms, self.table.clock.card_due_ms)
        if self.late and "bob" not in self.table.patrons.places and not self.table.halt.closed:
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
                self.perhaps_impossible()
                self.do(c.Deal(self.drawn()))

    def perhaps_impossible(self) -> None:
        """TB-34: once in a while a card that the shoe has no more of: the table halts, and goes on."""
        gone = [card for card, count in enumerate(self.table.deal.shoe.pack.counts) if not count]
        if gone and self.chance.random() < self.bad_luck:
            self.do(c.Deal(self.chance.choice(gone)))
            assert self.table.halt.paused is not None
            self.do(c.Resume("sue"))

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


def _named(table: Settings) -> str:
    return f"{table.id}-{table.profile.table.delayed_result_s}"


@pytest.mark.parametrize("table", list(tables()), ids=_named)
def test_tb_02_the_message_line_is_true_at_every_moment(table: Settings) -> None:
    rounds = Rounds(table, seed=len(table.id), bad_luck=0.02)
    rounds.play(ROUNDS)
    blackjack = table.profile.game == "blackjack"
    must = {"Place your bets", "No more bets", "Dealing"}
    must |= {"Dealer draws"} if blackjack else {"Player draws", "Banker draws"}
    must |= {"Dealer turns the hole card"} if blackjack and "without" not in table.id else set()
    if table.mode is not Mode.INTERNAL:
        must |= {"Last bets"}
    assert must <= rounds.read, f"never said: {must - rounds.read}"


def test_tb_01_every_message_is_read_at_least_once() -> None:
    """A text that no round ever shows is one that no test has read."""
    read: set[str] = set()
    for seed, table in enumerate(tables()):
        rounds = Rounds(table, seed, bad_luck=0.1, reckless=True)
        rounds.play(ROUNDS)
        rounds.close()
        unused = Rounds(table, seed, bad_luck=0)
        unused.do(c.CloseTable("sue"))
        read |= rounds.keys | unused.keys
    there = {key for key in catalogue("en") if key.startswith(("message.", "croupier.wait."))}
    assert there - read == set(READ_ELSEWHERE)
