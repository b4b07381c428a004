"""Blackjack by the rules alone, the same card for everybody: patrons have names, but no purse."""

from __future__ import annotations

from cutcard.cards import texts
from cutcard.games import due
from cutcard.games.blackjack import in_step
from cutcard.games.blackjack.play import HandAt, Play
from cutcard.games.blackjack.rules import Rules
from cutcard.games.blackjack.settle import results
from cutcard.games.reason import Refusal
from cutcard.money import settle
from cutcard.table import commands as c
from tests.rounds.deeds import Deed, Set, Wait
from tests.rounds.house_choices import HouseChoices
from tests.rounds.words_of_hands import card_due, dealer_shown, named, position_shown, refused


class RulesInStep:
    """One round, and each patron's hands in it."""

    def __init__(self, profile: str) -> None:
        self.choices = HouseChoices(profile)
        self.stakes: dict[str, dict[int, int]] = {}
        self.lines: dict[str, Play] = {}
        self.round: in_step.Round | None = None

    @property
    def rules(self) -> Rules:
        rules = self.choices.profile.rules
        assert isinstance(rules, Rules), "a blackjack profile"
        return rules

    def carry_out(self, deed: Deed) -> str:
        """Do it, and say what the rules say, and to whom."""
        match deed:
            case Set(changes=changes, later=False):
                return self.choices.set(changes)
            case c.PlaceBet(bet="main"):
                assert self.round is None, "bets come before the cards"
                self.stakes.setdefault(deed.patron, {})[deed.position] = deed.amount
                return "placed"
            case c.Decide():
                return self._decide(deed)
            case _:
                return self._step(deed)

    def _running(self) -> in_step.Round:
        if self.round is None:
            positions = range(1, self.rules.positions + 1)
            for patron, stakes in self.stakes.items():
                self.lines[patron] = in_step.opening(tuple(number in stakes for number in positions))
            counted: dict[Play, int] = {}
            for line in self.lines.values():
                counted[line] = counted.get(line, 0) + 1
            self.round = in_step.start(self.rules, counted)
        return self.round

    def _decide(self, deed: c.Decide) -> str:
        round_, at = self._running(), HandAt(deed.position, deed.branch)
        after = in_step.decide(round_, self.lines[deed.patron], at, deed.decision)
        if isinstance(after, Refusal):
            return refused(after)
        self.round, line = after
        return self._said(self.round, self._moved({**self.lines, deed.patron: line}))

    def _step(self, deed: Deed) -> str:
        before = self._running()
        after = _answered(before, deed)
        if isinstance(after, Refusal):
            return refused(after)
        moved = {patron: self._follow(before, after, line, deed) for patron, line in self.lines.items()}
        said = self._moved(moved)
        if before.first != after.first:
            said = _first_cards(before, after)
        if before.dealer != after.dealer:
            said.append(f"dealer: {dealer_shown(after.dealer)}")
        self.round = after
        return self._said(after, said)

    def _follow(self, before: in_step.Round, after: in_step.Round, line: Play, deed: Deed) -> Play:
        if before.lines == after.lines:
            return line
        if isinstance(before.due, due.Card) and before.due.to == in_step.SHARED:
            assert isinstance(deed, c.Deal)
            return in_step.after_card(before.rules, line, deed.card)
        return dict(zip(before.lines, after.lines, strict=True))[line]

    def _moved(self, lines: dict[str, Play]) -> list[str]:
        said = []
        for patron, line in lines.items():
            pairs = zip(self.lines[patron].positions, line.positions, strict=True)
            changed = [f"{new.number}: {position_shown(new)}" for old, new in pairs if old != new]
            if changed:
                said.append(f"{patron} {', '.join(changed)}")
        self.lines = lines
        return said

    def _said(self, round_: in_step.Round, said: list[str]) -> str:
        return "; ".join([*said, *self._due(round_)])

    def _due(self, round_: in_step.Round) -> list[str]:
        match round_.due:
            case due.Nothing():
                return self._settled(round_)
            case due.Decision(hands=hands):
                return [f"asks {' '.join(map(named, hands))}"]
            case due.Card():
                return [card_due(round_.due)]
            case due.FaceDown():
                return ["face down"]
            case due.Check():
                return ["check"]
            case due.Turn():
                return ["turn"]

    def _settled(self, round_: in_step.Round) -> list[str]:
        said = []
        for patron, line in self.lines.items():
            for position in line.positions:
                for result in results(round_.rules, position, round_.dealer):
                    stake = self.stakes[patron][position.number] * result.wager
                    net = settle(stake, result.pays).net
                    said.append(f"{patron} {named(result.hand)} {result.ending} {net:+d}")
        return said


def _first_cards(before: in_step.Round, after: in_step.Round) -> list[str]:
    """The first cards are the same for everybody, so they are called out once."""
    pairs = enumerate(zip(before.first, after.first, strict=True), 1)
    return [f"all {number}: {' '.join(texts(new))}" for number, (old, new) in pairs if old != new]


def _answered(round_: in_step.Round, deed: Deed) -> in_step.Round | Refusal:
    match deed:
        case c.Deal(card=card):
            return in_step.deal(round_, card)
        case c.DealFaceDown(card=None):
            return in_step.deal_face_down(round_)
        case c.Check(blackjack=blackjack):
            return in_step.check(round_, blackjack)
        case c.TurnUp(card=card):
            return in_step.turn(round_, card)
        case Wait(seconds=None):
            return in_step.close_window(round_)
        case _:
            raise AssertionError(f"the rules in step know nothing of {deed}")
