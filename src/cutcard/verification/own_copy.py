"""A patron's copy of a round of hands, played again as far as it goes: their own bets, and no others'.

Which cards lay at which seat, and how those behind a seat went along, hangs on leaves that are others'. Where
a result hangs on that, it is said; a result that no way of dealing can give is a fault all the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from cutcard.games.blackjack import Rules
from cutcard.games.blackjack.rules import SecondCard
from cutcard.table import Settings, evolve, new_table
from cutcard.table import events as e
from cutcard.table.felt.settling import share
from cutcard.table.phases import betting
from cutcard.table.settings import BEHIND
from cutcard.table.state import Place
from cutcard.verification.judge import event_fault, unmet
from cutcard.verification.need import Need, not_judged
from cutcard.verification.own_hands import own_share, ways
from cutcard.verification.verdict import (
    IMPOSSIBLE,
    NotReplayed,
    Replayed,
    result_fault,
)

LACKS: Final = Need.TABLE | Need.EVERYBODY | Need.TEXTS | Need.FELT

CORRECTED: Final = "a card was corrected, and whose wagers that made void is not in this copy"
UNKNOWN: Final = "whose some cards were: this copy does not say it, and the result is one of several possible"
BEHIND_ONLY: Final = "bets behind, which follow decisions that this copy does not show"


def replay_own(
    settings: Settings, patron: str | None, events: Sequence[e.AnyEvent], dealt_to: tuple[int, ...]
) -> Replayed:
    """What a patron's copy says of their own hands, where others' wagers and decisions are not shown.

    ``dealt_to`` are the seats that had cards, where the file says it.
    """
    closed = next((event for event in events if isinstance(event, e.BetsClosed)), None)
    wagered = None if closed is None or patron is None else closed.shares.get(patron)
    if patron is None or wagered is None or not wagered.wagers:
        raise NotReplayed("this copy shows no wagers")
    fault = _event_fault(settings, patron, events)
    if fault is not None:
        return Replayed((fault,))
    if any(isinstance(event, e.CardCorrected) for event in events):
        raise NotReplayed(CORRECTED)
    own = OwnReplay(settings, patron, wagered.wagers, events, dealt_to)
    over = next(event for event in events if isinstance(event, e.RoundSettled | e.RoundVoided))
    again = own.judge_void(over) if isinstance(over, e.RoundVoided) else own.result(over)
    return msgspec.structs.replace(again, unjudged=tuple(_unjudged_parts(patron, events)))


def _own(patron: str, events: Sequence[e.AnyEvent]) -> Iterator[e.AnyEvent]:
    """The events that this patron's copy shows whole: what is public, and their own."""
    return (event for event in events if getattr(event, "patron", patron) == patron)


def _event_fault(settings: Settings, patron: str, events: Sequence[e.AnyEvent]) -> str | None:
    """What stands against the round as far as it can be judged without knowing where others' cards lay.

    Up to no more bets it all happens; after that the felt shows what the patron wagered, and no card. One who
    has only bets behind has no hand there, and no felt.
    """
    table = new_table(settings)
    table.patrons.places = {patron: Place()}
    for event in _own(patron, events):
        try:
            why = event_fault(table, event, 0, LACKS)
            if why is None and isinstance(event, e.BetsClosed) and _only_behind(event.shares[patron].wagers):
                return None
            if why is None and (betting(table) or isinstance(event, e.RoundOpened)):
                evolve(table, event, 0)
        except IMPOSSIBLE as wrong:
            why = f"it does not follow by the rules: {wrong}"
        if why is not None:
            return why
    return None


def _only_behind(wagers: e.Wagers) -> bool:
    behind = {wager.position for wager in wagers if wager.bet == BEHIND}
    return behind == {wager.position for wager in wagers}


def _unjudged_parts(patron: str, events: Sequence[e.AnyEvent]) -> Iterator[str]:
    """Where others' cards lay is not known either, but every way in which they may have lain is tried."""
    tagged = ((str(event.__struct_config__.tag), event) for event in _own(patron, events))
    return not_judged((tag, unmet(event, LACKS & ~Need.FELT)) for tag, event in tagged)


