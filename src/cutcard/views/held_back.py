"""A private table as its own terminal sees it while a public display is first (MO-01).

What the display shows already is left out here, so that it is in no message to the terminal before its time.
"""

from __future__ import annotations

import msgspec

from cutcard.games.reason import Reason
from cutcard.table.phases import holds_back, open_to_displays
from cutcard.table.state import Table
from cutcard.views.felts import picture_before
from cutcard.views.messages.tables import PublicView
from cutcard.views.phase import message


def late_view(table: Table, view: PublicView) -> PublicView:
    """The view of a table without what its own terminal is to see only when the delay is over."""
    if not holds_back(table):
        return view
    felt = table.deal.felt
    assert felt is not None, "what is held back lies on the felt"
    parts, hidden = picture_before(felt)
    return msgspec.structs.replace(
        view,
        message=_message(table),
        history=view.history[: len(view.history) - hidden],
        shoe_dealt=view.shoe_dealt - hidden,
        highlights=(),
        why=(),
        **parts,
    )


def _message(table: Table) -> Reason:
    """What the terminal waits for, which is not what is on the display."""
    if table.halt.paused is not None:
        return message(table)
    key = "message.display_first" if open_to_displays(table) else "message.result_later"
    return Reason(key, {"round": table.deal.round})
