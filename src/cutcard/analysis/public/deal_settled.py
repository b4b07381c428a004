"""What a wager came to, as ``cutcard deal`` prints it for both games."""

from __future__ import annotations

from typing import Any

from cutcard.analysis.answer import exactly
from cutcard.games.reason import Reason
from cutcard.money import Odds, settle
from cutcard.texts import say


def outcome_figures(stake: int, pays: Odds, why: Reason) -> dict[str, Any]:
    """The odds, the money, the rounding and the reason of one outcome."""
    came_to = settle(stake, pays)
    return {
        "pays": str(pays),
        "net": came_to.net,
        "returned": came_to.returned,
        **exactly("remainder", came_to.remainder),
        "why": say(why),
    }
