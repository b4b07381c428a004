"""What happened at a table in the words of the pit. It only reads events, and knows no rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from cutcard.cards import text
from cutcard.table import Table
from cutcard.table import events as e
from cutcard.table.felt.coup import CoupFelt

Playable = Callable[[str], int]


class Telling:
    """Turns events into words. Cards that come one after the other are told together."""

    def __init__(self, playable: Playable) -> None:
        self.playable = playable

    def of(self, events: Sequence[e.AnyEvent], table: Table) -> list[str]:
        """Everything that happened, in order."""
        told: list[str] = []
        cards: list[str] = []
        for event in events:
            card = _card(event)
            if card:
                cards.append(card)
                continue
            if cards:
                told.append(f"cards {' '.join(cards)}")
                cards = []
            told.extend(self._one(event, table))
        return [*told, *([f"cards {' '.join(cards)}"] if cards else [])]

    def _one(self, event: e.AnyEvent, table: Table) -> Iterator[str]:
        match event:
            case e.BetsChanged():
                bets = [f"{one.bet}@{one.position} {one.stake}" for one in event.chips]
                lie = ", ".join(bets) or "no bet"
                yield f"{event.patron} has {lie}, playable {self.playable(event.patron)}"
            case e.BetsClosed():
                yield "no more bets"
            case e.WindowOpened():
                yield _asked(table)
            case e.Decided():
                cost = f" for {event.cost}" if event.cost else ""
                by_itself = " by itself" if event.automatic else ""
                hand = _hand(event.position, event.branch)
                yield f"{event.patron} {hand} {event.decision}{cost}{by_itself}"
            case e.WindowClosed():
                yield from _silence(event)
            case e.RoundSettled():
                for patron, share in event.shares.items():
                    yield f"{patron} gets {share.returned} for {share.staked}"
            case e.RoundVoided():
                back = [f"{patron} gets {share.returned} back" for patron, share in event.shares.items()]
                yield ", ".join(["void", *back])
            case _:
                yield from _said(event)


_WORDS: dict[type, Callable[[Any], str]] = {
    e.RoundOpened: lambda event: f"round {event.round}",
    e.Joined: lambda event: f"{event.patron} is here",
    e.Left: lambda event: f"{event.patron} is gone",
    e.OptionSet: lambda event: f"{event.option} {'on' if event.on else 'off'} for {event.patron}",
    e.SpeedSet: lambda event: f"{event.speed} for {event.patron}",
    e.PlaceReserved: lambda event: f"a place kept for {event.patron}",
    e.ReservationEnded: lambda event: f"no longer kept for {event.patron}",
    e.BettingWaits: lambda _: "bets please",
    e.LastBetsCalled: lambda _: "last bets",
    e.DealPressed: lambda event: f"{event.patron} is ready",
    e.Checked: lambda event: "blackjack" if event.blackjack else "no blackjack",
    e.Paused: lambda event: f"paused: {event.reason}",
    e.Resumed: lambda event: f"resumed by {event.by}",
    e.SettingsChanged: lambda _: "from the next round on",
}
_SILENT = (e.BettingTimed, e.RoundRevealed, e.TableOpened, e.Contributed)


def _said(event: e.AnyEvent) -> Iterator[str]:
    if not isinstance(event, _SILENT):
        yield _WORDS.get(type(event), lambda one: type(one).__name__)(event)


def _card(event: e.AnyEvent) -> str:
    match event:
        case e.CardDealt():
            return text(event.card)
        case e.FaceDownDealt():
            return "??"
        case e.CardBurned():
            return f"({'??' if event.card is None else text(event.card)})"
        case e.CardTurned():
            return f"turned {text(event.card)}"
        case _:
            return ""


def _asked(table: Table) -> str:
    """Who is asked now. The table stands as after all that is told, which is where a window ends it."""
    felt = table.deal.felt
    if felt is None or isinstance(felt, CoupFelt):
        return "window"
    asked = ((patron, felt.asked(patron)) for patron in felt.wagers)
    named = [
        f"{who} {' '.join(_hand(at.position, at.branch) for at in hands)}" for who, hands in asked if hands
    ]
    return f"{'offer' if felt.offering else 'window'} for {', '.join(named)}"


def _silence(event: e.WindowClosed) -> Iterator[str]:
    yield "the window is over"
    for patron, share in event.shares.items():
        if share.struck:
            yield f"{patron} strike {' '.join(_hand(*at) for at in share.struck)}"
        for act in share.acts:
            yield f"{patron} {_hand(act.position, act.branch)} {act.decision} by the house"


def _hand(position: int, branch: int) -> str:
    return f"{position}.{branch + 1}" if branch else str(position)
