"""Hands, cards and who is due, in the words of the pit. No rule is known here."""

from __future__ import annotations

from typing import Any

from cutcard.cards import text, texts
from cutcard.games import due
from cutcard.games.blackjack.dealer import Dealer
from cutcard.games.blackjack.in_step import SHARED
from cutcard.games.blackjack.play import DEALER, Branch, HandAt, Position, State
from cutcard.games.reason import Refusal

WAITING = (State.QUEUED, State.DRAWING, State.OPEN, State.UNPLAYED, State.DOUBLED)


def position_shown(position: Position) -> str:
    """All hands of a position: ``8h 3d (11) | 8c Td (18, stood)``."""
    return " | ".join(_branch(branch) for branch in position.branches)


def _branch(branch: Branch) -> str:
    shown = " ".join(texts(branch.cards))
    notes = []
    if branch.hand.cards > 1:
        notes.append(f"soft {branch.hand.total}" if branch.hand.soft else str(branch.hand.total))
    if branch.doubled:
        notes.append("doubled")
    if branch.state not in WAITING:
        notes.append(branch.state.value)
    return f"{shown} ({', '.join(notes)})" if notes else shown


def dealer_shown(dealer: Dealer) -> str:
    """The dealer's cards, ``??`` for one that lies face down, and what the check found."""
    shown = " ".join([*map(text, dealer.cards), *["??"] * dealer.face_down])
    if len(dealer.cards) > 1:
        return f"{shown} ({'soft ' * dealer.hand.soft}{dealer.hand.total})"
    return shown + {None: "", True: " blackjack", False: " no blackjack"}[dealer.blackjack]


def named(hand: HandAt) -> str:
    """``2`` for position 2, ``2.3`` for the third hand there."""
    if hand == DEALER:
        return "dealer"
    return hand_shown(hand.position, hand.branch)


def hand_shown(position: int, branch: int) -> str:
    return f"{position}.{branch + 1}" if branch else str(position)


def card_due(wanted: due.Card[Any]) -> str:
    """For whom the next card is."""
    if wanted.to == SHARED:
        return "card for all"
    return f"card for {named(wanted.to) if isinstance(wanted.to, HandAt) else wanted.to}"


def refused(refusal: Refusal) -> str:
    """The code of a refusal and the facts that fill in its text."""
    facts = [f"{name} {value}" for name, value in refusal.facts.items() if name != "bet"]
    return " ".join(["refused", refusal.code, *facts])
