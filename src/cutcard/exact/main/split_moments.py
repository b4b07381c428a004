"""What a whole split gains, and the square of it: the hands of a split hang together through shoe and dealer.

Theory. The square of a sum is a sum over pairs of hands, and all hands of a kind are alike: so it is enough
to know one hand, two hands, and how often the dealer has blackjack, given how many cards of the split value
are gone and which hands did not pair. What is known of further hands is taken out by the same mixture as for
the mean (`splits`). Every hand is weighed by what it gains more than a bust (`pairs_kernel`).

Whether a split is good, and what it is worth for best play, is not decided here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from cutcard.exact.main import pairs_kernel
from cutcard.exact.main.blackjack import Strategy, UpCard, split_play
from cutcard.exact.main.dealer_hands import DealerTree, dealer_tree
from cutcard.exact.main.splits import Pattern, patterns
from cutcard.exact.main.terms import End

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

BLACKJACK: Final = 5
"""The dealer's blackjack among his ends."""

_MET: Final = np.zeros(1, dtype=np.int64)


class Moments(msgspec.Struct, frozen=True):
    """The mean of a gain, and that of its square."""

    mean: float
    square: float


class Besides(msgspec.Struct, frozen=True):
    """What a split position gains besides its hands, without and with a blackjack of the dealer."""

    plain: float
    blackjack: float


class Weights(msgspec.Struct, frozen=True, eq=False):
    """Sums over all cards that no hand, one hand and two hands of a split can draw, for any shoe.

    One hand has, for those that did not pair and for any, what it gains more than a bust without and with a
    blackjack of the dealer, and the square of it; two hands the product, for neither paired, one known not
    to have, and any.
    """

    tree: DealerTree
    left: Ints
    split: int
    one: tuple[Ints, Floats]
    two: tuple[Ints, Floats]

    def at(self, gone: int) -> Ints:
        """The cards to come when so many of the split value are gone."""
        left = self.left.copy()
        left[self.split] -= gone
        return left


class Drawn(msgspec.Struct, frozen=True, eq=False):
    """The hands of one split that ended otherwise than by a plain bust, as the kernel lists them."""

    keys: Ints
    ways: Floats
    end: Ints
    total: Ints

    @property
    def content(self) -> bytes:
        """All of it, to see whether another strategy draws the same."""
        return b"".join(array.tobytes() for array in (self.keys, self.ways, self.end, self.total))


def _weights(up: UpCard, value: int, drawn: Drawn) -> Weights:
    """What a split of two cards of this value comes to over this up card, before the shoe is asked."""
    terms, (keys, ways) = up.terms.of_split, (drawn.keys, drawn.ways)
    end, total = drawn.end, drawn.total
    worth = np.repeat(terms.plain[end][:, None], 7, axis=1)
    for how, stake in ((End.STAND, 1.0), (End.DOUBLE, 2.0)):
        worth[end == how] = stake * terms.gain[total[end == how]]
    worth -= terms.plain[End.BUST]
    worth[:, BLACKJACK] = terms.late[end] - terms.late[End.BUST]
    room = 1 << max(4, min(len(keys) * (len(keys) + 1), 1 << 21).bit_length())
    return Weights(
        dealer_tree(up.rules, up.value),
        up.left,
        value - 1,
        (keys, _of_one(ways, worth)),
        pairs_kernel.pair_worth(keys, ways, worth, room),
    )


def _of_one(ways: Floats, worth: Floats) -> Floats:
    late = np.zeros_like(worth)
    late[:, BLACKJACK] = worth[:, BLACKJACK]
    parts = (worth - late, late, worth**2)
    kinds = (ways[:, pairs_kernel.UNLIKE], ways[:, pairs_kernel.ANY])
    return np.stack([kind[:, None] * part for kind in kinds for part in parts], axis=1)


Part = Callable[[int], Floats]
"""What hands come to by how many cards of the split value are gone."""

Given = Callable[[int, int], Floats]
"""The same, given that so many other hands did not pair."""

Known = dict[str, Given]
"""By the hands that are looked at: none, one or two, each of which did not pair (u) or may be any (a)."""

Memory = dict[tuple[int, int, bytes], Known]
"""What was counted of splits of one game: by up card, split value and the hands that are drawn."""


