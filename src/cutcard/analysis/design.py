"""Which odds give a bet a house edge within a range: those of one line, or whole pay tables of round numbers.

A bet is counted once for each number of decks; every edge then follows from the counts, as a fraction.
What is customary to print, and how tables are searched, is not known here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import islice, pairwise
from typing import Any, Final, NamedTuple

import msgspec

from cutcard.analysis.answer import Answer, exactly
from cutcard.analysis.edge_range import BadDesign, EdgeRange, percent
from cutcard.analysis.odds_search import (
    ODDS_MAX,
    PARTS,
    SearchedLine,
    Table,
    WonRange,
    nearest_tables,
    odds_between,
)
from cutcard.cards import DECKS_MAX, Pack
from cutcard.exact.bets.counted import Counted, by_outcome
from cutcard.exact.bets.specials import count_bet
from cutcard.exact.par import sheet_of_counts
from cutcard.exact.sheet import BetSheet
from cutcard.games import blackjack
from cutcard.money import EVEN, PUSH, Odds
from cutcard.profiles import Profile, bets_of, paytable, with_pays
from cutcard.profiles.profile import paytables
from cutcard.profiles.written_pays import MAIN_BETS, written_as
from cutcard.specials import Bet, PayTable, unknown
from cutcard.specials.bet import LOST, PUSHED

LIMIT: Final = 20
LIMIT_MAX: Final = 1_000
WIDTHS: Final = (Fraction(2), Fraction(4), Fraction(10))
"""How many times more or less than before a line may pay; the next where the one before has no table."""

TABLES_MAX: Final = 100_000
"""Tables that are looked at before a search among several numbers of decks ends."""

SOURCE: Final = "designed"
Pays = dict[str, Odds]


class DesignQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked: the edge, for which numbers of decks, of one line or of all, and of how many answers."""

    edge: EdgeRange
    decks: tuple[int, ...]
    line: str | None = None
    limit: int = LIMIT


class DesignRow(msgspec.Struct, frozen=True):
    """A pay table, and the bet's sheet under it by number of decks; ``decks`` is whose figures lead."""

    table: PayTable
    by_decks: tuple[BetSheet, ...]
    decks: int

    @property
    def sheet(self) -> BetSheet:
        """The figures that lead."""
        return self.by_decks[self.decks - 1]

    def document(self) -> dict[str, Any]:
        """The row as ``cutcard design --json`` prints it."""
        return {
            "paytable": self.table.id,
            "pays": {line: str(odds) for line, odds in self.table.pays.items()},
            **_figures(self.sheet),
            "by_decks": [_figures(sheet) for sheet in self.by_decks],
        }


class Design(Answer, frozen=True):
    """The answer: pay tables with an edge in the range, nearest to its middle first.

    Where there is none, ``nearest`` is the table that comes closest. ``odds`` is between what the odds of
    the one line must lie, exactly. ``more`` is whether there are more tables than were asked for.
    """

    profile: str
    bet: str
    question: DesignQuestion
    rows: tuple[DesignRow, ...]
    more: bool = False
    odds: tuple[Fraction, Fraction] | None = None
    nearest: DesignRow | None = None

    def document(self) -> dict[str, Any]:
        """The answer as ``cutcard design --json`` prints it."""
        question = self.question
        edge = {**exactly("low", question.edge.low), **exactly("high", question.edge.high)}
        odds = self.odds and {**exactly("low", self.odds[0]), **exactly("high", self.odds[1])}
        return {
            "profile": self.profile,
            "bet": self.bet,
            "edge": edge,
            "decks": list(question.decks),
            "line": question.line,
            "odds": odds,
            "rows": [row.document() for row in self.rows],
            "more": self.more,
            "nearest": self.nearest and self.nearest.document(),
        }

    def table(self) -> list[dict[str, Any]]:
        """A row for each table: what its lines pay, the figures that lead, the edge by number of decks."""
        return [_flat(row) for row in self.to_dict()["rows"]]

    def no_table_line(self) -> str:
        """One line for people where nothing fits."""
        assert self.nearest is not None, "where nothing fits, something is nearest"
        line = self.question.line
        found = f"no odds of {line} were found that give" if line else "no pay table was found that gives"
        edges = sorted({self.nearest.by_decks[decks - 1].house_edge for decks in self.question.decks})
        gives = " to ".join(percent(edge) for edge in dict.fromkeys((edges[0], edges[-1])))
        return (
            f"{found} {self.bet} a house edge of {self.question.edge} with {_in_words(self.question.decks)}; "
            f"the nearest, {self.nearest.table.id}, gives {gives}"
        )


