"""When hands are played on without their patron, and by whom: what a table says about it (TB-40, TB-42).

It judges and changes nothing. What an interrupted game is stands in ``forks``; where its cards and the best
play come from is the venue's affair.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from cutcard.games import due
from cutcard.games.blackjack import Rules, in_turn
from cutcard.games.blackjack.dealer import Dealer
from cutcard.games.blackjack.options import Decision
from cutcard.games.blackjack.play import HandAt, Position
from cutcard.games.reason import Refusal
from cutcard.profiles.profile import Interruption
from cutcard.table import commands as c
from cutcard.table import events as e
from cutcard.table.felt.felt import Felt
from cutcard.table.forks.commands import DealFork, ForkCommand, OpenFork, RevealFork
from cutcard.table.forks.fork import Fork, fork_stream, lines_of, others
from cutcard.table.moment import Decisions, Moment
from cutcard.table.phases import halted
from cutcard.table.settings import fork_wait_ms, policy, resume_wait_ms
from cutcard.table.state import Phase, Table


class Situation(msgspec.Struct, frozen=True):
    """What best play may look at: the rules, the hand's cards, the up card, and the other cards in sight."""

    rules: Rules
    cards: tuple[int, ...]
    up: int
    seen: tuple[int, ...]


class Undecided(msgspec.Struct, frozen=True):
    """A hand that waits no longer for its patron."""

    patron: str
    hand: HandAt
    situation: Situation


def forked(table: Table, at_ms: int) -> tuple[e.HandForked, ...]:
    """At the end of a window: whose hands go on in an interrupted game. An offer is simply declined."""
    felt = table.deal.felt
    if felt is None or felt.offering or policy(table.deal.settings) is not Interruption.FORK:
        return ()
    return tuple(
        e.HandForked(patron, hand.position, at_ms + fork_wait_ms(table.deal.settings))
        for patron, hands in felt.asked_by().items()
        for hand in hands
        if table.patrons.places[patron].away and hand.position not in felt.forked
    )


def of_fork(table: Table, command: c.Decide) -> Fork | None:
    """The interrupted game a decision is for, if it is for one."""
    felt = table.deal.felt
    fork = None if felt is None else felt.forked.get(command.position)
    return fork if fork is not None and fork.patron == command.patron and not fork.void else None


def why_not_in_fork(table: Table, fork: Fork, command: c.Decide) -> Refusal | None:
    """Why a patron who is back cannot decide so: above all once the live hole card is shown."""
    felt = table.deal.felt
    assert felt is not None, "a hand is forked in a round"
    if table.phase is not Phase.PLAYING or felt.hole_shown or fork.ended:
        return Refusal("fork_is_closed", {"position": command.position})
    if not felt.hole_read:
        return Refusal("fork_waits_for_the_turn", {"position": command.position})
    return in_turn.why_not(fork.round, HandAt(command.position, command.branch), command.decision)


def decide_in_fork(command: c.Decide, cost: int) -> Decisions:
    """What a patron who is back decides."""
    decided = e.ForkDecided(command.patron, command.position, command.branch, command.decision, cost)
    if not cost:
        return (decided,)
    # Money first: it is what can still be refused.
    raised = e.ForkRaised(command.patron, command.position, command.branch, command.decision, cost)
    return (raised, decided)


def undecided(table: Table, at_ms: int) -> tuple[Undecided, ...]:
    """The hands that are to be finished by best play without new money, now."""
    felt = table.deal.felt
    if table.phase is not Phase.PLAYING or felt is None:
        return ()
    if halted(table):
        return ()
    return (*_in_forks(table, felt, at_ms), *_in_waiting_rounds(table, felt, at_ms))


def _in_forks(table: Table, felt: Felt, at_ms: int) -> Iterator[Undecided]:
    for fork in felt.forked.values():
        hand = fork.hand_to_decide
        if hand is not None and (felt.hole_shown or _given_up(table, felt, fork, at_ms)):
            yield _undecided(table, fork.patron, hand, felt, fork.position, fork.seen)


def _given_up(table: Table, felt: Felt, fork: Fork, at_ms: int) -> bool:
    """Whether the wait is over without a return. Without a reader the fork waits for the live turn."""
    place = table.patrons.places.get(fork.patron)
    return felt.hole_read and at_ms >= fork.closes_ms and (place is None or place.away)


