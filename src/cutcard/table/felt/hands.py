"""What all blackjack rounds on the felt have in common, shared or in turn: a dealer, and hands to decide."""

from __future__ import annotations

from collections.abc import Mapping

from cutcard.games.blackjack import in_step, in_turn
from cutcard.games.blackjack.dealer import Dealer, dealer_result
from cutcard.games.blackjack.in_turn import Due, Stage
from cutcard.games.blackjack.options import IN_PLAY, Decision
from cutcard.games.blackjack.rules import Surrender
from cutcard.games.blackjack.settle import highlights
from cutcard.specials import Outcome, PayTable
from cutcard.table.event import Wager
from cutcard.table.felt.felt import Felt
from cutcard.table.felt.settling import Outcomes

FIRST_CARDS = 2  # before both lie there, no special bet is decided


class HandsFelt(Felt):
    """A dealer, and the pay tables of the bets."""

    round: in_step.Round | in_turn.Round
    tables: Mapping[str, PayTable]

    @property
    def due(self) -> Due:
        """What the round waits for."""
        return self.round.due

    @property
    def offering(self) -> bool:
        """Whether insurance or early surrender is what is asked."""
        return self.round.stage is Stage.OFFER

    @property
    def first_dealt(self) -> bool:
        """Whether every position and the dealer have their first cards."""
        return self.round.stage is not Stage.DEAL

    @property
    def shows_result(self) -> bool:
        """Whether the dealer's turn has come."""
        return self.round.stage in (Stage.DEALER, Stage.OVER)

    @property
    def dealer(self) -> Dealer:
        """The dealer's hand."""
        return self.round.dealer

    @property
    def known_decisions(self) -> tuple[Decision, ...]:
        """The decisions that the rules know for a hand in play."""
        late = self.round.rules.surrender is Surrender.LATE
        return tuple(decision for decision in IN_PLAY if decision is not Decision.SURRENDER or late)

    def result_word(self) -> str | None:
        """What the dealer has."""
        return dealer_result(self.round.dealer)

    def decided_early(self, wager: Wager, pays: PayTable) -> Outcome | None:
        """How a special bet ended, where its position's first cards have decided that."""
        first = dict(self.first_cards()).get(wager.position, ())
        if len(first) < FIRST_CARDS:
            return None
        return highlights({wager.bet: pays}, first, self.round.dealer).get(wager.bet)

    def outcomes(self) -> Outcomes:
        """How every bet ended."""
        return Outcomes(self.round.rules, self.round.dealer, self.tables)
