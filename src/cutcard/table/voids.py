"""What a void hands back: every stake, and by a setting special bets already won (TB-31). Changes nothing."""

from __future__ import annotations

from collections.abc import Iterator

from cutcard.games import baccarat
from cutcard.games.blackjack.settle import highlights
from cutcard.money import settle
from cutcard.specials import Outcome, PayTable
from cutcard.table.events import Refund, Wager
from cutcard.table.felt_coup import CoupFelt
from cutcard.table.felt_shared import SharedFelt
from cutcard.table.felt_turns import TurnsFelt
from cutcard.table.settings import BEHIND, paytables
from cutcard.table.settling import early_outcome
from cutcard.table.state import Table

FIRST_CARDS = 2


def stakes_back(table: Table) -> dict[str, Refund]:
    """Every stake of the unsettled round, and nothing more."""
    assert table.felt is not None, "there is a round to void"
    felt = table.felt
    return {patron: Refund(felt.staked(patron)) for patron in felt.wagers}


def refunds(table: Table) -> dict[str, Refund]:
    """What a void hands everybody: their stakes, and where the house says so what special bets have won."""
    back = stakes_back(table)
    if not table.settings.void_pays_won_specials:
        return back
    felt = table.felt
    assert felt is not None, "there is a round to void"
    return {
        patron: Refund(one.returned, sum(_gains(table, patron, felt.wagers[patron])))
        for patron, one in back.items()
    }


def _gains(table: Table, patron: str, wagers: tuple[Wager, ...]) -> Iterator[int]:
    """The gain of each special bet that the open cards have already decided for the patron."""
    tables = paytables(table.settings)
    for wager in wagers:
        if wager.bet in tables and wager.bet != BEHIND:
            won = _won(table, patron, wager, tables[wager.bet])
            if won is not None and won.pays.won > 0:
                yield settle(wager.stake, won.pays).net


def _won(table: Table, patron: str, wager: Wager, pays: PayTable) -> Outcome | None:
    match table.felt:
        case CoupFelt() as felt:
            return None if wager.bet in baccarat.MAIN_BETS else early_outcome(felt.coup, wager.bet, pays)
        case SharedFelt() | TurnsFelt() as felt:
            first = next((one.first for one in felt.hands(patron) if one.number == wager.position), ())
            if isinstance(felt, SharedFelt):
                first = felt.round.first[wager.position - 1]
            if len(first) < FIRST_CARDS:
                return None
            return highlights({wager.bet: pays}, first, felt.round.dealer).get(wager.bet)
        case None:
            return None
