"""A PAR sheet: the mathematics of one bet, or of a whole profile, as values. Counts nothing itself.

Every probability is a count of combinations over their number, so that a reader can
follow it; every figure besides is worked out here from those counts, exactly.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from math import fsum, sqrt

import msgspec

from cutcard.money import Odds


class Row(msgspec.Struct, frozen=True):
    """One outcome: how many combinations end so, and what it pays. An own bet names its lines itself."""

    id: str
    count: int
    pays: Odds
    name: str = ""


class BetSheet(msgspec.Struct, frozen=True, dict=True):
    """A bet under a pay table. ``rows`` are exclusive and complete: paid lines, push, lose."""

    bet: str
    name: str
    paytable: str
    source: str
    decks: int
    total: int
    rows: tuple[Row, ...]

    def probability(self, row: Row) -> Fraction:
        """The chance of an outcome."""
        return Fraction(row.count, self.total)

    @cached_property
    def returned(self) -> Fraction:
        """What comes back for each unit staked, on average."""
        return 1 + self._mean

    @cached_property
    def house_edge(self) -> Fraction:
        """What the house keeps of each unit staked, on average."""
        return -self._mean

    @cached_property
    def hit_rate(self) -> Fraction:
        """How often the bet wins something."""
        return Fraction(sum(row.count for row in self.rows if row.pays.won > 0), self.total)

    @cached_property
    def variance(self) -> Fraction:
        """The variance of the gain for one unit staked."""
        square = sum((row.count * row.pays.ratio**2 for row in self.rows), Fraction(0)) / self.total
        return square - self._mean**2

    @property
    def standard_deviation(self) -> float:
        """Its square root, which is seldom a fraction."""
        return sqrt(self.variance)

    @cached_property
    def _mean(self) -> Fraction:
        return sum((row.count * row.pays.ratio for row in self.rows), Fraction(0)) / self.total


class Chart(msgspec.Struct, frozen=True):
    """Best play by total, as it is printed: rows by hand, columns by up card, in the words of `codes`."""

    hard: dict[str, dict[str, str]]
    soft: dict[str, dict[str, str]]
    pairs: dict[str, dict[str, str]]
    insurance: bool


class Gain(msgspec.Struct, frozen=True):
    """A net gain of a whole round for each unit of the first stake, as odds, and its chance."""

    pays: str
    chance: float


class Spread(msgspec.Struct, frozen=True):
    """How rounds of the main game come out around their mean: the variance, and every net gain, best first.

    ``unsure`` is the chance of rounds with more than two hands: they are all among the gains, but which of
    them has which is only nearly right. ``bound`` is how far the variance can be off.
    """

    variance: float
    bound: float
    gains: tuple[Gain, ...]
    unsure: float

    @property
    def standard_deviation(self) -> float:
        """The square root of the variance."""
        return sqrt(self.variance)

    @property
    def hit_rate(self) -> float:
        """How often a round gains something."""
        return sum(gain.chance for gain in self.gains if not gain.pays.startswith(("-", "0:")))


class MainSpread(msgspec.Struct, frozen=True):
    """The spread of best play, and that of the chart as it is printed."""

    best: Spread
    chart: Spread


class MainSheet(msgspec.Struct, frozen=True):
    """The main game of blackjack: best play's return, and the printed chart's.

    ``chart_returned`` is what the chart returns as it is printed, with its word on insurance; the two beside
    it are what it returns when insurance is never taken, and when it always is. ``spread`` is counted when a
    whole sheet is asked for: it takes longer than the returns.
    """

    returned: float
    chart_returned: float
    chart_returned_uninsured: float
    chart_returned_insured: float
    method: str
    error_bound: float
    chart: Chart
    spread: MainSpread | None = None


class PositionsRow(msgspec.Struct, frozen=True):
    """So many positions of one patron, with a unit on each: how all together vary, by best play.

    ``covariance`` is that of any two of them, and right but for about ``left_out``.
    """

    positions: int
    variance: float
    covariance: float
    left_out: float

    @property
    def standard_deviation(self) -> float:
        """The square root of the variance."""
        return sqrt(self.variance)


class Deviation(msgspec.Struct, frozen=True):
    """A cell that a strategy plays otherwise than the chart of best play, and what that alone costs.

    ``plays`` and ``best`` are codes, of insurance ``always`` and ``never``; ``cost`` is for each unit of the
    first stake, below nought where the strategy does better.
    """

    hand: str
    up_card: str
    plays: str
    best: str
    cost: float


class StrategyReturn(msgspec.Struct, frozen=True):
    """What a strategy of somebody's own returns, and where it loses beside the chart of best play.

    Deviations come worst first. Each is counted alone, all else played by the chart; together they cost
    ``difference``, which is their sum only nearly: one cell changes how often others are met.
    """

    returned: float
    difference: float
    deviations: tuple[Deviation, ...]

    @property
    def sum(self) -> float:
        """What the deviations cost when each is counted alone."""
        return fsum(deviation.cost for deviation in self.deviations)


class StrategySheet(msgspec.Struct, frozen=True):
    """A strategy file beside the chart of best play: what it returns, and how its rounds come out."""

    file: str
    counted: StrategyReturn
    spread: Spread


class Sheet(msgspec.Struct, frozen=True):
    """The PAR sheet of a profile.

    ``rules`` are the values in force as they are shown, ``definition`` a hash over everything
    the figures depend on, ``removed`` the cards taken out of the pack beforehand. ``profile_version`` and
    ``profile_hash`` name the edition of the profile, before any value of it was changed for this sheet.
    ``completion_returned`` is what rounds return that the house finishes without their patron, where it
    finishes any; ``effects`` is how much the return changes when one card of a rank is gone, and ``strategy``
    a strategy of somebody's own, where these were asked for, as ``positions`` were. ``main_covariances`` is,
    by bet, how a unit on it and one on blackjack's main game hang together; None where it cannot be counted.
    """

    profile: str
    name: str
    game: str
    version: str
    definition: str
    rules: dict[str, object]
    decks: int
    removed: tuple[str, ...]
    main: MainSheet | None
    main_bets: tuple[BetSheet, ...]
    bets: tuple[BetSheet, ...]
    notes: tuple[str, ...]
    profile_version: int = 0
    profile_hash: str = ""
    completion_returned: float | None = None
    effects: Mapping[str, float] = {}
    strategy: StrategySheet | None = None
    positions: tuple[PositionsRow, ...] = ()
    main_covariances: Mapping[str, float | None] = {}

    def variance_with_main(self, bet: BetSheet) -> float | None:
        """The variance of a unit on the bet and one on the main game, best played, together."""
        covariance = self.main_covariances.get(bet.bet)
        if covariance is None or self.main is None or self.main.spread is None:
            return None
        return self.main.spread.best.variance + float(bet.variance) + 2 * covariance
