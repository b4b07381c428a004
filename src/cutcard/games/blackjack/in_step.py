"""A round in step: everybody has the same cards and decides alone. Shared-card tables are played so.

Theory. All patrons see the same first cards and the same dealer; they differ only in
what they wager on and what they decide. Those who did the same share a line of play,
and the round knows the lines and how many patrons are on each, but no patron. The
cost of a card grows with the lines (TB-04).

    deal, offer, check    as in turn, for all at once; a window closes the offer
    play                  a window for every hand that needs a decision; then one card,
                          which each line gives to its lowest hand that has asked and
                          burns where none has; and again, until nobody needs a card
    dealer, over          as in turn, judged over all lines

A window closes by itself when nobody on any line has a decision left, or by command
when its time is up: when that is, and who is struck, the table knows (TB-11, TB-12).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

import msgspec

from cutcard.games import due
from cutcard.games.blackjack import play as hands
from cutcard.games.blackjack.dealer import (
    Dealer,
    Demand,
    blackjack_possible,
    looked,
    turned,
    with_card,
    with_face_down,
)
from cutcard.games.blackjack.demand import position_demand, specials_demand
from cutcard.games.blackjack.in_turn import Due, Stage, dealer_step
from cutcard.games.blackjack.options import Decision, offer
from cutcard.games.blackjack.play import DEALER, HandAt, Play, Position, State
from cutcard.games.blackjack.rules import Rules, SecondCard, checks_under
from cutcard.games.reason import Refusal

SHARED: Final = HandAt(-1)
"""Where a step's card goes: on every line to its own hand."""

NOBODY: Final[Mapping[Play, int]] = MappingProxyType({})

LINES_KNOWN: Final = 1 << 12
"""Of so many lines it is remembered what they wait for: each of a crowd asks that of the same few."""


class Round(msgspec.Struct, frozen=True):
    """The state of a shared round. ``lines`` holds how many patrons play each line.

    ``specials`` are the special bets that anybody has on each position; ``insured`` whether
    anybody insured; ``undecided`` how many patrons the open window still waits for.
    """

    rules: Rules
    specials: tuple[frozenset[str], ...]
    lines: Mapping[Play, int]
    first: tuple[tuple[int, ...], ...]
    dealer: Dealer
    stage: Stage
    due: Due
    insured: bool = False
    undecided: int = 0


def opening(mains: tuple[bool, ...]) -> Play:
    """The line of a patron with main bets on these positions, before any card."""
    return Play(tuple(Position(number, main) for number, main in enumerate(mains, 1)))


def start(rules: Rules, lines: Mapping[Play, int], specials: Iterable[frozenset[str]] = ()) -> Round:
    """A shared round before its first card. Every position is dealt, wagered on or not (BJ-08)."""
    if not lines:
        raise ValueError("a round needs a line of play")
    count = len(next(iter(lines)).positions)
    bets = tuple(specials) or (frozenset(),) * count
    return Round(rules, bets, lines, ((),) * count, Dealer(), Stage.DEAL, due.Card(HandAt(1)))


@lru_cache(maxsize=LINES_KNOWN)
def needs(line: Play) -> tuple[HandAt, ...]:
    """The hands of a line that need a decision."""
    return tuple(
        HandAt(position.number, position.at)
        for position in line.positions
        if (branch := position.in_play) is not None and branch.state is State.OPEN
    )


@lru_cache(maxsize=LINES_KNOWN)
def served(line: Play) -> HandAt | None:
    """The hand that takes the next card: the lowest that has asked. None burns it (TB-11)."""
    for position in line.positions:
        branch = position.in_play
        if branch is not None and branch.state is State.DRAWING:
            return HandAt(position.number, position.at)
    return None


def after_card(rules: Rules, line: Play, card: int) -> Play:
    """The line after a step's card."""
    to = served(line)
    if to is None:
        return line
    return _with_position(line, hands.with_card(rules, line.positions[to.position - 1], card))


def line_after(round_: Round, line: Play, card: int) -> Play:
    """The line after the open card that the round waits for, whomever it is for."""
    assert isinstance(round_.due, due.Card), f"no card is due: {round_.due}"
    to = round_.due.to
    if to == DEALER:
        return line
    if to == SHARED:
        return after_card(round_.rules, line, card)
    return _with_position(line, hands.with_first_card(round_.rules, line.positions[to.position - 1], card))


