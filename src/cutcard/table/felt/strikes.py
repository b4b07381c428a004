"""Two strikes: what silence costs at a shared table, hand by hand (TB-12, TB-13). Knows no clock."""

from __future__ import annotations

from collections.abc import Mapping

from cutcard.games.blackjack import Rules
from cutcard.games.blackjack.hand import Hand
from cutcard.games.blackjack.options import Decision
from cutcard.games.blackjack.play import HandAt, Play
from cutcard.table.events import Act, WindowShare

OUT = 2
"""So many strikes in a row on one hand, and the house acts."""


def automatic(rules: Rules, hand: Hand) -> Decision:
    """What the house does with a hand left undecided: never anything that costs money (TB-13)."""
    below = hand.total < 17 if hand.soft else hand.total < 12
    return Decision.HIT if rules.hit_on_timeout and below else Decision.STAND


class Strikes:
    """Strikes by patron and hand, and for how many hands the open window opened."""

    def __init__(self) -> None:
        self.counts: dict[str, dict[HandAt, int]] = {}
        self.needed: Mapping[int, int] = {}
        self.opened_on: dict[str, int] = {}

    def open_window(self, needed: Mapping[int, int]) -> None:
        """A window opened; so many hands of each line need a decision."""
        self.needed = needed
        self.opened_on = {}

    def decided(self, patron: str, hand: HandAt, line_before: int) -> None:
        """Deciding a hand clears its count."""
        self.opened_on.setdefault(patron, line_before)
        counts = self.counts.get(patron)
        if counts is not None:
            counts.pop(hand, None)

    def share(
        self, rules: Rules, patron: str, line: int, play: Play, hands: tuple[HandAt, ...]
    ) -> WindowShare:
        """What the end of the window does to this patron, who left these hands undecided."""
        counts = self.counts.get(patron, {})
        free = self.needed[self.opened_on.get(patron, line)] > 1
        if free and all(counts.get(hand, 0) + 1 < OUT for hand in hands):
            return WindowShare(struck=tuple((hand.position, hand.branch) for hand in hands))
        acts = tuple(
            Act(at.position, at.branch, automatic(rules, _hand(play, at)))
            for at in hands  # position 1 lies at the right, so this goes from right to left
        )
        return WindowShare(acts=acts)

    def note_share(self, patron: str, share: WindowShare) -> None:
        """The window is over for this patron."""
        counts = self.counts.setdefault(patron, {})
        for position, branch in share.struck:
            at = HandAt(position, branch)
            counts[at] = counts.get(at, 0) + 1
        for act in share.acts:
            at = HandAt(act.position, act.branch)
            counts.pop(at, None)
            if act.decision is Decision.HIT:
                counts[at] = OUT - 1  # after an automatic hit there is no second free window


def _hand(play: Play, at: HandAt) -> Hand:
    return play.positions[at.position - 1].branches[at.branch].hand
