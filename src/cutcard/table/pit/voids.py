"""What a void hands back: every stake, and by a setting special bets already won (TB-31). Changes nothing."""

from __future__ import annotations

from collections.abc import Iterator

from cutcard.money import settle
from cutcard.table.events import Refund, Wager
from cutcard.table.felt.felt import Felt
from cutcard.table.settings import BEHIND, paytables
from cutcard.table.state import Table


def stakes_back(table: Table) -> dict[str, Refund]:
    """Every stake of the unsettled round, and nothing more."""
    assert table.deal.felt is not None, "there is a round to void"
    felt = table.deal.felt
    return {patron: Refund(felt.staked(patron)) for patron in felt.wagers}


def refunds(table: Table) -> dict[str, Refund]:
    """What a void hands everybody: their stakes, and where the house says so what special bets have won."""
    back = stakes_back(table)
    if not table.deal.settings.void_pays_won_specials:
        return back
    felt = table.deal.felt
    assert felt is not None, "there is a round to void"
    return {
        patron: Refund(share.returned, sum(_gains(table, felt, felt.wagers[patron])))
        for patron, share in back.items()
    }


def _gains(table: Table, felt: Felt, wagers: tuple[Wager, ...]) -> Iterator[int]:
    """The gain of each special bet that the open cards have already decided for the patron."""
    tables = paytables(table.deal.settings)
    for wager in wagers:
        if wager.bet in tables and wager.bet != BEHIND:
            won = felt.decided_early(wager, tables[wager.bet])
            if won is not None and won.pays.won > 0:
                yield settle(wager.stake, won.pays).net
