"""Anybody's terminal in a simulation: it asks, waits, asks again under the same key, crashes, and remembers.

What came is noted beside it, so that a crash of its own forgets nothing that was promised. It knows no
game and makes nothing up to ask.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Final

from cutcard.ledger import cashier_events as ce
from cutcard.table import commands as c
from cutcard.venue.requests import Reply, Request
from tests.venue.playing import Asked

RESEND_MS = 1_000
PENDING_MAX = 4

CARD_CAME: Final = "card_came"
"""The effect of a card, a look or a turn: exactly one entry, if only that the table halted over it."""

_HOW: Final[dict[type, str]] = {
    c.PlaceBet: "place",
    c.ClearLast: "clear_last",
    c.ClearAll: "clear_all",
    c.UndoBet: "undo",
    c.DoubleBets: "double",
    c.RaiseBets: "raise",
    c.BetAll: "bet_all",
    c.LetItPlay: "let_it_play",
    c.PlayNow: "play_now",
    c.Decide: "decided",
    c.Contribute: "contributed",
    c.LeaveSeat: "seat_left",
    c.SetBehind: "behind_set",
    c.RefuseBehind: "behind_refused",
    c.Dispute: "disputed",
    ce.CashIn: "cash_taken",
    ce.GivePlayMoney: "play_money_given",
    ce.Tip: "tip_given",
    ce.RedeemVoucher: "voucher_redeemed",
    c.OpenRound: "round_opened",
    **dict.fromkeys((c.EnterCard, c.Deal, c.DealFaceDown, c.Burn, c.Check, c.TurnUp), CARD_CAME),
    c.CorrectCard: "card_corrected",
    c.ChangeShoe: "shoe_changed",
    c.CallSupervisor: "supervisor_called",
    c.CloseDispute: "dispute_closed",
    c.Pause: "paused",
    c.Resume: "resumed",
    c.VoidRound: "round_voided",
    c.ProposeCorrection: "correction_proposed",
    c.ApproveCorrection: "correction_made",
    c.ChangeSettings: "settings_changed",
}
"""Commands that have exactly one effect when they are taken, and its name on record."""

EFFECTS: Final = frozenset(_HOW.values())


class Terminal:
    """What is asked from here, what is not answered yet, and what was promised."""

    pause_ms = 500
    """So long it thinks at most before it does the next thing."""

    def __init__(self, who: str, seed: int) -> None:
        self.who = who
        self.random = random.Random(f"{seed} {who}")
        self.slow = False
        self.made = 0
        self.pending: dict[str, Request] = {}
        self.resend_at: dict[str, int] = {}
        self.replies: dict[str, Reply] = {}
        self.believes: Counter[tuple[str, str]] = Counter()

    def asks(self, asked: Asked, now: int) -> Request:
        """Something new, under a key that no other has."""
        self.made += 1
        ask = Request(f"{self.who}-{self.made}", *asked)
        self.pending[ask.key] = ask
        self.resend_at[ask.key] = now + RESEND_MS
        return ask

    def due(self, now: int) -> list[Request]:
        """What nobody has answered for a while."""
        late = [key for key, at in self.resend_at.items() if at <= now]
        for key in late:
            self.resend_at[key] = now + RESEND_MS + self.random.randrange(500)
        return [self.pending[key] for key in late]

    def hears(self, reply: Reply) -> str | None:
        """An answer, perhaps once more; what is wrong with it, if anything is."""
        if reply.refusal is not None and reply.refusal.code == "unavailable":
            return None  # nothing is known of it: it will be asked again
        before = self.replies.setdefault(reply.key, reply)
        if before != reply:
            return f"{reply.key} was answered {before} and then {reply}"
        ask = self.pending.pop(reply.key, None)
        self.resend_at.pop(reply.key, None)
        if ask is not None:
            self.answered(ask, reply)
        return None

    def answered(self, ask: Request, reply: Reply) -> None:
        """The first answer to something that was asked here."""
        how = _HOW.get(type(ask.command))
        whose = getattr(ask.command, "patron", None) or getattr(ask.command, "by", self.who)
        if reply.refusal is None and how is not None and whose == self.who:
            self.believes[ask.table, how] += 1

    def crashes(self) -> None:
        """Everything but the outbox is forgotten, and that is sent again at once."""
        for key in self.resend_at:
            self.resend_at[key] = 0
