"""What silence must cost at a shared table, found a second time from the words of TB-12 and TB-13.

It knows hands and windows, and nothing of how the table counts strikes.
"""

from __future__ import annotations

from cutcard.games.blackjack import Rules
from cutcard.games.blackjack.in_turn import Stage
from cutcard.games.blackjack.options import Decision
from cutcard.games.blackjack.play import HandAt
from cutcard.table import events as e
from cutcard.table.felt.shared import SharedFelt

At = tuple[str, int, int]


class Silence:
    """How many hands each patron's window opened with, and the strikes on each hand."""

    def __init__(self) -> None:
        self.needed: dict[str, int] = {}
        self.strikes: dict[At, int] = {}

    def closing(self, felt: SharedFelt, event: e.AnyEvent) -> str | None:
        """Before a window's end takes effect: whether it does what it must."""
        if not isinstance(event, e.WindowClosed):
            return None
        due = {} if felt.offering else self._due(felt)
        return None if due == event.shares else f"silence does {event.shares}, it must do {due}"

    def _due(self, felt: SharedFelt) -> dict[str, e.WindowShare]:
        shares = {}
        for patron in felt.wagers:
            hands = felt.hands_to_decide(patron)
            if hands:
                shares[patron] = self._share(felt, patron, hands)
        return shares

    def _share(self, felt: SharedFelt, patron: str, hands: tuple[HandAt, ...]) -> e.WindowShare:
        struck_out = any(self.strikes.get((patron, at.position, at.branch), 0) == 1 for at in hands)
        if self.needed[patron] >= 2 and not struck_out:
            return e.WindowShare(struck=tuple((at.position, at.branch) for at in hands))
        return e.WindowShare(acts=tuple(self._act(felt, patron, at) for at in hands))

    def _act(self, felt: SharedFelt, patron: str, at: HandAt) -> e.Act:
        hand = felt.play_of(patron).positions[at.position - 1].branches[at.branch].hand
        rules: Rules = felt.round.rules
        hits = rules.hit_on_timeout and hand.total < (17 if hand.soft else 12)
        return e.Act(at.position, at.branch, Decision.HIT if hits else Decision.STAND)

    def happened(self, felt: SharedFelt, event: e.AnyEvent) -> None:
        """After an event took effect."""
        match event:
            case e.BetsClosed():
                self.strikes = {}
            case e.WindowOpened():
                self.needed = {patron: len(felt.hands_to_decide(patron)) for patron in felt.wagers}
            case e.CardCorrected() if felt.round.stage is not Stage.PLAY:
                self.strikes = {}  # the dealer should have looked first, so no window was ever open
            case e.Decided():
                self.strikes.pop((event.patron, event.position, event.branch), None)
            case e.WindowClosed():
                for patron, share in event.shares.items():
                    self._note(patron, share)
            case _:
                pass

    def _note(self, patron: str, share: e.WindowShare) -> None:
        for position, branch in share.struck:
            at = (patron, position, branch)
            self.strikes[at] = self.strikes.get(at, 0) + 1
        for act in share.acts:
            at = (patron, act.position, act.branch)
            self.strikes.pop(at, None)
            if act.decision is Decision.HIT:
                self.strikes[at] = 1  # the free window is used up
