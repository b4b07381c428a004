"""The main game of blackjack against published figures, each with its source beside it."""

from __future__ import annotations

import pytest

from cutcard.cards import Pack
from cutcard.exact.main.strategy import MainGame, main_game
from cutcard.games.blackjack.rules import Rules
from cutcard.profiles import load

# Fresh shoe, 3:2, any two cards, peek, one card to split aces, no resplit of aces, up to four hands.
PLAIN = {"charlie": "0", "max_split_depth": "3", "max_hands": "4", "surrender": "none"}


def game(decks: int = 8, **changes: str) -> MainGame:
    rules = load("multihand-online", {**PLAIN, **changes, "decks": str(decks)}).rules
    assert isinstance(rules, Rules)
    return main_game(rules, Pack.of_decks(decks))


# E. Farmer's analyser, composition-dependent, one strategy for all split hands:
# S17 DAS, S17 no DAS, H17 DAS, H17 no DAS.
FARMER = {
    "1": "+0.0018193431 +0.0004125158 -0.0000873473 -0.0015213915",
    "2": "-0.0017885991 -0.0032116334 -0.0038044508 -0.0052542013",
    "4": "-0.0034748882 -0.0048941544 -0.0055719415 -0.0070193281",
    "6": "-0.0040287024 -0.0054456516 -0.0061538912 -0.0075984850",
    "8": "-0.0043058063 -0.0057209916 -0.0064455385 -0.0078881166",
    "6, two hands": "-0.0045688630 -0.0057879366 -0.0066895059 -0.0079323107",
    "6, late surrender": "-0.0033026804 -0.0047196296 -0.0052719155 -0.0067158339",
}
COLUMNS = [
    {"dealer_hits_soft_17": hits, "double_after_split": after}
    for hits in ("false", "true")
    for after in ("same", "no")
]


def farmer() -> list[object]:
    """Every figure; those of six decks in a usual run too."""
    return [
        pytest.param(row, column, float(figure), marks=[] if row[0] == "6" else pytest.mark.long)
        for row, figures in FARMER.items()
        for column, figure in zip(COLUMNS, figures.split(), strict=True)
    ]


@pytest.mark.slow
@pytest.mark.parametrize(("row", "column", "expected"), farmer())
def test_farmers_table(row: str, column: dict[str, str], expected: float) -> None:
    changes = dict(column)
    if "two hands" in row:
        changes |= {"max_split_depth": "1", "max_hands": "2"}
    if "late surrender" in row:
        changes |= {"surrender": "late"}
    assert game(int(row[0]), **changes).sheet.returned - 1 == pytest.approx(expected, abs=1e-8)


def test_the_four_figures_asked_for() -> None:
    assert game(surrender="late").sheet.returned - 1 == pytest.approx(-0.0035476284, abs=1e-8)
    assert game().sheet.returned - 1 == pytest.approx(-0.0043058063, abs=1e-8)


# Wizard of Odds, splits approximated there, so to 2e-5 only.
@pytest.mark.parametrize(("decks", "expected"), [(6, -0.0072705), (8, -0.007562)])
def test_no_hole_card_and_all_lost(decks: int, expected: float) -> None:
    found = game(decks, second_card="none", dealer_hits_soft_17="true")
    assert found.sheet.returned - 1 == pytest.approx(expected, abs=2e-5)


def test_original_bets_only_has_the_value_of_the_game_with_a_look() -> None:
    without = game(second_card="none", late_blackjack_returns="original-only")
    assert without.sheet.returned == pytest.approx(game().sheet.returned, abs=1e-10)


@pytest.mark.parametrize(("pays", "costs"), [("6:5", 0.01358), ("1:1", 0.02263)])
def test_short_blackjacks(pays: str, costs: float) -> None:
    assert game().sheet.returned - game(blackjack_pays=pays).sheet.returned == pytest.approx(costs, abs=5e-6)


# Wizard of Odds: the dealer's end, 8 decks, S17, nothing else known.
DEALER = {
    "A": ".130210 .130813 .130643 .130879 .053595 .308434 .115426",
    "6": ".165640 .106208 .106390 .101592 .097247 0 .422922",
    "T": ".111791 .111608 .111814 .340560 .034738 .077108 .212381",
}


