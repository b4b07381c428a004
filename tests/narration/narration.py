"""What is true to say at a table at any moment: to everybody on the message line, and to the croupier.

It is found a second time from what happened and from the cards that lie open: totals, busts and blackjacks
are counted here, baccarat's third cards are a table. It knows no word of how the product finds them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cutcard.cards import rank
from cutcard.games import due
from cutcard.games.blackjack.in_step import SHARED
from cutcard.games.blackjack.in_turn import Stage
from cutcard.games.blackjack.play import DEALER, HandAt
from cutcard.profiles import Mode
from cutcard.table import Table
from cutcard.table import events as e
from cutcard.table.felt.coup import CoupFelt
from cutcard.table.felt.hands import HandsFelt
from cutcard.table.settings import seat_count
from cutcard.table.state import Phase

FOUND = {
    "unshuffled_shoe": "the cards come in the order of a new deck",
    "shoe_does_not_add_up": "the cards of the shoe do not add up",
    "impossible_face_down": "the face-down card cannot be the one that was read",
    "misread_face_down": "the face-down card was misread",
    "device_lost": "the card device does not answer",
    "device_late": "the card device deals no card",
    "device_out_of_order": "a message of the card device is missing",
    "device_unknown_line": "the card device sent something that cannot be read",
    "device_not_asked": "the card device dealt a card that was not due",
}
"""What a table itself, or its card device, finds wrong."""

BANKER_DRAWS = {
    **dict.fromkeys((0, 1, 2), range(10)),
    3: (0, 1, 2, 3, 4, 5, 6, 7, 9),
    4: range(2, 8),
    5: range(4, 8),
    6: (6, 7),
    7: (),
}
"""BA-04: by Banker's total, the values of Player's third card to which Banker draws."""

VOID = "Round void. All bets are returned."


class Truth:
    """What was heard of a round that its cards do not show."""

    def __init__(self) -> None:
        self.void = self.face_down = False
        self.interrupted: set[int] = set()
        self.forked: set[int] = set()

    def heard(self, event: Any) -> None:
        match event:
            case e.RoundOpened():
                self.void = self.face_down = False
                self.interrupted, self.forked = set(), set()
            case e.FaceDownDealt():
                self.face_down = True
            case e.CardTurned():
                self.face_down = False
            case e.RoundVoided():
                self.void = True
            case e.HandForked():
                self.interrupted.add(event.seat)
                self.forked.add(event.seat)
            case e.ForkSettled():
                self.interrupted.discard(event.seat)
            case _:
                pass

    def line(self, table: Table) -> str:
        """What everybody is to read."""
        if table.halt.paused is not None:
            return f"Table paused: {_found(table.halt.paused)}"
        if table.halt.dispute is not None:
            return "A dispute is open. The table waits until it is resolved."
        match table.phase:
            case Phase.BETTING:
                return "Place your bets"
            case Phase.LAST_BETS:
                return "Last bets"
            case Phase.DISPUTE:
                return f"{self.result(table)} The result is open to dispute."
            case Phase.WAITING:
                return _between_rounds(table)
            case Phase.RESULT:
                return self.result(table)
            case Phase.PLAYING:
                return self._in_play(table)

    def _in_play(self, table: Table) -> str:
        felt = table.deal.felt
        assert felt is not None
        if table.deal.burns.due:
            return "New shoe: burning cards"
        if isinstance(felt, CoupFelt):
            return self._of_coup(table, felt)
        assert isinstance(felt, HandsFelt)
        if isinstance(felt.due, due.Nothing):
            return "Waiting for an interrupted hand" if self.interrupted else self.result(table)
        return _of_hands(table, felt)

    def _of_coup(self, table: Table, felt: CoupFelt) -> str:
        player, banker = felt.coup.player, felt.coup.banker
        if len(player) + len(banker) < 4:
            return "Dealing" if player else "No more bets"
        side = third_card(player, banker)
        return f"{side} draws" if side else self.result(table)

    def result(self, table: Table) -> str:
        """How the round has ended, from the cards that lie there."""
        if self.void:
            return VOID
        felt = table.deal.felt
        if isinstance(felt, CoupFelt):
            return coup_result(felt.coup.player, felt.coup.banker)
        assert isinstance(felt, HandsFelt)
        return self._dealer_result(felt.round.dealer.cards)

    def _dealer_result(self, cards: Sequence[int]) -> str:
        if self.face_down:
            return "The round is over: the dealer's card stayed face down."
        if len(cards) == 1:
            return "The round is over: the dealer needed no second card."
        total = blackjack_total(cards)
        if total > 21:
            return "The dealer is bust."
        if total == 21 and len(cards) == 2:
            return "The dealer has blackjack."
        return f"The dealer has {total}."

    def next(self, table: Table) -> str:
        """What the croupier is to do."""
        if table.halt.paused is not None:
            return "Table paused: wait for the supervisor"
        if table.halt.dispute is not None:
            return "A dispute is open. Close it with a reason, or call a supervisor."
        match table.phase:
            case Phase.BETTING:
                return "Bets are open"
            case Phase.LAST_BETS:
                return "Last bets"
            case Phase.DISPUTE:
                return "The result is open to dispute"
            case Phase.WAITING | Phase.RESULT if table.halt.closed:
                return "The table is closed"
            case Phase.WAITING:
                return "Open the bets"
            case Phase.RESULT:
                return "Clear the table, then open the bets"
            case Phase.PLAYING:
                return self._next_in_play(table)

    def _next_in_play(self, table: Table) -> str:
        felt = table.deal.felt
        assert felt is not None
        if table.deal.burns.first:
            return "Burn the first card, face up"
        if table.deal.burns.left:
            return "Burn a card, face down"
        if isinstance(felt, CoupFelt):
            side = next_side(felt.coup.player, felt.coup.banker)
            return f"Card for {side}" if side else "Wait"
        if isinstance(felt.due, due.Nothing):
            return "Wait: an interrupted hand is being finished" if self.interrupted else "Wait"
        assert isinstance(felt, HandsFelt)
        return _next_of_hands(table, felt)


def _between_rounds(table: Table) -> str:
    if table.halt.closed:
        return "This table is closed"
    return (
        "Waiting for the croupier" if table.deal.settings.mode is Mode.LIVE else "The table opens in a moment"
    )


def _next_of_hands(table: Table, felt: HandsFelt) -> str:
    match felt.due:
        case due.Decision():
            return "Insurance: wait for the players" if felt.offering else "Wait for the players"
        case due.FaceDown():
            over = " over the reader" if table.deal.settings.face_down_reader else ""
            return f"Your second card, face down{over}"
        case due.Check():
            return "Look under the up card: blackjack?"
        case due.Turn():
            return "Turn your second card"
        case due.Card(to):
            return f"Card for {_whom(table, to)}"
        case other:
            raise AssertionError(f"nobody says what the croupier does about {other}")


def _found(reason: str) -> str:
    found, _, card = reason.partition(" ")
    if found == "impossible_card":
        return f"the shoe has no further {card}"
    return FOUND.get(reason, reason)


def _of_hands(table: Table, felt: HandsFelt) -> str:
    seated = bool(seat_count(table.deal.settings))
    match felt.round.stage, felt.due:
        case Stage.OFFER, due.Decision():
            return "Insurance or surrender?" if "american" in table.deal.settings.profile.id else "Insurance?"
        case _, due.Decision(hands) if seated:
            return f"Seat {hands[0].position} decides"
        case _, due.Decision():
            return "Player decides" if table.deal.settings.mode is Mode.INTERNAL else "Players decide"
        case _, due.Check():
            return "Dealer checks for blackjack"
        case _, due.Turn():
            return "Dealer turns the hole card"
        case Stage.DEAL, _:
            return "Dealing" if table.deal.dealt else "No more bets"
        case Stage.DEALER, _:
            return "Dealer draws"
        case _, due.Card(to):
            return f"Seat {to.position} draws" if seated else "Drawing"
        case other:
            raise AssertionError(f"nobody says what is true of {other}")


def _whom(table: Table, to: Any) -> str:
    if to == DEALER:
        return "the dealer"
    if to == SHARED:
        return "everybody"
    assert isinstance(to, HandAt)
    return f"{'seat' if seat_count(table.deal.settings) else 'position'} {to.position}"


def blackjack_total(cards: Sequence[int]) -> int:
    """Court cards ten, one ace eleven where it does not bust."""
    hard = sum(min(rank(card) + 1, 10) for card in cards)
    return hard + 10 if hard <= 11 and any(rank(card) == 0 for card in cards) else hard


def _points(cards: Sequence[int]) -> int:
    return sum(rank(card) + 1 if rank(card) < 9 else 0 for card in cards) % 10


def next_side(player: Sequence[int], banker: Sequence[int]) -> str:
    """Whom the next card is for; empty where the coup is over (BA-02, BA-03, BA-04)."""
    if len(player) + len(banker) < 4:
        return "Player" if len(player) == len(banker) else "Banker"
    return third_card(player, banker)


def third_card(player: Sequence[int], banker: Sequence[int]) -> str:
    """Which side draws after the first four cards."""
    if len(banker) == 3 or max(_points(player[:2]), _points(banker)) >= 8:
        return ""
    if len(player) == 2:
        if _points(player) <= 5:
            return "Player"
        return "Banker" if _points(banker) <= 5 else ""
    return "Banker" if _points(player[2:]) in BANKER_DRAWS[_points(banker)] else ""


def coup_result(player: Sequence[int], banker: Sequence[int]) -> str:
    """Who has more points."""
    if _points(player) == _points(banker):
        return "A tie."
    return "Player wins." if _points(player) > _points(banker) else "Banker wins."
