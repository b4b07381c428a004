"""One position fused: a round as one machine that takes a card at a time. Made from the compiled game.

A state is all that matters of the cards so far; a card's value leads to the next; a round ends
in a state that says what everybody was paid. Splits leave the machine and are played by the
round kernel. Where the dealer looks for blackjack the second card comes fourth; elsewhere it
is drawn when it is needed, which changes no chance.
"""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from cutcard.sim.compile.layout import (
    DOUBLE,
    DRAWS,
    END_BLACKJACK,
    END_NONE,
    HIT,
    SECOND_CARD,
    SPLIT,
    WHOLE_HAND,
)
from cutcard.sim.compile.tables import Game

STRIDE = 16
"""A state's row in the table: ten values, rounded up so that a shift finds it."""

State = tuple[Any, ...]


class Fused(msgspec.Struct, frozen=True, eq=False):
    """A machine for whole rounds.

    Numbered so that states below ``ends`` wait for a card, those below ``splits`` are ends, and the
    others hand over to the round kernel. ``first`` is the state of a new round, ``shoe`` that of a new
    shoe. For each end ``nets`` is what it gained; for each split ``split`` holds hand, up card, second
    card or -1, value of the pair.
    """

    after: NDArray[np.uint16]
    ends: int
    splits: int
    first: int
    shoe: int
    nets: NDArray[np.int64]
    finished: tuple[tuple[int, int], ...]
    split: NDArray[np.int64]


class _Maker:
    """Follows the compiled game's tables from state to state."""

    def __init__(self, game: Game, second_fourth: bool) -> None:
        self.game, self.second_fourth = game, second_fourth
        self.hands, self.dealer = game.hands, game.dealer

    def after(self, state: State, v: int) -> State:
        """The state after a card of this value."""
        match state:
            case ("first",):
                return ("up", int(self.hands.after[0, v]))
            case ("up", hand):
                return ("second", hand, v)
            case ("second", hand, up):
                return self.dealt(int(self.hands.after[hand, v]), up)
            case ("look", hand, up, early):
                return self.after_look(hand, up, early, v)
            case ("hand", hand, up, second, insured, last):
                more = int(self.hands.after[hand, v])
                if last:
                    return self.after_close(int(self.hands.doubled[more]), up, second, insured)
                return self.after_plan(more, up, second, insured)
            case ("unseen", hand, up, early):
                if early:
                    return self.after_close(self.surrendered, up, v, False)
                return self.after_plan(hand, up, v, self.insured(hand, up))
            case ("dealer", finished, held, whole, insured):
                return self.after_draw(finished, int(self.dealer.after[held, v]), whole, insured)
            case _:
                raise AssertionError(f"no card is due: {state}")

    def dealt(self, hand: int, up: int) -> State:
        """After the first cards: the look, early surrender, or play."""
        early = bool(self.game.offers[up] and self.hands.early[hand])
        if self.looks(up):
            return ("look", hand, up, early)
        if self.second_fourth:
            return ("unseen", hand, up, early)
        if early:
            return self.after_close(self.surrendered, up, None, False)
        return self.after_plan(hand, up, None, self.insured(hand, up))

    def after_look(self, hand: int, up: int, early: bool, second: int) -> State:
        """After the look at the second card."""
        held = int(self.dealer.after[self.dealer.after[0, up], second])
        insured = not early and self.insured(hand, up)
        if self.dealer.end[held] == END_BLACKJACK:
            finished = self.surrendered if early else int(self.hands.stopped[hand])
            return ("end", finished, END_BLACKJACK, insured)
        if early:
            return self.after_close(self.surrendered, up, second, False)
        return self.after_plan(hand, up, second, insured)

    def after_plan(self, hand: int, up: int, second: int | None, insured: bool) -> State:
        """What the plan does with a hand."""
        does = int(self.hands.act[up, 0, hand])
        if does == SPLIT:
            seen = second if second is not None and self.looks(up) else -1
            return ("split", hand, up, seen, int(self.hands.pair[hand]))
        if does in (HIT, DOUBLE):
            return ("hand", hand, up, second, insured, does == DOUBLE)
        return self.after_close(does, up, second, insured)

    def after_close(self, finished: int, up: int, second: int | None, insured: bool) -> State:
        """The hand has ended: how far must the dealer play?"""
        possible = bool(self.game.blackjacks[up]) and not self.looks(up)
        demand = int(self.game.need[int(possible), finished])
        if possible and (insured or (self.game.busts_matter and self.game.busts[finished] > 1)):
            demand = max(demand, SECOND_CARD)
        if demand < SECOND_CARD:
            return ("end", finished, END_NONE, insured)
        held = int(self.dealer.after[0, up])
        whole = demand == WHOLE_HAND
        if second is None:
            return ("dealer", finished, held, whole, insured)
        return self.after_draw(finished, int(self.dealer.after[held, second]), whole, insured)

    def after_draw(self, finished: int, held: int, whole: bool, insured: bool) -> State:
        """After a card of the dealer's."""
        end = int(self.dealer.end[held])
        if end == DRAWS and whole:
            return ("dealer", finished, held, whole, insured)
        return ("end", finished, end if whole or end == END_BLACKJACK else END_NONE, insured)

    def looks(self, up: int) -> bool:
        """Whether the dealer looks under this up card."""
        return bool(self.game.looks[up])

    def insured(self, hand: int, up: int) -> bool:
        """Whether the plan insures this hand."""
        return bool(self.game.offers[up] and self.game.plan.insurance and self.hands.insurable[hand])

    @property
    def surrendered(self) -> int:
        """The class of a hand given up."""
        return next(i for i, kind in enumerate(self.game.classes) if kind.state == "surrendered")


