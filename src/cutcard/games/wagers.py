"""What a bet's own declaration says about the bets beside it (SB-50). What a game adds to that is its own."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Any

from cutcard.games.reason import Refusal
from cutcard.specials import Bet


def declared_clash(bets: Iterable[Bet[Any]], wagered: Container[str]) -> Refusal | None:
    """The first condition of these bets that what is wagered does not meet."""
    for bet in bets:
        if bet.needs is not None and bet.needs not in wagered:
            return needed_first(bet.id, bet.needs)
        for other in bet.not_with:
            if other in wagered:
                return Refusal("bets_exclude_each_other", {"bet": bet.id, "other": other})
    return None


def needed_first(bet_id: str, needed: str) -> Refusal:
    """The refusal of a bet whose condition is not wagered yet."""
    if needed == "main":
        return Refusal("main_bet_first", {"bet": bet_id})
    return Refusal("other_bet_first", {"bet": bet_id, "needs": needed})
