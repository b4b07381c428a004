"""How a round's own story changes its deal: cards, looks, decisions, interrupted games.

It judges nothing and knows no clock, no patron's place and no phase: a corrected round is played by it again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from cutcard.games import baccarat, due
from cutcard.games.blackjack.options import Decision
from cutcard.games.blackjack.play import HandAt
from cutcard.table import events as e
from cutcard.table.event import Wagers
from cutcard.table.felt.kinds import felt_for
from cutcard.table.felt.turns import Presets
from cutcard.table.felt.wager_fates import INSURANCE, Ride, Rides
from cutcard.table.settings import is_random
from cutcard.table.state import felt_of
from cutcard.table.state.deal import Begun, Burns, Deal, Destination


def begun(deal: Deal, wagers: Mapping[str, Wagers], declining: frozenset[str], presets: Presets) -> Deal:
    """The deal at no more bets: these wagers lie, and no card."""
    return Deal(
        settings=deal.settings,
        shoe=deal.shoe,
        round=deal.round,
        felt=felt_for(deal.settings, wagers, declining, presets),
        burns=deal.burns,
        begun_with=Begun(deal.shoe, deal.burns),
    )


def begun_again(deal: Deal, void: Rides, stay: frozenset[str]) -> Deal:
    """The same wagers and choices, and no card. Some are void; only these patrons still have one (TB-33)."""
    felt, first = felt_of(deal), deal.begun_with
    assert first is not None, "bets are closed"
    presets = {(wager.patron, wager.seat): (wager.double_along, wager.split_along) for wager in felt.behind}
    before = Deal(settings=deal.settings, shoe=first.shoe, round=deal.round, burns=first.burns)
    again = begun(before, felt.placed, felt.declining, presets)
    if void:
        felt_of(again).leave_out(void, stay)
    return again


def deal_on(deal: Deal, event: e.AnyEvent) -> None:
    """The deal after this event of its story, which is kept where a person may have misread a card."""
    kept = not is_random(deal.settings)
    went_to = _destination(deal, event) if kept else None
    STORY[type(event)](deal, event)
    if kept:
        deal.story.append((event, went_to))


def _destination(deal: Deal, event: e.AnyEvent) -> Destination:
    wanted = felt_of(deal).due if isinstance(event, e.CardDealt) else None
    return wanted.to if isinstance(wanted, due.Card) else None


def _card_burned(deal: Deal, event: e.CardBurned) -> None:
    deal.draws += 1
    if event.card is None:
        deal.unseen += 1
    else:
        deal.shoe = deal.shoe.take(event.card)
    if deal.burns.first:
        rules = deal.settings.profile.rules
        assert isinstance(rules, baccarat.Rules), "only baccarat burns by the first card"
        deal.burns = Burns(left=baccarat.burn_count(rules, event.card))
    else:
        deal.burns = Burns(left=max(0, deal.burns.left - 1))


def _card_dealt(deal: Deal, event: e.CardDealt) -> None:
    felt = felt_of(deal)
    deal.draws += 1
    deal.shoe = deal.shoe.take(event.card)
    burned = felt.nobody_takes
    felt.take(event.card, len(deal.dealt))
    deal.dealt.append((event.card, burned))


def _face_down_dealt(deal: Deal, event: e.FaceDownDealt) -> None:
    deal.draws += 1
    deal.unseen += 1
    felt_of(deal).face_down(event.read)


def _checked(deal: Deal, event: e.Checked) -> None:
    felt_of(deal).check(event.blackjack)


def _card_turned(deal: Deal, event: e.CardTurned) -> None:
    deal.unseen -= 1
    deal.shoe = deal.shoe.take(event.card)
    felt_of(deal).turn(event.card)
    deal.dealt.append((event.card, False))


def _decided(deal: Deal, event: e.Decided) -> None:
    felt = felt_of(deal)
    felt.decided(event.patron, HandAt(event.position, event.branch), event.decision)
    if event.decision is Decision.INSURE:
        # Offered again after a correction, it is another wager than the one that is void.
        felt.void -= {Ride(event.patron, event.position, INSURANCE)}


def _window_closed(deal: Deal, event: e.WindowClosed) -> None:
    felt_of(deal).window_closed(event.shares)


def _behind_followed(deal: Deal, event: e.BehindFollowed) -> None:
    felt_of(deal).followed(event.shares)


def _hand_forked(deal: Deal, event: e.HandForked) -> None:
    dealt = [card for card, _ in deal.dealt]
    felt_of(deal).fork(event.patron, event.seat, deal.round, event.closes_ms, dealt)


def _fork_raised(deal: Deal, event: e.ForkRaised) -> None:
    felt_of(deal).forked[event.seat].raised += event.cost


def _fork_settled(deal: Deal, event: e.ForkSettled) -> None:
    felt_of(deal).forked[event.seat].settled = event.lines


STORY: Final[dict[type, Callable[[Deal, Any], None]]] = {
    e.CardBurned: _card_burned,
    e.CardDealt: _card_dealt,
    e.FaceDownDealt: _face_down_dealt,
    e.Checked: _checked,
    e.CardTurned: _card_turned,
    e.Decided: _decided,
    e.WindowClosed: _window_closed,
    e.BehindFollowed: _behind_followed,
    e.HandForked: _hand_forked,
    e.ForkRaised: _fork_raised,
    e.ForkSettled: _fork_settled,
}
"""What each event that is ``in_story`` does."""
