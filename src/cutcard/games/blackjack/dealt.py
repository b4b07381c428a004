"""A whole round in turn, dealt by someone who knows every card, and decided by someone who is asked.

The face-down card is kept here, outside the rules, and shown to them only when it is
turned. Where the cards come from is not known: a list, a shoe, a random source.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from cutcard.games import due
from cutcard.games.blackjack import in_turn
from cutcard.games.blackjack.dealer import has_blackjack, with_card
from cutcard.games.blackjack.in_turn import Round, Wagered
from cutcard.games.blackjack.options import Decision
from cutcard.games.blackjack.play import HandAt
from cutcard.games.blackjack.rules import Rules
from cutcard.games.reason import Refusal

Decide = Callable[[Round, HandAt], Decision]


class Refused(Exception):
    """A decision was refused; the round stands where it was."""

    def __init__(self, refusal: Refusal, round_: Round) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal
        self.round = round_


def play_out(rules: Rules, wagered: Sequence[Wagered], draw: Callable[[], int], decide: Decide) -> Round:
    """The finished round. ``draw`` gives the next card, ``decide`` answers for one hand."""
    *_, last = steps(rules, wagered, draw, decide)
    return last


def steps(
    rules: Rules, wagered: Sequence[Wagered], draw: Callable[[], int], decide: Decide
) -> Iterator[Round]:
    """The round after each thing that was due, from before the first card to its end."""
    round_ = in_turn.start(rules, wagered)
    face_down = -1
    while True:
        yield round_
        wanted = round_.due
        after: Round | Refusal
        match wanted:
            case due.Card():
                after = in_turn.deal(round_, draw())
            case due.Decision():
                hand = wanted.hands[0]
                after = in_turn.decide(round_, hand, decide(round_, hand))
            case due.FaceDown():
                face_down = draw()
                after = in_turn.deal_face_down(round_)
            case due.Check():
                after = in_turn.check(round_, has_blackjack(with_card(round_.dealer, face_down)))
            case due.Turn():
                after = in_turn.turn(round_, face_down)
            case due.Nothing():
                return
        if isinstance(after, Refusal):
            raise Refused(after, round_)
        round_ = after
