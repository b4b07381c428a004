"""The interrupted game, point by point (TB-40): its cards, who may play it, what it pays.

It knows the house's promise that nobody gains by dropping, and refuses to know how a screen shows it.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
import pytest

from cutcard.cards import Pack, parse_card
from cutcard.games.blackjack.options import Decision
from cutcard.ledger import Book
from cutcard.profiles import Mode
from cutcard.record.fairness import commitment
from cutcard.table import commands as c
from cutcard.table import events as e
from cutcard.table.forks.fork import drawn_card, fork_stream
from cutcard.table.state import Phase
from cutcard.venue.best_play import exact_play
from cutcard.verification.fold import Replay
from cutcard.verification.streams import verify_stream
from cutcard.views import hands_view, own_view, public_view
from tests.interruptions.stage import ANN, BOB, CYD, FORK_WAIT_MS, PURSE, SECOND, Stage

STAKE = 1_000
DEAL = "5c 5d 5h 9c 6c 7d 6h"


def forked(hole: str = "8s", deal: str = DEAL, specials: tuple[str, ...] = (), **settings: Any) -> Stage:
    """Ann is gone at her deadline. Cyd is asked next, so the live hole card lies face down for a while."""
    stage = Stage("live-seven", Mode.LIVE, **settings)
    stage.do(c.OpenRound())
    for seat, patron in enumerate((BOB, ANN, CYD), 1):
        stage.do(c.TakeSeat(patron, seat))
        stage.do(c.PlaceBet(patron, "main", STAKE, seat))
    for bet in specials:
        stage.do(c.PlaceBet(ANN, bet, STAKE, 2))
    stage.do(c.CloseBets("croupier"))
    stage.script(deal, hole)
    stage.until(lambda: stage.asks(BOB))
    stage.close(ANN)
    stage.decide(BOB, Decision.STAND)
    stage.until(lambda: stage.asks(CYD))
    return stage


def ended(stage: Stage) -> None:
    """The live round goes on to its result."""
    stage.until(lambda: stage.table.phase is Phase.RESULT)


def main_line(stage: Stage) -> e.LineShare:
    (line,) = (line for line in stage.lines_of(ANN) if line.bet == "main")
    return line


def fork_of(stage: Stage) -> Any:
    felt: Any = stage.table.deal.felt
    return felt.forked[2]


def test_the_live_hand_stands_and_the_copy_keeps_the_cards_on_the_table() -> None:
    stage = forked()
    felt: Any = stage.table.deal.felt
    live = felt.round.positions[1].branches[0]
    assert live.state.value == "stood"
    first = stage.fork_events(2)[0]
    assert first.hands == ((parse_card("5d"), parse_card("7d")),)
    assert first.up == parse_card("9c")
    on_table = tuple(card for card, _ in stage.table.deal.dealt)
    assert first.seen == on_table
    assert first.pack == Pack.of_decks(8).without(on_table).counts


def test_its_record_hangs_on_the_entry_that_forked_it() -> None:
    stage = forked()
    entries = list(stage.store.entries("t"))
    (cause,) = (entry for entry in entries if entry.tag == "hand_forked")
    first = stage.fork_events(2)[0]
    assert (first.table, first.round, first.seat) == ("t", 1, 2)
    assert (first.entry, first.hash) == (cause.number, cause.hash.hex())
    ended(stage)
    secret = bytes.fromhex(stage.fork_events(2)[-1].secret)
    assert first.commitment == commitment(secret).hex()
    stage.verified()


def test_who_returns_within_a_minute_finishes_it() -> None:
    stage = forked()
    stage.connect(ANN)
    before = fork_of(stage).position.branches[0].cards
    stage.decide(ANN, Decision.HIT)
    cards = fork_of(stage).position.branches[0].cards
    assert cards[:2] == before
    assert len(cards) == 3
    if stage.asks(ANN):
        stage.decide(ANN, Decision.STAND)
    ended(stage)
    decided = [event for event in stage.fork_events(2) if isinstance(event, e.ForkDecided)]
    assert not any(event.automatic for event in decided)
    assert main_line(stage).returned in (0, STAKE, 2 * STAKE)
    stage.verified()


def test_without_a_return_it_is_completed_after_a_minute() -> None:
    stage = forked()
    stage.do(c.Pause("floor", "a halt"))
    stage.wait(FORK_WAIT_MS)
    stage.do(c.Resume("floor"))  # a halt costs nobody their minute
    assert not [event for event in stage.fork_events(2) if isinstance(event, e.ForkDecided)]
    _without_live_play(stage, FORK_WAIT_MS - SECOND)
    assert not [event for event in stage.fork_events(2) if isinstance(event, e.ForkDecided)]
    _without_live_play(stage, SECOND)
    decided = [event for event in stage.fork_events(2) if isinstance(event, e.ForkDecided)]
    assert decided
    assert all(event.automatic for event in decided)
    assert len(_felt(stage).round.dealer.cards) == 1, "the live hole card is not shown yet"
    stage.connect(ANN)
    assert not stage.asks(ANN)
    ended(stage)
    stage.verified()


def _without_live_play(stage: Stage, ms: int) -> None:
    """Time passes and the croupier does not turn the card."""
    stage.wait(ms)
    assert stage.table.phase is Phase.PLAYING


def _felt(stage: Stage) -> Any:
    return stage.table.deal.felt


def test_nothing_is_decided_by_the_patron_once_the_hole_card_is_shown() -> None:
    """To drop on purpose, see the hole card and then play on: impossible."""
    stage = forked(best=lambda _: None)
    stage.connect(ANN)
    stage.decide(CYD, Decision.STAND)
    assert stage.asks(ANN)
    stage.until(lambda: len(_felt(stage).round.dealer.cards) > 1)
    assert not stage.asks(ANN)
    for decision in (Decision.HIT, Decision.STAND, Decision.DOUBLE):
        refused = stage.ask("t", c.Decide(ANN, decision, 2)).refusal
        assert refused is not None
        assert refused.code == "fork_is_closed"
    assert not [event for event in stage.fork_events(2) if isinstance(event, e.ForkDecided)]
    stage.venue.best = lambda _: Decision.STAND
    ended(stage)
    (decided,) = (event for event in stage.fork_events(2) if isinstance(event, e.ForkDecided))
    assert decided.automatic
    stage.verified()


def seen_by_ann(stage: Stage) -> bytes:
    """Everything that Ann's screen gets, and all of her fork's record that is hers to read."""
    table = stage.table
    views = (public_view(table, 0), own_view(table, ANN, 0), hands_view(table, ANN))
    return msgspec.json.encode([*views, *stage.fork_events(2)])


def _no_window(stage: Stage) -> bool:
    return not stage.table.clock.window_open


@pytest.mark.parametrize("hole", ["7s", "Kd", "As", "9h", "2c"])
def test_nothing_shown_before_the_turn_gives_the_hole_card_away(hole: str) -> None:
    first, other = forked("8s"), forked(hole)
    for stage in (first, other):
        stage.connect(ANN)
    while first.asks(ANN):
        assert seen_by_ann(first) == seen_by_ann(other)
        for stage in (first, other):
            stage.decide(ANN, Decision.HIT)
    for stage in (first, other):
        stage.until(partial(_no_window, stage))
    assert seen_by_ann(first) == seen_by_ann(other)
    ended(first)
    ended(other)


def test_the_face_down_card_is_never_drawn_and_changes_no_other_draw() -> None:
    """Of a card whose one copy lies face down none can come, and all others come as they would."""
    pack = Pack.of_decks(1)
    for draw in range(1, 400):
        secret = b"x" * 32
        open_ = drawn_card(secret, draw, pack, None)
        for face_down in (0, 25, 51):
            card = drawn_card(secret, draw, pack, face_down)
            assert card != face_down
            assert open_ in {card, face_down}


def test_a_reader_that_knows_nothing_waits_for_the_live_turn() -> None:
    stage = forked(face_down_reader=False)
    stage.connect(ANN)
    assert not stage.asks(ANN)
    refused = stage.ask("t", c.Decide(ANN, Decision.STAND, 2)).refusal
    assert refused is not None
    assert refused.code == "fork_waits_for_the_turn"
    stage.close(ANN)
    _without_live_play(stage, 2 * FORK_WAIT_MS)
    tags = [event.__struct_config__.tag for event in stage.fork_events(2)]
    assert tags == ["fork_opened"]
    ended(stage)
    assert any(isinstance(event, e.ForkDecided) and event.automatic for event in stage.fork_events(2))
    stage.verified()


def test_sb_52_special_bets_are_settled_on_the_live_cards() -> None:
    """Dealer Pair looks at the hole card; what the fork draws changes nothing about it."""
    specials = ("dealer-pair", "player-pair")
    stage = forked("9h", "5c 7c 5h 9c 6c 7d 6h", specials=specials)
    stage.connect(ANN)
    while stage.asks(ANN):
        stage.decide(ANN, Decision.HIT)
    ended(stage)
    lines = {line.bet: line for line in stage.lines_of(ANN)}
    assert lines["dealer-pair"].outcome != "lose"
    assert lines["player-pair"].outcome != "lose"
    assert lines["main"].stake == STAKE
    stage.verified()


def test_money_added_in_the_fork_is_escrowed_and_settled_once() -> None:
    stage = forked(deal="5c 5d 5h 9c 6c 6d 6h")
    stage.connect(ANN)
    before = stage.venue.book.balance(f"patron:{ANN}")
    stage.decide(ANN, Decision.DOUBLE)
    assert stage.venue.book.balance(f"patron:{ANN}") == before - STAKE
    ended(stage)
    line = main_line(stage)
    assert line.stake == 2 * STAKE
    assert stage.venue.book.balance(f"patron:{ANN}") == PURSE - 2 * STAKE + line.returned
    assert stage.tags().count("fork_raised") == 1
    assert verify_stream("t", stage.store.entries("t")).holds
    stage.verified()


def test_a_split_hand_is_forked_with_its_other_hand() -> None:
    stage = forked(deal="5c 8d 5h 9c 6c 8h 6h")
    stage.connect(ANN)
    stage.decide(ANN, Decision.SPLIT)
    while stage.asks(ANN):
        stage.decide(ANN, Decision.STAND)
    ended(stage)
    lines = [line for line in stage.lines_of(ANN) if line.bet == "main"]
    assert [line.branch for line in lines] == [0, 1]
    assert sum(line.stake for line in lines) == 2 * STAKE
    felt: Any = stage.table.deal.felt
    assert len(felt.round.positions[1].branches) == 1, "the live hand is still one"
    stage.verified()


def test_bets_behind_stay_with_the_live_hand() -> None:
    stage = Stage("live-seven", Mode.LIVE, bets_behind=True)
    stage.do(c.OpenRound())
    for seat, patron in enumerate((BOB, ANN), 1):
        stage.do(c.TakeSeat(patron, seat))
        stage.do(c.PlaceBet(patron, "main", STAKE, seat))
    stage.do(c.PlaceBet(CYD, "behind", STAKE, 2))
    stage.do(c.CloseBets("croupier"))
    stage.script("5c Td 9c 6c 9d Kh")  # Ann's live 19 ties with the dealer's 19
    stage.until(lambda: stage.asks(BOB))
    stage.close(ANN)
    stage.decide(BOB, Decision.STAND)
    stage.until(lambda: bool(_felt(stage).forked))
    stage.connect(ANN)
    while stage.asks(ANN):
        stage.decide(ANN, Decision.HIT)  # to ruin it in the fork
    ended(stage)
    (behind,) = stage.lines_of(CYD)
    assert (behind.bet, behind.outcome) == ("behind", "push")
    assert main_line(stage).outcome == "lose"
    stage.verified()


@pytest.mark.parametrize("steps", range(7))
def test_a_fork_survives_a_restart_at_every_step(steps: int) -> None:
    """Whatever was done before the server stopped, the game goes on from there with the same cards."""
    stage, twin = forked(), forked()
    for house in (stage, twin):
        house.connect(ANN)
    for _ in range(steps):
        for house in (stage, twin):
            if house.asks(ANN):
                house.decide(ANN, Decision.HIT)
            elif not house.croupier():
                house.wait(SECOND)
    before = stage.fork_events(2)
    stage.crash()
    stage.connect(ANN)
    assert stage.fork_events(2) == before
    assert hands_view(stage.table, ANN) == hands_view(twin.table, ANN)
    ended(stage)
    ended(twin)
    assert [event.card for event in stage.fork_events(2) if isinstance(event, e.ForkDealt)][:1] == [
        event.card for event in twin.fork_events(2) if isinstance(event, e.ForkDealt)
    ][:1]
    assert stage.tags().count("fork_settled") == 1
    stage.verified()


def test_a_void_round_ends_its_forks_and_gives_everything_back() -> None:
    stage = forked(deal="5c 5d 5h 9c 6c 6d 6h")
    stage.connect(ANN)
    stage.decide(ANN, Decision.DOUBLE)
    stage.do(c.VoidRound("floor", "misdeal"))
    assert stage.venue.book.balance(f"patron:{ANN}") == PURSE
    tags = [event.__struct_config__.tag for event in stage.fork_events(2)]
    assert tags[-2:] == ["fork_ended", "fork_revealed"]
    stage.verified()


@pytest.mark.parametrize(("at", "void"), [(2, True), (4, True), (3, False)])
def test_a_card_put_right_voids_a_fork_that_was_played_with_it(at: int, void: bool) -> None:
    stage = forked()
    stage.connect(ANN)
    stage.do(c.CorrectCard("floor", parse_card("6s"), at))
    assert fork_of(stage).void is void
    ended(stage)
    assert bool(stage.lines_of(ANN) if ANN in _settled(stage) else []) is not void
    expected = PURSE if void else PURSE - STAKE + main_line(stage).returned
    assert stage.venue.book.balance(f"patron:{ANN}") == expected
    stage.verified()


def _settled(stage: Stage) -> Any:
    return [event for event in stage.events() if isinstance(event, e.RoundSettled)][-1].shares


def test_a_changed_record_of_a_fork_is_found() -> None:
    stage = forked()
    ended(stage)
    stream = fork_stream("t", 1, 2)

    short = list(stage.store.entries(stream))[:-1]
    faults = list(Replay("t", Book(), lambda _: short).all(stage.store.entries("t")))
    assert "its record does not end" in faults[0][2]


def forked_twice() -> Stage:
    """A round in which one patron drops with two seats, to its end."""
    stage = Stage("live-seven", Mode.LIVE, seats_each=2)
    stage.do(c.OpenRound())
    for seat in (1, 2):
        stage.do(c.TakeSeat(ANN, seat))
        stage.do(c.PlaceBet(ANN, "main", STAKE, seat))
    stage.do(c.TakeSeat(BOB, 3))
    stage.do(c.PlaceBet(BOB, "main", STAKE, 3))
    stage.do(c.CloseBets("croupier"))
    stage.script(DEAL, "8s")
    stage.until(lambda: stage.asks(ANN))
    stage.close(ANN)
    ended(stage)
    return stage


def test_two_seats_of_one_patron_are_two_forks() -> None:
    stage = forked_twice()
    assert sorted(event.seat for event in stage.events() if isinstance(event, e.HandForked)) == [1, 2]
    assert sorted(line.position for line in stage.lines_of(ANN)) == [1, 2]
    stage.verified()


def test_silent_but_there_stands() -> None:
    """Whose terminal answers pings has only let the time run out: the hand stands, and nothing is forked."""
    stage = Stage("live-seven", Mode.LIVE)
    stage.do(c.OpenRound())
    stage.do(c.TakeSeat(ANN, 1))
    stage.do(c.PlaceBet(ANN, "main", STAKE, 1))
    stage.do(c.CloseBets("croupier"))
    ended(stage)
    assert "hand_forked" not in stage.tags()
    stage.verified()


@pytest.mark.slow
def test_completion_is_the_exact_best_play_without_new_money() -> None:
    """Twelve against a nine is hit, and hit again below seventeen; it never doubles or splits."""
    stage = forked(best=exact_play)
    ended(stage)
    decided = [event.decision for event in stage.fork_events(2) if isinstance(event, e.ForkDecided)]
    assert decided[0] is Decision.HIT
    assert set(decided) <= {Decision.HIT, Decision.STAND}
    stage.verified()
