"""What a whole split gains, and the square of it: the hands of a split hang together through shoe and dealer.

Theory. The square of a sum is a sum over pairs of hands, and all hands of a kind are alike: so it is enough
to know one hand, two hands, and how often the dealer has blackjack, given how many cards of the split value
are gone and which hands did not pair. What is known of further hands is taken out by the same mixture as for
the mean (`splits`). Every hand is weighed by what it gains more than a bust (`pairs_kernel`).

How often a split of two hands gains how much follows from the same pairs. Three hands and more would want
triples: their gains are spread as if hands hung together through the dealer alone, and are named apart.

Whether a split is good, and what it is worth for best play, is not decided here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import cache
from typing import Final, Protocol

import msgspec
import numpy as np
from numpy.typing import NDArray

from cutcard.exact.main import pairs_kernel
from cutcard.exact.main.blackjack import Strategy, UpCard, split_play
from cutcard.exact.main.dealer_draws import BLACKJACK_END, ENDS
from cutcard.exact.main.dealer_hands import DealerTree, dealer_tree
from cutcard.exact.main.pairs_kernel import ANY, UNLIKE
from cutcard.exact.main.splits import Pattern, patterns
from cutcard.exact.main.terms import End

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_GAINS: Final = range(-2, 3)
"""All that one hand of a split can gain, in stakes."""

_JOINT: Final = 2 * len(_GAINS) - 1
"""How many sums two such gains have: so many rows of `pairs_kernel.pair_gains` are for both hands."""


class SplitGains(msgspec.Struct, frozen=True):
    """How a split comes out, in stakes: the mean of its gain, of the square, and the chance of every gain.

    Every gain is keyed by whether the dealer has blackjack, and what the hands gain together; ``more`` are
    splits into more than two hands.
    """

    two: dict[tuple[bool, int], float]
    more: dict[tuple[bool, int], float]
    moments: Moments


class Moments(msgspec.Struct, frozen=True):
    """What the hands of a split gain together, and the square of it, with the dealer's blackjack apart."""

    mean: tuple[float, float]
    square: tuple[float, float]
    chance: tuple[float, float]


class EndedHands(msgspec.Struct, frozen=True, eq=False):
    """The hands of a split that ended otherwise than by a plain bust, and what each gains by dealer's end."""

    keys: Ints
    ways: Floats
    gain: Ints
    bust: tuple[int, int]

    @property
    def more_than_bust(self) -> Floats:
        """What each hand gains more than a bust."""
        worth = self.gain - self.bust[0]
        worth[:, BLACKJACK_END] = self.gain[:, BLACKJACK_END] - self.bust[1]
        return worth.astype(np.float64)

    @property
    def room(self) -> int:
        """How much room a table of all unions of two hands needs."""
        pairs = len(self.keys) * (len(self.keys) + 1) // 2
        return int(1 << max(4, min(2 * pairs, 1 << 21).bit_length()))

    @property
    def content(self) -> bytes:
        """All of it, to see whether another strategy draws the same."""
        return b"".join(array.tobytes() for array in (self.keys, self.ways, self.gain))


def _ended_hands(up: UpCard, value: int, strategy: Strategy | None) -> EndedHands:
    terms = up.terms.of_split
    keys, ways, end, total = pairs_kernel.ended_hands(split_play(up, value, strategy), up.left)
    gain = np.repeat(terms.plain[end][:, None], len(ENDS), axis=1)
    for how, stake in ((End.STAND, 1.0), (End.DOUBLE, 2.0)):
        gain[end == how] = stake * terms.gain[total[end == how]]
    gain[:, BLACKJACK_END] = terms.late[end]
    whole = gain.astype(np.int64)
    assert (whole == gain).all(), "a hand of a split gains or loses whole stakes"
    return EndedHands(keys, ways, whole, (int(terms.plain[End.BUST]), int(terms.late[End.BUST])))


Memory = dict[tuple[int, int, bytes], SplitGains]
"""What was counted of splits of one game: by up card, split value and the hands that are drawn."""