class OwnReplay(msgspec.Struct, frozen=True):
    """One patron in a round."""

    settings: Settings
    patron: str
    wagers: e.Wagers
    events: Sequence[e.AnyEvent]
    dealt_to: tuple[int, ...] = ()

    def _total_staked(self) -> int:
        """All that the patron's own leaves say was staked."""
        costs = 0
        for event in self.events:
            match event:
                case e.Decided() | e.ForkRaised() if event.patron == self.patron:
                    costs += event.cost
                case e.BehindFollowed() if self.patron in event.shares:
                    costs += event.shares[self.patron].cost
                case _:
                    pass
        return costs + sum(wager.stake for wager in self.wagers)

    def judge_void(self, over: e.RoundVoided) -> Replayed:
        """A void hands back what was staked."""
        back = over.shares.get(self.patron, e.Refund(0))
        staked = self._total_staked()
        if back.returned != staked:
            return Replayed((f"{self.patron} staked {staked}, and the void handed back {back.returned}",))
        left_out = (f"special bets that had won {back.won} before the void",) if back.won else ()
        return Replayed((), left_out, settled=True)

    def result(self, over: e.RoundSettled) -> Replayed:
        """The patron's lines beside what their cards come to, in every way in which these may have lain."""
        rules = self.settings.profile.rules
        assert isinstance(rules, Rules), "hands are played by blackjack's rules"
        behind = {wager.position for wager in self.wagers if wager.bet == BEHIND}
        if _only_behind(self.wagers):
            raise NotReplayed(BEHIND_ONLY)
        if rules.second_card is SecondCard.NONE and rules.seats and not self.dealt_to:
            raise NotReplayed("with no card face down, this copy does not say which cards were the first")
        written = over.shares.get(self.patron)
        if written is None:
            return Replayed((f"{self.patron} has no result",))
        mine = share(line for line in written.lines if line.position not in behind)
        possible, misfits = self._possible_results(self.dealt_to)
        if mine not in possible:
            return Replayed((*misfits, *self._others(mine, possible))[:1])
        left_out = self._left_out(bool(behind), len(possible))
        return Replayed((), left_out, settled=len(possible) == 1)

    def _possible_results(self, dealt_to: tuple[int, ...]) -> tuple[list[e.SettledShare], list[str]]:
        """The results that are possible, and why others are not."""
        possible: dict[e.SettledShare, None] = {}
        misfits = []
        try:
            for way in ways(self.settings, self.wagers, self.events, dealt_to):
                try:
                    possible[own_share(self.settings, self.patron, self.wagers, self.events, way)] = None
                except IMPOSSIBLE as wrong:
                    misfits.append(f"it does not follow by the rules: {wrong}")
        except IMPOSSIBLE as wrong:
            misfits.append(f"it does not follow by the rules: {wrong}")
        return list(possible), [] if possible else misfits

    def _others(self, mine: e.SettledShare, possible: list[e.SettledShare]) -> tuple[str, ...]:
        if len(possible) > 1:
            return (f"the result of {self.patron} is none that the cards of the round can give",)
        wrong = result_fault(self.patron, mine, possible[0]) if possible else None
        return (wrong or "the first cards are not as many as were due",)

    def _left_out(self, behind: bool, ways_left: int) -> tuple[str, ...]:
        parts = [BEHIND_ONLY] if behind else []
        parts += [
            f"the interrupted game of seat {event.seat}, which has a record of its own"
            for event in self.events
            if isinstance(event, e.HandForked) and event.patron == self.patron
        ]
        if ways_left > 1:
            parts.append(UNKNOWN)
        elif self.dealt_to and len(self._possible_results(())[0]) != 1:
            seats = ", ".join(map(str, self.dealt_to))
            parts.append(f"that cards went to seats {seats}, which the file says and no hash binds")
        return tuple(parts)
