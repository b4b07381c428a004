"""How far the dealer's hand must be played for somebody's sake (BJ-20).

Asked of each position, insurance and special bet; the sequencers take the greatest
answer over everybody at the table. Nothing here says when to ask.
"""

from __future__ import annotations

from collections.abc import Iterable

from cutcard.games.blackjack.dealer import Dealer, Demand, blackjack_possible
from cutcard.games.blackjack.play import Branch, Position, State
from cutcard.games.blackjack.rules import LateBlackjack, Rules, Surrender
from cutcard.games.blackjack.specials import CATALOGUE, plays_out, second_card_matters


def position_demand(rules: Rules, position: Position, dealer: Dealer) -> Demand:
    """What the main bet of a position, all its hands ended, needs of the dealer."""
    if not position.main:
        return Demand.WHOLE_HAND if rules.dealer_draws_to_end else Demand.NOTHING
    for branch in position.branches:
        if branch.state in (State.STOOD, State.DOUBLED):
            return Demand.WHOLE_HAND
    if rules.dealer_draws_to_end:
        return Demand.WHOLE_HAND
    if blackjack_possible(dealer) and _blackjack_matters(rules, position.branches):
        return Demand.SECOND_CARD
    return Demand.NOTHING


def _blackjack_matters(rules: Rules, branches: tuple[Branch, ...]) -> bool:
    """Whether a dealer's blackjack would change what these hands, none of them standing, come to."""
    original_only = rules.late_blackjack_returns is LateBlackjack.ORIGINAL_ONLY
    busted = sum(branch.wager for branch in branches if branch.state is State.BUST)
    if original_only and busted > 1:
        return True
    states = {branch.state for branch in branches}
    return (
        State.BLACKJACK in states
        or (State.CHARLIE in states and not rules.charlie_beats_blackjack)
        or (State.SURRENDERED in states and rules.surrender is Surrender.LATE)
    )


def specials_demand(bets: Iterable[str], first: tuple[int, ...], dealer: Dealer) -> Demand:
    """What special bets on a position with these first two cards need of the dealer."""
    demand = Demand.NOTHING
    for bet_id in bets:
        bet = CATALOGUE[bet_id]
        if plays_out(bet):
            return Demand.WHOLE_HAND
        if len(dealer.cards) == 1 and _second_card_wanted(bet_id, first, dealer):
            demand = Demand.SECOND_CARD
    return demand


def _second_card_wanted(bet_id: str, first: tuple[int, ...], dealer: Dealer) -> bool:
    bet = CATALOGUE[bet_id]
    if "D2" not in bet.sees:
        return False
    known = (*first, *dealer.cards) if "P1" in bet.sees else dealer.cards
    return second_card_matters(bet, known, dealer.blackjack is False)
