"""A coup as one machine that takes a card at a time, with all bets on it. Made from the rules.

A state is what matters of the cards so far: both totals and numbers of cards, and as much of the
first four cards as some bet will ask for. Whom a card is for is asked of the coup; how a bet ends, of its
declaration. The letters of the machine are the ranks; where a bet tells cards of a rank apart, each such
card is a letter of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import numpy as np

from cutcard.cards import CARDS, Pack, rank
from cutcard.games.baccarat import CATALOGUE, Coup
from cutcard.games.baccarat.coup import due as due_of
from cutcard.games.baccarat.coup import finished, take, total
from cutcard.games.baccarat.rules import Rules, burn_count, shows_first_card
from cutcard.games.baccarat.settle import view
from cutcard.games.due import Card
from cutcard.games.reason import Refusal
from cutcard.profiles.own_bets.combined import so_far
from cutcard.sim.compile.fused import STRIDE, Fused, merge_states
from cutcard.specials import Bet, Catalogue, PayTable, outcome

NOT_THERE = -1
"""In place of a card that is still to come."""

WIDE_STRIDE = 64
"""The length of a row where there are more letters than a common row has room for: all cards fit."""

STATES_MAX = 40_000
"""States of a machine at most: its table numbers them in 16 bits, and more would take minutes to follow."""


class CoupMachine(msgspec.Struct, frozen=True, eq=False):
    """The machine, the letter of every card, and for each end the outcome of every bet by name.

    ``stride`` is the length of a state's row: that of all machines, but where there are more letters.
    """

    fused: Fused
    letters: tuple[int, ...]
    ends: tuple[Mapping[str, str], ...]
    stride: int = STRIDE

    def shoe(self, pack: Pack) -> Any:
        """A pack as the letters of its cards."""
        counts = [pack.counts[card] for card in CARDS]
        return np.repeat(np.array(self.letters, dtype=np.uint8), counts)


State = tuple[Any, ...]


class TooManyStates(ValueError):
    """A bet tells so many cards apart that its coups cannot be simulated."""


def coup_machine(
    rules: Rules, bets: Sequence[tuple[str, PayTable]], catalogue: Catalogue = CATALOGUE
) -> CoupMachine:
    """The machine of a coup on which these bets stand; another catalogue than the game's knows own ones."""
    declared = [(catalogue[bet], table) for bet, table in bets]
    letters = _letters([bet for bet, _ in declared])
    maker = _Maker(rules, declared, _cards_by_letter(letters))
    return maker.machine(letters)


def _letters(bets: Sequence[Bet[Any]]) -> tuple[int, ...]:
    """For every card its rank, or a letter beyond the ranks where some bet tells it from those before."""
    known: dict[tuple[int, ...], int] = {}
    return tuple(
        known.setdefault((rank(card), *(bet.classes(card) for bet in bets)), len(known)) for card in CARDS
    )


def _cards_by_letter(letters: tuple[int, ...]) -> dict[int, int]:
    cards: dict[int, int] = {}
    for card, letter in enumerate(letters):
        cards.setdefault(letter, card)
    return cards


def _knows(bet: Bet[Any], table: PayTable, cards: Sequence[int]) -> object:
    """The outcome on these cards; while some are not there, all that those there can still mean."""
    seen = [None if card == NOT_THERE else card for card in cards]
    if None not in seen:
        return outcome(bet, table, tuple(cards)).id
    if bet.definition:
        return tuple(so_far(judge, seen) for judge in bet.judges)
    return tuple(None if card is None else bet.classes(card) for card in seen)


