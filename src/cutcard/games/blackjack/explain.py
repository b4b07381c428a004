"""Why each hand and bet of a finished round came to what it did, one reason each (TB-65).

The reasons are read off the result; they decide nothing, and hold no words.
"""

from __future__ import annotations

from collections.abc import Iterator

from cutcard.games.blackjack.dealer import Dealer, draws, has_blackjack, is_hidden, why_draws
from cutcard.games.blackjack.hand import NO_CARDS, is_bust, plus, value
from cutcard.games.blackjack.play import Branch, State
from cutcard.games.blackjack.rules import Rules
from cutcard.games.blackjack.settle import Ending, Result
from cutcard.games.reason import Reason
from cutcard.money import LOSE, Odds
from cutcard.specials import Outcome


def why_result(branch: Branch, dealer: Dealer, result: Result) -> Reason:
    """Why a hand won, lost, pushed or was given up."""
    facts: dict[str, int | str] = {
        "total": branch.hand.total,
        "cards": len(branch.cards),
        "dealer": dealer.hand.total,
        "odds": str(result.pays),
    }
    return Reason(f"blackjack.{_result_key(branch, dealer, result)}", facts)


def _result_key(branch: Branch, dealer: Dealer, result: Result) -> str:
    if has_blackjack(dealer):
        return _beaten_key(branch, result)
    match branch.state, result.ending:
        case State.BUST, _:
            return "bust"
        case _, Ending.BLACKJACK:
            return "blackjack_pays"
        case _, Ending.CHARLIE:
            return "charlie"
        case _, Ending.SURRENDER:
            return "surrendered"
        case _, Ending.WIN:
            return "dealer_bust" if is_bust(dealer.hand) else "higher"
        case _, Ending.PUSH:
            return "equal"
        case _:
            return "lower"


def _beaten_key(branch: Branch, result: Result) -> str:
    """The same where the dealer has blackjack."""
    match branch.state, result.ending:
        case State.BLACKJACK, _:
            return "both_blackjack"
        case _, Ending.CHARLIE:
            return "charlie_stands"
        case _, Ending.SURRENDER:
            return "surrendered_early"
        case _, Ending.PUSH:
            return "stake_returned"
        case _ if result.pays != LOSE:
            return "double_returned"
        case State.BUST, _:
            return "bust"
        case State.SURRENDERED, _:
            return "surrender_beaten"
        case State.CHARLIE, _:
            return "charlie_beaten"
        case _:
            return "dealer_blackjack"


def why_insurance(dealer: Dealer, pays: Odds) -> Reason:
    """Why an insurance was paid or lost."""
    key = "insurance_paid" if has_blackjack(dealer) else "insurance_lost"
    return Reason(f"blackjack.{key}", {"odds": str(pays)})


def why_special(bet_id: str, outcome: Outcome) -> Reason:
    """Which line of a special bet won, or that none did."""
    if outcome.pays == LOSE:
        return Reason("blackjack.special_lost", {"bet": f"@bet.{bet_id}.name"})
    line = f"@line.{bet_id}.{outcome.id}"
    return Reason(
        "blackjack.special_paid",
        {"bet": f"@bet.{bet_id}.name", "line": line, "odds": str(outcome.pays)},
    )


def dealer_story(rules: Rules, dealer: Dealer) -> Iterator[Reason]:
    """Why the dealer drew each further card, and why no more."""
    if has_blackjack(dealer):
        yield Reason("blackjack.dealer_ends_with_blackjack")
        return
    if is_hidden(dealer):
        yield Reason(f"blackjack.{'card_stays_face_down' if dealer.face_down else 'dealer_not_needed'}")
        return
    hand = NO_CARDS
    for count, card in enumerate(dealer.cards, 1):
        if count > 2:
            yield why_draws(rules, hand)
        hand = plus(hand, value(card), 3)
    yield Reason("blackjack.dealer_second_card_only") if draws(rules, hand) else why_draws(rules, hand)
