"""A catalogue: the bets of one game by name. Which game, it does not know.

Some bets come in families whose ids carry numbers (``hi-ti-0-3``); a family makes
the bet when it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from cutcard.specials.bet import Bet, PayTable
from cutcard.specials.unknown import unknown

Family = Callable[[str], "Bet[Any] | None"]


class NoSuchBet(KeyError):
    """The catalogue has no bet of this id."""

    def __str__(self) -> str:
        return str(self.args[0])


class NoSuchPayTable(KeyError):
    """The bet has no pay table of this id."""

    def __str__(self) -> str:
        return str(self.args[0])


class Catalogue:
    """The bets of a game, in the order in which they are listed."""

    def __init__(self, bets: tuple[Bet[Any], ...], family: Family | None = None) -> None:
        self._bets = {bet.id: bet for bet in bets}
        self._family = family
        assert len(self._bets) == len(bets), "two bets share an id"

    def with_bets(self, bets: tuple[Bet[Any], ...]) -> Catalogue:
        """The catalogue with these bets, too."""
        return Catalogue((*self, *bets), self._family) if bets else self

    def __iter__(self) -> Iterator[Bet[Any]]:
        return iter(self._bets.values())

    def __contains__(self, bet_id: str) -> bool:
        return self._find(bet_id) is not None

    def __getitem__(self, bet_id: str) -> Bet[Any]:
        bet = self._find(bet_id)
        if bet is None and bet_id.endswith(".toml"):
            raise NoSuchBet(f"{bet_id}: an own bet is counted, simulated and designed, and no table plays it")
        if bet is None:
            raise NoSuchBet(unknown("bet", bet_id, self._bets))
        return bet

    def _find(self, bet_id: str) -> Bet[Any] | None:
        bet = self._bets.get(bet_id)
        if bet is None and self._family is not None:
            return self._family(bet_id)
        return bet

    def paytable(self, bet_id: str, table_id: str | None = None) -> PayTable:
        """The bet's pay table of this id, or its first."""
        tables = {table.id: table for table in self[bet_id].paytables}
        if table_id is None and tables:
            return next(iter(tables.values()))
        if table_id not in tables:
            raise NoSuchPayTable(unknown(f"pay table of {bet_id}", table_id or "", tables))
        return tables[table_id]
