"""A baccarat coup as a croupier would call it, one command at a time. The rules do the rest."""

from __future__ import annotations

from cutcard.cards import parse_card, texts
from cutcard.games import due
from cutcard.games.baccarat import CATALOGUE
from cutcard.games.baccarat.coup import Coup, take, total, winner
from cutcard.games.baccarat.coup import due as due_of
from cutcard.games.baccarat.rules import Rules
from cutcard.games.baccarat.settle import outcomes
from cutcard.games.baccarat.wagers import together
from cutcard.games.reason import Refusal
from cutcard.money import settle
from cutcard.profiles import BadProfile, Profile, load, paytable


class BaccaratTable:
    """Takes the words of a command and tells what happened. A wager has no position: ``wager tie 10``."""

    def __init__(self) -> None:
        self.name = ""
        self.changes: dict[str, object] = {}
        self.wagers: dict[str, int] = {}
        self.coup = Coup()

    def tell(self, words: list[str]) -> str:
        """Carry out one command."""
        match words:
            case ["profile", name]:
                self.name = name
                return ""
            case ["set", *changes]:
                return self._set(dict(change.split("=", 1) for change in changes))
            case ["wager", bet, stake]:
                return self._wager(bet, int(stake))
            case ["card", card]:
                return self._card(parse_card(card))
            case _:
                raise AssertionError(f"no such command: {' '.join(words)}")

    @property
    def profile(self) -> Profile:
        """The profile in force."""
        return load(self.name, self.changes)

    @property
    def rules(self) -> Rules:
        """Its rules."""
        assert isinstance(self.profile.rules, Rules)
        return self.profile.rules

    def _set(self, changes: dict[str, str]) -> str:
        before = dict(self.changes)
        self.changes |= changes
        try:
            load(self.name, self.changes)
        except BadProfile as wrong:
            self.changes = before
            return f"refused: {wrong}"
        return ""

    def _wager(self, bet: str, stake: int) -> str:
        if bet not in CATALOGUE:
            return "refused no_such_field"
        refusal = together(self.rules, [*self.wagers, bet])
        if refusal is not None:
            return f"refused {refusal.code}"
        self.wagers[bet] = self.wagers.get(bet, 0) + stake
        return "placed"

    def _card(self, card: int) -> str:
        side = due_of(self.coup)
        after = take(self.coup, card)
        if isinstance(after, Refusal):
            return f"refused {after.code}"
        self.coup = after
        assert isinstance(side, due.Card)
        cards = getattr(after, side.to)
        told = [f"{side.to} {' '.join(texts(cards))} ({total(cards)})"]
        wanted = due_of(after)
        if isinstance(wanted, due.Card):
            return "; ".join([*told, f"card for {wanted.to}"])
        return "; ".join([*told, f"result {winner(after)}", *self._settled()])

    def _settled(self) -> list[str]:
        wagered = [(bet, paytable(self.profile, bet)) for bet in self.wagers]
        return [
            f"{bet} {ended.id} {settle(stake, ended.pays).net:+d}"
            for (bet, stake), ended in zip(
                self.wagers.items(), outcomes(self.rules, self.coup, wagered), strict=True
            )
        ]