def split_gains(up: UpCard, value: int, strategy: Strategy | None, memory: Memory) -> SplitGains:
    """How a split of two cards of this value comes out.

    ``memory`` spares strategies of one game that play a split alike from counting it twice.
    """
    ended = _ended_hands(up, value, strategy)
    key = (up.value, value, ended.content)
    found = memory.get(key)
    if found is None:
        found = memory[key] = _count(up, value, ended)
    return found


def _count(up: UpCard, value: int, ended: EndedHands) -> SplitGains:
    ways_to_go = patterns(up.rules, value)
    shoe = Shoe(dealer_tree(up.rules, up.value), up.left, value - 1)
    known = _moments(shoe, ended, joint=UNLIKE if any(each.unpaired == 2 for each in ways_to_go) else ANY)
    mean, square, met = np.zeros(len(ENDS)), np.zeros(len(ENDS)), np.zeros(len(ENDS))
    two: dict[tuple[bool, int], float] = defaultdict(float)
    more: dict[tuple[bool, int], float] = defaultdict(float)
    bust = np.full(len(ENDS), float(ended.bust[0]))
    bust[BLACKJACK_END] = ended.bust[1]
    for pattern in ways_to_go:
        chance = shoe.chance(pattern)
        if chance <= 0:
            continue
        first, second, ends = _of_pattern(pattern, known, bust)
        mean, square, met = mean + chance * first, square + chance * second, met + chance * ends
        into = two if pattern.unpaired + pattern.any_card == 2 else more
        for gain, often in enumerate(_gain_spread(pattern, known, ended.bust), -2 * _hands(pattern)):
            for late, part in enumerate((often.sum() - often[BLACKJACK_END], often[BLACKJACK_END])):
                if part > 0:
                    into[bool(late), gain] += chance * float(part)
    moments = Moments(_split_by_blackjack(mean), _split_by_blackjack(square), _split_by_blackjack(met))
    return SplitGains(dict(two), dict(more), moments)


class Beside(Protocol):
    """Whatever else draws from the shoe of a split and meets its dealer, weighed by the dealer's end."""

    def none(self, left: Ints) -> Floats:
        """What it is worth when the shoe has these cards left."""

    def hand(self, keys: Ints, worth: Floats, left: Ints) -> Floats:
        """What it and hands with these cards are worth together, each hand as often as the shoe deals it."""


class DealerAlone(msgspec.Struct, frozen=True, eq=False):
    """Nothing else but the dealer."""

    tree: DealerTree

    def none(self, left: Ints) -> Floats:
        """How often each end comes."""
        return self.hand(np.zeros(1, dtype=np.int64), np.ones((1, len(ENDS))), left)

    def hand(self, keys: Ints, worth: Floats, left: Ints) -> Floats:
        """What hands are worth by dealer's end."""
        found: Floats = pairs_kernel.sum_over_unions(keys, worth[:, None, :].copy(), self.tree, left)[0]
        return found


def split_means(up: UpCard, value: int, strategy: Strategy | None, beside: Beside) -> tuple[Floats, Floats]:
    """What the hands of a split gain together by dealer's end, on average, and what there is beside them."""
    ended = _ended_hands(up, value, strategy)
    shoe = Shoe(dealer_tree(up.rules, up.value), up.left, value - 1)
    bust, worth = np.full(len(ENDS), float(ended.bust[0])), ended.more_than_bust
    bust[BLACKJACK_END] = ended.bust[1]

    def hand(kind: int) -> Given:
        weighed = ended.ways[:, kind][:, None] * worth
        return _conditional(
            shoe, int(kind == UNLIKE), lambda gone: beside.hand(ended.keys, weighed, shoe.without(gone))
        )

    none = _conditional(shoe, 0, lambda gone: beside.none(shoe.without(gone)))
    unlike, any_card = hand(UNLIKE), hand(ANY)
    mean, met = np.zeros(len(ENDS)), np.zeros(len(ENDS))
    for pattern in patterns(up.rules, value):
        chance = shoe.chance(pattern)
        if chance <= 0:
            continue
        ends = none(pattern.gone, pattern.unpaired)
        gained = _hands(pattern) * bust * ends
        if pattern.unpaired:
            gained = gained + pattern.unpaired * unlike(pattern.gone, pattern.unpaired - 1)
        if pattern.any_card:
            gained = gained + pattern.any_card * any_card(pattern.gone, pattern.unpaired)
        mean, met = mean + chance * gained, met + chance * ends
    return mean, met


