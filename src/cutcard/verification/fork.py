"""An interrupted game judged again from its own record, once its round is over: cards, decisions, result.

Two records meet here, and their times say what was known when: nobody may drop in order to see the dealer's
face-down card and then play on (TB-40). It reads what was written and writes nothing. The round itself is
judged where tables are replayed.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from cutcard.cards import CARDS
from cutcard.games.blackjack import in_turn
from cutcard.games.blackjack.options import Decision
from cutcard.games.blackjack.play import HandAt
from cutcard.games.reason import Refusal
from cutcard.record import Entry, commitment, decode_event
from cutcard.table import Table
from cutcard.table import events as e
from cutcard.table.felt.felt import Felt
from cutcard.table.forks.commands import OpenFork
from cutcard.table.forks.decide import house_in_fork
from cutcard.table.forks.fork import Fork, drawn_card, evolve_fork, left_in, lines_of


class Live(msgspec.Struct):
    """When a round's cards came on the live table, and when the dealer's second one lay open.

    In a ``corrected`` round a fork drew by the cards as they were read then. Where the face-down card was
    ``misread``, it drew around another card than the one that was turned.
    """

    corrected: bool = False
    misread: bool = False
    cards_ms: list[int] = []
    hole_ms: int | None = None

    def hole_known(self, at_ms: int) -> bool:
        """Whether the second card was shown before this time; what comes in the same moment came first."""
        return self.hole_ms is not None and self.hole_ms < at_ms


class ForkOnTable(msgspec.Struct, frozen=True):
    """What a table's record says of a fork: the entry by which it was forked, and what its patron raised."""

    entry: int
    hash: str
    raised: tuple[e.ForkRaised, ...] = ()


def fork_fault(
    table: Table, fork: Fork, on_table: ForkOnTable, entries: Iterable[Entry], live: Live
) -> str | None:
    """Why a fork's record is not what its table says came of it.

    ``fork`` is as its table's record alone leaves it, and is played on.
    """
    entries = list(entries)
    events = [decode_event(entry, e.ForkEvent) for entry in entries]
    if len(events) < 2 or not isinstance(events[0], e.ForkOpened):
        return "an interrupted game has no record"
    first, last = events[0], events[-1]
    begun = OpenFork(fork.seat, on_table.entry, on_table.hash, first.commitment)
    if (first.entry, first.hash) != (on_table.entry, on_table.hash) or first.round != table.deal.round:
        return "its record hangs on another entry"
    if first != house_in_fork(table, begun):
        return "its record begins with other cards or stakes than its table had"
    if not isinstance(last, e.ForkRevealed):
        return "its record does not end"
    if any((event.patron, event.seat) != (fork.patron, fork.seat) for event in events):
        return "something in it is another patron's"
    secret = bytes.fromhex(last.secret)
    if commitment(secret).hex() != first.commitment:
        return "its secret is not the one committed to"
    times = [entry.at_ms for entry in entries]
    if times != sorted(times):
        return "its record is not in the order of its times"
    if _costly_decisions(events) != [
        (raised.branch, raised.decision, raised.cost) for raised in on_table.raised
    ]:
        return "its patron raised otherwise than its table says"
    return _play_fault(table, fork, list(zip(times, events, strict=True)), secret, live)


def _costly_decisions(events: Iterable[e.ForkEvent]) -> list[tuple[int, Decision, int]]:
    """The decisions that cost something, each with what it cost."""
    decided = [event for event in events if isinstance(event, e.ForkDecided)]
    costly = (Decision.DOUBLE, Decision.SPLIT)
    return [
        (taken.branch, taken.decision, taken.cost)
        for taken in decided
        if taken.cost or taken.decision in costly
    ]


def _play_fault(
    table: Table, fork: Fork, happened: list[tuple[int, e.ForkEvent]], secret: bytes, live: Live
) -> str | None:
    felt = table.deal.felt
    assert felt is not None, "a hand is forked in a round"
    raised = 0
    for at_ms, event in happened:
        too_soon = _time_fault(felt, fork, event, at_ms, live)
        if too_soon is not None:
            return too_soon
        match event:
            case e.ForkDealt():
                fault = _draw_fault(table, felt, fork, event, secret, live)
            case e.ForkDecided():
                raised += event.cost
                fault = _decision_fault(fork, event)
            # A game that is void may have seen the card as it was misread.
            case e.ForkTurned() if not fork.void and event.card != _dealers_cards(felt)[1]:
                fault = "its dealer turned another card"
            case e.ForkEnded(void=True) if not fork.void:
                fault = "it is void, and its round was not"
            case e.ForkEnded() if not event.void and event.lines != lines_of(fork):
                fault = "its cards come to another result"
            case _:
                fault = None
        if fault is not None:
            return fault
        evolve_fork(fork, event)
    if not fork.void and (raised != fork.raised or fork.lines != fork.settled):
        return "its table took another result from it"
    return None


def _time_fault(felt: Felt, fork: Fork, event: e.ForkEvent, at_ms: int, live: Live) -> str | None:
    """Why something in the game came before or after its time on the live table."""
    match event:
        case e.ForkTurned() if live.hole_ms is None or at_ms < live.hole_ms:
            return "it saw the face-down card before that was shown"
        case e.ForkDecided(automatic=False) if live.hole_known(at_ms) or len(fork.round.dealer.cards) > 1:
            return "its patron decided after the face-down card was shown"
        case e.ForkDecided(automatic=False) if not felt.hole_read:
            return "its patron decided while nobody knew the face-down card"
        case e.ForkDealt():
            upto = fork.live_cards + len(event.gone)
            if any(shown > at_ms for shown in live.cards_ms[:upto]):
                return f"draw {event.draw} knew a card before that was shown"
            if any(shown < at_ms for shown in live.cards_ms[upto:]):
                return f"draw {event.draw} knew nothing of a card that was shown"
            return None
        case _:
            return None


def _draw_fault(
    table: Table, felt: Felt, fork: Fork, event: e.ForkDealt, secret: bytes, live: Live
) -> str | None:
    if event.draw != fork.draws + 1:
        return f"draw {fork.draws + 1} was next, and not {event.draw}"
    dealt = [card for card, _ in table.deal.dealt]
    upto = fork.live_cards + len(event.gone)
    if list(event.gone) != dealt[fork.live_cards : upto] and not live.corrected:
        return "other cards left the pack"
    # After the turn only the dealer's cards come, so the place of the turned card is known.
    cards = _dealers_cards(felt)
    turned_at = len(dealt) - len(cards) + 1
    face_down = cards[1] if len(cards) > 1 and felt.hole_read and upto <= turned_at else None
    around = (None, *CARDS) if live.misread and felt.hole_read else (face_down,)
    pack = left_in(fork.pack, event.gone)
    drawn = any(drawn_card(secret, event.draw, pack, card) == event.card for card in around)
    return None if drawn else f"draw {event.draw} was another card"


def _decision_fault(fork: Fork, event: e.ForkDecided) -> str | None:
    if event.automatic and event.decision not in (Decision.HIT, Decision.STAND):
        return "the house did more than hit or stand"
    after = in_turn.decide(fork.round, HandAt(event.seat, event.branch), event.decision)
    return f"a decision does not fit: {after.code}" if isinstance(after, Refusal) else None


def _dealers_cards(felt: Felt) -> tuple[int, ...]:
    assert felt.dealer is not None, "seats play against a dealer"
    return felt.dealer.cards