def merge_states(
    after: NDArray[np.uint16], ends: int, letters: int
) -> tuple[NDArray[np.uint16], NDArray[np.int64]]:
    """A machine whose states with equal futures are one, and the new number of every state.

    The first stays the first, and ends keep their order.
    """
    rows = after[:ends, :letters].tolist()
    alike: dict[tuple[int, ...], int] = {}
    found: dict[int, int] = {}

    def same(state: int) -> int:
        if state >= ends:
            return state
        if state not in found:
            found[state] = alike.setdefault(tuple(same(row) for row in rows[state]), state)
        return found[state]

    kept = sorted({same(state) for state in range(ends)})
    order = {state: number for number, state in enumerate((*kept, *range(ends, len(after))))}
    number = np.array([order[same(state)] for state in range(len(after))])
    smaller = after[[*kept, *range(ends, len(after))]]
    return number[smaller].astype(np.uint16), number


def fused_blackjack(game: Game, *, second_fourth: bool = False) -> Fused:
    """The machine of one position; special bets may want the dealer's second card to come fourth always."""
    maker = _Maker(game, second_fourth)
    listed: list[State] = [("first",)]
    numbers: dict[State, int] = {("first",): 0}
    rows: dict[State, list[State]] = {}
    for state in listed:
        if state[0] in ("end", "split"):
            continue
        rows[state] = [maker.after(state, v) for v in range(10)]
        for onward in rows[state]:
            if onward not in numbers:
                numbers[onward] = len(listed)
                listed.append(onward)
    waiting = [state for state in listed if state in rows]
    ends = [state for state in listed if state[0] == "end"]
    splits = [state for state in listed if state[0] == "split"]
    order = {state: number for number, state in enumerate((*waiting, *ends, *splits))}
    assert len(order) < 1 << 16, "a machine has few states"
    after = np.zeros((len(order), STRIDE), dtype=np.uint16)
    for state in waiting:
        after[order[state], :10] = [order[onward] for onward in rows[state]]
    # The row of an end is that of a new round, so that nothing need be reset.
    after[len(waiting) :] = after[0]
    after, number = merge_states(after, len(waiting), 10)
    first_end = int(number[len(waiting)])
    return Fused(
        after=after.reshape(-1),
        ends=first_end,
        splits=first_end + len(ends),
        first=0,
        shoe=0,
        nets=np.array([_net(game, state) for state in ends], dtype=np.int64),
        finished=tuple((state[1], state[2]) for state in ends),
        split=np.array([state[1:] for state in splits], dtype=np.int64).reshape(-1, 4),
    )


def _net(game: Game, state: State) -> int:
    _, finished, end, insured = state
    net = int(game.pays[finished, end])
    if insured:
        won = int(game.rules.insurance_pays.ratio / 2 * game.unit)
        net += won if end == END_BLACKJACK else -game.unit // 2
    return net
