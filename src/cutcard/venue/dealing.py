"""Moving one table on as far as it goes by itself: time, cards, what follows, the next round."""

from __future__ import annotations

from collections.abc import Sequence

from cutcard.games.blackjack.dealer import has_blackjack, with_card
from cutcard.games.reason import Refusal
from cutcard.profiles import Mode
from cutcard.record import SECRET_BYTES, commitment
from cutcard.table import Moment, Want, decide, follow, want
from cutcard.table import commands as c
from cutcard.table import events as e
from cutcard.table.command import Source
from cutcard.table.dealing.decide import as_due
from cutcard.table.forks.decide import undecided
from cutcard.table.phases import ready_for_next
from cutcard.table.settings import is_random
from cutcard.table.state import MISREAD_FACE_DOWN, Phase
from cutcard.venue.best_play import AGAIN_MS, completing
from cutcard.venue.interrupted import move_fork
from cutcard.venue.ports import Secret
from cutcard.venue.random_center import RandomCenter
from cutcard.venue.table_runner import Running
from cutcard.venue.unit_of_work import Work

STEPS_MAX = 10_000
"""No table moves on by itself so often in one step; one that does is broken, and freezes."""


def carry_out(
    work: Work, running: Running, command: c.Command, playable: int, source: Source = Source.CENTER
) -> Refusal | None:
    """What a command does to its table, with all that follows from it by itself."""
    if isinstance(command, c.EnterCard):
        command = as_due(running.table, command)
    if _misread(running, command):
        command = c.Pause("table", MISREAD_FACE_DOWN)
    moment = Moment(work.at_ms, source, playable, work.book.playable_of)
    decided = decide(running.table, command, moment)
    if isinstance(decided, Refusal):
        return decided
    for event in decided:
        refusal = work.happen(running, event)
        if refusal is not None:
            assert event is decided[0], f"what a command leads to is decided as a whole: {refusal}"
            return refusal
    if isinstance(command, c.DealFaceDown):
        _keep_hole(work, running, command, decided)
    if isinstance(command, c.OpenRound):
        _round_is_open(work, running)
    if decided:
        _follow(work, running)
    return None


def _misread(running: Running, command: c.Command) -> bool:
    """Whether what is turned or found at the look is not the face-down card that the reader read (MO-04)."""
    table, hole = running.table, running.hole
    if hole is None or not table.shoe_watch.face_down_read:
        return False
    match command, want(table):
        case c.TurnUp(), Want.TURN:
            return command.card != hole
        case c.Check(), Want.CHECK:
            dealer = None if table.deal.felt is None else table.deal.felt.dealer
            assert dealer is not None, "only a blackjack dealer looks"
            return command.blackjack != has_blackjack(with_card(dealer, hole))
        case _:
            return False


def _keep_hole(work: Work, running: Running, command: c.DealFaceDown, decided: Sequence[e.AnyEvent]) -> None:
    """The face that a reader sent: kept where secrets are, and on no record before it is turned (TB-64)."""
    read = any(isinstance(event, e.FaceDownDealt) and event.read for event in decided)
    if read and command.card is not None:
        running.hole = command.card
        work.secrets.append(Secret(running.stream, running.table.deal.round, bytes([command.card])))


def _follow(work: Work, running: Running) -> None:
    for _ in range(STEPS_MAX):
        event = follow(running.table, work.at_ms)
        if event is None:
            return
        refusal = work.happen(running, event)
        assert refusal is None, f"what follows costs nobody anything: {refusal}"
    raise AssertionError(f"{running.stream} does not come to rest")


def move_on(work: Work, running: Running) -> None:
    """All that is due at this time, until the table waits for somebody or for later."""
    for _ in range(STEPS_MAX):
        if not _moved(work, running):
            running.reckon(work.at_ms)
            if undecided(running.table, work.at_ms):
                running.wake_ms = work.at_ms + AGAIN_MS
            return
        _follow(work, running)
    raise AssertionError(f"{running.stream} does not come to rest")


