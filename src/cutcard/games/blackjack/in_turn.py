"""A round in turn: one hand after the other. Private tables, seats and single rounds are played so.

Theory. The round always says what is due, and an answer moves it on:

    deal     a card to each position, the up card, a second card to each, one face down
    offer    insurance or early surrender, all positions at once, where an ace shows
    check    a look at the face-down card, where the house looks
    play     positions in order, each to its end
    dealer   the second card and further ones, as far as anybody needs them
    over     nothing is due

An answer that does not fit is refused and changes nothing. Cards come from whoever
holds them; the identity of a face-down card is not in here until it is turned.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum

import msgspec

from cutcard.games import due
from cutcard.games.blackjack import play as hands
from cutcard.games.blackjack.answers import Answer, Checked, Dealt, DealtFaceDown, Decided, Turned
from cutcard.games.blackjack.dealer import (
    Dealer,
    Demand,
    blackjack_possible,
    draws,
    looked,
    turned,
    with_card,
    with_face_down,
)
from cutcard.games.blackjack.demand import position_demand, specials_demand
from cutcard.games.blackjack.options import Decision, offer, options
from cutcard.games.blackjack.play import DEALER, HandAt, Position, State
from cutcard.games.blackjack.rules import Rules, SecondCard, UnneededHoleCard, checks_under
from cutcard.games.reason import Refusal

Due = due.Card[HandAt] | due.FaceDown | due.Check | due.Turn | due.Decision[HandAt] | due.Nothing


class Stage(StrEnum):
    """Where a round is."""

    DEAL = "deal"
    OFFER = "offer"
    CHECK = "check"
    PLAY = "play"
    DEALER = "dealer"
    OVER = "over"


class Wagered(msgspec.Struct, frozen=True):
    """A position or seat that takes part: with a main bet, special bets, or both (BJ-06)."""

    position: int
    main: bool = True
    specials: frozenset[str] = frozenset()


class Round(msgspec.Struct, frozen=True):
    """The state of a round. ``due`` is what it waits for; ``insured_behind`` that a bet behind is insured.

    ``stay_behind`` are the positions whose hand somebody behind plays on as stood, should it surrender.
    """

    rules: Rules
    wagered: tuple[Wagered, ...]
    positions: tuple[Position, ...]
    dealer: Dealer
    stage: Stage
    due: Due
    unanswered: tuple[int, ...] = ()
    insured: tuple[int, ...] = ()
    insured_behind: bool = False
    stay_behind: tuple[int, ...] = ()


def start(rules: Rules, wagered: Sequence[Wagered]) -> Round:
    """A round before its first card. Positions are dealt and played in the order given."""
    if not wagered:
        raise ValueError("a round needs a wagered position")
    positions = tuple(Position(wager.position, wager.main) for wager in wagered)
    first = due.Card(HandAt(wagered[0].position))
    return Round(rules, tuple(wagered), positions, Dealer(), Stage.DEAL, first)


def answer(round_: Round, given: Answer) -> Round | Refusal:
    """The round after this answer to what is due, or why it does not fit."""
    match given:
        case Dealt():
            return deal(round_, given.card)
        case Decided():
            return decide(round_, given.hand, given.decision)
        case DealtFaceDown():
            return deal_face_down(round_)
        case Checked():
            return check(round_, given.blackjack)
        case Turned():
            return turn(round_, given.card)


def deal(round_: Round, card: int) -> Round | Refusal:
    """An open card has come to whom it was due."""
    if not isinstance(round_.due, due.Card):
        return Refusal("no_card_is_due")
    to = round_.due.to
    if to.position == 0:
        return _onward(_changed(round_, dealer=with_card(round_.dealer, card)))
    place = hands.with_first_card if round_.stage is Stage.DEAL else hands.with_card
    positions = tuple(
        place(round_.rules, position, card) if position.number == to.position else position
        for position in round_.positions
    )
    return _onward(_changed(round_, positions=positions))


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


def why_not(round_: Round, hand: HandAt, decision: Decision) -> Refusal | None:
    """Why this hand cannot decide so now; None where it can."""
    if not isinstance(round_.due, due.Decision):
        return Refusal("no_decision_is_due", {"position": hand.position})
    if hand not in round_.due.hands:
        return Refusal("not_this_hands_turn", {"position": hand.position, "branch": hand.branch})
    if round_.stage is Stage.OFFER:
        offered = decision in decisions(round_, hand)
        return None if offered else Refusal("not_offered", {"decision": decision.value})
    return hands.why_not_decided(round_.rules, round_.positions[_index(round_, hand.position)], decision)


def decide(round_: Round, hand: HandAt, decision: Decision) -> Round | Refusal:
    """A patron has decided for this hand."""
    refusal = why_not(round_, hand, decision)
    if refusal is not None:
        return refusal
    if round_.stage is Stage.OFFER:
        return _answer_offer(round_, hand, decision)
    index = _index(round_, hand.position)
    after = hands.after_decision(round_.positions[index], decision)
    return _onward(_changed(round_, positions=_replaced(round_.positions, index, after)))


def decisions(round_: Round, hand: HandAt) -> tuple[Decision, ...]:
    """The decisions that would now be taken from this hand; none where it is not asked."""
    if not isinstance(round_.due, due.Decision) or hand not in round_.due.hands:
        return ()
    position = round_.positions[_index(round_, hand.position)]
    if round_.stage is Stage.OFFER:
        return offer(round_.rules, position.branches[0].hand, round_.dealer.up_value)
    return options(round_.rules, position.branches[position.at].hand, len(position.branches))


def _answer_offer(round_: Round, hand: HandAt, decision: Decision) -> Round:
    unanswered = tuple(number for number in round_.unanswered if number != hand.position)
    after = _changed(round_, unanswered=unanswered)
    if decision is Decision.INSURE:
        after = _changed(after, insured=(*round_.insured, hand.position))
    elif decision is Decision.SURRENDER:
        index = _index(round_, hand.position)
        given_up = hands.surrendered(round_.positions[index])
        after = _changed(after, positions=_replaced(round_.positions, index, given_up))
    return _onward(after)


# A stage that has nothing to wait for hands over to the next, so exactly one thing is due.


def _onward(round_: Round) -> Round:
    match round_.stage:
        case Stage.DEAL:
            return _deal_onward(round_)
        case Stage.OFFER:
            return _offer_onward(round_)
        case Stage.CHECK:
            return _check_onward(round_)
        case Stage.PLAY:
            return _play_onward(round_)
        case Stage.DEALER | Stage.OVER:
            return _dealer_onward(round_)


def _deal_onward(round_: Round) -> Round:
    up_card_dealt = bool(round_.dealer.cards)
    for position in round_.positions:
        if len(position.first) < 1 + up_card_dealt:
            return _waiting(round_, due.Card(HandAt(position.number)))
    if not up_card_dealt:
        return _waiting(round_, due.Card(DEALER))
    if round_.rules.second_card is SecondCard.HOLE and not round_.dealer.face_down:
        return _waiting(round_, due.FACE_DOWN)
    offered = tuple(
        position.number
        for position in round_.positions
        if position.main and offer(round_.rules, position.branches[0].hand, round_.dealer.up_value)
    )
    return _offer_onward(_changed(round_, stage=Stage.OFFER, unanswered=offered))


def _offer_onward(round_: Round) -> Round:
    if round_.unanswered:
        return _waiting(round_, due.Decision(tuple(HandAt(number) for number in round_.unanswered)))
    if checks_under(round_.rules, round_.dealer.up_value):
        return _waiting(_changed(round_, stage=Stage.CHECK), due.CHECK)
    return _play_onward(_changed(round_, stage=Stage.PLAY))


def _check_onward(round_: Round) -> Round:
    if round_.dealer.blackjack:
        positions = tuple(hands.stopped(position) for position in round_.positions)
        return _dealer_onward(_changed(round_, stage=Stage.DEALER, positions=positions))
    return _play_onward(_changed(round_, stage=Stage.PLAY))


def _play_onward(round_: Round) -> Round:
    for position in round_.positions:
        branch = position.in_play
        if branch is not None:
            hand = HandAt(position.number, position.at)
            drawing = branch.state is State.DRAWING
            return _waiting(round_, due.Card(hand) if drawing else due.Decision((hand,)))
    return _dealer_onward(_changed(round_, stage=Stage.DEALER))


def _dealer_onward(round_: Round) -> Round:
    dealer = round_.dealer
    if dealer.blackjack:
        # A blackjack that a check has found ends the round at once: it is shown, and that is all (BJ-11).
        return _waiting(round_, due.TURN) if dealer.face_down else _over(round_)
    wanted = dealer_step(round_.rules, dealer, _demand(round_))
    return _over(round_) if wanted is due.NOTHING else _waiting(round_, wanted)


def dealer_step(rules: Rules, dealer: Dealer, demand: Demand) -> Due:
    """What the dealer takes next where the table needs this much of the hand.

    A house that always turns the face-down card does so in the end, needed or not (BJ-20).
    """
    always = rules.unneeded_hole_card is UnneededHoleCard.TURNED
    if dealer.face_down and (always or demand >= Demand.SECOND_CARD):
        return due.TURN
    if len(dealer.cards) == 1 and demand >= Demand.SECOND_CARD:
        return due.Card(DEALER)
    if demand is Demand.WHOLE_HAND and draws(rules, dealer.hand):
        return due.Card(DEALER)
    return due.NOTHING


def _demand(round_: Round) -> Demand:
    return max(_demands(round_))


def _demands(round_: Round) -> Iterable[Demand]:
    dealer = round_.dealer
    if (round_.insured or round_.insured_behind) and blackjack_possible(dealer):
        yield Demand.SECOND_CARD
    for position, wagered in zip(round_.positions, round_.wagered, strict=True):
        stays = position.number in round_.stay_behind
        yield position_demand(round_.rules, hands.as_stood(position) if stays else position, dealer)
        if wagered.specials:
            yield specials_demand(wagered.specials, position.first, dealer)


def _over(round_: Round) -> Round:
    return _waiting(_changed(round_, stage=Stage.OVER), due.NOTHING)


def _waiting(round_: Round, wanted: Due) -> Round:
    return _changed(round_, due=wanted)


_changed = msgspec.structs.replace


def _index(round_: Round, number: int) -> int:
    for index, position in enumerate(round_.positions):
        if position.number == number:
            return index
    raise AssertionError(f"no position {number} in this round")


def _replaced(positions: tuple[Position, ...], index: int, position: Position) -> tuple[Position, ...]:
    return (*positions[:index], position, *positions[index + 1 :])
