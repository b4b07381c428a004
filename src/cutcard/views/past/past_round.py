"""A past round again: how the felt lay after each step, as a patron saw it, or the house (TB-61, GUI-17).

The round's own entries and those of its interrupted games are all that is read. They name its rules and its
pack, so that neither the rounds before it nor the table as it is today are needed; who was at the table is
whoever the entries name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from cutcard.cards import text
from cutcard.games.reason import Facts, Reason
from cutcard.record import Entry
from cutcard.table import Table, evolve, new_table
from cutcard.table import events as e
from cutcard.table.event import ShownIn
from cutcard.table.opening import settings_of
from cutcard.table.phases import betting
from cutcard.table.settings import seat_count
from cutcard.table.state import Place
from cutcard.views.interrupted import fork_dealer, fork_hands, fork_stake, forks_of
from cutcard.views.messages.betting import WagerView
from cutcard.views.messages.tables import HandView, LineView, SideView
from cutcard.views.past.incidents import void_reason
from cutcard.views.past.timeline import Read, acts_of, words_of, woven
from cutcard.views.patron import line_views, own_view
from cutcard.views.public import hands_view, public_view


class PastFork(msgspec.Struct, frozen=True, kw_only=True):
    """An interrupted game as it lay beside the felt: its own dealer and hands, and what it came to."""

    seat: int
    stake: int
    dealer: SideView
    hands: tuple[HandView, ...]
    lines: tuple[LineView, ...] = ()


class PastStep(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that happened, in words and by the clock on the wall, and the felt after it.

    ``automatic`` are the decisions that were made with it for hands whose time was up.
    """

    says: Reason
    automatic: tuple[Reason, ...] = ()
    wall_ms: int
    dealer: SideView | None = None
    hands: tuple[HandView, ...] = ()
    player: SideView | None = None
    banker: SideView | None = None
    winner: str | None = None
    wagers: tuple[WagerView, ...] = ()
    staked: int = 0
    lines: tuple[LineView, ...] = ()
    forks: tuple[PastFork, ...] = ()


def past_steps(entries: Sequence[Entry], read: Read, patron: str | None) -> tuple[PastStep, ...]:
    """A round from its entries, in the order in which it was played; without a patron, for the house."""
    events = list(woven(entries, read, patron))
    begun = next((event for event, _ in events if isinstance(event, e.RoundOpened)), None)
    if begun is None:
        return ()
    table = new_table(settings_of(begun, entries[0].stream))
    table.patrons.places = {name: Place() for event, _ in events for name in _named(event)}
    steps = []
    for event, entry in events:
        evolve(table, event, entry.at_ms)
        if _is_shown(table, event, patron):
            steps.append(_step(table, event, entry, patron))
    return tuple(steps)


def _named(event: e.AnyEvent) -> Iterator[str]:
    yield from getattr(event, "shares", ())
    patron = getattr(event, "patron", None)
    if patron is not None:
        yield patron


def _is_shown(table: Table, event: e.AnyEvent, patron: str | None) -> bool:
    """What others do with their chips and hands is theirs; at a seated table their play is seen by all."""
    if ShownIn.STEPS not in event.shown_in or (isinstance(event, e.ForkEnded) and event.void):
        return False
    if patron is None:
        return True
    if isinstance(event, e.WindowClosed):
        return bool(event.shares.get(patron, e.WindowShare()).acts)
    owner = getattr(event, "patron", patron)
    seen = isinstance(event, e.Disputed) or (
        isinstance(event, e.Decided) and seat_count(table.deal.settings) > 0
    )
    return owner == patron or seen


def _step(table: Table, event: e.AnyEvent, entry: Entry, patron: str | None) -> PastStep:
    public = public_view(table, table.clock.at_ms)
    own = None if patron is None else own_view(table, patron, 0)
    hands = None if patron is None else hands_view(table, patron)
    in_betting = betting(table)
    seated = tuple(hand for seat in public.seats for hand in seat.hands)
    lying = () if in_betting else seated or (hands.hands if hands else public.hands)
    return PastStep(
        says=words_of(
            "screen.step_", entry.tag, event, _facts(event), seated=seat_count(table.deal.settings) > 0
        ),
        automatic=_automatic(table, event, patron),
        wall_ms=entry.wall_ms,
        dealer=None if in_betting else public.dealer,
        hands=tuple(_with_stake(table, hand, patron) for hand in lying),
        player=None if in_betting else public.player,
        banker=None if in_betting else public.banker,
        winner=None if in_betting else public.winner,
        wagers=own.wagers if own else (),
        staked=own.bet if own else 0,
        lines=own.lines if own else (),
        forks=_forks(table, patron),
    )


def _with_stake(table: Table, hand: HandView, patron: str | None) -> HandView:
    """The hand with what its owner had on it: to the last step, since past stakes are history (GUI-11)."""
    if table.deal.felt is None:
        return hand
    stake = table.deal.felt.main_stake_at(hand.position, patron)
    return msgspec.structs.replace(hand, stake=stake * hand.wager)


def _facts(event: e.AnyEvent) -> Facts:
    match event:
        case e.RoundVoided():
            return {"reason": void_reason(event.reason)}
        case e.CardCorrected():
            return {"place": event.at, "was": text(event.was), "card": text(event.card)}
        case _:
            return {}


def _automatic(table: Table, event: e.AnyEvent, patron: str | None) -> tuple[Reason, ...]:
    if not isinstance(event, e.WindowClosed):
        return ()
    mine = {who: share for who, share in event.shares.items() if patron in (None, who)}
    seated = seat_count(table.deal.settings) > 0
    return tuple(acts_of("screen.step_", mine, lambda _: "", seated=seated))


def _forks(table: Table, patron: str | None) -> tuple[PastFork, ...]:
    return tuple(
        PastFork(
            seat=fork.seat,
            stake=fork_stake(fork),
            dealer=fork_dealer(fork),
            hands=fork_hands(fork),
            lines=line_views(table, fork.patron, fork.lines),
        )
        for fork in forks_of(table)
        if patron in (None, fork.patron)
    )