def deal(round_: Round, card: int, passing: Mapping[Play, int] = NOBODY) -> Round | Refusal:
    """An open card has come: one of the first cards, a step's card, or the dealer's.

    ``passing`` are the patrons of a line who leave a step's card alone, although a hand of theirs waits.
    """
    if not isinstance(round_.due, due.Card):
        return Refusal("no_card_is_due")
    to = round_.due.to
    if to == DEALER:
        return _onward(_changed(round_, dealer=with_card(round_.dealer, card)))
    taking = ((line, count - passing.get(line, 0)) for line, count in round_.lines.items())
    moved = ((line_after(round_, line, card), count) for line, count in taking if count)
    lines = _gathered((*moved, *passing.items()))
    first = round_.first
    if to != SHARED:
        first = tuple(
            (*cards, card) if at == to.position else cards for at, cards in enumerate(round_.first, 1)
        )
    return _onward(_changed(round_, lines=lines, first=first))


def deal_face_down(round_: Round) -> Round | Refusal:
    """The dealer's second card lies face down."""
    if not isinstance(round_.due, due.FaceDown):
        return Refusal("no_face_down_card_is_due")
    return _onward(_changed(round_, dealer=with_face_down(round_.dealer)))


def check(round_: Round, blackjack: bool) -> Round | Refusal:
    """The dealer has looked: blackjack, or not."""
    if not isinstance(round_.due, due.Check):
        return Refusal("no_check_is_due")
    return _onward(_changed(round_, dealer=looked(round_.dealer, blackjack)))


def turn(round_: Round, card: int) -> Round | Refusal:
    """The face-down card is turned."""
    if not isinstance(round_.due, due.Turn):
        return Refusal("no_turn_is_due")
    dealer = turned(round_.dealer, card)
    return dealer if isinstance(dealer, Refusal) else _onward(_changed(round_, dealer=dealer))


def why_not(round_: Round, line: Play, hand: HandAt, decision: Decision) -> Refusal | None:
    """Why nobody on this line can decide so for this hand now; None where they can."""
    if line not in round_.lines:
        return Refusal("no_such_line")
    if not isinstance(round_.due, due.Decision):
        return Refusal("no_decision_is_due", {"position": hand.position})
    if hand not in (offered_to(round_, line) if round_.stage is Stage.OFFER else needs(line)):
        return Refusal("not_this_hands_turn", {"position": hand.position, "branch": hand.branch})
    position = line.positions[hand.position - 1]
    if round_.stage is not Stage.OFFER:
        return hands.why_not_decided(round_.rules, position, decision)
    offered = decision in offer(round_.rules, position.branches[0].hand, round_.dealer.up_value)
    return None if offered else Refusal("not_offered", {"decision": decision.value})


def decide(
    round_: Round, line: Play, hand: HandAt, decision: Decision, patrons: int = 1
) -> tuple[Round, Play] | Refusal:
    """One patron on this line, or several alike, have decided: the round, and the line they are on now."""
    refusal = why_not(round_, line, hand, decision)
    if refusal is not None:
        return refusal
    position = line.positions[hand.position - 1]
    if round_.stage is Stage.OFFER:
        # Insurance changes no card, so it is no part of a line; who has it, the table knows.
        after = hands.surrendered(position) if decision is Decision.SURRENDER else position
    else:
        after = hands.after_decision(position, decision)
    moved_to = _with_position(line, after)
    insured = round_.insured or decision is Decision.INSURE
    lines = _moved(round_.lines, line, moved_to, patrons)
    # Counted on, not counted anew: a decision must not cost a look at every line.
    undecided = round_.undecided - patrons * (round_.stage is Stage.PLAY and not needs(moved_to))
    moved = _changed(round_, lines=lines, insured=insured, undecided=undecided)
    return (moved if round_.stage is Stage.OFFER or undecided else _play_onward(moved)), moved_to


def close_window(round_: Round) -> Round | Refusal:
    """The window's time is up. Whatever was not answered is declined; a hand left open stays so."""
    if not isinstance(round_.due, due.Decision):
        return Refusal("no_window_is_open")
    if round_.stage is Stage.OFFER:
        return _check_onward(round_)
    return _waiting(round_, due.Card(SHARED))