def design_bet(
    profile: Profile,
    bet_id: str,
    question: DesignQuestion,
    table_id: str | None = None,
    written: Sequence[str] = (),
) -> Design:
    """The answer for a bet of the profile, which begins with its own pay table or with another."""
    if not 1 <= question.limit <= LIMIT_MAX:
        raise BadDesign(f"--limit is 1 to {LIMIT_MAX}, not {question.limit}")
    if isinstance(profile.rules, blackjack.Rules) and bet_id in MAIN_BETS[profile.game]:
        by_rules = MAIN_BETS[profile.game][bet_id]
        raise BadDesign(f"{bet_id} has no lines to vary, it is paid by the rule values: {by_rules}")
    bet = bets_of(profile)[bet_id]
    if written:
        profile, table_id = with_pays(profile, bet_id, written, table_id), None
    before: Pays = {}
    if table_id is not None or paytables(profile, bet):
        before = dict(paytable(profile, bet_id, table_id).pays)
    return _Designing(profile, bet, question, before).answer()


class _Designing:
    """A question under way: the bet, what it paid before, and its counts by number of decks."""

    def __init__(self, profile: Profile, bet: Bet[Any], question: DesignQuestion, before: Pays) -> None:
        self.profile, self.bet, self.question = profile, bet, question
        own = profile.rules.decks
        self.decks = own if own in question.decks else question.decks[0]
        lines = tuple(line.id for line in bet.lines)
        if question.line is not None and question.line not in lines:
            raise BadDesign(unknown(f"line of {bet.id}", question.line, lines))
        paid = (*before, *([question.line] if question.line else [])) if before else lines
        pays = PayTable("counted", {line: EVEN for line in lines if line in paid})
        self.counts = tuple(
            count_bet(bet, pays, Pack.of_decks(decks), profile.rules) for decks in range(1, DECKS_MAX + 1)
        )
        self.before = before or self._equal_shares(lines)

    def answer(self) -> Design:
        if self.question.line is not None:
            return self._of_line(self.question.line)
        return self._of_tables()

    def _counted(self, decks: int) -> tuple[Counted, dict[str, int]]:
        counted = self.counts[decks - 1]
        return counted, dict(counted.counts)

    def _equal_shares(self, lines: Iterable[str]) -> Pays:
        """Where no pay table is given, every line begins with the same share of what is won."""
        counted, ways = self._counted(self.decks)
        won = ways[LOST.id] - self.question.edge.middle * counted.total
        shares = {line: won / (len(self.bet.lines) * max(ways[line], 1)) for line in lines}
        return {
            line: Odds.of(max(share, Fraction(1, 2)).limit_denominator(1_000))
            for line, share in shares.items()
        }

    def _row(self, pays: Pays) -> DesignRow:
        in_order = {line.id: pays[line.id] for line in self.bet.lines if line.id in pays}
        table = PayTable(written_as(self.bet, in_order), in_order, source=SOURCE)
        sheets = []
        for decks in range(1, DECKS_MAX + 1):
            counted, ways = self._counted(decks)
            ended = Counter({PUSHED.id: ways.get(PUSHED.id, 0), LOST.id: ways[LOST.id]})
            for line, odds in in_order.items():
                ended[PUSHED.id if odds == PUSH else line] += ways[line]
            counted = by_outcome(self.bet, table, counted.total, _without_push(self.bet, in_order, ended))
            sheets.append(sheet_of_counts(self.bet, table, counted, decks))
        return DesignRow(table, tuple(sheets), self.decks)

    def _edge(self, pays: Pays, decks: int) -> Fraction:
        counted, ways = self._counted(decks)
        won = sum((ways[line] * odds.ratio for line, odds in pays.items()), Fraction(0))
        return (ways[LOST.id] - won) / counted.total

    def _outside(self, pays: Pays) -> Fraction:
        """How far the edge lies outside the range, for the number of decks where it lies furthest."""
        return max(self.question.edge.outside(self._edge(pays, decks)) for decks in self.question.decks)

    def _off_middle(self, pays: Pays) -> Fraction:
        return abs(self._edge(pays, self.decks) - self.question.edge.middle)

    def _of_line(self, line: str) -> Design:
        others = {name: odds for name, odds in self.before.items() if name != line}
        low, high = self._odds_range(line, others)
        tried = [{**others, line: odds} for odds in odds_between(low, high, self.question.limit)]
        tried.sort(key=lambda pays: (self._off_middle(pays), pays[line].staked, pays[line].won))
        rows = tuple(self._row(pays) for pays in tried[: self.question.limit])
        nearest = None if rows else self._row(self._nearest_odds(line, others, low, high))
        between = (low, high) if low <= high else None
        return Design(self.profile.id, self.bet.id, self.question, rows, False, between, nearest)

    def _odds_range(self, line: str, others: Pays) -> tuple[Fraction, Fraction]:
        """From which odds to which the edge is in the range with all decks; for none the wrong way round."""
        low, high = Fraction(0), None
        for decks in self.question.decks:
            counted, ways = self._counted(decks)
            if not ways[line]:
                continue
            without, chance = self._edge(others, decks), Fraction(ways[line], counted.total)
            low = max(low, (without - self.question.edge.high) / chance)
            most = (without - self.question.edge.low) / chance
            high = most if high is None else min(high, most)
        if high is None:
            raise BadDesign(
                f"{line} never comes with {_in_words(self.question.decks)}: its odds change nothing"
            )
        return low, high

    def _nearest_odds(self, line: str, others: Pays, low: Fraction, high: Fraction) -> Pays:
        """The odds that come closest: whole ones, or the nearest half, tenth or twentieth."""
        about = min(max((low + high) / 2, Fraction(0)), Fraction(ODDS_MAX - 1))
        tried = {
            Odds.of(Fraction(max(int(about * part) + more, 0), part))
            for part in (1, *PARTS)
            for more in (0, 1)
        }
        pays = [{**others, line: odds} for odds in sorted(tried, key=lambda odds: (odds.staked, odds.won))]
        return min(pays, key=self._outside)

    def _of_tables(self) -> Design:
        lines = sorted(
            (line for line, odds in self.before.items() if odds != PUSH),
            key=lambda line: self.before[line].ratio,
            reverse=True,
        )
        if not lines:
            raise BadDesign(f"no line of {self.bet.id} wins, so there are no odds to vary")
        fixed = {line: odds for line, odds in self.before.items() if odds == PUSH}
        counted, ways = self._counted(self.decks)
        searched = [SearchedLine(ways[line], self.before[line].ratio) for line in lines]
        for at, (above, below) in enumerate(pairwise(lines), 1):
            alike = self.before[above] == self.before[below]
            searched[at] = msgspec.structs.replace(searched[at], may_equal=alike)
        target = ways[LOST.id] - self.question.edge.middle * counted.total
        searches: list[_SearchResult] = []
        for width in WIDTHS:
            searches.append(self._search(nearest_tables(searched, target, width), tuple(lines)))
            if searches[-1].fitting:
                break
        found = min(searches, key=lambda search: search.outside)
        fitting = [{**dict(zip(lines, table, strict=True)), **fixed} for table in found.fitting]
        nearest = {**dict(zip(lines, found.nearest, strict=True)), **fixed}
        rows = tuple(self._row(pays) for pays in fitting[: self.question.limit])
        closest = None if rows else self._row(nearest)
        return Design(
            self.profile.id, self.bet.id, self.question, rows, len(fitting) > len(rows), None, closest
        )

    def _search(self, tables: Iterable[Table], lines: tuple[str, ...]) -> _SearchResult:
        """The tables in the range for every number of decks, one more than asked for, and the nearest."""
        judge = WonRange.of(
            self.question.edge, lines, [self.counts[decks - 1] for decks in self.question.decks]
        )
        own = WonRange.of(self.question.edge, lines, [self.counts[self.decks - 1]])
        fitting: list[Table] = []
        nearest: tuple[float, Table] | None = None
        for table in islice(tables, TABLES_MAX):
            outside = judge.outside(table)
            if nearest is None or outside < nearest[0]:
                nearest = (outside, table)
            if not outside:
                fitting.append(table)
            if len(fitting) > self.question.limit or own.outside(table):
                break
        assert nearest is not None, "there is one table at least: that of before"
        return _SearchResult(fitting, *nearest)


