"""Seated tables with terminals lost and found at random, corrections, voids and restarts (TB-40 to TB-43).

It knows no rule: after every step the money adds up, and in the end everything replays from its record.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from cutcard.profiles import Mode
from cutcard.table import commands as c
from cutcard.table import events as e
from cutcard.table.state import Phase
from tests.interruptions.stage import ANN, BOB, CYD, SECOND, Stage
from tests.soak import seeds

PATRONS = (ANN, BOB, CYD)
ROUNDS = 12


class Life:
    """A croupier, three patrons and bad luck, from one seed."""

    def __init__(self, profile: str, seed: int, *, reader: bool) -> None:
        self.random = random.Random(seed)
        behind: dict[str, Any] = {"bets_behind": True} if profile == "live-seven" else {}
        self.stage = Stage(profile, Mode.LIVE, seed, face_down_reader=reader, seats_each=2, **behind)
        self.seen: set[str] = set()

    def play(self) -> None:
        for patron in PATRONS:
            for seat in range(1, 8):
                if self.random.random() < 0.4:
                    self.stage.ask("t", c.TakeSeat(patron, seat))
        for _ in range(ROUNDS):
            self.round()
        self.stage.verified()

    def round(self) -> None:
        stage = self.stage
        stage.until(self._may_open)
        if stage.table.phase is not Phase.BETTING:
            stage.do(c.OpenRound())
        for patron in PATRONS:
            for seat in range(1, 8):
                bets = ["main", "main", "behind", "dealer-pair", "perfect-pairs"]
                stage.ask("t", c.PlaceBet(patron, self.random.choice(bets), 1_000, seat))
        for _ in range(600):
            if stage.table.phase is Phase.RESULT:
                return
            if stage.table.phase is Phase.BETTING and stage.table.clock.deadline_ms is None:
                return  # everybody's bets went back
            self.step()
        raise AssertionError(f"the round does not end: {stage.tags()[-20:]}")

    def _may_open(self) -> bool:
        table = self.stage.table
        shown = table.clock.deadline_ms is None or self.stage.venue.now_ms() >= table.clock.deadline_ms
        return table.phase in (Phase.WAITING, Phase.BETTING) or (table.phase is Phase.RESULT and shown)

    def step(self) -> None:
        stage, chance = self.stage, self.random.random()
        if stage.table.halt.paused is not None:
            stage.do(c.Resume("floor"))
        elif chance < 0.15:
            self.lose_or_find()
        elif chance < 0.16:
            stage.crash(self.random.choice([0, SECOND]))
            self.find_everybody()
        elif chance < 0.18:
            self.interfere()
        elif chance < 0.6 and self.decide():
            return
        elif not stage.croupier():
            stage.wait(self.random.choice([SECOND, 5 * SECOND, 20 * SECOND]))

    def find_everybody(self) -> None:
        for patron in PATRONS:
            if self.random.random() < 0.7:
                self.stage.connect(patron)

    def lose_or_find(self) -> None:
        patron = self.random.choice(PATRONS)
        if self.stage.lines[patron] is None or patron in self.stage.silent:
            self.stage.connect(patron)
        else:
            self.random.choice([self.stage.close, self.stage.hang])(patron)

    def interfere(self) -> None:
        stage, card = self.stage, self.random.randrange(52)
        commands = [
            c.Pause("floor", "a halt"),
            c.CorrectCard("floor", card, self.random.choice([0, 1, 2, 3, 4, 5])),
            c.VoidRound("floor", "misdeal"),
        ]
        stage.ask("t", self.random.choices(commands, [3, 3, 1])[0])

    def decide(self) -> bool:
        felt: Any = self.stage.table.deal.felt
        asked = [patron for patron in PATRONS if self.stage.there(patron) and self.stage.asks(patron)]
        if not asked:
            return False
        patron = self.random.choice(asked)
        hand = self.random.choice(felt.hands_to_decide(patron))
        decision = self.random.choice(felt.choices(patron, hand))
        reply = self.stage.ask("t", c.Decide(patron, decision, hand.position, hand.branch))
        assert reply.refusal is None or reply.refusal.code == "not_enough_credit", reply.refusal
        return True


@pytest.mark.parametrize("reader", [True, False])
@pytest.mark.parametrize("profile", ["live-seven", "american-live"])
@pytest.mark.parametrize("seed", seeds(4, usual=2))
def test_interrupted_lives(profile: str, seed: int, reader: bool) -> None:
    life = Life(profile, seed, reader=reader)
    life.play()
    if profile == "american-live":
        assert "hand_forked" not in life.stage.tags()


@pytest.mark.slow
def test_lives_do_interrupt() -> None:
    """The lives above would show nothing if nothing happened in them."""
    tags: list[str] = []
    by_patron = 0
    for seed in range(60):
        if tags.count("fork_raised"):  # the rarest of what is looked for
            break
        life = Life("live-seven", seed, reader=True)
        life.play()
        tags += life.stage.tags()
        for event in life.stage.events():
            if isinstance(event, e.HandForked):
                by_patron += 1
    assert by_patron > 10
    assert tags.count("fork_settled") > 5
    assert tags.count("fork_raised") > 0