def _split_by_blackjack(by_end: Floats) -> tuple[float, float]:
    """Without and with a blackjack of the dealer."""
    return float(by_end.sum() - by_end[BLACKJACK_END]), float(by_end[BLACKJACK_END])


def _hands(pattern: Pattern) -> int:
    return pattern.unpaired + pattern.any_card


class Shoe(msgspec.Struct, frozen=True, eq=False):
    """What the hands of a split draw from, the dealer's hands beside it."""

    tree: DealerTree
    left: Ints
    split: int

    def pairs(self, gone: int, before: int) -> float:
        """The chance that a card pairs when so many of the value are gone and so many did not pair."""
        return float((self.left[self.split] - gone) / (self.left.sum() - gone - before))

    def chance(self, pattern: Pattern) -> float:
        """How often a split goes this way."""
        chance = 1.0
        for gone, before, paired in pattern.draws:
            pairs = self.pairs(gone, before)
            chance *= pairs if paired else 1 - pairs
        return chance

    def sum(self, sums: tuple[Ints, Floats], gone: int) -> Floats:
        """The sum over all that the shoe can deal when so many cards of the split value are gone."""
        found: Floats = pairs_kernel.sum_over_unions(*sums, self.tree, self.without(gone))
        return found

    def without(self, gone: int) -> Ints:
        """What is left when so many cards of the split value are gone."""
        left = self.left.copy()
        left[self.split] -= gone
        return left


Part = Callable[[int], Floats]
"""What hands come to, in rows by the dealer's end, by how many cards of the split value are gone."""

Given = Callable[[int, int], Floats]
"""The same, given that so many other hands did not pair."""


class HandMoments(msgspec.Struct, frozen=True, eq=False):
    """What no hand, one and two come to; a hand did not pair (u) or may hold any second card (a).

    ``one`` has the rows worth, square, and how often each gain comes; ``two`` what both are worth; ``joint``
    how often each gain of two comes.
    """

    none: Given
    single: dict[str, Given]
    two: dict[str, Given]
    joint: Given


def _moments(shoe: Shoe, ended: EndedHands, *, joint: int) -> HandMoments:
    worth, met = ended.more_than_bust, np.zeros(1, dtype=np.int64)
    rows = [worth, worth**2, *((ended.gain == gain).astype(np.float64) for gain in _GAINS)]
    singles = [
        np.stack([ended.ways[:, kind][:, None] * row for row in rows], axis=1) for kind in (UNLIKE, ANY)
    ]
    table = pairs_kernel.unions(ended.keys, ended.room)
    pairs = pairs_kernel.pair_worth(ended.keys, ended.ways, worth, table)
    gains = pairs_kernel.pair_gains(ended.keys, ended.ways[:, joint].copy(), ended.gain, table)

    @cache
    def two(gone: int) -> Floats:
        return shoe.sum(pairs, gone)

    def given(hands: int, part: Part) -> Given:
        return _conditional(shoe, hands, part)

    return HandMoments(
        given(0, lambda gone: shoe.sum((met, np.ones((1, 1, len(ENDS)))), gone)),
        {
            "u": given(1, lambda gone: shoe.sum((ended.keys, singles[0]), gone)),
            "a": given(0, lambda gone: shoe.sum((ended.keys, singles[1]), gone)),
        },
        {
            "uu": given(2, lambda gone: two(gone)[0]),
            "ua": given(1, lambda gone: two(gone)[1]),
            "aa": given(0, lambda gone: two(gone)[2]),
        },
        given(2 if joint == UNLIKE else 0, lambda gone: shoe.sum(gains, gone)),
    )


