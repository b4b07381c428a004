"""A coup as one machine that takes a card at a time, with all bets on it. Made from the rules.

A state is what matters of the cards so far: both totals and numbers of cards, and as much of the
first four cards as some bet will ask for. Whom a card is for is asked of the coup; how a bet ends, of its
declaration. The letters of the machine are the ranks; where a bet tells nines by suit, each nine
is a letter of its own.
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
from cutcard.sim.compile.fused import STRIDE, Fused, merge_states
from cutcard.specials import PayTable, outcome

NINE = 8  # by place in `RANKS`, aces first
FIRST_FOUR = ("P1", "P2", "B1", "B2")


class CoupMachine(msgspec.Struct, frozen=True, eq=False):
    """The machine, the letter of every card, and for each end the outcome of every bet by name."""

    fused: Fused
    letters: tuple[int, ...]
    ends: tuple[Mapping[str, str], ...]

    def shoe(self, pack: Pack) -> Any:
        """A pack as the letters of its cards."""
        counts = [pack.counts[card] for card in CARDS]
        return np.repeat(np.array(self.letters, dtype=np.uint8), counts)


State = tuple[Any, ...]


def coup_machine(rules: Rules, bets: Sequence[tuple[str, PayTable]]) -> CoupMachine:
    """The machine of a coup on which these bets stand."""
    suited = any(CATALOGUE[bet].classes(NINE) != CATALOGUE[bet].classes(NINE + 13) for bet, _ in bets)
    letters = tuple(_letter(card, suited) for card in CARDS)
    maker = _Maker(rules, bets, _cards_by_letter(letters))
    return maker.machine(letters)


def _letter(card: int, suited: bool) -> int:
    """The rank, or a letter for each nine beyond the ranks."""
    return 12 + card // 13 if suited and rank(card) == NINE and card // 13 else rank(card)


def _cards_by_letter(letters: tuple[int, ...]) -> dict[int, int]:
    cards: dict[int, int] = {}
    for card, letter in enumerate(letters):
        cards.setdefault(letter, card)
    return cards


class _Maker:
    """Follows coups from state to state. A state holds example cards: any that reach it fare alike."""

    def __init__(self, rules: Rules, bets: Sequence[tuple[str, PayTable]], cards: dict[int, int]) -> None:
        self.rules, self.bets, self.cards = rules, bets, cards
        seen = {place for bet, _ in bets for place in CATALOGUE[bet].sees}
        self.watched = [place for place in FIRST_FOUR if place in seen]
        self.by_cards = [(CATALOGUE[bet], table) for bet, table in bets if CATALOGUE[bet].sees != ("coup",)]
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
        """The watched cards among the first four; once all are there, no more than the outcomes they mean."""
        if len(banker) < 2:
            places = {"P1": player[:1], "P2": player[1:2], "B1": banker[:1], "B2": banker[1:2]}
            return tuple(places[place] for place in self.watched)
        coup = Coup(player, banker)
        return tuple(outcome(bet, table, view(bet, coup)).id for bet, table in self.by_cards)

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
        after = np.zeros((size, STRIDE), dtype=np.uint16)
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
        return CoupMachine(fused, letters, outcomes)

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
        return {
            bet: outcome(CATALOGUE[bet], table, view(CATALOGUE[bet], coup)).id for bet, table in self.bets
        }
