"""Blackjack's special bets as tables: one number for all outcomes on three cards. Made from declarations.

Bets on the first two cards and the up card are settled together by one lookup among 52³. Those that
look at the dealer's second card first reduce the three cards to a class, then look up class and
second card. What they pay is not known here.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from cutcard.cards import CARDS
from cutcard.exact.cache import fingerprint, remember
from cutcard.games.blackjack.hand import ACE, TEN, value
from cutcard.games.blackjack.specials import CATALOGUE, plays_out
from cutcard.money import PUSH, Odds
from cutcard.specials import Bet, Catalogue, PayTable

DECK: Final = len(CARDS)
Shorts = NDArray[np.uint16]


class BetTables(msgspec.Struct, frozen=True, eq=False):
    """The outcomes of bets by what is seen.

    ``three[p1, p2, up]`` is a number that ``three_outcomes`` spells out, outcome by bet;
    ``classes[p1, p2, up]`` a class, ``four[class, second]`` a number that ``four_outcomes`` spells out,
    ``matters[looked, class]`` whether the second card can still change anything. ``bust`` names the
    bets on the dealer's whole hand.
    """

    three: Shorts
    three_outcomes: tuple[tuple[str, ...], ...]
    three_bets: tuple[str, ...]
    classes: Shorts
    four: Shorts
    four_outcomes: tuple[tuple[str, ...], ...]
    four_bets: tuple[str, ...]
    matters: NDArray[np.uint8]
    bust: tuple[tuple[str, PayTable], ...]


def bet_tables(bets: Sequence[tuple[str, PayTable]], catalogue: Catalogue = CATALOGUE) -> BetTables:
    """The tables of these bets; a catalogue other than the game's knows own ones, too."""
    declared = [(catalogue[bet], table) for bet, table in bets]
    three = [(bet, table) for bet, table in declared if not _second(bet) and not plays_out(bet)]
    four = [(bet, table) for bet, table in declared if _second(bet)]
    numbers, outcomes = _joint([_three(bet, table) for bet, table in three], (DECK,) * 3)
    fours = _fours(four)
    return BetTables(
        three=numbers,
        three_outcomes=outcomes,
        three_bets=tuple(bet.id for bet, _ in three),
        classes=fours.classes,
        four=fours.numbers,
        four_outcomes=fours.outcomes,
        four_bets=tuple(bet.id for bet, _ in four),
        matters=fours.matters,
        bust=tuple((bet.id, table) for bet, table in declared if plays_out(bet)),
    )


def _second(bet: Bet[Any]) -> bool:
    return "D2" in bet.sees


class _BetTables(msgspec.Struct, frozen=True, eq=False):
    """A bet by the letters of the cards it sees: its outcome, and the first line that fits, paid or not."""

    letters: NDArray[np.int64]
    examples: list[int]
    outcome: NDArray[np.int64]
    names: tuple[str, ...]
    line: NDArray[np.int64]


class _TriedBet(msgspec.Struct, frozen=True):
    """The same as bytes, for the disk: a bet has fewer than 256 outcomes and lines."""

    examples: list[int]
    names: tuple[str, ...]
    letters: bytes
    outcome: bytes
    line: bytes


def _bet_tables(bet: Bet[Any], table: PayTable) -> _BetTables:
    """The bet tried on every row of cards it can tell apart; what was tried before is read from the disk."""
    # The cache knows the code of the bets, but not that of this room.
    code = sha256(Path(__file__).read_bytes()).hexdigest()
    tried = remember(
        _TriedBet, fingerprint(code, bet.id, bet.definition, table), lambda: _tried_on_all(bet, table)
    )
    shape = (len(tried.examples),) * len(bet.sees)

    def numbers(stored: bytes) -> NDArray[np.int64]:
        return np.frombuffer(stored, dtype=np.uint8).astype(np.int64)

    return _BetTables(
        letters=numbers(tried.letters),
        examples=tried.examples,
        outcome=numbers(tried.outcome).reshape(shape),
        names=tried.names,
        line=numbers(tried.line).reshape(shape),
    )


def _tried_on_all(bet: Bet[Any], table: PayTable) -> _TriedBet:
    letters, examples = _letters(bet)
    paid = dict(table.pays)
    names: dict[str, int] = {}
    shape = (len(examples),) * len(bet.sees)
    outcomes, lines = np.zeros(shape, dtype=np.uint8), np.zeros(shape, dtype=np.uint8)
    for index in product(range(len(examples)), repeat=len(shape)):
        if not bet.ordered and index[0] > index[1]:
            # The first two cards are of one hand, and may change places.
            twin = (index[1], index[0], *index[2:])
            outcomes[index], lines[index] = outcomes[twin], lines[twin]
            continue
        name, line = _outcome_on(bet, paid, tuple(examples[i] for i in index))
        outcomes[index] = names.setdefault(name, len(names))
        lines[index] = line
    as_bytes = np.array(letters, dtype=np.uint8).tobytes()
    return _TriedBet(examples, tuple(names), as_bytes, outcomes.tobytes(), lines.tobytes())


