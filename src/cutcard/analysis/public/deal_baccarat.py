"""A baccarat coup from listed cards, as the document that ``cutcard deal`` prints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cutcard.analysis.public.deal_settled import outcome_figures
from cutcard.analysis.refusal import BadQuestion
from cutcard.cards import texts
from cutcard.games.baccarat.coup import Coup, finished, natural, take, total, winner
from cutcard.games.baccarat.rules import Rules
from cutcard.games.baccarat.settle import outcomes, reasons
from cutcard.games.baccarat.wagers import together
from cutcard.games.baccarat.why import story
from cutcard.games.reason import Reason, Refusal
from cutcard.profiles import Profile, catalogue_of, paytable
from cutcard.specials import Outcome
from cutcard.texts import say


def play_coup(
    profile: Profile, rules: Rules, cards: Sequence[int], bets: Mapping[str, int]
) -> dict[str, Any]:
    """The whole coup as a document."""
    for bet_id in bets:
        catalogue_of(profile.game)[bet_id]
    refusal = together(rules, bets)
    if refusal is not None:
        raise BadQuestion(say(refusal))
    coup = _coup(cards)
    wagered = [(bet_id, paytable(profile, bet_id)) for bet_id in bets]
    ended = zip(bets.items(), outcomes(rules, coup, wagered), reasons(rules, coup, wagered), strict=True)
    return {
        "player": {"cards": texts(coup.player), "total": total(coup.player)},
        "banker": {"cards": texts(coup.banker), "total": total(coup.banker)},
        "winner": winner(coup),
        "natural": natural(coup),
        "outcomes": [_outcome(bet_id, stake, outcome, why) for (bet_id, stake), outcome, why in ended],
        "story": [say(reason) for reason in story(coup)],
    }


def _coup(cards: Sequence[int]) -> Coup:
    coup = Coup()
    for count, card in enumerate(cards):
        after = take(coup, card)
        if isinstance(after, Refusal):
            raise BadQuestion(f"cards left over when the coup was done: {' '.join(texts(cards[count:]))}")
        coup = after
    if not finished(coup):
        raise BadQuestion(f"too few cards: the coup needs another after these {len(cards)}")
    return coup


def _outcome(bet_id: str, stake: int, outcome: Outcome, why: Reason) -> dict[str, Any]:
    where = {"bet": bet_id, "position": None, "branch": None, "outcome": outcome.id}
    return where | outcome_figures(stake, outcome.pays, why)
