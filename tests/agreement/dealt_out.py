"""Every deal of a small pack, dealt out through the engines that play and settled by them.

It is slow, and it knows nothing of counting: each card is tried in turn wherever one is due.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from fractions import Fraction
from math import perm
from typing import TypeVar

from cutcard.cards import CARDS, Pack
from cutcard.games import baccarat, blackjack, due
from cutcard.games.baccarat.coup import Coup, take
from cutcard.games.baccarat.coup import due as due_of
from cutcard.games.blackjack import in_turn
from cutcard.games.blackjack.dealer import has_blackjack, with_card
from cutcard.games.blackjack.in_turn import Round, Wagered
from cutcard.games.blackjack.options import Decision
from cutcard.games.blackjack.settle import special_outcome
from cutcard.games.reason import Refusal
from cutcard.specials import PayTable

Chances = dict[str, Fraction]
Way = tuple[int, int]
"""In how many ways something came, of how many: both whole, since adding fractions is slow."""

Key = TypeVar("Key", bound=Hashable)


class RanOut(Exception):
    """A card was due and the pack had none left."""


def pack_of(cards: tuple[int, ...]) -> Pack:
    return Pack(tuple(cards.count(card) for card in CARDS), len(cards))


def next_cards(pack: Pack) -> Iterator[tuple[int, int, Pack]]:
    """Each card that can come next, in how many ways, and the pack without it."""
    if not pack.size:
        raise RanOut
    for card, count in enumerate(pack.counts):
        if count:
            yield card, count, pack.without((card,))


def rounds(rules: blackjack.Rules, wagered: Wagered, pack: Pack) -> Iterator[tuple[Round, Way]]:
    """Every finished round of one position that always stands, and how likely it is."""
    pending = [(in_turn.start(rules, (wagered,)), pack, 1, -1)]
    while pending:
        round_, left, ways, face_down = pending.pop()
        after: Round | Refusal
        match round_.due:
            case due.Nothing():
                yield round_, (ways, perm(pack.size, pack.size - left.size))
                continue
            case due.Card():
                for card, count, rest in next_cards(left):
                    pending.append((_on(in_turn.deal(round_, card)), rest, ways * count, face_down))
                continue
            case due.FaceDown():
                for card, count, rest in next_cards(left):
                    pending.append((_on(in_turn.deal_face_down(round_)), rest, ways * count, card))
                continue
            case due.Check():
                after = in_turn.check(round_, has_blackjack(with_card(round_.dealer, face_down)))
            case due.Turn():
                after = in_turn.turn(round_, face_down)
            case due.Decision() as asked:
                hand = asked.hands[0]
                declines = Decision.DECLINE in in_turn.decisions(round_, hand)
                after = in_turn.decide(round_, hand, Decision.DECLINE if declines else Decision.STAND)
        pending.append((_on(after), left, ways, face_down))


def _on(after: Round | Refusal) -> Round:
    assert not isinstance(after, Refusal), after
    return after


def of_rounds(bet_id: str, table: PayTable, dealt: list[tuple[Round, Way]]) -> Chances:
    """How often the bet ended in each outcome, over all these rounds."""
    return summed(
        (special_outcome(bet_id, table, round_.positions[0].first, round_.dealer).id, way)
        for round_, way in dealt
    )


def coups(pack: Pack) -> Iterator[tuple[Coup, Way]]:
    """Every finished coup and how likely it is."""
    pending = [(Coup(), pack, 1)]
    while pending:
        coup, left, ways = pending.pop()
        if due_of(coup) is due.NOTHING:
            yield coup, (ways, perm(pack.size, pack.size - left.size))
            continue
        for card, count, rest in next_cards(left):
            after = take(coup, card)
            assert not isinstance(after, Refusal)
            pending.append((after, rest, ways * count))


def of_coups(rules: baccarat.Rules, bet_id: str, table: PayTable, dealt: list[tuple[Coup, Way]]) -> Chances:
    """How often the bet ended in each outcome, over all these coups."""
    return summed((baccarat.outcomes(rules, coup, ((bet_id, table),))[0].id, way) for coup, way in dealt)


def summed(ended: Iterable[tuple[Key, Way]]) -> dict[Key, Fraction]:
    """The probability of each end."""
    ways: dict[Key, Counter[int]] = {}
    for key, (count, of) in ended:
        ways.setdefault(key, Counter())[of] += count
    return {
        key: sum((Fraction(count, of) for of, count in counts.items()), Fraction(0))
        for key, counts in ways.items()
    }
