"""Several positions on one round: the covariance of two positions' gains against the same dealer.

Theory. A strategy that looks at its own hand and the up card alone stops drawing by these. So any two
positions and the dealer come to the same as if one after the other drew from the shoe, whatever the order at
the table; all pairs of positions are alike, and n equal stakes vary by n variances and n(n - 1) covariances.
Two hands that are not split are counted like two hands of a split (`pairs_kernel`): by the union of their
cards, each weighed by what it gains more than a bust.

Beside a position that splits, what its hands take from another is counted card by card in a straight line;
two that both split are taken to hang together through their first cards and the dealer's end alone. What both
leave out is estimated, from what they would leave out of hands that are not split.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from cutcard.exact.main import kernel, pairs_kernel
from cutcard.exact.main.blackjack import UpCard, without
from cutcard.exact.main.dealer_draws import BLACKJACK_END, ENDS
from cutcard.exact.main.dealer_hands import dealer_tree
from cutcard.exact.main.outcomes import Column, How, Played
from cutcard.exact.main.player_hands import BUST, ENDS_CHARLIE, OPEN, UNSPLIT, all_hands, menu
from cutcard.exact.main.split_moments import Beside, DealerAlone, split_means
from cutcard.exact.main.terms import End
from cutcard.games.blackjack.rules import checks_under

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

SPLIT_WEIGHT: Final = 3.0
"""How much more than a bust a split gains or loses, on average, for certain: two hands, some doubled."""


class Covariance(msgspec.Struct, frozen=True):
    """The covariance of two positions, about how far it is off, and the mean gain of one by the same walk."""

    covariance: float
    left_out: float
    mean: float


class _Hands(msgspec.Struct, frozen=True, eq=False):
    """Hands as they ended that are worth other than a bust: their cards, orders, and gain by dealer's end."""

    keys: Ints
    ways: Floats
    gain: Floats


class _Over(msgspec.Struct, frozen=True):
    """What two positions come to over one up card: the mean of the product, of one, and what is left out."""

    product: float
    mean: float
    left_out: float


def covariance(columns: Iterable[Column], size: int) -> Covariance:
    """That of two positions that are played so; ``size`` is that of the pack with the up card."""
    product = mean = left_out = 0.0
    for column in columns:
        chance = (int(column.up.left[column.up.value - 1]) + 1) / size
        over = _over(column)
        product += chance * over.product
        mean += chance * over.mean
        left_out += chance * over.left_out
    return Covariance(product - mean**2, left_out, mean)


def _over(column: Column) -> _Over:
    up, dealer = column.up, DealerAlone(dealer_tree(column.up.rules, column.up.value))
    ends, bust = dealer.none(up.left), _by_end(up, End.BUST)
    hands = _join([_ended(column, insured=insured) for insured in (False, True)])
    worth = hands.ways[:, None] * (hands.gain - bust)
    other = OtherPosition(dealer, hands.keys, worth, {})
    alone = other.none(up.left)
    splits = [_split(column, each, bust, other) for each in column.played if each.how is How.SPLIT]
    every = alone + sum((split.chance * split.more for split in splits), np.zeros(len(ENDS)))

    def apart(first: Floats, second: Floats) -> float:
        """The mean of a product as if two positions hung together through the dealer's end alone."""
        return float(np.divide(first * second, ends, out=np.zeros(len(ENDS)), where=ends > 0).sum())

    both = _both(hands, hands.gain - bust, dealer, up.left)
    product = both + float((2 * bust * every + bust**2 * ends).sum())
    product += sum(2 * split.chance * float(split.beside.sum()) for split in splits)
    for first in splits:
        for second in splits:
            product += _chance_of_both(up, first, second) * apart(first.more, second.more)
    often = SPLIT_WEIGHT * sum(split.chance for split in splits) / max(float(np.abs(alone).sum()), 1e-300)
    in_line = abs(both - float(other.hand(hands.keys, worth, up.left).sum()))
    left_out = 2 * often * in_line + often**2 * abs(both - apart(alone, alone))
    return _Over(product, float((every + bust * ends).sum()), left_out)


