"""What the rounds of a table came to, added up from its events as they are read.

It believes the cards and the settled shares on record; how a screen words or draws them it does not know.
"""

from __future__ import annotations

from typing import Any

from cutcard.table import Table
from cutcard.table import events as e
from cutcard.table.felt.coup import CoupFelt
from cutcard.table.state import Phase
from tests.narration.narration import Truth, coup_result

WINNERS = {"Player wins.": "P", "Banker wins.": "B", "A tie.": "T"}
SHORT = {"The dealer is bust.": "Bust", "The dealer has blackjack.": "BJ"}


class Tally:
    """Results of the dealer and of each patron, the newest last, and what the last round gave whom."""

    def __init__(self) -> None:
        self.truth = Truth()
        self.results: list[str] = []
        self.coups: list[str] = []
        self.nets: dict[str, dict[int, int]] = {}
        self.last_win: dict[str, int] = {}
        self.stakes_back: dict[str, int] = {}
        self._shoe = self._round = 0

    def heard(self, event: Any, table: Table) -> None:
        """An event, and the table after it."""
        self.truth.heard(event)
        match event:
            case e.RoundOpened():
                self._round = event.round
                if event.shoe_number != self._shoe:
                    self._shoe, self.coups = event.shoe_number, []
            case e.BetsClosed():
                self.last_win |= dict.fromkeys(event.shares, 0)
                self.stakes_back = {}
            case e.RoundSettled():
                self._note_result(table)
                for patron, share in event.shares.items():
                    self._note_share(patron, share)
            case e.RoundVoided():
                for patron, refund in event.shares.items():
                    self.last_win[patron] = refund.won
                    self.stakes_back[patron] = refund.returned
                    self.nets.setdefault(patron, {})[self._round] = refund.won
            case e.CorrectionMade():
                for patron, correction in event.shares.items():
                    self.nets[patron][event.of_round] += correction.amount
            case _:
                pass

    def _note_share(self, patron: str, share: e.SettledShare) -> None:
        won = sum(max(0, line.returned - line.stake) for line in share.lines)
        self.last_win[patron] = won
        self.stakes_back[patron] = share.returned - won
        self.nets.setdefault(patron, {})[self._round] = share.returned - share.staked

    def _note_result(self, table: Table) -> None:
        if isinstance(table.deal.felt, CoupFelt):
            self.coups.append(letter(table.deal.felt))
        else:
            self.results.append(short(self.truth.result(table)))

    def results_now(self, table: Table) -> list[str]:
        """The dealer's results, the one that may still be disputed among them."""
        open_to_dispute = table.phase is Phase.DISPUTE
        return [*self.results, *([short(self.truth.result(table))] if open_to_dispute else [])]

    def coups_now(self, table: Table) -> list[str]:
        """The winners of the shoe, the one that may still be disputed among them."""
        felt = table.deal.felt
        now = [letter(felt)] if table.phase is Phase.DISPUTE and isinstance(felt, CoupFelt) else []
        return [*self.coups, *now]


def letter(felt: CoupFelt) -> str:
    """The winner of a coup as roads are written."""
    player, banker = felt.coup.player, felt.coup.banker
    return WINNERS[coup_result(player, banker)]


def short(result: str) -> str:
    """A result as it stands in the panel beside the table."""
    if result.startswith("The dealer has ") and result not in SHORT:
        return result.removeprefix("The dealer has ").removesuffix(".")
    return SHORT.get(result, "–")