@pytest.mark.parametrize("up", DEALER)
def test_the_dealers_ends(up: str) -> None:
    assert list(game().dealer[up].values()) == pytest.approx(
        [float(figure) for figure in DEALER[up].split()], abs=6e-7
    )


# Single hands, 8 decks, S17, DAS, two hands, given no dealer's blackjack (public hand calculators).
HANDS = [
    ("T,6", "T", {"stand": -0.540827, "hit": -0.535975, "double": -1.071950}),
    ("8,8", "T", {"stand": -0.537752, "hit": -0.536485, "double": -1.072970, "split": -0.484778}),
    ("T,2", "4", {"stand": -0.211100, "hit": -0.211161}),
    ("A,A", "T", {"stand": -0.539205, "hit": -0.067249, "double": -0.508503, "split": 0.181408}),
]


@pytest.mark.parametrize(("hand", "up", "expected"), HANDS)
def test_single_hands(hand: str, up: str, expected: dict[str, float]) -> None:
    values = game(max_split_depth="1", max_hands="2").values[hand][up]
    for decision, value in expected.items():
        assert values[decision] == pytest.approx(value, abs=6e-7)


# Two public charts, 4 to 8 decks, S17, DAS, late surrender; they agree in all cells. d is Ds here, r is Rs.
# They have R in 16 against ten, for two-card hands that hit where nobody may surrender; but those surrender
# here, and the 16s that are left have three cards and more, which on average stand.
CHART = """
hard 8  HHHHHHHHHH   soft 13 HHHDDHHHHH   pair 2,2 PPPPPPHHHH
hard 9  HDDDDHHHHH   soft 14 HHHDDHHHHH   pair 3,3 PPPPPPHHHH
hard 10 DDDDDDDDHH   soft 15 HHDDDHHHHH   pair 4,4 HHHPPHHHHH
hard 11 DDDDDDDDDH   soft 16 HHDDDHHHHH   pair 5,5 DDDDDDDDHH
hard 12 HHSSSHHHHH   soft 17 HDDDDHHHHH   pair 6,6 PPPPPHHHHH
hard 13 SSSSSHHHHH   soft 18 SddddSSHHH   pair 7,7 PPPPPPHHHH
hard 14 SSSSSHHHHH   soft 19 SSSSSSSSSS   pair 8,8 PPPPPPPPPP
hard 15 SSSSSHHHRH   soft 20 SSSSSSSSSS   pair 9,9 PPPPPSPPSS
hard 16 SSSSSHHRrR   hard 17 SSSSSSSSSS   pair T,T SSSSSSSSSS
hard 5  HHHHHHHHHH   hard 20 SSSSSSSSSS   pair A,A PPPPPPPPPP
"""


@pytest.mark.parametrize("decks", [4, 6, 8])
def test_the_published_chart(decks: int) -> None:
    chart = game(decks, surrender="late").sheet.chart
    rows = {"hard": chart.hard, "soft": chart.soft, "pair": chart.pairs}
    words = CHART.split()
    for kind, hand, cells in zip(words[::3], words[1::3], words[2::3], strict=True):
        shown = "".join({"Ds": "d", "Rs": "r"}.get(code, code) for code in rows[kind][hand].values())
        assert shown == cells, f"{kind} {hand}"
    assert chart.insurance is False


def test_the_chart_returns_a_little_less_than_best_play() -> None:
    sheet = game(surrender="late").sheet
    assert 0 < sheet.returned - sheet.chart_returned < 3e-5


# What the profiles' own makers print: 99 % for the main game (seed rules of the American live game).
def test_the_printed_return_of_american_live() -> None:
    rules = load("american-live").rules
    assert isinstance(rules, Rules)
    assert int(100 * main_game(rules, Pack.of_decks(8)).sheet.returned) == 99


def test_the_sheet_names_its_method() -> None:
    sheet = game().sheet
    assert sheet.method == "composition-dependent, one strategy for all split hands"
    assert sheet.error_bound <= 1e-10
