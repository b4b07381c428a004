"""A private table as its own terminal is told of it while a public display is first (MO-01).

What the display shows already is left out here, so that it is in no message to the terminal before its time.
"""

from __future__ import annotations

import msgspec

from cutcard.games.blackjack.dealer import Dealer, with_card, with_face_down
from cutcard.games.blackjack.rules import SecondCard
from cutcard.games.reason import Reason
from cutcard.table.felt_coup import CoupFelt
from cutcard.table.phases import holds_back, open_to_displays
from cutcard.table.state import Table
from cutcard.views.cards import coup_sides, dealer_view
from cutcard.views.messages import message
from cutcard.views.shapes import PublicView


def late_view(table: Table, view: PublicView) -> PublicView:
    """The view of a table without what its own terminal is to see only when the delay is over."""
    if not holds_back(table):
        return view
    felt = table.felt
    assert felt is not None, "what is held back lies on the felt"
    if isinstance(felt, CoupFelt):
        player, banker = coup_sides(type(felt.coup)())
        hidden = len(felt.coup.player) + len(felt.coup.banker)
        view = msgspec.structs.replace(view, player=player, banker=banker, winner=None)
    else:
        dealer = felt.round.dealer
        up_card = with_card(Dealer(), dealer.cards[0])
        if felt.round.rules.second_card is SecondCard.HOLE:
            up_card = with_face_down(up_card)
        hidden = len(dealer.cards) - 1
        view = msgspec.structs.replace(view, dealer=dealer_view(up_card, over=False))
    return msgspec.structs.replace(
        view,
        message=_message(table),
        history=view.history[: len(view.history) - hidden],
        shoe_dealt=view.shoe_dealt - hidden,
        highlights=(),
        why=(),
    )


def _message(table: Table) -> Reason:
    """What the terminal waits for, which is not what is on the display."""
    if table.paused is not None:
        return message(table)
    key = "message.display_first" if open_to_displays(table) else "message.result_later"
    return Reason(key, {"round": table.round})