def offered_to(round_: Round, line: Play) -> tuple[HandAt, ...]:
    """The positions of a line that are offered insurance or early surrender."""
    return tuple(
        HandAt(position.number)
        for position in line.positions
        if position.main
        and position.branches[0].state is not State.SURRENDERED
        and offer(round_.rules, position.branches[0].hand, round_.dealer.up_value)
    )


def _onward(round_: Round) -> Round:
    match round_.stage:
        case Stage.DEAL:
            return _deal_onward(round_)
        case Stage.CHECK if round_.dealer.blackjack:
            stopped = ((stopped_line(line), count) for line, count in round_.lines.items())
            return _dealer_onward(_changed(round_, stage=Stage.DEALER, lines=_gathered(stopped)))
        case Stage.CHECK:
            return _play_onward(_changed(round_, stage=Stage.PLAY))
        case Stage.PLAY:
            return _play_onward(round_)
        case Stage.OFFER | Stage.DEALER | Stage.OVER:
            return _dealer_onward(round_)


def _deal_onward(round_: Round) -> Round:
    up_card_dealt = bool(round_.dealer.cards)
    for number, cards in enumerate(round_.first, 1):
        if len(cards) < 1 + up_card_dealt:
            return _waiting(round_, due.Card(HandAt(number)))
    if not up_card_dealt:
        return _waiting(round_, due.Card(DEALER))
    if round_.rules.second_card is SecondCard.HOLE and not round_.dealer.face_down:
        return _waiting(round_, due.FACE_DOWN)
    round_ = _changed(round_, stage=Stage.OFFER)
    offered = {hand for line in round_.lines for hand in offered_to(round_, line)}
    return _waiting(round_, due.Decision(tuple(sorted(offered)))) if offered else _check_onward(round_)


def _check_onward(round_: Round) -> Round:
    if checks_under(round_.rules, round_.dealer.up_value):
        return _waiting(_changed(round_, stage=Stage.CHECK), due.CHECK)
    return _play_onward(_changed(round_, stage=Stage.PLAY))


def _play_onward(round_: Round) -> Round:
    undecided = {hand for line in round_.lines for hand in needs(line)}
    if undecided:
        count = sum(patrons for line, patrons in round_.lines.items() if needs(line))
        return _changed(round_, due=due.Decision(tuple(sorted(undecided))), undecided=count)
    if any(served(line) is not None for line in round_.lines):
        return _waiting(round_, due.Card(SHARED))
    return _dealer_onward(_changed(round_, stage=Stage.DEALER))


def _dealer_onward(round_: Round) -> Round:
    dealer = round_.dealer
    if dealer.blackjack:
        return _waiting(round_, due.TURN) if dealer.face_down else _over(round_)
    wanted = dealer_step(round_.rules, dealer, max(_demands(round_)))
    return _over(round_) if wanted is due.NOTHING else _waiting(round_, wanted)


def _demands(round_: Round) -> Iterable[Demand]:
    dealer = round_.dealer
    if round_.insured and blackjack_possible(dealer):
        yield Demand.SECOND_CARD
    for bets, first in zip(round_.specials, round_.first, strict=True):
        yield specials_demand(bets, first, dealer)
    for line in round_.lines:
        for position in line.positions:
            yield position_demand(round_.rules, position, dealer)


def _over(round_: Round) -> Round:
    return _waiting(_changed(round_, stage=Stage.OVER), due.NOTHING)


def _waiting(round_: Round, wanted: Due) -> Round:
    return _changed(round_, due=wanted)


_changed = msgspec.structs.replace


def _with_position(line: Play, position: Position) -> Play:
    index = position.number - 1
    return Play((*line.positions[:index], position, *line.positions[index + 1 :]))


def stopped_line(line: Play) -> Play:
    """The line when a blackjack ends the round before anybody could play."""
    return Play(tuple(hands.stopped(position) for position in line.positions))


def _gathered(moved: Iterable[tuple[Play, int]]) -> dict[Play, int]:
    lines: dict[Play, int] = {}
    for line, count in moved:
        lines[line] = lines.get(line, 0) + count
    return lines


def _moved(lines: Mapping[Play, int], before: Play, after: Play, patrons: int) -> dict[Play, int]:
    """So many patrons fewer on the one line, and more on the other."""
    moved = dict(lines)
    moved[before] -= patrons
    if moved[before] == 0:
        del moved[before]
    moved[after] = moved.get(after, 0) + patrons
    return moved
