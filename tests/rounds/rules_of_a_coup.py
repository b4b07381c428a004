"""Baccarat by the rules alone: the coup, and what each bet comes to. There are no patrons and no clock."""

from __future__ import annotations

from cutcard.cards import texts
from cutcard.games import due
from cutcard.games.baccarat import CATALOGUE
from cutcard.games.baccarat.coup import Coup, take, total, winner
from cutcard.games.baccarat.coup import due as due_of
from cutcard.games.baccarat.rules import Rules
from cutcard.games.baccarat.settle import outcomes
from cutcard.games.baccarat.wagers import together
from cutcard.games.reason import Refusal
from cutcard.money import settle
from cutcard.profiles import paytable
from cutcard.table import commands as c
from tests.rounds.deeds import Deed, Set
from tests.rounds.house_choices import HouseChoices
from tests.rounds.words_of_hands import card_due, refused


class RulesOfACoup:
    """One coup and the bets on it."""

    def __init__(self, profile: str) -> None:
        self.choices = HouseChoices(profile)
        self.wagers: dict[str, int] = {}
        self.coup = Coup()

    @property
    def rules(self) -> Rules:
        rules = self.choices.profile.rules
        assert isinstance(rules, Rules), "a baccarat profile"
        return rules

    def carry_out(self, deed: Deed) -> str:
        """Do it, and say what the rules say."""
        match deed:
            case Set(changes=changes, later=False):
                return self.choices.set(changes)
            case c.PlaceBet(patron="", position=1):
                return self._bet(deed.bet, deed.amount)
            case c.Deal(card=card):
                return self._card(card)
            case _:
                raise AssertionError(f"the rules of a coup know nothing of {deed}")

    def _bet(self, bet: str, stake: int) -> str:
        if bet not in CATALOGUE:
            return "refused no_such_field"
        refusal = together(self.rules, [*self.wagers, bet])
        if refusal is not None:
            return refused(refusal)
        self.wagers[bet] = self.wagers.get(bet, 0) + stake
        return "placed"

    def _card(self, card: int) -> str:
        side = due_of(self.coup)
        after = take(self.coup, card)
        if isinstance(after, Refusal):
            return refused(after)
        self.coup = after
        assert isinstance(side, due.Card)
        cards = getattr(after, side.to)
        said = [f"{side.to} {' '.join(texts(cards))} ({total(cards)})"]
        wanted = due_of(after)
        if isinstance(wanted, due.Card):
            return "; ".join([*said, card_due(wanted)])
        return "; ".join([*said, f"result {winner(after)}", *self._settled()])

    def _settled(self) -> list[str]:
        wagered = [(bet, paytable(self.choices.profile, bet)) for bet in self.wagers]
        ended = outcomes(self.rules, self.coup, wagered)
        return [
            f"{bet} {outcome.id} {settle(stake, outcome.pays).net:+d}"
            for (bet, stake), outcome in zip(self.wagers.items(), ended, strict=True)
        ]
