"""Settlement: how each bet on a finished coup ended, and why.

Amounts are not known here: an outcome is odds, and what they come to is money's affair.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeAlias

from cutcard.games.baccarat.bets import CATALOGUE, tie_table
from cutcard.games.baccarat.bets.judging import THE_COUP
from cutcard.games.baccarat.bets.names import key_and_facts
from cutcard.games.baccarat.coup import Coup, finished, total
from cutcard.games.baccarat.rules import Rules
from cutcard.games.reason import Reason
from cutcard.specials import Bet, Outcome, PayTable, outcome, paid_lines
from cutcard.specials.bet import PUSHED

Wagered: TypeAlias = tuple[str, PayTable | None]
"""The id of a bet, and the pay table the house has chosen for it, or None for its first."""

_PLACES: Final[dict[str, Callable[[Coup], int]]] = {
    "P1": lambda coup: coup.player[0],
    "P2": lambda coup: coup.player[1],
    "B1": lambda coup: coup.banker[0],
    "B2": lambda coup: coup.banker[1],
}


def view(bet: Bet[Any], coup: Coup) -> Coup | tuple[int, ...]:
    """What the bet is judged by: the cards it sees, in its order, or the whole coup."""
    if bet.sees == THE_COUP:
        return coup
    return tuple(_PLACES[place](coup) for place in bet.sees)


def paytable_in_force(rules: Rules, bet_id: str, chosen: PayTable | None = None) -> PayTable:
    """Banker's and Tie's pay tables are rule values; any other bet's is chosen, or else its first."""
    match bet_id:
        case "banker":
            return CATALOGUE.paytable(bet_id, rules.banker_pays)
        case "tie":
            return tie_table(rules.tie_pays)
        case _:
            return chosen or CATALOGUE.paytable(bet_id)


def outcomes(rules: Rules, coup: Coup, wagered: Iterable[Wagered]) -> tuple[Outcome, ...]:
    """How each of these bets ended, in the same order."""
    assert finished(coup), "a coup is settled when no card is due any more"
    return tuple(
        outcome(CATALOGUE[bet_id], paytable_in_force(rules, bet_id, chosen), view(CATALOGUE[bet_id], coup))
        for bet_id, chosen in wagered
    )


def reasons(rules: Rules, coup: Coup, wagered: Iterable[Wagered]) -> tuple[Reason, ...]:
    """Why each of these bets paid, pushed or lost, in the same order (TB-65)."""
    assert finished(coup), "a coup is explained when no card is due any more"
    return tuple(
        _why(CATALOGUE[bet_id], paytable_in_force(rules, bet_id, chosen), coup) for bet_id, chosen in wagered
    )


def _why(bet: Bet[Any], table: PayTable, coup: Coup) -> Reason:
    seen = view(bet, coup)
    ended = outcome(bet, table, seen)
    key, numbers = key_and_facts(bet.id)
    facts = {**numbers, "player": total(coup.player), "banker": total(coup.banker), "odds": str(ended.pays)}
    line = next((line.id for line, _ in paid_lines(bet, table) if line.fits(seen)), None)
    if ended is not PUSHED or line is None:
        return Reason(f"baccarat.why.{key}.{ended.id}", facts)
    pushes = "three_card_seven_pushes" if line == "three-card-seven" else "line_pushes"
    return Reason(f"baccarat.why.{pushes}", facts)
