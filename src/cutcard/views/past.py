"""A past round again: how the felt lay after each step, as a patron saw it, or the house (TB-61, GUI-17).

The round's own entries are all that is read. They name its rules and its pack, so that neither the rounds
before it nor the table as it is today are needed; who was at the table is whoever the entries name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from cutcard.games.reason import Facts, Reason
from cutcard.profiles import Mode, load
from cutcard.profiles.values import changed
from cutcard.record import Entry, opened
from cutcard.table import Settings, Table, evolve, new_table
from cutcard.table import events as e
from cutcard.table.settings import seat_count
from cutcard.table.state import Place
from cutcard.views.own import own_view
from cutcard.views.shapes import HandView, LineView, SideView, WagerView
from cutcard.views.tables import hands_view, public_view

SHOWN: Final = (
    e.RoundOpened,
    e.BetsChanged,
    e.Contributed,
    e.LastBetsCalled,
    e.BetsClosed,
    e.CardBurned,
    e.CardDealt,
    e.FaceDownDealt,
    e.Checked,
    e.CardTurned,
    e.Decided,
    e.WindowClosed,
    e.HandForked,
    e.CutCardSeen,
    e.ResultShown,
    e.Disputed,
    e.DisputeClosed,
    e.CardCorrected,
    e.Paused,
    e.Resumed,
    e.RoundVoided,
    e.RoundSettled,
    e.RoundRevealed,
)


class PastStep(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that happened, in words and by the clock on the wall, and the felt after it."""

    says: Reason
    wall_ms: int
    dealer: SideView | None = None
    hands: tuple[HandView, ...] = ()
    player: SideView | None = None
    banker: SideView | None = None
    winner: str | None = None
    wagers: tuple[WagerView, ...] = ()
    lines: tuple[LineView, ...] = ()


def past_steps(settings: Settings, entries: Sequence[Entry], patron: str | None) -> tuple[PastStep, ...]:
    """A round from its entries, in the order in which it was played; without a patron, for the house."""
    events = [(opened(entry, e.AnyEvent), entry) for entry in entries]
    begun = next((event for event, _ in events if isinstance(event, e.RoundOpened)), None)
    if begun is None:
        return ()
    table = new_table(_as_it_was(settings, begun))
    table.places = {name: Place() for event, _ in events for name in _named(event)}
    steps = []
    for event, entry in events:
        evolve(table, event, entry.at_ms)
        if _is_told(table, event, patron):
            steps.append(_step(table, event, entry, patron))
    return tuple(steps)


def _as_it_was(settings: Settings, begun: e.RoundOpened) -> Settings:
    """The table's settings with the rules that the round itself names."""
    profile = settings.profile if settings.profile.id == begun.profile else load(begun.profile)
    rules = changed(profile.rules, begun.rules)
    return msgspec.structs.replace(
        settings, profile=msgspec.structs.replace(profile, rules=rules), mode=Mode(begun.mode)
    )


def _named(event: e.AnyEvent) -> Iterator[str]:
    yield from getattr(event, "shares", ())
    patron = getattr(event, "patron", None)
    if patron is not None:
        yield patron


def _is_told(table: Table, event: e.AnyEvent, patron: str | None) -> bool:
    """What others do with their chips and hands is theirs; at a seated table their play is seen by all."""
    if not isinstance(event, SHOWN) or patron is None:
        return isinstance(event, SHOWN)
    if isinstance(event, e.WindowClosed):
        return bool(event.shares.get(patron, e.WindowShare()).acts)
    owner = getattr(event, "patron", patron)
    return owner == patron or (isinstance(event, e.Decided) and seat_count(table.settings) > 0)


def _step(table: Table, event: e.AnyEvent, entry: Entry, patron: str | None) -> PastStep:
    public = public_view(table, table.at_ms)
    own = None if patron is None else own_view(table, patron, 0)
    hands = None if patron is None else hands_view(table, patron)
    in_betting = isinstance(event, e.RoundOpened | e.BetsChanged | e.Contributed | e.LastBetsCalled)
    seated = tuple(hand for seat in public.seats for hand in seat.hands)
    return PastStep(
        says=_said(event, entry.tag),
        wall_ms=entry.wall_ms,
        dealer=None if in_betting else public.dealer,
        hands=() if in_betting else seated or (hands.hands if hands else public.hands),
        player=None if in_betting else public.player,
        banker=None if in_betting else public.banker,
        winner=None if in_betting else public.winner,
        wagers=own.wagers if own else (),
        lines=own.lines if own else (),
    )


def _said(event: e.AnyEvent, tag: str) -> Reason:
    if not isinstance(event, e.Decided):
        return Reason(f"screen.step_{tag}")
    facts: Facts = {"position": event.position, "decision": f"@screen.decision_{event.decision}"}
    return Reason("screen.step_decided_by_house" if event.automatic else "screen.step_decided", facts)