class _Maker:
    """Follows coups from state to state. A state holds example cards: any that reach it fare alike."""

    def __init__(
        self, rules: Rules, bets: Sequence[tuple[Bet[Any], PayTable]], cards: dict[int, int]
    ) -> None:
        self.rules, self.bets, self.cards = rules, bets, cards
        self.by_cards = [(bet, table) for bet, table in bets if bet.sees != ("coup",)]
        self.known: dict[tuple[object, ...], object] = {}
        self.observed: dict[tuple[tuple[int, ...], tuple[int, ...]], object] = {}

    def key(self, coup: Coup) -> State:
        """What matters of a coup: totals, numbers of cards, what bets will ask of the first four."""
        known = (len(coup.player), len(coup.banker), total(coup.player), total(coup.banker))
        first = (coup.player[:2], coup.banker[:2])
        if first not in self.observed:
            self.observed[first] = self._observe(*first)
        # Whether Banker draws hangs on the third card itself, which the totals no longer show.
        return (*known, finished(coup), self.observed[first])

    def _observe(self, player: tuple[int, ...], banker: tuple[int, ...]) -> object:
        """Of each bet what it knows of the cards it sees; once all are there, its outcome."""
        places = dict.fromkeys(("P1", "P2", "B1", "B2"), NOT_THERE)
        places |= dict(zip(("P1", "P2"), player, strict=False))
        places |= dict(zip(("B1", "B2"), banker, strict=False))
        known: list[object] = []
        for bet, table in self.by_cards:
            cards = [places[place] for place in bet.sees]
            alike = (bet.id, *(card if card == NOT_THERE else bet.classes(card) for card in cards))
            if alike not in self.known:
                self.known[alike] = _knows(bet, table, cards)
            known.append(self.known[alike])
        return tuple(known)

    def machine(self, letters: tuple[int, ...]) -> CoupMachine:
        """All states, numbered: first those that wait for a card, then the ends."""
        coups, rows = self._walk()
        waiting = list(rows)
        ends = [key for key in coups if key not in rows]
        order = {key: number for number, key in enumerate((*waiting, *ends))}
        burning = self._burning(len(order))
        size = len(order) + len(burning)
        # Burning states wait for a card too, so ends must come last: they are put between.
        first_end = len(waiting) + len(burning)
        moved = {
            key: number if number < len(waiting) else number + len(burning) for key, number in order.items()
        }
        stride = STRIDE if max(letters) < STRIDE else WIDE_STRIDE
        after = np.zeros((size, stride), dtype=np.uint16)
        for key in waiting:
            for letter, target in rows[key].items():
                after[moved[key], letter] = moved[target]
        for number, burnt in enumerate(self._burning(len(waiting))):
            for letter, place in burnt.items():
                after[len(waiting) + number, letter] = place
        after[first_end:] = after[0]
        outcomes = tuple(self._outcomes(coups[key]) for key in ends)
        after, renumbered = merge_states(after, first_end, max(letters) + 1)
        fused = Fused(
            after=after.reshape(-1),
            ends=int(renumbered[first_end]),
            splits=len(after),
            first=0,
            shoe=int(renumbered[len(waiting)]) if burning else 0,
            nets=np.zeros(len(ends), dtype=np.int64),
            finished=(),
            split=np.zeros((0, 4), dtype=np.int64),
        )
        return CoupMachine(fused, letters, outcomes, stride)

    def _walk(self) -> tuple[dict[State, Coup], dict[State, dict[int, State]]]:
        start = Coup()
        coups: dict[State, Coup] = {self.key(start): start}
        rows: dict[State, dict[int, State]] = {}
        listed = [self.key(start)]
        for key in listed:
            coup = coups[key]
            if finished(coup):
                continue
            assert isinstance(due_of(coup), Card)
            rows[key] = {}
            for letter, card in self.cards.items():
                after = take(coup, card)
                assert not isinstance(after, Refusal)
                reached = self.key(after)
                rows[key][letter] = reached
                if reached not in coups:
                    coups[reached] = after
                    listed.append(reached)
            if len(listed) > STATES_MAX:
                names = ", ".join(bet.id for bet, _ in self.by_cards)
                raise TooManyStates(f"{names}: too many cards are told apart for coups to be simulated")
        return coups, rows

    def _burning(self, base: int) -> list[dict[int, int]]:
        """The rows of a new shoe's burnt cards, numbered from ``base``; the last leads to the first state."""
        if shows_first_card(self.rules):
            # The first row turns a card up; row n then burns n more.
            most = max(burn_count(self.rules, card) for card in CARDS)
            burnt = [dict.fromkeys(self.cards, base + n - 1 if n > 1 else 0) for n in range(1, most + 1)]
            shown = {letter: base + burn_count(self.rules, card) for letter, card in self.cards.items()}
            return [shown, *burnt]
        count = burn_count(self.rules, None)
        return [dict.fromkeys(self.cards, base + n + 1 if n + 1 < count else 0) for n in range(count)]

    def _outcomes(self, coup: Coup) -> dict[str, str]:
        return {bet.id: outcome(bet, table, view(bet, coup)).id for bet, table in self.bets}
