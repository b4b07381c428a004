"""Blackjack by the rules alone, one hand after the other. There are no patrons, no purses and no clock."""

from __future__ import annotations

from cutcard.games import due
from cutcard.games.blackjack import in_turn
from cutcard.games.blackjack.answers import Answer, Checked, Dealt, DealtFaceDown, Decided, Turned
from cutcard.games.blackjack.play import HandAt
from cutcard.games.blackjack.rules import Rules
from cutcard.games.blackjack.settle import insurance_pays, results, special_outcome
from cutcard.games.blackjack.wagers import MAIN, refuse_wagers
from cutcard.games.reason import Refusal
from cutcard.money import settle
from cutcard.profiles import paytable
from cutcard.table import commands as c
from tests.rounds.deeds import Deed, Set
from tests.rounds.house_choices import HouseChoices
from tests.rounds.words_of_hands import card_due, dealer_shown, named, position_shown, refused


class RulesInTurn:
    """One round at the positions that have bets."""

    def __init__(self, profile: str) -> None:
        self.choices = HouseChoices(profile)
        self.wagers: dict[int, dict[str, int]] = {}
        self.round: in_turn.Round | None = None

    @property
    def rules(self) -> Rules:
        rules = self.choices.profile.rules
        assert isinstance(rules, Rules), "a blackjack profile"
        return rules

    def carry_out(self, deed: Deed) -> str:
        """Do it, and say what the rules say."""
        match deed:
            case Set(changes=changes, later=False):
                return self.choices.set(changes)
            case c.PlaceBet():
                return self._bet(deed.position, deed.bet, deed.amount)
            case _:
                return self._answer(_answer_of(deed))

    def _bet(self, position: int, bet: str, stake: int) -> str:
        wagers = {**self.wagers.get(position, {}), bet: stake}
        refusal = refuse_wagers(self.rules.special_without_main, wagers)
        if refusal is not None:
            return refused(refusal)
        self.wagers[position] = wagers
        return "placed"

    def _answer(self, answer: Answer) -> str:
        if self.round is None:
            wagered = [
                in_turn.Wagered(position, MAIN in bets, frozenset(bets) - {MAIN})
                for position, bets in sorted(self.wagers.items())
            ]
            self.round = in_turn.start(self.rules, wagered)
        after = in_turn.answer(self.round, answer)
        if isinstance(after, Refusal):
            return refused(after)
        before, self.round = self.round, after
        return "; ".join([*_changes(before, after), *self._due(after)])

    def _due(self, round_: in_turn.Round) -> list[str]:
        match round_.due:
            case due.Nothing():
                return self._settled(round_)
            case due.Decision(hands=hands):
                return [f"asks {named(hand)}: {' '.join(in_turn.decisions(round_, hand))}" for hand in hands]
            case due.Card():
                return [card_due(round_.due)]
            case due.FaceDown():
                return ["face down"]
            case due.Check():
                return ["check"]
            case due.Turn():
                return ["turn"]

    def _settled(self, round_: in_turn.Round) -> list[str]:
        said = []
        for position in round_.positions:
            stakes = self.wagers[position.number]
            for result in results(round_.rules, position, round_.dealer):
                net = settle(stakes[MAIN] * result.wager, result.pays).net
                said.append(f"{named(result.hand)} {result.ending} {net:+d}")
            if position.number in round_.insured:
                net = settle(stakes[MAIN] // 2, insurance_pays(round_.rules, round_.dealer)).net
                said.append(f"{position.number} insurance {net:+d}")
            for bet, stake in stakes.items():
                if bet != MAIN:
                    pays = paytable(self.choices.profile, bet)
                    ended = special_outcome(bet, pays, position.first, round_.dealer)
                    said.append(f"{position.number} {bet} {ended.id} {settle(stake, ended.pays).net:+d}")
        return said


def _answer_of(deed: Deed) -> Answer:
    match deed:
        case c.Deal(card=card):
            return Dealt(card)
        case c.DealFaceDown(card=None):
            return DealtFaceDown()
        case c.Check(blackjack=blackjack):
            return Checked(blackjack)
        case c.TurnUp(card=card):
            return Turned(card)
        case c.Decide(patron=""):
            return Decided(HandAt(deed.position, deed.branch), deed.decision)
        case _:
            raise AssertionError(f"the rules in turn know nothing of {deed}")


def _changes(before: in_turn.Round, after: in_turn.Round) -> list[str]:
    said = [
        f"{new.number}: {position_shown(new)}"
        for old, new in zip(before.positions, after.positions, strict=True)
        if old != new
    ]
    if before.dealer != after.dealer:
        said.append(f"dealer: {dealer_shown(after.dealer)}")
    return said
