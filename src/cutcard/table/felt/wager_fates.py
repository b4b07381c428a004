"""Wagers one by one: each stands or is void by itself (TB-33). Moves no card and no money.

A main bet with its doubles and splits is one; so is each special bet, each insurance, each bet behind and
each bet on a coup.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from cutcard.games.blackjack.wagers import MAIN
from cutcard.table.event import Wagers
from cutcard.table.settings import BEHIND

INSURANCE = "insurance"


class Ride(NamedTuple):
    """One wager: whose, on which position or seat, and on what."""

    patron: str
    position: int
    bet: str


Rides = frozenset[Ride]

NO_RIDES: Rides = frozenset()


def main_at(patron: str, position: int) -> Ride:
    """The main bet of a position."""
    return Ride(patron, position, MAIN)


def rides_on(placed: Mapping[str, Wagers]) -> Rides:
    """Every wager as it was placed; insurance comes later."""
    return frozenset(
        Ride(patron, wager.position, wager.bet) for patron, wagers in placed.items() for wager in wagers
    )


def remaining(placed: Mapping[str, Wagers], void: Rides, stay: frozenset[str]) -> dict[str, Wagers]:
    """What is left of everybody's wagers who has something left, if only an insurance."""
    return {
        patron: tuple(wager for wager in wagers if Ride(patron, wager.position, wager.bet) not in void)
        for patron, wagers in placed.items()
        if patron in stay
    }


def with_those_behind(rides: Rides, every: Rides) -> Rides:
    """With a seat's main bet go the bets behind it, which have no hand of their own (TB-22)."""
    seats = {ride.position for ride in rides if ride.bet == MAIN}
    return rides | {ride for ride in every if ride.bet == BEHIND and ride.position in seats}