def _in_waiting_rounds(table: Table, felt: Felt, at_ms: int) -> Iterator[Undecided]:
    if policy(table.deal.settings) is not Interruption.RESUME:
        return  # said first, though it is judged of each patron, too: this is asked after every event
    if felt.offering or not isinstance(felt.due, due.Decision):
        return
    dealt = [card for card, _ in table.deal.dealt]
    for patron, hands in felt.asked_by().items():
        if waited_out(table, patron, at_ms):
            (position,) = (at for at in felt.hands(patron) if at.number == hands[0].position)
            yield _undecided(table, patron, hands[0], felt, position, dealt)


def waited_out(table: Table, patron: str, at_ms: int) -> bool:
    """Whether a private round has waited for its patron for as long as it waits (TB-42)."""
    place = table.patrons.places.get(patron)
    return (
        policy(table.deal.settings) is Interruption.RESUME
        and place is not None
        and place.away
        and at_ms >= place.away_since_ms + resume_wait_ms(table.deal.settings)
    )


def _undecided(
    table: Table, patron: str, hand: HandAt, felt: Felt, position: Position, seen: Sequence[int]
) -> Undecided:
    """A hand of a split is judged as if it were alone; the cards of its other hands are in sight."""
    rules = table.deal.settings.profile.rules
    assert isinstance(rules, Rules), "only hands are undecided"
    cards = position.branches[hand.branch].cards
    up = _dealer(felt).cards[0]
    also = [card for at, branch in enumerate(position.branches) if at != hand.branch for card in branch.cards]
    seen_else = others(seen, (*cards, *also, up))
    return Undecided(patron, hand, Situation(rules, cards, up, (*also, *seen_else)))


def _dealer(felt: Felt) -> Dealer:
    assert felt.dealer is not None, "hands are decided against a dealer"
    return felt.dealer


def complete(table: Table, command: c.Complete, moment: Moment) -> Decisions:
    """Best play for a hand that waits no longer. It is marked as the system's, and never costs anything."""
    hand = HandAt(command.position, command.branch)
    wanted = any(
        game.patron == command.patron and game.hand == hand for game in undecided(table, moment.at_ms)
    )
    if not wanted or command.decision not in (Decision.HIT, Decision.STAND):
        return Refusal("no_decision_is_due", {"position": command.position})
    felt = table.deal.felt
    assert felt is not None, "hands are completed in a round"
    if command.position in felt.forked:
        return (e.ForkDecided(command.patron, *_of(command), automatic=True),)
    return (e.Decided(command.patron, *_of(command), automatic=True),)


def _of(command: c.Complete) -> tuple[int, int, Decision]:
    return command.position, command.branch, command.decision


def house_in_fork(table: Table, command: ForkCommand) -> e.ForkEvent:
    """What the venue brings to an interrupted game."""
    felt = table.deal.felt
    assert felt is not None, "a hand is forked in a round"
    fork = felt.forked[command.seat]
    match command:
        case OpenFork():
            return _open_fork(table, fork, command)
        case DealFork():
            assert isinstance(fork.round.due, due.Card), "a card is due in the fork"
            gone = tuple(card for card, _ in table.deal.dealt[fork.live_cards :])
            return e.ForkDealt(fork.patron, fork.seat, command.card, fork.draws + 1, gone)
        case RevealFork():
            return e.ForkRevealed(fork.patron, fork.seat, command.secret)


def _open_fork(table: Table, fork: Fork, command: OpenFork) -> e.ForkOpened:
    return e.ForkOpened(
        patron=fork.patron,
        seat=fork.seat,
        table=table.deal.settings.id,
        round=table.deal.round,
        entry=command.entry,
        hash=command.hash,
        commitment=command.commitment,
        stake=fork.stake,
        up=fork.round.dealer.cards[0],
        hands=tuple(branch.cards for branch in fork.position.branches),
        at=fork.position.at,
        seen=fork.seen,
        pack=fork.pack.counts,
    )


def fork_follows(table: Table) -> e.AnyEvent | None:
    """What happens next in an interrupted game by itself."""
    felt = table.deal.felt
    if felt is None:
        return None
    for fork in felt.forked.values():
        event = _next(table, felt, fork) if fork.opened and not fork.void else None
        if event is not None:
            return event
    return None


def _next(table: Table, felt: Felt, fork: Fork) -> e.AnyEvent | None:
    match fork.round.due:
        case due.Turn() if felt.hole_shown:
            return e.ForkTurned(fork.patron, fork.seat, _dealer(felt).cards[1])
        case due.Nothing() if not fork.ended:
            return e.ForkEnded(fork.patron, fork.seat, lines_of(fork))
        case due.Nothing() if fork.revealed and fork.settled is None:
            stream = fork_stream(table.deal.settings.id, fork.of_round, fork.seat)
            return e.ForkSettled(fork.patron, fork.seat, fork.lines, stream)
        case _:
            return None
