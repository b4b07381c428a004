"""Rounds that a rule value is shown by: cards in dealing order, and what is decided. Knows no outcome.

A listed round holds more cards than it may need, so that it can be played by any rule values; what it took
of them is the round that is shown. A card in parentheses is kept for the dealer's second card, whenever that
is dealt.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

import msgspec

from cutcard.cards import parse_cards, texts
from cutcard.games import due
from cutcard.games.baccarat import coup
from cutcard.games.blackjack.dealt import Refused, steps
from cutcard.games.blackjack.in_turn import Round, Wagered, decisions
from cutcard.games.blackjack.options import Decision
from cutcard.games.blackjack.play import DEALER, HandAt
from cutcard.games.blackjack.rules import Rules
from cutcard.games.reason import Refusal


class NotPlayed(Exception):
    """The rules refuse the round; the text says why."""


class Example(msgspec.Struct, frozen=True):
    """A listed round: what is answered to an offer before play, then in play; whoever has no answer stands.

    ``bets`` are stakes on the first position; a stake of 0 leaves the main bet out. ``value`` is the rule
    value that the round is listed for, where it is for one.
    """

    about: str
    cards: str
    play: str = ""
    offer: Decision = Decision.DECLINE
    positions: int = 1
    stake: int = 100
    bets: Mapping[str, int] = {}
    value: object = None


class PlayedRound(msgspec.Struct, frozen=True):
    """What a listed round comes to by certain rules: the cards it took, and every decision in order."""

    cards: tuple[int, ...]
    decisions: tuple[str, ...]
    positions: int
    stake: int
    bets: Mapping[str, int]

    def arguments(self, game: str) -> list[str]:
        """The same as arguments of `cutcard deal`."""
        words = ["--cards", " ".join(texts(self.cards))]
        if game == "blackjack":
            words += ["--decisions", " ".join(self.decisions)] if self.decisions else []
            words += ["--positions", str(self.positions)] if self.positions > 1 else []
            words += ["--stake", str(self.stake)] if self.stake != 100 else []
        return (
            [*words, "--bet", *(f"{bet}={stake}" for bet, stake in self.bets.items())] if self.bets else words
        )


class _Listed:
    """The cards of a listed round as they are asked for; what is kept for the dealer goes to nobody else."""

    def __init__(self, cards: str) -> None:
        self._words = cards.split()
        self.taken: list[int] = []

    def next(self, *, second_of_dealer: bool) -> int:
        """The next card of those that may go there."""
        kept = [at for at, word in enumerate(self._words) if word.startswith("(")]
        free = (at for at in range(len(self._words)) if at not in kept)
        at = kept[0] if second_of_dealer and kept else next(free, None)
        assert at is not None, "a listed round has cards for all rules"
        self.taken += parse_cards(self._words.pop(at).strip("()"))
        return self.taken[-1]


def played_hand(rules: Rules, example: Example) -> PlayedRound:
    """A listed round of blackjack by these rules, as far as they let it go."""
    listed, play, decided = _Listed(example.cards), iter(example.play.split()), list[str]()
    current: list[Round] = []

    def draw() -> int:
        wanted, dealer = current[-1].due, current[-1].dealer
        drawn = isinstance(wanted, due.Card) and wanted.to == DEALER and len(dealer.cards) == 1
        return listed.next(second_of_dealer=drawn or isinstance(wanted, due.FaceDown))

    def decide(round_: Round, hand: HandAt) -> Decision:
        offered = Decision.DECLINE in decisions(round_, hand)
        decision = example.offer if offered else Decision(next(play, Decision.STAND))
        decided.append(decision)
        return decision

    with suppress(Refused):  # the last decision shows why
        for round_ in steps(rules, _wagered(example), draw, decide):
            current[:] = [round_]
    taken = tuple(listed.taken)
    return PlayedRound(taken, tuple(decided), example.positions, example.stake, example.bets)


def _wagered(example: Example) -> list[Wagered]:
    """Bets beside the main one stand on the first position."""
    first = Wagered(1, main=example.stake > 0, specials=frozenset(example.bets))
    return [first, *(Wagered(number) for number in range(2, example.positions + 1))]


def played_coup(example: Example) -> PlayedRound:
    """A listed coup of baccarat."""
    listed, state = _Listed(example.cards), coup.Coup()
    while not coup.finished(state):
        after = coup.take(state, listed.next(second_of_dealer=False))
        assert not isinstance(after, Refusal), "a card is due as long as a coup is not finished"
        state = after
    return PlayedRound(tuple(listed.taken), (), 1, 100, example.bets)
