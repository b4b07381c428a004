"""From outcomes to amounts: what each wager of a round returns. Whose money it is, is not known here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from cutcard.games import baccarat
from cutcard.games.baccarat.bets.judging import THE_COUP
from cutcard.games.baccarat.coup import finished
from cutcard.games.baccarat.settle import view
from cutcard.games.blackjack.dealer import Dealer
from cutcard.games.blackjack.options import Decision
from cutcard.games.blackjack.play import Position
from cutcard.games.blackjack.rules import Rules
from cutcard.games.blackjack.settle import insurance_pays, results, special_outcome
from cutcard.games.blackjack.wagers import MAIN
from cutcard.money import LOSE, Odds, settle
from cutcard.profiles import catalogue_of
from cutcard.specials import Outcome, PayTable, outcome
from cutcard.table.event import Wagers
from cutcard.table.felt.wager_fates import INSURANCE
from cutcard.table.play.events import LineShare, SettledShare
from cutcard.table.settings import BEHIND


def main_stake(wagers: Wagers, position: int) -> int:
    """What lies on the main bet of a position."""
    return sum(wager.stake for wager in wagers if wager.position == position and wager.bet == MAIN)


def cost(stake: int, decision: Decision) -> int:
    """What a decision costs on top of a stake."""
    if decision in (Decision.DOUBLE, Decision.SPLIT):
        return stake
    return insurance_stake(stake) if decision is Decision.INSURE else 0


def committed(wagers: Wagers, positions: Iterable[Position], insurances: Mapping[int, int]) -> int:
    """What lies there by now, bets behind aside: with doubles and splits, special bets and insurance."""
    mains = sum(
        main_stake(wagers, position.number) * sum(branch.wager for branch in position.branches)
        for position in positions
        if position.main
    )
    specials = sum(wager.stake for wager in wagers if wager.bet not in (MAIN, BEHIND))
    return mains + specials + sum(insurances.values())


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
    return SettledShare(
        sum(settled.stake for settled in each), sum(settled.returned for settled in each), each
    )


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

    def of_position(self, position: Position, wagers: Wagers, insurance: int = 0) -> Iterator[LineShare]:
        """Every wager of one patron on one position, the main bet's hands first, and what insurance lies."""
        number = position.number
        original = main_stake(wagers, number)
        if original:
            for ended in results(self.rules, position, self.dealer):
                stake = original * ended.wager
                yield line(number, ended.hand.branch, MAIN, ended.ending.value, ended.pays, stake)
        if insurance:
            pays = insurance_pays(self.rules, self.dealer)
            word = "lose" if pays == LOSE else "win"
            yield line(number, 0, INSURANCE, word, pays, insurance)
        for wager in wagers:
            if wager.position == number and wager.bet not in (MAIN, BEHIND):
                ended_as = self.special(wager.bet, position.first)
                yield line(number, 0, wager.bet, ended_as.id, ended_as.pays, wager.stake)


def of_coup(
    rules: baccarat.Rules, coup: baccarat.Coup, wagers: Wagers, tables: Mapping[str, PayTable]
) -> SettledShare:
    """One patron's wagers on a coup: a finished one, or as much of one as its first cards have decided."""
    if not finished(coup):
        early = ((wager, early_outcome(coup, wager.bet, tables[wager.bet])) for wager in wagers)
        return share(
            line(wager.position, 0, wager.bet, ended.id, ended.pays, wager.stake)
            for wager, ended in early
            if ended is not None
        )
    ended = baccarat.outcomes(rules, coup, [(wager.bet, tables[wager.bet]) for wager in wagers])
    return share(
        line(wager.position, 0, wager.bet, found.id, found.pays, wager.stake)
        for wager, found in zip(wagers, ended, strict=True)
    )


def early_outcome(coup: baccarat.Coup, bet_id: str, pays: PayTable) -> Outcome | None:
    """How a bet on a coup has ended, where the cards that it looks at lie: some of the first, or all."""
    bet = catalogue_of("baccarat")[bet_id]
    lies = finished(coup) if bet.sees == THE_COUP else all(_lies(coup, place) for place in bet.sees)
    return outcome(bet, pays, view(bet, coup)) if lies else None


def _lies(coup: baccarat.Coup, place: str) -> bool:
    """Whether the card of this place, such as ``B2``, lies open."""
    side = coup.player if place.startswith("P") else coup.banker
    return len(side) >= int(place[1:])