def _both(hands: _Hands, worth: Floats, dealer: DealerAlone, left: Ints) -> float:
    """The mean of the product of two hands."""
    room = 1 << max(4, min(len(hands.keys) * (len(hands.keys) + 1), 1 << 21).bit_length())
    table = pairs_kernel.unions(hands.keys, room)
    unions, shared = pairs_kernel.pair_worth(hands.keys, np.stack([hands.ways] * 2, axis=1), worth, table)
    return float(dealer.hand(unions, shared[:, 2], left).sum())


class OtherPosition(msgspec.Struct, frozen=True, eq=False):
    """Another position beside one that splits: what it gains more than a bust, unless it splits itself.

    What the cards of one hand take from it is counted in a straight line, card by card.
    """

    dealer: DealerAlone
    keys: Ints
    worth: Floats
    known: dict[tuple[int, ...], Floats]

    def none(self, left: Ints) -> Floats:
        """By dealer's end, from a shoe with these cards."""
        shoe = tuple(left.tolist())
        if shoe not in self.known:
            self.known[shoe] = self.dealer.hand(self.keys, self.worth, left)
        return self.known[shoe]

    def hand(self, keys: Ints, worth: Floats, left: Ints) -> Floats:
        """By dealer's end, together with hands that hold these cards."""
        whole, held = pairs_kernel.weigh_cards(keys, worth, left)
        level = self.none(left)
        found: Floats = whole * level
        for v in np.flatnonzero(left > 0).tolist():
            found += held[v] * (self.none(without(left, v + 1)) - level)
        return found


class _Split(msgspec.Struct, frozen=True, eq=False):
    """A split: its chance, what it gains more than a bust, and the same times what another position does."""

    value: int
    chance: float
    more: Floats
    beside: Floats


def _split(column: Column, each: Played, bust: Floats, other: OtherPosition) -> _Split:
    over = sum(played.deal.chance for played in column.played)
    more, beside = (_more_of_split(column, each, bust, beside) for beside in (other.dealer, other))
    return _Split(each.deal.first, each.deal.chance / over, more, beside)


def _more_of_split(column: Column, each: Played, bust: Floats, beside: Beside) -> Floats:
    """What one split gains more than a bust by dealer's end, times what there is beside it."""
    up = column.up
    mean, met = split_means(up, each.deal.first, column.strategy, beside)
    if checks_under(up.rules, up.value):
        mean[BLACKJACK_END] = up.terms.found * met[BLACKJACK_END]
    else:
        mean[BLACKJACK_END] += up.terms.flat_split * met[BLACKJACK_END]
    return mean + (_besides(up, insured=each.insured) - bust) * met


def _chance_of_both(up: UpCard, first: _Split, second: _Split) -> float:
    """How often one position is dealt the one pair and another the other."""
    left = up.left.copy()
    left[first.value - 1] -= 2
    size, alike = int(left.sum()), int(left[second.value - 1])
    return first.chance * alike * (alike - 1) / (size * (size - 1))


def _by_end(up: UpCard, how: End) -> Floats:
    """What an end gains by dealer's end that does not hang on the dealer's total."""
    gain = np.full(len(ENDS), up.terms.plain[how])
    gain[BLACKJACK_END] = _at_blackjack(up, how)
    return gain


def _at_blackjack(up: UpCard, how: End) -> float:
    """What an end gains when the dealer has blackjack, found at once or late."""
    at_once = checks_under(up.rules, up.value) and how is not End.BLACKJACK
    return up.terms.found if at_once else float(up.terms.late[how])


