"""A chart that was made for other rules, followed under these: counted, and simulated beside it."""

from __future__ import annotations

import pytest

from cutcard.cards import Pack
from cutcard.exact.main.returns import Question, best_chart_of, returns
from cutcard.exact.main.strategy import main_game
from cutcard.games.blackjack.rules import Rules
from cutcard.profiles import load
from cutcard.sim.plans import ChartFile, plan_of
from cutcard.sim.report.statistics import statistics
from cutcard.sim.request import simulation_request
from cutcard.sim.run import made_ready, simulate

ROUNDS = 4_000_000


def rules_of(profile: str, **changes: object) -> Rules:
    rules = load(profile, changes).rules
    assert isinstance(rules, Rules)
    return rules


def test_a_games_own_chart_returns_what_its_sheet_says() -> None:
    rules = rules_of("multihand-etg", surrender="early-ace")
    pack = Pack.of_decks(rules.decks)
    sheet = main_game(rules, pack).sheet
    answer = returns(Question(rules, pack, rules))
    assert (answer.best, answer.chart) == (sheet.returned, sheet.chart_returned)


@pytest.mark.long
@pytest.mark.parametrize(
    ("made_for", "followed_under"),
    [
        ({"surrender": "late", "max_hands": 4, "max_split_depth": 3}, {"max_hands": 1, "surrender": "none"}),
        ({"surrender": "early-ace"}, {"dealer_hits_soft_17": True, "surrender": "late"}),
        ({"charlie": 6}, {"charlie": 0, "decks": 1}),
        ({"charlie": 0, "double_on": "any"}, {"charlie": 5, "double_on": "10-11"}),
        ({"second_card": "none"}, {"second_card": "hole", "insurance": False}),
    ],
)
def test_a_chart_under_other_rules_returns_what_is_simulated(
    made_for: dict[str, object], followed_under: dict[str, object]
) -> None:
    made, profile = rules_of("multihand-online", **made_for), load("multihand-online", followed_under)
    assert isinstance(profile.rules, Rules)
    given = best_chart_of(made)
    counted = returns(Question(profile.rules, Pack.of_decks(profile.rules.decks), made)).chart
    assert counted is not None
    # Exceptions by number of cards are for rules that count so many.
    near = {
        cards: kinds for cards, kinds in given.by_cards.items() if int(cards) < profile.rules.cards_counted
    }
    plan = plan_of(ChartFile(given.chart, near, counted))
    requested = simulation_request(profile, ROUNDS, 20261120, 1, (), plan)
    tally = simulate(requested.request, 2, lambda _: True, made_ready(requested.request))
    measured = statistics(tally, requested.pays).main
    assert measured is not None
    assert measured.returned is not None
    assert measured.standard_error is not None
    assert abs(measured.returned - counted) < 5 * measured.standard_error