def _outcome_on(bet: Bet[Any], paid: dict[str, Odds], cards: tuple[int, ...]) -> tuple[str, int]:
    """The outcome on these cards, and which line is the first to fit."""
    first = len(bet.lines)
    for number, line in enumerate(bet.lines):
        if line.fits(cards):
            first = min(first, number)
            if line.id in paid:
                return ("push" if paid[line.id] == PUSH else line.id), first
    return ("push" if bet.pushes is not None and bet.pushes(cards) else "lose"), first


def _letters(bet: Bet[Any]) -> tuple[list[int], list[int]]:
    """The bet's class of every card as a small number, and a card of each."""
    classes: dict[int, int] = {}
    examples: list[int] = []
    letters = []
    for card in CARDS:
        alike = bet.classes(card)
        if alike not in classes:
            classes[alike] = len(examples)
            examples.append(card)
        letters.append(classes[alike])
    return letters, examples


def _spread_out(bet: Bet[Any], seen: _BetTables, small: NDArray[np.int64]) -> NDArray[np.int64]:
    """A table by letters of the first three cards spread out over all cards."""
    places = ("P1", "P2", "D1")
    sees = [place in bet.sees for place in places]
    shaped = small.reshape([len(seen.examples) if sees_it else 1 for sees_it in sees])
    index = np.ix_(*(seen.letters if sees_it else np.zeros(1, dtype=np.int64) for sees_it in sees))
    return np.broadcast_to(shaped[index], (DECK,) * 3)


Named = tuple[NDArray[np.int64], tuple[str, ...]]


def _three(bet: Bet[Any], table: PayTable) -> Named:
    """The outcome of a bet for every three cards, as numbers, and their names."""
    seen = _bet_tables(bet, table)
    return _spread_out(bet, seen, seen.outcome), seen.names


def _joint(parts: list[Named], shape: tuple[int, ...]) -> tuple[Shorts, tuple[tuple[str, ...], ...]]:
    """One number for the outcomes of all parts together, and what each number means."""
    numbers = np.zeros(shape, dtype=np.int64)
    joint: list[tuple[str, ...]] = [()]
    for outcomes, names in parts:
        both = numbers * len(names) + outcomes
        kept, inverse = np.unique(both, return_inverse=True)
        numbers = inverse.reshape(shape)
        joint = [(*joint[code // len(names)], names[code % len(names)]) for code in kept.tolist()]
    assert len(joint) < 1 << 16, "the joint outcomes of three cards are few"
    return numbers.astype(np.uint16).reshape(-1), tuple(joint)


class _Fours(msgspec.Struct, frozen=True, eq=False):
    """Bets that look at the second card: classes of three cards, then numbers by class and second."""

    classes: Shorts
    numbers: Shorts
    outcomes: tuple[tuple[str, ...], ...]
    matters: NDArray[np.uint8]


def _fours(bets: list[tuple[Bet[Any], PayTable]]) -> _Fours:
    if not bets:
        none = np.zeros(0, dtype=np.uint16)
        return _Fours(none, none, (), np.zeros(0, dtype=np.uint8))
    classes = np.zeros((DECK,) * 3, dtype=np.int64)
    wanted = np.zeros((DECK,) * 3, dtype=np.int64)
    parts = []
    for bet, table in bets:
        seen = _bet_tables(bet, table)
        by_second = seen.outcome.reshape(-1, len(seen.examples))
        rows, which = np.unique(by_second, axis=0, return_inverse=True)
        here = _spread_out(bet, seen, which.reshape(-1))
        wants = _second_matters(bet, seen)
        parts.append((rows[:, seen.letters], here, seen.names))
        # A second card may matter to a line that this pay table does not pay: then it is dealt all the same.
        classes = (classes * len(rows) + here) * 4 + wants
        wanted |= wants
    kept, inverse = np.unique(classes, return_inverse=True)
    first = np.unique(inverse.reshape(-1), return_index=True)[1]
    joint = [(rows[here.reshape(-1)[first]], names) for rows, here, names in parts]
    numbers, outcomes = _joint(joint, (len(kept), DECK))
    by_class = wanted.reshape(-1)[first]
    matters = np.stack([by_class & 1, by_class >> 1]).astype(np.uint8)
    return _Fours(inverse.astype(np.uint16).reshape(-1), numbers, outcomes, matters)


def _second_matters(bet: Bet[Any], seen: _BetTables) -> NDArray[np.int64]:
    """For every three cards whether the second can still matter: 1 before anybody looked, 2 after."""
    values = np.array([value(card) for card in CARDS])
    by_second = seen.line.reshape(-1, len(seen.examples))

    def varies(excluded: int) -> NDArray[np.int64]:
        possible = by_second[:, np.unique(seen.letters[values != excluded])]
        return _spread_out(bet, seen, (possible.max(axis=1) != possible.min(axis=1)).astype(np.int64))

    # A look that found nothing rules out a ten under an ace, and an ace under a ten.
    after: NDArray[np.int64] = np.where(values == ACE, varies(TEN), varies(ACE))
    wanted: NDArray[np.int64] = varies(0) + 2 * after
    return wanted