class _SearchResult(NamedTuple):
    """The tables in the range; how far the nearest lies outside, and which it is."""

    fitting: list[Table]
    outside: float
    nearest: Table


def _without_push(bet: Bet[Any], pays: Pays, ways: Counter[str]) -> Mapping[str, int]:
    """The counts by outcome; of a bet that cannot push without the push."""
    pushes = bet.pushes is not None or PUSH in pays.values()
    return ways if pushes else {outcome: count for outcome, count in ways.items() if outcome != PUSHED.id}


def _in_words(decks: Sequence[int]) -> str:
    *others, last = decks
    if others and len(decks) == last - decks[0] + 1:
        return f"{decks[0]} to {last} decks"
    before = f"{', '.join(map(str, others))} and " if others else ""
    return f"{before}{last} {'deck' if decks == (1,) else 'decks'}"


def _flat(row: dict[str, Any]) -> dict[str, Any]:
    pays, by_decks = row.pop("pays"), row.pop("by_decks")
    return {
        **row,
        **{f"pays_{line}": odds for line, odds in pays.items()},
        **{f"house_edge_{of['decks']}_decks_float": of["house_edge_float"] for of in by_decks},
    }


def _figures(sheet: BetSheet) -> dict[str, Any]:
    return {
        "decks": sheet.decks,
        **exactly("return", sheet.returned),
        **exactly("house_edge", sheet.house_edge),
        **exactly("hit_rate", sheet.hit_rate),
        "variance_float": float(sheet.variance),
        "standard_deviation_float": sheet.standard_deviation,
    }
