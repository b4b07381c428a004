"""A round played again from its own record with one card put right (TB-33).

Theory. The story of a round is its events since no more bets, each card with the place it went to. Played
again with another card, a later decision may no longer be there to be made, or a later card may be due
somewhere else. The wagers of whom that touches are void: the round is played again without them, their cards
passed over, until all the rest fits. Where the dealer's own cards no longer fit, nothing does.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from cutcard.games import due
from cutcard.games.blackjack.in_step import SHARED, served
from cutcard.games.blackjack.play import DEALER, HandAt
from cutcard.table import events as e
from cutcard.table.felt_coup import CoupFelt
from cutcard.table.felt_shared import SharedFelt
from cutcard.table.felt_turns import TurnsFelt
from cutcard.table.state import Destination, Place, Table, Want, want

Cards = e.CardDealt | e.CardTurned | e.CardBurned


Evolve = Callable[[Table, e.AnyEvent, int], None]


def rewound(table: Table, at: int, card: int, without: frozenset[str], evolve: Evolve) -> Table | str | None:
    """The table as it stands with card ``at`` (from 1) put right and these patrons' wagers void.

    A patron's name where that patron's wagers do not fit; None where nothing does. The story is
    evolved by the same function that made it.
    """
    left_behind = _fork_touched(table, at, without)
    if left_behind is not None:
        return left_behind
    again = _before(table)
    counted = 0
    for event, went_to in table.story:
        if isinstance(event, Cards) and not (isinstance(event, e.CardBurned) and event.card is None):
            counted += 1
            if counted == at:
                event = msgspec.structs.replace(event, card=card)  # noqa: PLW2901
        fits = _judged(again, event, went_to, without)
        if isinstance(fits, str):
            return fits or None
        if fits is not None:
            evolve(again, fits, again.at_ms)
    return again


def _fork_touched(table: Table, at: int, without: frozenset[str]) -> str | None:
    """Whose interrupted game was played with the misread card: it cannot be played again, so it is void."""
    if not isinstance(table.felt, TurnsFelt):
        return None
    cards = [(event, to) for event, to in table.story if isinstance(event, Cards) and event.card is not None]
    event, went_to = cards[at - 1]
    for seat, fork in table.felt.forked.items():
        dealers = isinstance(event, e.CardTurned) or went_to == DEALER
        own = isinstance(went_to, HandAt) and went_to.position == seat
        if (dealers or own) and fork.patron not in without and not fork.void:
            return fork.patron
    return None


def card_at(table: Table, at: int) -> int | None:
    """The card that was counted as this one, or None where there are not so many; 0 is the last."""
    cards = cards_of(table)
    if not cards or at > len(cards):
        return None
    return cards[at - 1]


def cards_of(table: Table) -> list[int]:
    """The open cards of the round in the order in which they came."""
    return [event.card for event, _ in table.story if isinstance(event, Cards) and event.card is not None]


def _before(table: Table) -> Table:
    """The table as it was when bets closed, with just what the play depends on."""
    places = {
        patron: Place(insurance=place.insurance, behind=place.behind)
        for patron, place in table.places.items()
    }
    first = table.story[0][0]
    assert isinstance(first, e.BetsClosed), "a round's story begins with no more bets"
    for patron in first.shares:
        places.setdefault(patron, Place())
    return Table(
        settings=table.settings,
        shoe=table.opening or table.shoe,
        round=table.round,
        at_ms=table.at_ms,
        places=places,
        burn_first=table.burned_first,
        burns_left=0 if table.burned_first else table.burned_before,
        burned_first=table.burned_first,
        burned_before=table.burned_before,
    )


Judged = e.AnyEvent | str | None
"""The event that still fits, whom it does not fit (nobody in particular: an empty text), or nothing to do."""


def _judged(again: Table, event: e.AnyEvent, went_to: Destination, without: frozenset[str]) -> Judged:
    match event:
        case e.BetsClosed():
            shares = {patron: share for patron, share in event.shares.items() if patron not in without}
            left = any(share.wagers for share in shares.values())
            return msgspec.structs.replace(event, shares=shares) if left else ""
        case e.CardDealt():
            return _dealt(again, event, went_to, without)
        case e.CardTurned():
            felt = again.felt
            assert isinstance(felt, SharedFelt | TurnsFelt), "baccarat turns no card"
            if want(again) is not Want.TURN:
                return _blamed(felt, DEALER)
            return event if felt.turn_refused(event.card) is None else ""
        case e.Decided():
            return _decided(again, event, without)
        case e.WindowClosed():
            return _window(again, event, without)
        case e.HandForked() | e.ForkRaised() | e.ForkSettled():
            return None if event.patron in without else event
        case e.BehindFollowed():
            shares_left = {patron: one for patron, one in event.shares.items() if patron not in without}
            return msgspec.structs.replace(event, shares=shares_left)
        case _:
            wanted = _HOUSE.get(type(event))
            if wanted is None or want(again) in wanted:
                return event
            return "" if again.felt is None else _blamed(again.felt, DEALER)


_HOUSE = {
    e.FaceDownDealt: (Want.FACE_DOWN,),
    e.Checked: (Want.CHECK,),
    e.CardBurned: (Want.BURN, Want.BURN_SHOWN),
}


def _dealt(again: Table, event: e.CardDealt, went_to: Destination, without: frozenset[str]) -> Judged:
    felt = again.felt
    assert felt is not None, "cards come after no more bets"
    if not again.shoe.pack.counts[event.card]:
        return ""
    if isinstance(went_to, HandAt) and _void_seat(felt, went_to, without):
        # The card of somebody whose wagers are void: it left the shoe and went nowhere that counts.
        again.shoe = again.shoe.take(event.card)
        again.draws += 1
        again.story.append((event, went_to))
        return None
    wanted = felt.due
    if want(again) is Want.CARD and isinstance(wanted, due.Card) and wanted.to == went_to:
        return event
    return _blamed(felt, went_to)


def _void_seat(felt: CoupFelt | SharedFelt | TurnsFelt, went_to: HandAt, without: frozenset[str]) -> bool:
    """Whether a card went to somebody who is left out now, and to nobody else."""
    match felt:
        case TurnsFelt():
            return went_to.position > 0 and went_to.position not in felt.owner
        case SharedFelt():
            nobody_waits = not any(felt.asked(patron) or _awaits(felt, patron) for patron in felt.wagers)
            return bool(without) and went_to == SHARED and nobody_waits
        case CoupFelt():
            return False


def _awaits(felt: SharedFelt, patron: str) -> bool:
    """Whether a step's card would come to a hand of this patron."""
    return served(felt.play_of(patron)) is not None


