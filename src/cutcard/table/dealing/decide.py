"""Cards as they come: which is taken, where a scanned one goes, and who may deal. Changes nothing."""

from __future__ import annotations

from typing import Final

from cutcard.games.reason import Refusal
from cutcard.profiles import Mode
from cutcard.table import commands as c
from cutcard.table import events as e
from cutcard.table.command import Deals, Source, TableCommand
from cutcard.table.moment import Decisions, Moment
from cutcard.table.pit.croupier import impossible_card
from cutcard.table.settings import Settings, is_random
from cutcard.table.state import Phase, Table
from cutcard.table.want import Want, want

IMPOSSIBLE_FACE_DOWN: Final = "impossible_face_down"


def not_dealt_here(
    settings: Settings, command: TableCommand | type[TableCommand], source: Source
) -> Refusal | None:
    """Why what deals does not come from there: the one rule about who may deal (TB-62, TB-70)."""
    if source is Source.CENTER or command.deals is Deals.NOTHING:
        return None  # which is nearly always, and looking into a flag takes its time
    if source is Source.TERMINAL and Deals.BY_HAND in command.deals and settings.mode is not Mode.LIVE:
        return Refusal("not_a_live_table")
    if Deals.FROM_THE_SHOE in command.deals and is_random(settings):
        return Refusal("not_asked_of_this_table")
    return None


def enter_card(table: Table, command: c.EnterCard, moment: Moment) -> Decisions:
    """A card that was scanned or typed goes where one is due."""
    answer = as_due(table, command)
    match answer:
        case c.Deal():
            return deal(table, answer, moment)
        case c.DealFaceDown():
            return deal_face_down(table, answer, moment)
        case c.Burn():
            return burn(table, answer, moment)
        case c.TurnUp():
            return turn_up(table, answer, moment)


def as_due(table: Table, command: c.EnterCard) -> c.Deal | c.DealFaceDown | c.Burn | c.TurnUp:
    """A card that was scanned or typed is the one that is due: turned, burned, dealt, or read face down.

    One that is burned face down goes away unnamed: nobody is to know that it is gone.
    """
    card = command.card
    match want(table):
        case Want.TURN:
            return c.TurnUp(card)
        case Want.BURN_SHOWN:
            return c.Burn(card)
        case Want.BURN:
            return c.Burn()
        case Want.FACE_DOWN if table.deal.settings.face_down_reader:
            return c.DealFaceDown(card)
        case _:
            return c.Deal(card)


def _wanted(table: Table) -> Want | None:
    return want(table) if table.phase is Phase.PLAYING else None


_NOT_OPEN: dict[Want | None, str] = {
    Want.FACE_DOWN: "card_goes_face_down",
    Want.CHECK: "look_comes_first",
}
"""Why an open card is not taken where something else is due."""


def deal(table: Table, command: c.Deal, _moment: Moment) -> Decisions:
    """An open card came."""
    wanted = _wanted(table)
    if wanted is not Want.CARD:
        return Refusal(_NOT_OPEN.get(wanted, "no_card_is_due"))
    if not table.deal.shoe.pack.counts[command.card]:
        return impossible_card(table, command.card)
    return (e.CardDealt(command.card, table.deal.draws + 1),)


def deal_face_down(table: Table, command: c.DealFaceDown, _moment: Moment) -> Decisions:
    """A card came face down."""
    card = command.card
    if _wanted(table) is not Want.FACE_DOWN:
        return Refusal("no_face_down_card_is_due")
    if card is not None and table.deal.settings.face_down_reader and not table.deal.shoe.pack.counts[card]:
        # The reason is read by everybody, and names no card that lies face down (BJ-11).
        return (e.Paused(IMPOSSIBLE_FACE_DOWN, "table"),)
    return (e.FaceDownDealt(table.deal.draws + 1, card is not None and table.deal.settings.face_down_reader),)


def burn(table: Table, command: c.Burn, _moment: Moment) -> Decisions:
    """A card was put away."""
    card, wanted = command.card, _wanted(table)
    if wanted not in (Want.BURN, Want.BURN_SHOWN):
        return Refusal("no_card_is_due")
    if card is None and wanted is Want.BURN_SHOWN:
        return Refusal("burn_it_face_up")
    if card is not None and not table.deal.shoe.pack.counts[card]:
        return impossible_card(table, card)
    return (e.CardBurned(card, table.deal.draws + 1),)


def check(table: Table, command: c.Check, _moment: Moment) -> Decisions:
    """The dealer has looked."""
    looks = _wanted(table) is Want.CHECK
    return (e.Checked(command.blackjack),) if looks else Refusal("no_check_is_due")


def turn_up(table: Table, command: c.TurnUp, _moment: Moment) -> Decisions:
    """The face-down card is turned."""
    if _wanted(table) is not Want.TURN:
        return Refusal("no_turn_is_due")
    card = command.card
    assert table.deal.felt is not None, "a card is turned in a round"
    if not table.deal.shoe.pack.counts[card]:
        return impossible_card(table, card)
    return table.deal.felt.turn_refused(card) or (e.CardTurned(card),)
