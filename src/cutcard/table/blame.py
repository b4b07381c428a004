"""Which wagers it touches that a round played again does not go as it went (TB-33). Changes nothing."""

from __future__ import annotations

from collections.abc import Iterator

from cutcard.games import due
from cutcard.games.baccarat.bets.judging import THE_COUP
from cutcard.games.blackjack.dealer import Demand
from cutcard.games.blackjack.demand import position_demand, specials_demand
from cutcard.games.blackjack.in_step import SHARED, served
from cutcard.games.blackjack.play import HandAt, Position
from cutcard.games.blackjack.wagers import MAIN
from cutcard.profiles import catalogue_of
from cutcard.table.felt_coup import CoupFelt
from cutcard.table.felt_shared import SharedFelt
from cutcard.table.felt_turns import TurnsFelt
from cutcard.table.rides import Ride, Rides, main_at
from cutcard.table.settings import BEHIND
from cutcard.table.settling import early_outcome
from cutcard.table.state import Destination


def unfinished(felt: SharedFelt | TurnsFelt) -> Rides:
    """The main bets whose hands still wait for a decision or a card."""
    if isinstance(felt, SharedFelt):
        hands = {patron: (*felt.asked(patron), served(felt.play_of(patron))) for patron in felt.wagers}
        return frozenset(
            main_at(patron, hand.position) for patron, each in hands.items() for hand in each if hand
        )
    match felt.due:
        case due.Card(to=HandAt(position=position)) if position:
            return frozenset({main_at(felt.owner[position], position)})
        case due.Decision(hands=asked):
            return frozenset(main_at(felt.owner[hand.position], hand.position) for hand in asked)
        case _:
            return frozenset()


def at_stake(felt: SharedFelt | TurnsFelt) -> Rides:
    """What rides on the dealer's hand; where nothing does, the main bets for which the round was played."""
    return frozenset(_on_the_dealer(felt)) or frozenset(
        main_at(patron, position.number) for patron, position in _played(felt) if position.main
    )


def _on_the_dealer(felt: SharedFelt | TurnsFelt) -> Iterator[Ride]:
    rules, dealer = felt.round.rules, felt.round.dealer
    for patron, position in _played(felt):
        if position.main and position_demand(rules, position, dealer) is not Demand.NOTHING:
            yield main_at(patron, position.number)
        for one in felt.wagers[patron]:
            special = one.position == position.number and one.bet not in (MAIN, BEHIND)
            if special and specials_demand((one.bet,), position.first, dealer) is not Demand.NOTHING:
                yield Ride(patron, one.position, one.bet)


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


def served_otherwise(before: SharedFelt, again: SharedFelt, without: Rides, went_to: Destination) -> Rides:
    """The main bets whose hands a step's card comes to now and did not then, or the other way round."""
    if went_to != SHARED:
        return frozenset()
    steps = isinstance(again.due, due.Card) and again.due.to == SHARED
    found = set()
    for patron in again.wagers:
        was = served(before.play_of(patron))
        now = served(again.play_of(patron)) if steps else None
        gone = was is not None and main_at(patron, was.position) in without
        hand = now if gone else was or now
        if was != now and hand is not None:
            found.add(main_at(patron, hand.position))
    return frozenset(found)


def whole_coup(felt: CoupFelt) -> Rides:
    """The bets on a coup that are not decided by its first cards alone."""
    catalogue = catalogue_of("baccarat")
    return frozenset(
        Ride(patron, one.position, one.bet)
        for patron, wagers in felt.wagers.items()
        for one in wagers
        if catalogue[one.bet].sees == THE_COUP
        or early_outcome(felt.coup, one.bet, felt.tables[one.bet]) is None
    )
