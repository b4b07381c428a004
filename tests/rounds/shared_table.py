"""A shared-card round as it is called out: patrons by name, windows, one card for everybody.

patron ann 1 2 3        ann has main bets on these positions
hit ann 1 · stand bob 2.2 · insure ann 1 · decline bob 1
close                   the window's time is up
card 8h · face down · check no · turn Td
"""

from __future__ import annotations

from cutcard.cards import parse_card, texts
from cutcard.games import due
from cutcard.games.blackjack import in_step
from cutcard.games.blackjack.options import Decision
from cutcard.games.blackjack.play import HandAt, Play
from cutcard.games.blackjack.rules import Rules
from cutcard.games.blackjack.settle import results
from cutcard.games.reason import Refusal
from cutcard.profiles import load
from tests.rounds.blackjack_table import dealer_shown, named, position_shown


class SharedTable:
    """Takes the words of a command, and tells what happened to whom."""

    def __init__(self) -> None:
        self.name = ""
        self.changes: dict[str, object] = {}
        self.lines: dict[str, Play] = {}
        self.round: in_step.Round | None = None

    def tell(self, words: list[str]) -> str:
        """Carry out one command."""
        match words:
            case ["profile", name]:
                self.name = name
                return ""
            case ["set", *changes]:
                self.changes |= dict(change.split("=", 1) for change in changes)
                return ""
            case ["patron", name, *positions]:
                mains = tuple(str(number) in positions for number in range(1, self.rules.positions + 1))
                self.lines[name] = in_step.opening(mains)
                return ""
            case [decision, name, hand]:
                return self._decide(name, hand, Decision(decision))
            case _:
                return self._step(words)

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        rules = load(self.name, self.changes).rules
        assert isinstance(rules, Rules)
        return rules

    def _started(self) -> in_step.Round:
        if self.round is None:
            lines: dict[Play, int] = {}
            for line in self.lines.values():
                lines[line] = lines.get(line, 0) + 1
            self.round = in_step.start(self.rules, lines)
        return self.round

    def _decide(self, name: str, hand: str, decision: Decision) -> str:
        position, _, branch = hand.partition(".")
        at = HandAt(int(position), int(branch or 1) - 1)
        after = in_step.decide(self._started(), self.lines[name], at, decision)
        if isinstance(after, Refusal):
            return f"refused {after.code}"
        round_, line = after
        told = self._moved({**self.lines, name: line})
        return self._told(round_, told)

    def _step(self, words: list[str]) -> str:
        before = self._started()
        after = _answered(before, words)
        if isinstance(after, Refusal):
            return f"refused {after.code}"
        moved = {name: self._follow(before, after, line, words) for name, line in self.lines.items()}
        told = self._moved(moved)
        if before.first != after.first:
            told = _dealt(before, after)
        if before.dealer != after.dealer:
            told.append(f"dealer: {dealer_shown(after.dealer)}")
        return self._told(after, told)

    def _follow(self, before: in_step.Round, after: in_step.Round, line: Play, words: list[str]) -> Play:
        if before.lines == after.lines:
            return line
        if isinstance(before.due, due.Card) and before.due.to == in_step.SHARED:
            return in_step.after_card(before.rules, line, parse_card(words[1]))
        return dict(zip(before.lines, after.lines, strict=True))[line]

    def _moved(self, lines: dict[str, Play]) -> list[str]:
        told = []
        for name, line in lines.items():
            pairs = zip(self.lines[name].positions, line.positions, strict=True)
            changed = [f"{new.number}: {position_shown(new)}" for old, new in pairs if old != new]
            if changed:
                told.append(f"{name} {', '.join(changed)}")
        self.lines = lines
        return told

    def _told(self, round_: in_step.Round, told: list[str]) -> str:
        self.round = round_
        return "; ".join([*told, *self._due(round_)])

    def _due(self, round_: in_step.Round) -> list[str]:
        match round_.due:
            case due.Nothing():
                return [
                    f"{name} {named(result.hand)} {result.ending}"
                    for name, line in self.lines.items()
                    for position in line.positions
                    for result in results(round_.rules, position, round_.dealer)
                ]
            case due.Decision(hands=hands):
                return [f"window for {' '.join(map(named, hands))}"]
            case due.Card(to=to):
                return ["card for all" if to == in_step.SHARED else f"card for {named(to)}"]
            case due.FaceDown():
                return ["card face down"]
            case due.Check():
                return ["check"]
            case due.Turn():
                return ["turn"]


def _dealt(before: in_step.Round, after: in_step.Round) -> list[str]:
    """The first cards are the same for everybody, so they are told once."""
    pairs = enumerate(zip(before.first, after.first, strict=True), 1)
    return [f"all {number}: {' '.join(texts(new))}" for number, (old, new) in pairs if old != new]


def _answered(round_: in_step.Round, words: list[str]) -> in_step.Round | Refusal:
    match words:
        case ["card", card]:
            return in_step.deal(round_, parse_card(card))
        case ["face", "down"]:
            return in_step.deal_face_down(round_)
        case ["check", found]:
            return in_step.check(round_, found == "blackjack")
        case ["turn", card]:
            return in_step.turn(round_, parse_card(card))
        case ["close"]:
            return in_step.close_window(round_)
        case _:
            raise AssertionError(f"no such command: {' '.join(words)}")