def _moved(work: Work, running: Running) -> bool:
    """One thing that time or the center brings; false where there is none."""
    table = running.table
    ticked = decide(table, c.Tick(), _by_itself(work))
    assert not isinstance(ticked, Refusal), f"time is never refused: {ticked}"
    if ticked:
        _happen(work, running, ticked)
        return True
    if follow(table, work.at_ms) is not None:
        return True
    # Interrupted games first: the live round is settled only with them.
    if move_fork(work, running) or _completed(work, running):
        return True
    wanted = want(table)
    over = ready_for_next(table, work.at_ms) and not table.halt.closed
    if (wanted is Want.ROUND or over) and table.deal.settings.mode is not Mode.LIVE:
        _open_round(work, running)
        return True
    if not is_random(table.deal.settings):
        return False
    if wanted is None or (table.phase is Phase.PLAYING and work.at_ms < table.clock.card_due_ms):
        return False
    center = running.center
    assert center is not None, f"{running.stream} is dealt to by its center"
    command = center.answer(table, wanted)
    answered = decide(table, command, _by_itself(work))
    assert not isinstance(answered, Refusal), f"the center's answer fits: {answered}"
    _happen(work, running, answered)
    return True


def _by_itself(work: Work) -> Moment:
    """Now, for what nobody has asked for: the venue brings it, and no purse is needed."""
    return Moment(work.at_ms, Source.CENTER)


def _completed(work: Work, running: Running) -> bool:
    """Best play for a hand that waits no longer for its patron, where it is known by now."""
    for waiting in undecided(running.table, work.at_ms):
        decision = work.best(waiting.situation)
        if decision is not None:
            decided = decide(running.table, completing(waiting, decision), _by_itself(work))
            assert not isinstance(decided, Refusal), f"best play fits: {decided}"
            _happen(work, running, decided)
            return True
    return False


def _happen(work: Work, running: Running, events: Sequence[e.AnyEvent]) -> None:
    for event in events:
        refusal = work.happen(running, event)
        assert refusal is None, f"no purse stands against the house's own events: {refusal}"


def _open_round(work: Work, running: Running) -> None:
    if not is_random(running.table.deal.settings):
        _happen_all(work, running, c.OpenRound())
        _round_is_open(work, running)
        return
    secret = work.entropy.random_bytes(SECRET_BYTES)
    work.secrets.append(Secret(running.stream, running.table.deal.round + 1, secret))
    _happen_all(work, running, c.OpenRound(commitment(secret).hex()))
    assert running.pack is not None, "the round has begun with a pack"
    running.center = RandomCenter(secret, running.pack)
    _round_is_open(work, running)


def _round_is_open(work: Work, running: Running) -> None:
    """Whoever opened the round, it may be kept here, and bets that stay on are put back."""
    work.keep(running)  # before any bet: a snapshot keeps no running time
    _put_back(work, running)


def _happen_all(work: Work, running: Running, command: c.OpenRound) -> None:
    opened = decide(running.table, command, _by_itself(work))
    assert not isinstance(opened, Refusal), f"a round that is due opens: {opened}"
    _happen(work, running, opened)


def _put_back(work: Work, running: Running) -> None:
    """Bets that repeat by themselves, or are kept on; whose are refused stops repeating, and is shown why.

    For whoever is gone no new bet is made.
    """
    table = running.table
    for patron, place in sorted(table.patrons.places.items()):
        if place.away or not (place.auto_repeat or place.keep_bets) or not place.last or place.chips:
            continue
        if patron in table.patrons.reserved:
            continue
        playable = work.book.playable_of(patron)
        refusal = carry_out(work, running, c.RepeatBets(patron), playable)
        if refusal is not None:
            stopped = [
                e.OptionSet(patron, option, False, refusal.code) for option in ("auto_repeat", "keep_bets")
            ]
            _happen(work, running, [each for each in stopped if getattr(place, each.option)])
