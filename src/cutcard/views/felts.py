"""How each kind of felt is pictured, and why its wagers ended so: only here do views distinguish them."""

from __future__ import annotations

from typing import Any

from cutcard.games import baccarat, due
from cutcard.games.baccarat.coup import Coup, finished, winner
from cutcard.games.blackjack.dealer import Dealer, why_draws, with_card, with_face_down
from cutcard.games.blackjack.explain import dealer_story, why_insurance, why_result, why_special
from cutcard.games.blackjack.play import HandAt
from cutcard.games.blackjack.rules import SecondCard
from cutcard.games.blackjack.settle import Ending, Result, highlights
from cutcard.games.blackjack.wagers import MAIN
from cutcard.games.reason import Facts, Reason
from cutcard.money import Odds
from cutcard.specials import Outcome
from cutcard.table.events import LineShare
from cutcard.table.felt.coup import CoupFelt
from cutcard.table.felt.felt import Felt
from cutcard.table.felt.hands import HandsFelt
from cutcard.table.felt.wager_fates import INSURANCE
from cutcard.table.settings import BEHIND, paytables, seat_count
from cutcard.table.state import Table
from cutcard.views.cards import coup_sides, dealer_view, hand_views, shown
from cutcard.views.messages.tables import HandView, Highlight


def picture(table: Table, felt: Felt, over: bool) -> dict[str, Any]:
    """The cards that lie open for all, as parts of a public view."""
    if isinstance(felt, CoupFelt):
        return _coup(table, felt)
    assert isinstance(felt, HandsFelt), "coups and hands are all there is"
    parts = {
        "dealer": dealer_view(felt.dealer, over),
        "why": _dealer_story(felt),
        "highlights": _highlights(table, felt) if over else (),
    }
    return parts if seat_count(table.deal.settings) else {**parts, "hands": _first_hands(felt)}


def _coup(table: Table, felt: CoupFelt) -> dict[str, Any]:
    player, banker = coup_sides(felt.coup)
    over = finished(felt.coup)
    return {
        "player": player,
        "banker": banker,
        "winner": winner(felt.coup).value if over else None,
        "why": baccarat.story(felt.coup),
        "highlights": _coup_highlights(table, felt) if over else (),
    }


def _first_hands(felt: HandsFelt) -> tuple[HandView, ...]:
    """What lies open for all: at a shared table the first cards, in turn every hand."""
    if felt.one_by_one:
        return tuple(view for position in felt.open_positions for view in hand_views(position))
    return tuple(
        HandView(position=number, cards=shown(cards), state="first")
        for number, cards in felt.first_cards()
        if cards
    )


def _dealer_story(felt: HandsFelt) -> tuple[Reason, ...]:
    rules, dealer = felt.round.rules, felt.dealer
    if isinstance(felt.due, due.Nothing):
        return tuple(dealer_story(rules, dealer))[-1:]
    return () if len(dealer.cards) < 2 else (why_draws(rules, dealer.hand),)


def _highlights(table: Table, felt: HandsFelt) -> tuple[Highlight, ...]:
    """Every special bet that won on the cards, wagered or not (SB-51)."""
    enabled = set(table.deal.settings.profile.specials.enabled)
    tables = {bet: pays for bet, pays in felt.tables.items() if bet in enabled}
    return tuple(
        Highlight(number, bet, ended.id, str(ended.pays))
        for number, first in felt.first_cards()
        if len(first) == 2 and felt.dealer.cards
        for bet, ended in highlights(tables, first, felt.dealer).items()
    )


def _coup_highlights(table: Table, felt: CoupFelt) -> tuple[Highlight, ...]:
    tables = paytables(table.deal.settings)
    ended = baccarat.outcomes(felt.rules, felt.coup, list(tables.items()))
    return tuple(
        Highlight(1, bet, outcome.id, str(outcome.pays))
        for bet, outcome in zip(tables, ended, strict=True)
        if outcome.pays.won > 0
    )


def picture_before(felt: Felt) -> tuple[dict[str, Any], int]:
    """The parts of a picture without what is held back of it, and how many cards that is (MO-01)."""
    if isinstance(felt, CoupFelt):
        player, banker = coup_sides(Coup())
        hidden = len(felt.coup.player) + len(felt.coup.banker)
        return {"player": player, "banker": banker, "winner": None}, hidden
    assert isinstance(felt, HandsFelt), "coups and hands are all there is"
    up_card = with_card(Dealer(), felt.dealer.cards[0])
    if felt.round.rules.second_card is SecondCard.HOLE:
        up_card = with_face_down(up_card)
    return {"dealer": dealer_view(up_card, over=False)}, len(felt.dealer.cards) - 1


def why_ended(felt: Felt, patron: str, line: LineShare) -> Reason | None:
    """Why this wager of the patron ended as it did (TB-65)."""
    if isinstance(felt, CoupFelt):
        asked = [(line.bet, felt.tables[line.bet])]
        return None if felt.broken else baccarat.reasons(felt.rules, felt.coup, asked)[0]
    assert isinstance(felt, HandsFelt), "coups and hands are all there is"
    pays = Odds.parse(line.pays)
    if line.bet == INSURANCE:
        return why_insurance(felt.dealer, pays)
    if line.bet not in (MAIN, BEHIND):
        return why_special(line.bet, Outcome(line.outcome, pays))
    positions = felt.positions_behind(patron) if line.bet == BEHIND else felt.hands(patron)
    position = next(position for position in positions if position.number == line.position)
    branch = position.branches[line.branch]
    result = Result(HandAt(line.position, line.branch), Ending(line.outcome), pays, branch.wager)
    fork = felt.forked.get(line.position) if line.bet == MAIN else None
    return why_result(branch, felt.dealer if fork is None else fork.round.dealer, result)


def next_card(table: Table, felt: Felt) -> tuple[str, Facts]:
    """The message for a card that is on its way: of the first ones, for a hand, for the dealer or a side."""
    if not isinstance(felt, CoupFelt):
        return _next_of_hands(table, felt)
    if not felt.coup.player:
        return "no_more_bets", {}
    if not felt.first_dealt:
        return "dealing", {}
    wanted = felt.due
    assert isinstance(wanted, due.Card), "a coup waits for cards alone"
    return f"{wanted.to.value}_draws", {}


def _next_of_hands(table: Table, felt: Felt) -> tuple[str, Facts]:
    wanted = felt.due
    if not felt.first_dealt:
        return "dealing" if table.deal.dealt else "no_more_bets", {}
    if felt.shows_result:
        return "dealer_draws", {}
    if seat_count(table.deal.settings) and isinstance(wanted, due.Card) and isinstance(wanted.to, HandAt):
        return "seat_draws", {"seat": wanted.to.position}
    return "drawing", {}
