"""A blackjack round as a croupier would call it, one command at a time. The rules do the rest."""

from __future__ import annotations

from cutcard.cards import Pack, parse_card, text, texts
from cutcard.games import due
from cutcard.games.blackjack import in_turn
from cutcard.games.blackjack.answers import Answer, Checked, Dealt, DealtFaceDown, Decided, Turned
from cutcard.games.blackjack.dealer import Dealer
from cutcard.games.blackjack.options import Decision
from cutcard.games.blackjack.play import DEALER, Branch, HandAt, Position, State
from cutcard.games.blackjack.rules import Rules
from cutcard.games.blackjack.settle import insurance_pays, results, special_outcome
from cutcard.games.blackjack.wagers import MAIN, refuse_wagers
from cutcard.games.reason import Refusal
from cutcard.money import settle
from cutcard.profiles import BadProfile, Profile, load, paytable

WAITING = (State.QUEUED, State.DRAWING, State.OPEN, State.UNPLAYED)


class BlackjackTable:
    """Takes the words of a command, and tells what happened."""

    def __init__(self) -> None:
        self.name = ""
        self.changes: dict[str, object] = {}
        self.wagers: dict[int, dict[str, int]] = {}
        self.round: in_turn.Round | None = None
        self.pack: Pack | None = None

    def tell(self, words: list[str]) -> str:
        """Carry out one command."""
        match words:
            case ["profile", name]:
                self.name = name
                return self._profile()
            case ["set", *changes]:
                before = dict(self.changes)
                self.changes |= dict(change.split("=", 1) for change in changes)
                told = self._profile()
                self.changes = before if told.startswith("refused") else self.changes
                return told
            case ["wager", position, bet, stake]:
                return self._wager(int(position), bet, int(stake))
            case _:
                return self._answer(_answer_of(words))

    @property
    def profile(self) -> Profile:
        """The profile in force."""
        return load(self.name, self.changes)

    @property
    def rules(self) -> Rules:
        """Its rules."""
        assert isinstance(self.profile.rules, Rules)
        return self.profile.rules

    def _profile(self) -> str:
        try:
            load(self.name, self.changes)
        except BadProfile as wrong:
            return f"refused: {wrong}"
        return ""

    def _wager(self, position: int, bet: str, stake: int) -> str:
        wagers = {**self.wagers.get(position, {}), bet: stake}
        refusal = refuse_wagers(self.rules.special_without_main, wagers)
        if refusal is not None:
            return f"refused {refusal.code}"
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
            return f"refused {after.code}"
        before, self.round = self.round, after
        told = [*_changes(before, after), *self._due(after)]
        return "; ".join(told)

    def _due(self, round_: in_turn.Round) -> list[str]:
        match round_.due:
            case due.Nothing():
                return self._settled(round_)
            case due.Decision(hands=hands):
                return [f"{named(hand)} may {' '.join(in_turn.decisions(round_, hand))}" for hand in hands]
            case due.Card(to=to):
                return [f"card for {named(to)}"]
            case due.FaceDown():
                return ["card face down"]
            case due.Check():
                return ["check"]
            case due.Turn():
                return ["turn"]

    def _settled(self, round_: in_turn.Round) -> list[str]:
        told = []
        for position in round_.positions:
            stakes = self.wagers[position.number]
            for result in results(round_.rules, position, round_.dealer):
                net = settle(stakes[MAIN] * result.wager, result.pays).net
                told.append(f"{named(result.hand)} {result.ending} {net:+d}")
            if position.number in round_.insured:
                net = settle(stakes[MAIN] // 2, insurance_pays(round_.rules, round_.dealer)).net
                told.append(f"{position.number} insurance {net:+d}")
            for bet, stake in stakes.items():
                if bet != MAIN:
                    ended = special_outcome(bet, paytable(self.profile, bet), position.first, round_.dealer)
                    told.append(f"{position.number} {bet} {ended.id} {settle(stake, ended.pays).net:+d}")
        return told


def _answer_of(words: list[str]) -> Answer:
    match words:
        case ["card", card]:
            return Dealt(parse_card(card))
        case ["face", "down"]:
            return DealtFaceDown()
        case ["check", found]:
            return Checked(found == "blackjack")
        case ["turn", card]:
            return Turned(parse_card(card))
        case [decision, hand]:
            position, _, branch = hand.partition(".")
            return Decided(HandAt(int(position), int(branch or 1) - 1), Decision(decision))
        case _:
            raise AssertionError(f"no such command: {' '.join(words)}")


def _changes(before: in_turn.Round, after: in_turn.Round) -> list[str]:
    told = [
        f"{new.number}: {position_shown(new)}"
        for old, new in zip(before.positions, after.positions, strict=True)
        if old != new
    ]
    if before.dealer != after.dealer:
        told.append(f"dealer: {dealer_shown(after.dealer)}")
    return told


def position_shown(position: Position) -> str:
    return " | ".join(_branch(branch) for branch in position.branches)


def _branch(branch: Branch) -> str:
    shown = " ".join(texts(branch.cards))
    notes = []
    if branch.hand.cards > 1:
        notes.append(f"soft {branch.hand.total}" if branch.hand.soft else str(branch.hand.total))
    if branch.doubled:
        notes.append("doubled")
    if branch.state not in (*WAITING, State.DOUBLED):
        notes.append(branch.state.value)
    return f"{shown} ({', '.join(notes)})" if notes else shown


def dealer_shown(dealer: Dealer) -> str:
    shown = " ".join([*map(text, dealer.cards), *["??"] * dealer.face_down])
    if len(dealer.cards) > 1:
        return f"{shown} ({'soft ' * dealer.hand.soft}{dealer.hand.total})"
    return shown + {None: "", True: " blackjack", False: " no blackjack"}[dealer.blackjack]


def named(hand: HandAt) -> str:
    if hand == DEALER:
        return "dealer"
    return f"{hand.position}.{hand.branch + 1}" if hand.branch else str(hand.position)
