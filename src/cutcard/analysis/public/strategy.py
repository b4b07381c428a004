"""``cutcard.strategy``: the best decision for every hand against every up card, and what each is worth."""

from __future__ import annotations

from typing import Any

from cutcard.analysis.answer import Answer
from cutcard.analysis.public.par_document import chart_returns
from cutcard.analysis.public.question import Changes, ProfileName, Words, cards_of, profile_of, public
from cutcard.analysis.refusal import BadQuestion
from cutcard.exact.main.strategy import MainGame, main_game
from cutcard.exact.par import pack_of
from cutcard.exact.sheet import Chart
from cutcard.games.blackjack.rules import Rules


class BestPlay(Answer, frozen=True):
    """Best play of a blackjack game. ``game`` has the chart, its exceptions and what decisions are worth."""

    profile: str
    game: MainGame

    @property
    def chart(self) -> Chart:
        """The chart: codes by hand and up card."""
        return self.game.sheet.chart

    def document(self) -> dict[str, Any]:
        """The strategy as ``cutcard strategy --json`` prints it."""
        game, chart = self.game, self.chart
        return {
            "profile": self.profile,
            "hard": chart.hard,
            "soft": chart.soft,
            "pairs": chart.pairs,
            "insurance": chart.insurance,
            **chart_returns(game.sheet),
            "by_cards": game.by_cards,
            "values": game.values,
            "method": game.sheet.method,
            "dealer": game.dealer,
        }

    def csv(self) -> str:
        """The chart as the strategy file that `cutcard.par` and `cutcard.simulate` take."""
        # Imported here: a chart that is looked at needs none of it.
        from cutcard.sim.plans import chart_of, plan_of
        from cutcard.sim.strategy_file import strategy_csv

        return strategy_csv(plan_of(chart_of(self.game)))

    def table(self) -> list[dict[str, Any]]:
        """A row for each cell of the chart."""
        kinds = {"hard": self.chart.hard, "soft": self.chart.soft, "pair": self.chart.pairs}
        return [
            {"kind": kind, "hand": hand, "up_card": up, "code": code}
            for kind, hands in kinds.items()
            for hand, codes in hands.items()
            for up, code in codes.items()
        ]


@public
def strategy(
    profile: ProfileName,
    *,
    decks: int | None = None,
    set: Changes | None = None,  # noqa: A002  # the option's name
    remove: Words = "",
) -> BestPlay:
    """The best decision for every hand against every up card, and what each is worth.

    Codes are H hit, S stand, D double, else hit, Ds double, else stand, P split, R surrender, else hit, Rs
    surrender, else stand, Rp surrender, else split.

    >>> import cutcard
    >>> best = cutcard.strategy("multihand-online")
    >>> best.chart.hard["16"]["T"], best.chart.pairs["8,8"]["6"], best.chart.insurance
    ('Rs', 'P', False)
    """
    chosen = profile_of(profile, set, decks)
    if not isinstance(chosen.rules, Rules):
        raise BadQuestion(f"{chosen.id} is baccarat, where nobody decides anything")
    return BestPlay(chosen.id, main_game(chosen.rules, pack_of(chosen, cards_of(remove))))
