"""Hands and cards as they are shown. A face-down card is ``??``; its face is not to be had here."""

from __future__ import annotations

from cutcard.cards import text
from cutcard.games.baccarat.coup import Coup, finished, total, winner
from cutcard.games.blackjack.dealer import Dealer, has_blackjack, is_hidden
from cutcard.games.blackjack.hand import is_bust
from cutcard.games.blackjack.play import Branch, Position
from cutcard.views.messages.tables import FACE_DOWN, HandView, SideView


def shown(cards: tuple[int, ...]) -> tuple[str, ...]:
    """Cards as texts such as ``As``."""
    return tuple(text(card) for card in cards)


def hand_views(position: Position, stake: int = 0) -> tuple[HandView, ...]:
    """The hands of a position with this main bet, first branch first; none before it has a card."""
    return tuple(
        _hand(position, index, branch, stake)
        for index, branch in enumerate(position.branches)
        if branch.cards
    )


def _hand(position: Position, index: int, branch: Branch, stake: int) -> HandView:
    return HandView(
        position=position.number,
        branch=index,
        cards=shown(branch.cards),
        total=branch.hand.total,
        soft=branch.hand.soft,
        state=branch.state.value,
        wager=branch.wager,
        main=position.main,
        stake=stake * branch.wager,
    )


def dealer_view(dealer: Dealer, over: bool) -> SideView | None:
    """The dealer's hand; None before the up card. One that stayed hidden to the end has no total (BJ-20)."""
    if not dealer.cards:
        return None
    hidden = (FACE_DOWN,) if dealer.face_down else ()
    return SideView(
        cards=(*shown(dealer.cards), *hidden),
        total=0 if over and is_hidden(dealer) else dealer.hand.total,
        soft=dealer.hand.soft,
        state=_dealer_state(dealer, over),
    )


def _dealer_state(dealer: Dealer, over: bool) -> str:
    if has_blackjack(dealer):
        return "blackjack"
    if is_bust(dealer.hand):
        return "bust"
    if not over:
        return ""
    return "hidden" if is_hidden(dealer) else "stood"


def coup_sides(coup: Coup) -> tuple[SideView, SideView]:
    """Player and Banker."""
    over = finished(coup)
    won = winner(coup).value if over else ""
    sides = (("player", coup.player), ("banker", coup.banker))
    player, banker = (
        SideView(
            cards=shown(cards),
            total=total(cards),
            state="win" if name == won else ("tie" if won == "tie" else "") if over else "",
        )
        for name, cards in sides
    )
    return player, banker