def _conditional(shoe: Shoe, hands: int, part: Part) -> Given:
    """What hands come to, of which so many did not pair, when others did not pair either."""

    @cache
    def given(gone: int, others: int) -> Floats:
        if others == 0:
            unlike = 1.0
            for before in range(hands):
                unlike *= 1 - shoe.pairs(gone, before)
            return part(gone) / unlike
        pairs = shoe.pairs(gone, others - 1 + hands)
        mixture = given(gone, others - 1)
        return mixture if pairs <= 0 else (mixture - pairs * given(gone + 1, others - 1)) / (1 - pairs)

    return given


def _of_pattern(pattern: Pattern, moments: HandMoments, bust: Floats) -> tuple[Floats, Floats, Floats]:
    """The gain of all hands of a split that went this way, its square, and its chance, by dealer's end."""
    gone, unlike, any_card = pattern.gone, pattern.unpaired, pattern.any_card
    ends = moments.none(gone, unlike)[0]
    single, two = np.zeros((2, len(ENDS))), np.zeros(len(ENDS))
    if unlike:
        single = single + unlike * moments.single["u"](gone, unlike - 1)[:2]
    if any_card:
        single = single + any_card * moments.single["a"](gone, unlike)[:2]
    if unlike > 1:
        two = two + unlike * (unlike - 1) * moments.two["uu"](gone, unlike - 2)
    if unlike and any_card:
        two = two + 2 * unlike * any_card * moments.two["ua"](gone, unlike - 1)
    if any_card > 1:
        two = two + any_card * (any_card - 1) * moments.two["aa"](gone, unlike)
    flat = _hands(pattern) * bust
    return single[0] + flat * ends, single[1] + two + 2 * flat * single[0] + flat**2 * ends, ends


def _gain_spread(pattern: Pattern, moments: HandMoments, bust: tuple[int, int]) -> Floats:
    """How often each gain of all hands comes when a split went this way, by dealer's end, lowest first."""
    gone, unlike, any_card = pattern.gone, pattern.unpaired, pattern.any_card
    ends = moments.none(gone, unlike)[0]
    kinds = [("u", unlike, unlike - 1), ("a", any_card, unlike)]
    alone = {kind: moments.single[kind](gone, others)[2:] for kind, hands, others in kinds if hands}
    if _hands(pattern) == 2 and len(alone) == 1:
        return _of_two(next(iter(alone.values())), moments.joint(gone, 0), ends, bust)
    spread: Floats = ends[None, :]
    for kind, hands, _ in kinds:
        for _ in range(hands):
            spread = _convolve(spread, _with_busts(alone[kind], ends, bust), ends)
    return spread


def _with_busts(alone: Floats, ends: Floats, bust: tuple[int, int]) -> Floats:
    """One hand's gains, its busts among them."""
    rest, every = ends - alone.sum(axis=0), alone.copy()
    for end in range(len(ENDS)):
        every[bust[end == BLACKJACK_END] + 2, end] += rest[end]
    return every


def _convolve(spread: Floats, hand: Floats, ends: Floats) -> Floats:
    """The gains of one hand more, as if hands hung together through the dealer's end alone."""
    wider = np.zeros((len(spread) + len(_GAINS) - 1, len(ENDS)))
    for gain in range(len(_GAINS)):
        shares = np.divide(hand[gain], ends, out=np.zeros(len(ENDS)), where=ends > 0)
        wider[gain : gain + len(spread)] += spread * shares
    return wider


def _of_two(alone: Floats, joint: Floats, ends: Floats, bust: tuple[int, int]) -> Floats:
    """The gains of two hands: both known, one of them bust, and what is left over, both bust."""
    spread, beside = joint[:_JOINT].copy(), alone - joint[_JOINT:]
    rest = ends - joint[:_JOINT].sum(axis=0) - 2 * beside.sum(axis=0)
    for end in range(len(ENDS)):
        lost = bust[end == BLACKJACK_END]
        for gain in _GAINS:
            spread[4 + gain + lost, end] += 2 * beside[gain + 2, end]
        spread[4 + 2 * lost, end] += rest[end]
    return spread