def _besides(up: UpCard, *, insured: bool) -> Floats:
    """What insurance gains by dealer's end."""
    if not insured:
        return np.zeros(len(ENDS))
    gain = np.full(len(ENDS), -0.5)
    gain[BLACKJACK_END] = float(up.rules.insurance_pays.ratio) / 2
    return gain


def _join(parts: list[_Hands]) -> _Hands:
    return _Hands(
        np.concatenate([part.keys for part in parts]),
        np.concatenate([part.ways for part in parts]),
        np.concatenate([part.gain for part in parts]),
    )


def _ended(column: Column, *, insured: bool) -> _Hands:
    """Every unsplit hand as it ended. Plain busts are listed only where insurance sets them apart."""
    up, hands, listed = column.up, all_hands(), _Listed(column.up, _besides(column.up, insured=insured))
    start = np.zeros(len(hands.hard))
    for each in column.played:
        if each.insured is insured and each.how is not How.SPLIT:
            h, orders = hands.of(each.deal.first, each.deal.second), 1 + (each.deal.first != each.deal.second)
            if each.how is How.PLAYED:
                start[h] = orders
            elif each.how is How.BLACKJACK:
                listed.add(h, orders, _by_end(up, End.BLACKJACK))
            else:
                listed.add(h, orders, np.full(len(ENDS), up.terms.plain[End.SURRENDER]))
    _list_played(column, start, listed, busts=insured)
    return listed.hands()


def _list_played(column: Column, start: Floats, listed: _Listed, *, busts: bool) -> None:
    """List the ends of hands that are played on from these first cards."""
    up, hands, state = column.up, all_hands(), menu(column.up.rules, UNSPLIT).state
    met, doubled = pairs_kernel.ways_to_meet(hands.child, state, column.choice, start)
    for h in np.flatnonzero(met).tolist():
        does = int(column.choice[h]) if state[h] == OPEN else kernel.STAND
        if state[h] == ENDS_CHARLIE:
            listed.add(h, met[h], _by_end(up, End.CHARLIE))
        elif does == kernel.SURRENDER:
            listed.add(h, met[h], _by_end(up, End.SURRENDER))
        elif does == kernel.STAND:
            listed.add(h, met[h], _standing(up, h, End.STAND))
        elif busts or does == kernel.DOUBLE:
            end = End.DOUBLE_BUST if does == kernel.DOUBLE else End.BUST
            for v in np.flatnonzero(hands.child[h] == BUST).tolist():
                listed.add(h, met[h], _by_end(up, end), v)
    for h in np.flatnonzero(doubled).tolist():
        listed.add(h, doubled[h], _standing(up, h, End.DOUBLE))


def _standing(up: UpCard, h: int, how: End) -> Floats:
    gain: Floats = (2.0 if how is End.DOUBLE else 1.0) * up.terms.gain[all_hands().total[h]]
    gain[BLACKJACK_END] = _at_blackjack(up, how)
    return gain


class _Listed:
    """Gathers hands as they ended, all with the same insurance."""

    def __init__(self, up: UpCard, besides: Floats) -> None:
        self._left, self._besides = up.left, besides
        self._keys: list[int] = []
        self._ways: list[float] = []
        self._gain: list[Floats] = []

    def add(self, h: int, ways: float, gain: Floats, last: int | None = None) -> None:
        """A hand, with one more card where that is what bust it."""
        counts = all_hands().counts[h].tolist()
        if last is not None:
            counts[last] += 1
        if all(count <= left for count, left in zip(counts, self._left.tolist(), strict=True)):
            self._keys.append(sum(count << (pairs_kernel.DIGIT * v) for v, count in enumerate(counts)))
            self._ways.append(ways)
            self._gain.append(gain + self._besides)

    def hands(self) -> _Hands:
        """All of them."""
        gain = np.array(self._gain).reshape(len(self._keys), len(ENDS))
        return _Hands(np.array(self._keys, dtype=np.int64), np.array(self._ways, dtype=np.float64), gain)
