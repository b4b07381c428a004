"""Which wagers it touches that a round played again does not go as it went (TB-33). Changes nothing."""

from __future__ import annotations

from collections.abc import Iterator

from cutcard.games import due
from cutcard.games.baccarat.bets.judging import THE_COUP
from cutcard.games.blackjack.dealer import Demand
from cutcard.games.blackjack.demand import position_demand, specials_demand
from cutcard.games.blackjack.in_step import needs, served
from cutcard.games.blackjack.in_turn import Stage
from cutcard.games.blackjack.play import HandAt, Position
from cutcard.games.blackjack.wagers import MAIN
from cutcard.profiles import catalogue_of
from cutcard.table.felt.coup import CoupFelt
from cutcard.table.felt.settling import early_outcome
from cutcard.table.felt.shared import STEP, SharedFelt
from cutcard.table.felt.turns import TurnsFelt
from cutcard.table.felt.wager_fates import Ride, Rides, main_at
from cutcard.table.settings import BEHIND


def unfinished(felt: SharedFelt | TurnsFelt) -> Rides:
    """The main bets whose hands still wait for a decision or a card."""
    if isinstance(felt, SharedFelt):
        hands = ((patron, hand) for patron in felt.wagers for hand in _waiting(felt, patron))
        return frozenset(main_at(patron, hand.position) for patron, hand in hands)
    match felt.due:
        case due.Card(to=HandAt(position=position)) if position:
            return frozenset({main_at(felt.owner[position], position)})
        case due.Decision(hands=asked):
            return frozenset(main_at(felt.owner[hand.position], hand.position) for hand in asked)
        case _:
            return frozenset()


def _waiting(felt: SharedFelt, patron: str) -> tuple[HandAt, ...]:
    """One patron's hands of that kind; a window that is over leaves a hand undecided, too."""
    play = felt.play_of(patron)
    card_for = served(play)
    undecided = needs(play) if felt.round.stage is Stage.PLAY else felt.hands_to_decide(patron)
    return undecided if card_for is None else (*undecided, card_for)


def at_stake(felt: SharedFelt | TurnsFelt) -> Rides:
    """What rides on the dealer's hand; where nothing does, the main bets for which the round was played.

    Where something is void already, the dealer's hand was played for that, and nobody else is touched.
    """
    riding = frozenset(_on_the_dealer(felt))
    if riding or felt.void:
        return riding
    return frozenset(main_at(patron, position.number) for patron, position in _played(felt) if position.main)


def _on_the_dealer(felt: SharedFelt | TurnsFelt) -> Iterator[Ride]:
    rules, dealer = felt.round.rules, felt.round.dealer
    if isinstance(felt, TurnsFelt):
        yield from (
            Ride(wager.patron, wager.seat, BEHIND)
            for wager in felt.behind
            if wager.stays and any(wager.units)
        )
    for patron, position in _played(felt):
        if position.main and position_demand(rules, position, dealer) is not Demand.NOTHING:
            yield main_at(patron, position.number)
        for wager in felt.wagers[patron]:
            special = wager.position == position.number and wager.bet not in (MAIN, BEHIND)
            if special and specials_demand((wager.bet,), position.first, dealer) is not Demand.NOTHING:
                yield Ride(patron, wager.position, wager.bet)


def _played(felt: SharedFelt | TurnsFelt) -> Iterator[tuple[str, Position]]:
    """Every patron's own positions on the felt."""
    if isinstance(felt, SharedFelt):
        for patron in felt.wagers:
            yield from ((patron, position) for position in felt.play_of(patron).positions)
        return
    for position in felt.round.positions:
        owner = felt.owner[position.number]
        if owner in felt.wagers:
            yield owner, position


def served_otherwise(before: SharedFelt, again: SharedFelt) -> Rides:
    """The main bets whose hands a step's card comes to now and did not then, or the other way round.

    Of two, the hand that comes before the other in the order of play is to blame. A card that a void hand
    has touches no other.
    """
    if isinstance(again.due, due.Decision):  # the card came, so nobody had a decision left then
        asked = ((patron, hand) for patron in again.wagers for hand in again.hands_to_decide(patron))
        return frozenset(main_at(patron, hand.position) for patron, hand in asked)
    found = set()
    for patron in again.wagers:
        was, now = taker(before, patron), taker(again, patron)
        void = was is not None and main_at(patron, was.position) in again.void
        if was != now and not void:
            found.add(main_at(patron, min(hand for hand in (was, now) if hand).position))
    return frozenset(found)


def taken_by_void(before: SharedFelt, void: Rides) -> frozenset[str]:
    """Whose hand that is void by now the step's card came to."""
    takers = ((patron, taker(before, patron)) for patron in before.wagers)
    return before.passing | {
        patron for patron, hand in takers if hand and main_at(patron, hand.position) in void
    }


def taker(felt: SharedFelt, patron: str) -> HandAt | None:
    """The hand of a patron that the card which is due comes to, where it is a step's."""
    return served(felt.play_of(patron)) if felt.due == STEP and patron not in felt.passing else None


def whole_coup(felt: CoupFelt) -> Rides:
    """The bets on a coup that are not decided by its first cards alone."""
    catalogue = catalogue_of("baccarat")
    return frozenset(
        Ride(patron, wager.position, wager.bet)
        for patron, wagers in felt.wagers.items()
        for wager in wagers
        if catalogue[wager.bet].sees == THE_COUP
        or early_outcome(felt.coup, wager.bet, felt.tables[wager.bet]) is None
    )
