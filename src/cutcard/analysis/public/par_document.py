"""A PAR sheet as the one document that is printed: a figure that stands here stands in every format."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cutcard.analysis.answer import exactly
from cutcard.exact.long_run import long_runs, volatility_index
from cutcard.exact.sheet import BetSheet, MainSheet, PositionsRow, Row, Sheet, Spread, StrategySheet


def sheet_document(sheet: Sheet) -> dict[str, Any]:
    """The sheet of a profile as it is printed: whatever figure stands here stands in every other format."""
    return {
        "profile": sheet.profile,
        "decks": sheet.decks,
        "main": _main(sheet),
        "bets": [
            {"profile": sheet.profile, **bet_document(each), **_beside_main(sheet, each)}
            for each in sheet.bets
        ],
        "rules": sheet.rules,
        "version": sheet.version,
        "definition": sheet.definition,
        "notes": list(sheet.notes),
        **_edition(sheet),
    }


def sheet_of_bet_document(sheet: Sheet) -> dict[str, Any]:
    """The sheet of one bet as it is printed."""
    return {"profile": sheet.profile, **bet_document(sheet.bets[0]), **_edition(sheet)}


def _edition(sheet: Sheet) -> dict[str, Any]:
    """Which edition of the profile this is the sheet of, before ``--set`` and ``--decks``; what is gone."""
    return {
        "profile_version": sheet.profile_version,
        "profile_hash": sheet.profile_hash,
        **({"removed": list(sheet.removed)} if sheet.removed else {}),
        **({"effects": dict(sheet.effects)} if sheet.effects else {}),
    }


def _main(sheet: Sheet) -> dict[str, Any] | list[dict[str, Any]]:
    main, completed = sheet.main, sheet.completion_returned
    if main is None:
        return [{"profile": sheet.profile, **bet_document(bet)} for bet in sheet.main_bets]
    return {
        "return_float": main.returned,
        "house_edge_float": 1 - main.returned,
        "method": main.method,
        "error_bound_float": main.error_bound,
        **chart_returns(main),
        **_spread_figures(main),
        **({"positions": [_positions(row) for row in sheet.positions]} if sheet.positions else {}),
        **({} if sheet.strategy is None else {"strategy": _strategy_figures(sheet.strategy)}),
        **({} if completed is None else {"completion_return_float": completed}),
    }


def _positions(row: PositionsRow) -> dict[str, float]:
    return {
        "positions": row.positions,
        "variance_float": row.variance,
        "standard_deviation_float": row.standard_deviation,
        "covariance_float": row.covariance,
        "covariance_left_out_float": row.left_out,
    }


def chart_returns(main: MainSheet) -> dict[str, float]:
    """What the chart returns: as it is printed, and whatever it says of insurance."""
    return {
        "chart_return_float": main.chart_returned,
        "chart_return_without_insurance_float": main.chart_returned_uninsured,
        "chart_return_with_insurance_float": main.chart_returned_insured,
    }


def _spread_figures(main: MainSheet) -> dict[str, Any]:
    """How rounds come out around the return: best play's under the plain names, the chart's under its own."""
    if main.spread is None:
        return {}
    runs = [
        {
            "rounds": run.rounds,
            "return_low_float": run.low,
            "return_high_float": run.high,
            "ahead_float": run.ahead,
            "ahead_bound_float": run.bound,
        }
        for run in long_runs(main.spread.best, main.returned)
    ]
    return {
        **_spread_of(main.spread.best),
        "volatility_index_float": volatility_index(main.spread.best),
        "long_run": runs,
        "chart": _spread_of(main.spread.chart),
    }


def _spread_of(spread: Spread) -> dict[str, Any]:
    return {
        "variance_float": spread.variance,
        "standard_deviation_float": spread.standard_deviation,
        "variance_bound_float": spread.bound,
        "hit_rate_float": spread.hit_rate,
        "outcomes": [{"pays": gain.pays, "probability_float": gain.chance} for gain in spread.gains],
        "outcomes_bound_float": spread.unsure,
    }


def _strategy_figures(strategy: StrategySheet) -> dict[str, Any]:
    """A strategy file's part of a sheet."""
    counted = strategy.counted
    return {
        "file": strategy.file,
        "return_float": counted.returned,
        "house_edge_float": 1 - counted.returned,
        **_spread_of(strategy.spread),
        "chart_difference_float": counted.difference,
        "deviations_sum_float": counted.sum,
        "deviations": [
            {
                "hand": deviation.hand,
                "up_card": deviation.up_card,
                "plays": deviation.plays,
                "best": deviation.best,
                "cost_float": deviation.cost,
            }
            for deviation in counted.deviations
        ],
    }


def bet_document(sheet: BetSheet) -> dict[str, Any]:
    """A bet as it is printed: exact numbers as text, a float beside each."""
    return {
        "bet": sheet.bet,
        "decks": sheet.decks,
        "paytable": sheet.paytable,
        "outcomes": [
            {"id": row.id, **exactly("probability", sheet.probability(row)), "pays": str(row.pays)}
            for row in best_first(sheet.rows)
        ],
        **exactly("return", sheet.returned),
        **exactly("house_edge", sheet.house_edge),
        **exactly("hit_rate", sheet.hit_rate),
        "variance_float": float(sheet.variance),
        "standard_deviation_float": sheet.standard_deviation,
    }


def _beside_main(sheet: Sheet, bet: BetSheet) -> dict[str, float | None]:
    """How a bet hangs together with blackjack's main game."""
    if bet.bet not in sheet.main_covariances:
        return {}
    covariance, together = sheet.main_covariances[bet.bet], sheet.variance_with_main(bet)
    return {"main_covariance_float": covariance, "variance_with_main_float": together}


def best_first(rows: Sequence[Row]) -> list[Row]:
    """The rows by what they pay. Lines are declared as they are tried: a win with six before any win."""
    return sorted(rows, key=lambda row: row.pays.ratio, reverse=True)