def _blamed(felt: CoupFelt | SharedFelt | TurnsFelt, went_to: Destination) -> str:
    """Whose hand it is that a card no longer comes to, or that still waits for something before it."""
    if isinstance(felt, SharedFelt):
        return next((one for one in felt.wagers if felt.asked(one) or _awaits(felt, one)), "")
    if isinstance(felt, CoupFelt):
        return ""
    wanted = felt.due
    waiting = 0
    if isinstance(wanted, due.Card):
        waiting = wanted.to.position
    elif isinstance(wanted, due.Decision):
        waiting = wanted.hands[0].position
    got = went_to.position if isinstance(went_to, HandAt) else 0
    if waiting and (not got or waiting <= got):
        return felt.owner[waiting]
    return felt.owner.get(got, "")


def _decided(again: Table, event: e.Decided, without: frozenset[str]) -> Judged:
    if event.patron in without:
        return None
    felt = again.felt
    hand = HandAt(event.position, event.branch)
    if not isinstance(felt, SharedFelt | TurnsFelt) or not isinstance(felt.due, due.Decision):
        return event.patron
    return event if felt.why_not(event.patron, hand, event.decision) is None else event.patron


def _window(again: Table, event: e.WindowClosed, without: frozenset[str]) -> Judged:
    felt = again.felt
    assert isinstance(felt, SharedFelt | TurnsFelt), "only blackjack has windows"
    shares = {patron: share for patron, share in event.shares.items() if patron not in without}
    for patron, share in shares.items():
        for act in share.acts:
            if felt.why_not(patron, HandAt(act.position, act.branch), act.decision) is not None:
                return patron
    if not isinstance(felt.due, due.Decision):
        return None  # nobody is left whom the window was for
    return msgspec.structs.replace(event, shares=shares)
