"""What is said while a hand goes on as an interrupted game (TB-40): to everybody, and to the croupier."""

from __future__ import annotations

from cutcard.games.blackjack.options import Decision
from cutcard.profiles import Mode
from cutcard.record import decode_event
from cutcard.table import commands as c
from cutcard.table import events as e
from cutcard.table.forks.decide import Situation
from cutcard.texts import say
from cutcard.views import croupier_view, public_view
from tests.interruptions.stage import ANN, BOB, SECOND, Stage
from tests.narration.narration import VOID, Truth
from tests.venue.house import to_seventeen

STAKE = 1_000
WAITING = "Waiting for an interrupted hand"
CROUPIER_WAITS = "Wait: an interrupted hand is being finished"


class Heard(Stage):
    """After every step both lines are held against what is true."""

    def check(self) -> None:
        super().check()
        truth = Truth()
        for entry in self.store.entries(self.name):
            truth.heard(decode_event(entry, e.AnyEvent))
        view = public_view(self.table, self.venue.now_ms())
        assert say(view.message) == truth.line(self.table), self.table.deal.felt
        assert say(croupier_view(self.table).next) == truth.next(self.table), self.table.deal.felt


def lines(stage: Stage) -> tuple[str, str]:
    """What everybody reads, and what the croupier reads."""
    shown = public_view(stage.table, stage.venue.now_ms())
    return say(shown.message), say(croupier_view(stage.table).next)


class Slow:
    """Best play that is still being worked out."""

    def __init__(self) -> None:
        self.ready = False

    def __call__(self, situation: Situation) -> Decision | None:
        return to_seventeen(situation) if self.ready else None


def only_an_interrupted_game_is_left(best: Slow) -> Heard:
    """Ann is gone at her deadline with eleven; the dealer has turned a card, so the house plays."""
    stage = Heard("live-seven", Mode.LIVE, best=best)
    stage.do(c.OpenRound())
    for seat, patron in enumerate((ANN, BOB), 1):
        stage.do(c.TakeSeat(patron, seat))
        stage.do(c.PlaceBet(patron, "main", STAKE, seat))
    stage.do(c.CloseBets("croupier"))
    stage.script("5c Td 9c 6c 9h 8s")
    stage.until(lambda: stage.asks(ANN))
    stage.close(ANN)
    stage.until(lambda: stage.asks(BOB))
    stage.decide(BOB, Decision.STAND)
    while stage.croupier():
        pass
    return stage


def test_tb_40_everybody_and_the_croupier_wait_for_an_interrupted_game_that_alone_is_left() -> None:
    best = Slow()
    stage = only_an_interrupted_game_is_left(best)
    assert lines(stage) == (WAITING, CROUPIER_WAITS)
    stage.do(c.Pause("sue", "A card fell"))
    assert lines(stage) == ("Table paused: A card fell", "Table paused: wait for the supervisor")
    stage.do(c.Resume("sue"))
    assert lines(stage) == (WAITING, CROUPIER_WAITS)
    best.ready = True
    stage.wait(SECOND)
    assert lines(stage) == (
        "The dealer has 17. The result is open to dispute.",
        "The result is open to dispute",
    )


def test_tb_31_a_void_ends_an_interrupted_game_and_nobody_waits_for_it() -> None:
    stage = only_an_interrupted_game_is_left(Slow())
    stage.do(c.VoidRound("sue", "The shoe fell"))
    assert lines(stage) == (VOID, "Clear the table, then open the bets")
