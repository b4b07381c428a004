"""From outcomes to amounts: what each wager of a round returns. Whose money it is, is not known here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from cutcard.games import baccarat
from cutcard.games.blackjack.dealer import Dealer
from cutcard.games.blackjack.play import Position
from cutcard.games.blackjack.rules import Rules
from cutcard.games.blackjack.settle import insurance_pays, results, special_outcome
from cutcard.games.blackjack.wagers import MAIN
from cutcard.money import LOSE, Odds, settle
from cutcard.specials import Outcome, PayTable
from cutcard.table.events import LineShare, SettledShare, Wagers

INSURANCE = "insurance"


def insurance_stake(main_stake: int) -> int:
    """Half the main bet, rounded down to a minor unit (BJ-16)."""
    return main_stake // 2


@lru_cache(maxsize=1 << 14)
def line(position: int, branch: int, bet: str, outcome: str, pays: Odds, stake: int) -> LineShare:
    """One wager settled."""
    settled = settle(stake, pays)
    kept = str(settled.remainder) if settled.remainder else ""
    return LineShare(position, branch, bet, outcome, str(pays), stake, settled.returned, kept)


def share(lines: Iterable[LineShare]) -> SettledShare:
    """A patron's wagers together."""
    each = tuple(lines)
    return SettledShare(sum(one.stake for one in each), sum(one.returned for one in each), each)


class Outcomes:
    """How every bet of a blackjack round ended, found once for each pair of first cards."""

    def __init__(self, rules: Rules, dealer: Dealer, tables: Mapping[str, PayTable]) -> None:
        self.rules = rules
        self.dealer = dealer
        self.tables = tables
        self._specials: dict[tuple[str, tuple[int, ...]], Outcome] = {}

    def special(self, bet: str, first: tuple[int, ...]) -> Outcome:
        """How a special bet on a position with these first cards ended."""
        found = self._specials.get((bet, first))
        if found is None:
            found = special_outcome(bet, self.tables[bet], first, self.dealer)
            self._specials[(bet, first)] = found
        return found

    def of_position(self, position: Position, wagers: Wagers, insured: bool) -> Iterator[LineShare]:
        """Every wager of one patron on one position, the main bet's hands first."""
        number = position.number
        main_stake = sum(one.stake for one in wagers if one.position == number and one.bet == MAIN)
        if main_stake:
            for ended in results(self.rules, position, self.dealer):
                stake = main_stake * ended.wager
                yield line(number, ended.hand.branch, MAIN, ended.ending.value, ended.pays, stake)
        if insured:
            pays = insurance_pays(self.rules, self.dealer)
            outcome = "lose" if pays == LOSE else "win"
            yield line(number, 0, INSURANCE, outcome, pays, insurance_stake(main_stake))
        for one in wagers:
            if one.position == number and one.bet != MAIN:
                ended_as = self.special(one.bet, position.first)
                yield line(number, 0, one.bet, ended_as.id, ended_as.pays, one.stake)


def of_coup(
    rules: baccarat.Rules, coup: baccarat.Coup, wagers: Wagers, tables: Mapping[str, PayTable]
) -> SettledShare:
    """One patron's wagers on a finished coup."""
    ended = baccarat.outcomes(rules, coup, [(one.bet, tables[one.bet]) for one in wagers])
    return share(
        line(one.position, 0, one.bet, outcome.id, outcome.pays, one.stake)
        for one, outcome in zip(wagers, ended, strict=True)
    )
