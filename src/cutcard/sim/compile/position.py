"""A position as one machine that takes a card at a time, for rounds of any number of positions.

Made from the compiled game. A state is all that matters of a hand, the up card and the number of hands;
hands with equal futures are one state. A hand that ends names its class, and one that is split
its kind: what a kernel does with either is not known here.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.sim.compile.fused import STRIDE
from cutcard.sim.compile.layout import (
    DOUBLE,
    DRAWS,
    HANDS_MAX,
    HIT,
    OPENED_INSURED,
    OPENED_STOPPED,
    SECOND_CARD,
    SPLIT,
)
from cutcard.sim.compile.tables import Game

VALUES = 10  # the ace to nine, and all tens as one

Shorts = NDArray[np.uint16]


class PositionMachine(NamedTuple):
    """States below ``ends`` wait for a card; then come the classes, one for no hand at all, and the splits.

    ``opened`` holds, by up card and two first cards, the opening of a position (`layout`); ``halves`` the
    state of either half of a split by its kind and the number of hands; ``need``, by whether a late blackjack
    is possible and by class, how far the dealer must play; ``pays`` what a class gains by dealer's end.
    ``dealt`` is the dealer's hand by the first two cards, ``dealer_after`` by hand and card; those below
    ``dealer_draws`` draw.
    """

    after: Shorts
    ends: int
    splits: int
    opened: NDArray[np.uint32]
    halves: Shorts
    need: Shorts
    pays: NDArray[np.int32]
    dealt: Shorts
    dealer_after: Shorts
    dealer_end: Shorts
    dealer_draws: int


Node = tuple[str, int]


class _Maker:
    """Numbers states by their futures: two with the same futures get one number."""

    def __init__(self, game: Game) -> None:
        self.game, self.hands = game, game.hands
        self.most = game.hands.act.shape[1]
        self.numbers: dict[tuple[Node, ...], int] = {}
        self.kinds: dict[tuple[int, int], int] = {}
        self.known: dict[tuple[int, int, int], Node] = {}

    def node(self, up: int, more: int, hand: int) -> Node:
        """The state of a hand in a position that has so many hands more than one."""
        key = up, min(more, self.most - 1), hand
        if key not in self.known:
            self.known[key] = self._node(*key)
        return self.known[key]

    def _node(self, up: int, more: int, hand: int) -> Node:
        does = int(self.hands.act[up, more, hand])
        if does == SPLIT:
            return "split", self.kinds.setdefault((up, int(self.hands.half[hand])), len(self.kinds))
        if does not in (HIT, DOUBLE):
            return "class", does
        grown = self.hands.after[hand].tolist()
        if does == DOUBLE:
            row = tuple(("class", int(self.hands.doubled[after])) for after in grown)
        else:
            row = tuple(self.node(up, more, after) for after in grown)
        return "waits", self.numbers.setdefault(row, len(self.numbers))

    def halves(self) -> list[list[Node]]:
        """For each kind of split its halves by the number of hands. Playing them may show further kinds."""
        rows: list[list[Node]] = []
        while len(rows) < len(self.kinds):
            up, half = list(self.kinds)[len(rows)]
            rows.append([self.node(up, max(more, 1), half) for more in range(HANDS_MAX)])
            assert {kind for kind, _ in rows[-1]} == {"waits"}, "half a pair is dealt a card"
        return rows


def position_machine(game: Game) -> PositionMachine:
    """The machine of a position of this game."""
    maker = _Maker(game)
    first = [[maker.hands.after[maker.hands.after[0, a], b] for b in range(VALUES)] for a in range(VALUES)]
    opened = [(up, int(first[a][b])) for up in range(VALUES) for a in range(VALUES) for b in range(VALUES)]
    nodes = [maker.node(up, 0, hand) for up, hand in opened]
    halves = maker.halves()
    classes = len(game.classes)
    ends = len(maker.numbers)
    base = {"waits": 0, "class": ends, "split": ends + classes + 1}
    after = np.zeros((ends, STRIDE), dtype=np.uint16)
    for row, number in maker.numbers.items():
        after[number, :VALUES] = [base[kind] + index for kind, index in row]
    numbers = [base[kind] + index for kind, index in nodes]
    return PositionMachine(
        after=after.reshape(-1),
        ends=ends,
        splits=base["split"],
        opened=np.array(
            [_opening(game, ends, *start, number) for start, number in zip(opened, numbers, strict=True)],
            dtype=np.uint32,
        ),
        halves=np.array(
            [[base[kind] + index for kind, index in row] for row in halves], dtype=np.uint16
        ).reshape(-1),
        need=_need(game),
        pays=np.append(game.pays, np.zeros((1, game.pays.shape[1]))).astype(np.int32),
        **_dealer(game),
    )


def _opening(game: Game, ends: int, up: int, hand: int, state: int) -> int:
    """The state of two first cards, given up early if the plan says so."""
    hands, stopped = game.hands, int(game.hands.stopped[hand])
    if game.offers[up] and hands.early[hand]:
        stopped = next(i for i, kind in enumerate(game.classes) if kind.state == "surrendered")
        return ends + stopped | stopped << OPENED_STOPPED
    insured = bool(game.offers[up] and game.plan.insurance and hands.insurable[hand])
    return state | stopped << OPENED_STOPPED | insured << OPENED_INSURED


def _need(game: Game) -> Shorts:
    """How far the dealer must play for a position's only hand; for none, not at all."""
    need = np.zeros((2, len(game.classes) + 1), dtype=np.uint16)
    need[:, :-1] = game.need
    if game.busts_matter:
        busted = np.append(game.busts > 1, [False])
        need[1, busted] = np.maximum(need[1, busted], SECOND_CARD)
    return need.reshape(-1)


def _dealer(game: Game) -> dict[str, Any]:
    """The dealer's tables, hands that draw first."""
    draws = game.dealer.end == DRAWS
    order = np.argsort(~draws, kind="stable")
    number = np.argsort(order)
    after = np.zeros((len(order), STRIDE), dtype=np.uint16)
    after[:, :VALUES] = number[game.dealer.after[order]]
    return {
        "dealt": after[after[number[0], :VALUES]].reshape(-1),
        "dealer_after": after.reshape(-1),
        "dealer_end": game.dealer.end[order].astype(np.uint16),
        "dealer_draws": int(draws.sum()),
    }
