"""What happened at a table in the words of the pit. It only reads events, and knows no rule.

Cards that a random table draws are read out; where somebody deals, the line has said which card, and what
the table waits for is called out instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from cutcard.cards import text
from cutcard.games import due
from cutcard.table import Table, Want, want
from cutcard.table import events as e
from cutcard.table.felt.coup import CoupFelt
from cutcard.table.settings import is_random
from tests.rounds.words_of_hands import card_due, hand_shown

Playable = Callable[[str], int]

CALLS_FOR_MORE = (
    *(e.CardDealt, e.FaceDownDealt, e.Checked, e.CardTurned, e.CardBurned, e.Decided, e.BetsClosed),
    *(e.WindowOpened, e.WindowClosed, e.CardCorrected, e.Resumed),
)
"""After these it is called out what the table waits for now."""

SILENT = (e.TableOpened, e.BettingTimed, e.WindowOpened, e.RoundRevealed, e.Contributed)

CARDS = (e.CardDealt, e.FaceDownDealt, e.CardTurned, e.CardBurned)
OF_MANY = (e.BetsChanged, e.Decided, e.WindowClosed, e.BehindFollowed)
"""These are called out in more than a word or two, hand by hand and patron by patron."""


def called_out(events: Sequence[e.AnyEvent], table: Table, playable: Playable) -> list[str]:
    """Everything that happened, in order, and then what the table waits for."""
    drawn = is_random(table.deal.settings)
    said = [words for event in events for words in _words(event, drawn, playable)]
    if any(isinstance(event, CALLS_FOR_MORE) for event in events):
        said += filter(None, [due_words(table)])
    return said


def joined(said: Sequence[str]) -> str:
    """All of it; cards that came one by one are read out together."""
    calls: list[str] = []
    for words in said:
        if calls and words.startswith("cards ") and calls[-1].startswith("cards "):
            calls[-1] += words.removeprefix("cards")
        else:
            calls.append(words)
    return "; ".join(calls)


def _words(event: e.AnyEvent, drawn: bool, playable: Playable) -> Iterator[str]:
    match event:
        case e.CardDealt() | e.FaceDownDealt() | e.CardTurned() | e.CardBurned():
            yield from _card(event, drawn)
        case e.BetsChanged():
            bets = ", ".join(f"{wager.bet}@{wager.position} {wager.stake}" for wager in event.chips)
            yield f"{event.patron} has {bets or 'no bet'}, playable {playable(event.patron)}"
        case e.Decided():
            cost = f" for {event.cost}" if event.cost else ""
            by_itself = " by itself" if event.automatic else ""
            hand = hand_shown(event.position, event.branch)
            yield f"{event.patron} {hand} {event.decision}{cost}{by_itself}"
        case e.WindowClosed():
            yield from _silence(event)
        case e.BehindFollowed():
            for patron, behind in event.shares.items():
                yield f"{patron} behind {behind.seat} {'goes along' if behind.along else 'stays'}"
        case _ if isinstance(event, SILENT):
            return
        case _:
            yield WORDS[type(event)](event)


def _silence(event: e.WindowClosed) -> Iterator[str]:
    yield "the window is over"
    for patron, share in event.shares.items():
        if share.struck:
            yield f"{patron} strike {' '.join(hand_shown(*hand) for hand in share.struck)}"
        for act in share.acts:
            yield f"{patron} {hand_shown(act.position, act.branch)} {act.decision} by the house"


def _card(event: e.CardDealt | e.FaceDownDealt | e.CardTurned | e.CardBurned, drawn: bool) -> Iterator[str]:
    match event:
        case e.CardBurned(card=card):
            shown = "??" if card is None else text(card)
            yield f"cards ({shown})" if drawn else f"burnt {shown}"
        case _ if not drawn:
            return
        case e.CardDealt(card=card):
            yield f"cards {text(card)}"
        case e.CardTurned(card=card):
            yield f"cards turned {text(card)}"
        case e.FaceDownDealt():
            yield "cards ??"


_OF_A_ROUND: Mapping[type, Callable[[Any], str]] = {
    e.RoundOpened: lambda event: f"round {event.round}",
    e.BettingWaits: lambda _: "bets please",
    e.DealPressed: lambda event: f"{event.patron} is ready",
    e.LastBetsCalled: lambda _: "last bets",
    e.BetsClosed: lambda _: "no more bets",
    e.Checked: lambda event: "blackjack" if event.blackjack else "no blackjack",
    e.ResultShown: lambda _: "result",
    e.RoundSettled: lambda event: _shares("settled", event.shares, "gets {0.returned} for {0.staked}"),
    e.RoundVoided: lambda event: _refunds("void", event.shares),
    e.BehindRefunded: lambda event: f"{event.patron} gets {event.amount} back, {event.why}",
}

_OF_PATRONS: Mapping[type, Callable[[Any], str]] = {
    e.Joined: lambda event: f"{event.patron} is here",
    e.Left: lambda event: f"{event.patron} is gone",
    e.WentAway: lambda event: f"{event.patron} has lost the connection",
    e.StayedAway: lambda event: f"{event.patron} stays away",
    e.CameBack: lambda event: f"{event.patron} is back",
    e.OptionSet: lambda event: f"{event.option} {'on' if event.on else 'off'} for {event.patron}",
    e.SpeedSet: lambda event: f"{event.speed} for {event.patron}",
    e.PlaceReserved: lambda event: f"a place kept for {event.patron}",
    e.ReservationEnded: lambda event: f"no longer kept for {event.patron}",
    e.SeatTaken: lambda event: f"{event.patron} sits at {event.seat}",
    e.SeatLeft: lambda event: f"{event.patron} rises from {event.seat}",
    e.SeatChanged: lambda event: f"{event.patron} goes from {event.left} to {event.seat}",
    e.SeatFreed: lambda event: f"seat {event.seat} of {event.patron} is free: {event.why}",
    e.BehindSet: lambda event: (
        f"{event.patron} behind {event.seat}"
        f" {'doubles' if event.double_along else 'does not double'}"
        f" and {'splits' if event.split_along else 'does not split'}"
    ),
    e.BehindRefused: lambda event: (
        f"{event.patron} {'refuses' if event.refused else 'takes'} bets behind {event.seat}"
    ),
}


def _shares(what: str, shares: Mapping[str, Any], words: str) -> str:
    return ", ".join([what, *(f"{patron} {words.format(share)}" for patron, share in sorted(shares.items()))])


def _refunds(what: str, shares: Mapping[str, e.Refund]) -> str:
    back = [f"{patron} gets {share.returned} back" for patron, share in sorted(shares.items())]
    won = [f"{patron} wins {share.won}" for patron, share in sorted(shares.items()) if share.won]
    return ", ".join([what, *back, *won])


def _shoe(event: e.ShoeChanged) -> str:
    missing = f" missing {' '.join(map(text, event.missing))}" if event.missing else ""
    extra = f" extra {' '.join(map(text, event.extra))}" if event.extra else ""
    return f"shoe {event.number}{missing}{extra}"


_OF_STAFF: Mapping[type, Callable[[Any], str]] = {
    e.CutCardSeen: lambda _: "cut card",
    e.ShoeChanged: _shoe,
    e.CardCorrected: lambda event: _refunds(
        f"{text(event.card)} for {text(event.was)}{', void' if event.shares else ''}", event.shares
    ),
    e.Disputed: lambda event: f"halted by {event.patron}",
    e.DisputeFormSet: lambda event: f"{event.patron} {'writes' if event.on else 'writes no more'}",
    e.ResultConfirmed: lambda event: f"{event.patron} accepts the result",
    e.DisputeClosed: lambda _: "stands",
    e.SupervisorCalled: lambda event: f"supervisor called: {event.reason}",
    e.CorrectionProposed: lambda event: f"correction {event.number} waits",
    e.CorrectionMade: lambda event: _shares(f"correction {event.number}", event.shares, "owed {0.amount}"),
    e.Paused: lambda event: f"paused: {event.reason}",
    e.Resumed: lambda event: f"resumed by {event.by}",
    e.SettingsChanged: lambda _: "from the next round on",
    e.TableClosed: lambda _: "the table is closed",
    e.HandForked: lambda event: f"{event.patron} goes on as an interrupted game",
    e.ForkRaised: lambda event: f"{event.patron} raises an interrupted game",
    e.ForkSettled: lambda event: f"an interrupted game of {event.patron} is settled",
}
WORDS: Final = {**_OF_A_ROUND, **_OF_PATRONS, **_OF_STAFF}


def due_words(table: Table) -> str:
    """What the table waits for: a card for somebody, a look at one, the decisions of some."""
    felt, wanted = table.deal.felt, want(table)
    if wanted is not None:
        if is_random(table.deal.settings):
            return ""
        if wanted is Want.CARD and felt is not None and isinstance(felt.due, due.Card):
            return card_due(felt.due)
        return wanted.value.replace("_", " ")
    if felt is None or isinstance(felt, CoupFelt) or not table.clock.window_open:
        return ""
    wanted_of = ((patron, felt.hands_to_decide(patron)) for patron in sorted(felt.wagers))
    hands = [
        f"{patron} {' '.join(hand_shown(hand.position, hand.branch) for hand in asked)}"
        for patron, asked in wanted_of
        if asked
    ]
    return f"{'offers' if felt.offering else 'asks'} {', '.join(hands)}" if hands else ""
