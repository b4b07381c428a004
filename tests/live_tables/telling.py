"""What is called out at a table, in words. Whether it is right is not known here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cutcard.cards import text
from cutcard.games import due
from cutcard.games.blackjack.in_step import SHARED
from cutcard.games.blackjack.play import DEALER, HandAt
from cutcard.table import Table, Want, want
from cutcard.table import events as e
from cutcard.table.felt.coup import CoupFelt


def told(events: Sequence[e.AnyEvent], table: Table) -> Iterator[str]:
    """What these events are called out as, and what the table waits for then."""
    for event in events:
        yield one_told(event)
    changing = (e.CardDealt, e.FaceDownDealt, e.Checked, e.CardTurned, e.CardBurned, e.Decided, e.BetsClosed)
    if any(isinstance(event, (*changing, e.WindowClosed, e.CardCorrected, e.Resumed)) for event in events):
        yield due_told(table)


def one_told(event: e.AnyEvent) -> str:
    match event:
        case e.SeatTaken() | e.SeatLeft() | e.SeatChanged() | e.SeatFreed():
            return _seat_told(event)
        case e.CardBurned():
            return "burnt" if event.card is None else f"burnt {text(event.card)}"
        case e.Checked():
            return "blackjack" if event.blackjack else "no blackjack"
        case e.Decided(automatic=True):
            return f"{event.patron} {event.decision}s by itself"
        case e.WindowClosed():
            return ", ".join(
                f"{one}'s {act.position} {act.decision}s"
                for one, share in event.shares.items()
                for act in share.acts
            )
        case e.BehindFollowed():
            return ", ".join(_followed(one, share) for one, share in event.shares.items())
        case _:
            return _betting_told(event)


def _betting_told(event: e.AnyEvent) -> str:
    match event:
        case e.BehindRefunded():
            return f"{event.patron} has {event.amount} back, {event.why}"
        case e.BettingWaits():
            return "betting waits"
        case e.BetsClosed():
            return "no more bets"
        case _:
            return _shoes_told(event)


def _seat_told(event: e.SeatTaken | e.SeatLeft | e.SeatChanged | e.SeatFreed) -> str:
    match event:
        case e.SeatTaken():
            return f"{event.patron} sits"
        case e.SeatLeft():
            return f"{event.patron} rises"
        case e.SeatChanged():
            return f"{event.patron} goes from {event.left} to {event.seat}"
        case e.SeatFreed():
            return f"seat {event.seat} of {event.patron} is free: {event.why}"


def _shoes_told(event: e.AnyEvent) -> str:
    match event:
        case e.PlaceReserved():
            return f"kept for {event.patron}"
        case e.ReservationEnded():
            return f"no longer kept for {event.patron}"
        case e.ShoeChanged():
            return _shoe(event)
        case e.CutCardSeen():
            return "cut card"
        case e.CorrectionProposed():
            return f"correction {event.number} waits"
        case e.CorrectionMade():
            return f"corrected {_amounts({one: share.amount for one, share in event.shares.items()})}"
        case _:
            return _house(event)


def _house(event: e.AnyEvent) -> str:
    match event:
        case e.ResultShown():
            return "result"
        case e.RoundSettled():
            return f"settled {_amounts({one: share.returned for one, share in event.shares.items()})}"
        case e.RoundVoided():
            won = {one: share.won for one, share in event.shares.items() if share.won}
            paid = f", won {_amounts(won)}" if won else ""
            return f"void {_amounts({one: share.returned for one, share in event.shares.items()})}{paid}"
        case e.CardCorrected():
            apart = {one: share.returned for one, share in event.shares.items()}
            without = f", void {_amounts(apart)}" if apart else ""
            return f"{text(event.card)} for {text(event.was)}{without}"
        case e.Disputed():
            return f"halted by {event.patron}"
        case e.DisputeClosed():
            return "stands"
        case e.Paused():
            return f"paused {event.reason}"
        case e.Resumed():
            return "goes on"
        case _:
            return ""


def _amounts(amounts: Mapping[str, int]) -> str:
    return " ".join(f"{one} {amount}" for one, amount in sorted(amounts.items()))


def _followed(patron: str, share: e.BehindShare) -> str:
    return f"{patron} {'along' if share.along else 'stays'}"


def _shoe(event: e.ShoeChanged) -> str:
    missing = f" missing {' '.join(map(text, event.missing))}" if event.missing else ""
    extra = f" extra {' '.join(map(text, event.extra))}" if event.extra else ""
    return f"shoe {event.number}{missing}{extra}"


def due_told(table: Table) -> str:
    """What the table waits for."""
    wanted = want(table)
    felt = table.deal.felt
    if wanted is Want.CARD and felt is not None:
        return f"card for {_place(felt.due.to)}" if isinstance(felt.due, due.Card) else ""
    if wanted is not None:
        return wanted.value.replace("_", " ")
    if felt is None or isinstance(felt, CoupFelt) or not table.clock.window_open:
        return ""
    asked = [
        f"{patron} {hand.position}{f'.{hand.branch + 1}' if hand.branch else ''}"
        for patron in sorted(felt.wagers)
        for hand in felt.asked(patron)
    ]
    return f"asks {', '.join(asked)}" if asked else ""


def _place(to: object) -> str:
    if isinstance(to, HandAt):
        return {DEALER: "dealer", SHARED: "all"}.get(
            to, f"{to.position}{f'.{to.branch + 1}' if to.branch else ''}"
        )
    return str(to)
