"""One patron's play: positions, the branches of their splits, and what each ended as.

Theory. A position starts as one hand. A split puts two branches in its place: the
first takes its second card and is played to its end, then the second (BJ-14). So a
position has at most one hand in play, the first that has not ended, and is written
as a row of branches with a mark at that one; how deep a branch lies in the tree of
splits is part of its summary.

A hand in play either waits for a card or for a decision. Which position comes first
is the sequencer's affair, and so is where cards come from: here a card simply goes
to a hand. Plays are values and compare as such, so patrons who saw the same cards
and decided alike share one: a line of play.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import Final

import msgspec

from cutcard.games.blackjack.hand import (
    BEST,
    NO_CARDS,
    Hand,
    half_of,
    is_blackjack,
    is_bust,
    plus,
    value,
)
from cutcard.games.blackjack.options import Decision, options, why_not
from cutcard.games.blackjack.rules import Rules
from cutcard.games.reason import Refusal


class HandAt(msgspec.Struct, frozen=True, order=True, gc=False):
    """Where a hand lies: position or seat from 1, branch of its splits from 0. Position 0 is the dealer."""

    position: int
    branch: int = 0


DEALER: Final = HandAt(0)


class State(StrEnum):
    """What a branch waits for, or what it ended as."""

    QUEUED = "queued"
    DRAWING = "drawing"
    OPEN = "open"
    STOOD = "stood"
    DOUBLED = "doubled"
    BUST = "bust"
    BLACKJACK = "blackjack"
    CHARLIE = "charlie"
    SURRENDERED = "surrendered"
    UNPLAYED = "unplayed"


_IN_PLAY: Final = frozenset({State.QUEUED, State.DRAWING, State.OPEN})


class Branch(msgspec.Struct, frozen=True):
    """One hand: its cards in dealing order, their summary, and how it stands."""

    cards: tuple[int, ...] = ()
    hand: Hand = NO_CARDS
    state: State = State.DRAWING
    doubled: bool = False

    @property
    def wager(self) -> int:
        """How many original stakes lie on it."""
        return 2 if self.doubled else 1


class Position(msgspec.Struct, frozen=True):
    """The hands that grew from one pair of first cards, in playing order; ``at`` is the one in play."""

    number: int
    main: bool = True
    first: tuple[int, ...] = ()
    branches: tuple[Branch, ...] = (Branch(),)
    at: int = 0

    @property
    def in_play(self) -> Branch | None:
        """The hand in play, None when all have ended."""
        return self.branches[self.at] if self.at < len(self.branches) else None


class Play(msgspec.Struct, frozen=True, cache_hash=True):
    """A patron's positions, in the order in which they are dealt and played."""

    positions: tuple[Position, ...]


@lru_cache(maxsize=1 << 16)
def state_of(rules: Rules, hand: Hand, hands: int, doubled: bool) -> State:
    """How a hand stands after a card: ended by itself, waiting for its second card, or for a decision."""
    if hand.cards < 2:
        return State.DRAWING
    if is_bust(hand):
        return State.BUST
    if rules.charlie and hand.cards >= rules.charlie:
        return State.CHARLIE
    if doubled:
        return State.DOUBLED
    if is_blackjack(hand):
        return State.BLACKJACK
    if hand.total == BEST or options(rules, hand, hands) == (Decision.STAND,):
        return State.STOOD
    return State.OPEN


def with_first_card(rules: Rules, position: Position, card: int) -> Position:
    """The position with one of its first two cards."""
    branch = _with_card(rules, position.branches[0], card, 1)
    if len(branch.cards) == 2 and not position.main:
        # Special bets alone: its cards settle them, and nobody decides anything (BJ-06).
        branch = msgspec.structs.replace(branch, state=State.UNPLAYED)
    return _put(position, branch, (*position.first, card))


def with_card(rules: Rules, position: Position, card: int) -> Position:
    """The position after its hand in play, which waits for a card, has got one."""
    branch = position.branches[position.at]
    assert branch.state is State.DRAWING, f"no card is due here: {branch}"
    return _put(position, _with_card(rules, branch, card, len(position.branches)), position.first)


def why_not_decided(rules: Rules, position: Position, decision: Decision) -> Refusal | None:
    """Why there is no such decision for the hand in play; None where it is available."""
    branch = position.in_play
    if branch is None or branch.state is not State.OPEN:
        return Refusal("no_decision_is_due", {"position": position.number})
    return why_not(rules, branch.hand, len(position.branches), decision)


def decided(rules: Rules, position: Position, decision: Decision) -> Position | Refusal:
    """The position after a decision for its hand in play, or why there is no such decision."""
    refusal = why_not_decided(rules, position, decision)
    return after_decision(position, decision) if refusal is None else refusal


def after_decision(position: Position, decision: Decision) -> Position:
    """The position after a decision that was judged before."""
    branch = position.in_play
    assert branch is not None, "a decision is refused where no hand is in play"
    if decision is Decision.SPLIT:
        return _split(position)
    return _put(position, _after(branch, decision), position.first)


def as_stood(position: Position) -> Position:
    """The position as if its hand had stood, not surrendered: so an insured bet behind plays on (TB-22)."""
    branches = tuple(
        msgspec.structs.replace(branch, state=State.STOOD) if branch.state is State.SURRENDERED else branch
        for branch in position.branches
    )
    return msgspec.structs.replace(position, branches=branches)


def surrendered(position: Position) -> Position:
    """The position given up before the dealer's check (BJ-15)."""
    return _put(position, _after(position.branches[0], Decision.SURRENDER), position.first)


def stopped(position: Position) -> Position:
    """The position when the round ends before anybody could play: its hand stands as it is (BJ-11)."""
    branch = position.in_play
    return position if branch is None else _put(position, _after(branch, Decision.STAND), position.first)


def _after(branch: Branch, decision: Decision) -> Branch:
    match decision:
        case Decision.HIT:
            return Branch(branch.cards, branch.hand, State.DRAWING)
        case Decision.DOUBLE:
            return Branch(branch.cards, branch.hand, State.DRAWING, True)
        case Decision.STAND:
            return Branch(branch.cards, branch.hand, State.STOOD)
        case _:
            return Branch(branch.cards, branch.hand, State.SURRENDERED)


def _split(position: Position) -> Position:
    branch = position.branches[position.at]
    half = half_of(branch.hand)
    first = Branch(branch.cards[:1], half, State.DRAWING)
    second = Branch(branch.cards[1:], half, State.QUEUED)
    before, after = position.branches[: position.at], position.branches[position.at + 1 :]
    branches = (*before, first, second, *after)
    return Position(position.number, position.main, position.first, branches, position.at)


def _with_card(rules: Rules, branch: Branch, card: int, hands: int) -> Branch:
    hand = plus(branch.hand, value(card), rules.cards_counted)
    state = state_of(rules, hand, hands, branch.doubled)
    return Branch((*branch.cards, card), hand, state, branch.doubled)


def _put(position: Position, branch: Branch, first: tuple[int, ...]) -> Position:
    """The position with its hand in play replaced, moved on to the next branch where that one has ended."""
    branches, at = position.branches, position.at
    branches = (branch,) if len(branches) == 1 else (*branches[:at], branch, *branches[at + 1 :])
    if branch.state not in _IN_PLAY:
        at += 1
        if at < len(branches):
            waiting = branches[at]
            begun = Branch(waiting.cards, waiting.hand, State.DRAWING)
            branches = (*branches[:at], begun, *branches[at + 1 :])
    return Position(position.number, position.main, first, branches, at)