def split_moments(
    up: UpCard, value: int, strategy: Strategy | None, besides: Besides, memory: Memory
) -> Moments:
    """The mean gain of a split and of its square, over all rounds with these cards.

    ``memory`` spares strategies of one game that play a split alike from counting it twice.
    """
    drawn = Drawn(*pairs_kernel.ended_hands(split_play(up, value, strategy), up.left))
    alike, size = int(up.left[value - 1]), int(up.left.sum())
    key = (up.value, value, drawn.content)
    known = memory.get(key)
    if known is None:
        known = memory[key] = _known(_weights(up, value, drawn), alike, size)
    bust = up.terms.plain[End.BUST], up.terms.late_split[End.BUST]
    mean = square = 0.0
    for pattern in patterns(up.rules, value):
        chance = _chance(pattern, alike, size)
        if chance > 0:
            moments = _of_pattern(pattern, known, besides, bust)
            mean += chance * moments.mean
            square += chance * moments.square
    return Moments(mean, square)


def _chance(pattern: Pattern, alike: int, size: int) -> float:
    chance = 1.0
    for gone, before, paired in pattern.draws:
        pairs = (alike - gone) / (size - gone - before)
        chance *= pairs if paired else 1 - pairs
    return chance


def _of_pattern(pattern: Pattern, known: Known, besides: Besides, bust: tuple[float, float]) -> Moments:
    gone, unlike, any_card = pattern.gone, pattern.unpaired, pattern.any_card
    hands = unlike + any_card
    found = float(known[""](gone, unlike)[0])
    one, two = np.zeros(3), 0.0
    if unlike:
        one += unlike * known["u"](gone, unlike - 1)
    if any_card:
        one += any_card * known["a"](gone, unlike)
    if unlike > 1:
        two += unlike * (unlike - 1) * float(known["uu"](gone, unlike - 2)[0])
    if unlike and any_card:
        two += 2 * unlike * any_card * float(known["ua"](gone, unlike - 1)[0])
    if any_card > 1:
        two += any_card * (any_card - 1) * float(known["aa"](gone, unlike)[0])
    plain, late = (hands * worth for worth in bust)
    plain, late = plain + besides.plain, late + besides.blackjack
    mean = one[0] + one[1] + plain * (1 - found) + late * found
    square = one[2] + two + 2 * (plain * one[0] + late * one[1]) + plain**2 * (1 - found) + late**2 * found
    return Moments(float(mean), float(square))


def _known(weights: Weights, alike: int, size: int) -> Known:
    blackjack = np.zeros((1, 1, 7))
    blackjack[0, 0, BLACKJACK] = 1.0

    @cache
    def one(gone: int) -> Floats:
        return _sum_at(weights, weights.one, gone)

    @cache
    def two(gone: int) -> Floats:
        return _sum_at(weights, weights.two, gone)

    def given(hands: int, part: Part) -> Given:
        return _given(alike, size, hands, part)

    return {
        "": given(0, lambda gone: _sum_at(weights, (_MET, blackjack), gone)),
        "u": given(1, lambda gone: one(gone)[:3]),
        "a": given(0, lambda gone: one(gone)[3:]),
        "uu": given(2, lambda gone: two(gone)[:1]),
        "ua": given(1, lambda gone: two(gone)[1:2]),
        "aa": given(0, lambda gone: two(gone)[2:]),
    }


def _given(alike: int, size: int, hands: int, part: Part) -> Given:
    """What hands come to, of which so many did not pair, when others did not pair either."""

    @cache
    def given(gone: int, others: int) -> Floats:
        if others == 0:
            unlike = 1.0
            for before in range(hands):
                unlike *= 1 - (alike - gone) / (size - gone - before)
            return part(gone) / unlike
        pairs = (alike - gone) / (size - gone - (others - 1) - hands)
        mixture = given(gone, others - 1)
        return mixture if pairs <= 0 else (mixture - pairs * given(gone + 1, others - 1)) / (1 - pairs)

    return given


def _sum_at(weights: Weights, sums: tuple[Ints, Floats], gone: int) -> Floats:
    keys, shared = sums
    found: Floats = pairs_kernel.sum_over_unions(keys, shared, weights.tree, weights.at(gone))
    return found
