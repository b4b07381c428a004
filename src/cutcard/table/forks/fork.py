"""An interrupted game: one seat's hand, played on by itself once its patron was gone (TB-40). Knows no clock.

Theory. At the deadline the seat's hand is copied out of the round with the dealer's cards as they lie. The
live hand stands; the copy is played to its end by the same rules, its further cards drawn at random from the
decks less every card of the live round. Whoever drops must not gain by it, so two things hold:

- the dealer's face-down card comes to the fork only when it lies open on the live table;
- from that moment nothing is decided by the patron any more.

Where nobody can read the face-down card it cannot be kept out of the pack, so the fork waits for its turning.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from cutcard.cards import Pack, pick
from cutcard.games import due
from cutcard.games.blackjack import in_turn
from cutcard.games.blackjack.in_turn import Wagered
from cutcard.games.blackjack.play import HandAt, Position
from cutcard.games.blackjack.wagers import MAIN
from cutcard.games.reason import Refusal
from cutcard.record.fairness import words
from cutcard.table.event import Wager
from cutcard.table.felt.settling import Outcomes
from cutcard.table.forks.events import (
    ForkDealt,
    ForkDecided,
    ForkEnded,
    ForkEvent,
    ForkOpened,
    ForkRevealed,
    ForkTurned,
)
from cutcard.table.play.events import LineShare

NO_CONTRIBUTIONS = b""

FORK_MARK: Final = ".fork-"
"""What the name of a fork's record has in it, and no table's name can have."""


class Fork(msgspec.Struct, kw_only=True):
    """The game, and how far it has come.

    ``closes_ms``, ``raised``, ``settled`` and ``void`` follow the record of the table, the rest that of the
    fork. ``live_cards`` counts the cards of the live round that have left the pack.
    """

    patron: str
    seat: int
    of_round: int
    stake: int
    closes_ms: int
    round: in_turn.Round
    seen: tuple[int, ...]
    pack: Pack
    live_cards: int
    raised: int = 0
    settled: tuple[LineShare, ...] | None = None
    void: bool = False
    opened: bool = False
    draws: int = 0
    ended: bool = False
    lines: tuple[LineShare, ...] = ()
    revealed: bool = False

    @property
    def position(self) -> Position:
        """The seat's hands as they stand here."""
        return self.round.positions[0]

    @property
    def hand_to_decide(self) -> HandAt | None:
        """The hand that needs a decision, whoever may make it."""
        if not self.opened or self.ended or self.void or not isinstance(self.round.due, due.Decision):
            return None
        return self.round.due.hands[0]

    @property
    def open(self) -> bool:
        """Whether the table's result still waits for it."""
        return self.settled is None and not self.void


def forked_from(round_: in_turn.Round, seat: int) -> in_turn.Round:
    """The round as only this seat's main bet sees it; what is due stays due."""
    (position,) = (at for at in round_.positions if at.number == seat)
    return msgspec.structs.replace(
        round_,
        wagered=(Wagered(seat),),
        positions=(position,),
        unanswered=(),
        insured=(),
        insured_behind=False,
        stay_behind=(),
        due=due.Decision((HandAt(seat, position.at),)),
    )


def lines_of(fork: Fork) -> tuple[LineShare, ...]:
    """What the main bet came to. Special bets and insurance are settled on the live cards."""
    ended = Outcomes(fork.round.rules, fork.round.dealer, {})
    return tuple(ended.of_position(fork.position, (Wager(fork.seat, MAIN, fork.stake),)))


def fork_stream(table: str, round_: int, seat: int) -> str:
    """The name of a fork's record."""
    return f"{table}{FORK_MARK}{round_}-{seat}"


def left_in(pack: Pack, gone: Iterable[int]) -> Pack:
    """The pack without these cards. One that the fork has drawn every copy of cannot leave again."""
    for card in gone:
        if pack.counts[card]:
            pack = pack.without((card,))
    return pack


def drawn_card(secret: bytes, draw: int, pack: Pack, face_down: int | None) -> int:
    """The card of this draw: each of the pack is equally likely, but for the one that lies face down.

    That one is passed over rather than taken out beforehand, so that a draw it has nothing to do with comes
    out the same whatever it is, and shows nothing of it.
    """
    chance = words(secret, NO_CONTRIBUTIONS, draw)
    while True:
        index = pick(pack.size, chance)
        card = pack.at(index)
        if card != face_down or index != sum(pack.counts[: card + 1]) - 1:
            return card


def evolve_fork(fork: Fork, event: ForkEvent) -> None:
    """The game after what its record says happened. It never judges."""
    match event:
        case ForkOpened():
            fork.opened = True
        case ForkDecided():
            _put(fork, in_turn.decide(fork.round, HandAt(fork.seat, event.branch), event.decision))
        case ForkDealt():
            fork.pack = left_in(fork.pack, (*event.gone, event.card))
            fork.live_cards += len(event.gone)
            fork.draws = event.draw
            _put(fork, in_turn.deal(fork.round, event.card))
        case ForkTurned():
            _put(fork, in_turn.turn(fork.round, event.card))
        case ForkEnded():
            fork.ended, fork.lines = True, event.lines
        case ForkRevealed():
            fork.revealed = True


def _put(fork: Fork, after: in_turn.Round | Refusal) -> None:
    assert isinstance(after, in_turn.Round), f"a recorded answer fits: {after}"
    fork.round = after


def others(seen: Sequence[int], own: Sequence[int]) -> tuple[int, ...]:
    """The seen cards without these."""
    rest = list(seen)
    for card in own:
        if card in rest:
            rest.remove(card)
    return tuple(rest)
