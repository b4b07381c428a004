"""Baccarat counted out from a full shoe, against figures that others have published.

Each figure has its source beside it. Where a published one is wrong, the right one stands here and says so.
"""

from fractions import Fraction

import pytest

from cutcard.games.baccarat.bets import CATALOGUE
from cutcard.games.baccarat.bets.judging import won
from cutcard.games.baccarat.coup import Coup, Winner, natural, winner
from tests.counts.coups import chances, coups, edge, views, ways

# casinoexploit.com/baccarat.html
COUNTS = {
    8: {
        "all": 4_998_398_275_503_360,
        Winner.BANKER: 2_292_252_566_437_888,
        Winner.PLAYER: 2_230_518_282_592_256,
        Winner.TIE: 475_627_426_473_216,
    },
    6: {
        "all": 878_869_206_895_680,
        Winner.BANKER: 403_095_751_234_560,
        Winner.PLAYER: 392_220_492_728_832,
        Winner.TIE: 83_552_962_932_288,
    },
}

WIZARD = "Wizard of Odds"
JACOBSON = "E. Jacobson, 888casino.com"

# bet, pay table, decks, house edge in percent as printed, source
EDGES = [
    ("banker", "commission", 8, "1.057906", WIZARD),
    ("banker", "commission", 6, "1.055849", WIZARD),
    ("player", "1:1", 8, "1.235081", WIZARD),
    ("player", "1:1", 6, "1.237415", WIZARD),
    ("tie", "8:1", 8, "14.359629", WIZARD),
    ("tie", "8:1", 6, "14.438160", WIZARD),
    ("banker", "six-half", 8, "1.4581", "excelpunks.com"),
    ("banker", "three-card-seven-pushes", 8, "1.0183", JACOBSON),
    ("tiger-7", "40:1", 8, "7.6113", JACOBSON),  # SB-30
    ("koi-7", "40:1", 8, "7.6113", JACOBSON),  # SB-34
    ("ox-6", "40:1", 8, "10.3376", f"{WIZARD}, Ox 6"),  # SB-31
    ("frog-6", "40:1", 8, "10.3376", f"{WIZARD}, Ox 6"),  # SB-33
    ("kill", "30:1", 8, "13.7559", f"{WIZARD}, Kill the Ox/Tiger"),  # SB-32
    ("emperor-player", "30-10-6-4-2-1-1", 8, "2.6517", f"{WIZARD}, Dragon Bonus"),  # SB-35
    ("emperor-banker", "30-10-6-4-2-1-1", 8, "9.3731", f"{WIZARD}, Dragon Bonus"),
    ("emperor-player", "30-10-6-4-2-1-1", 6, "2.67", f"{WIZARD}, Dragon Bonus"),
    ("emperor-banker", "30-10-6-4-2-1-1", 6, "9.39", f"{WIZARD}, Dragon Bonus"),
    ("lucky-nines", "1000-500-35-16-5-2-1", 8, "8.27", f"{WIZARD}, Lucky Nines"),  # SB-36
    # The Wizard prints 19.46, having counted 64,512 suited threes where there are 86,016.
    ("lucky-nines", "500-250-20-8-5-2-1", 8, "19.06", "corrected"),
    ("super-6", "12:1", 8, "29.98", "totosite.live"),  # SB-37
    ("super-6", "23-12", 8, "11.6985", f"{WIZARD}, Lucky 6"),
    ("super-6", "20-12", 8, "16.6836", f"{WIZARD}, Lucky 6"),
    ("any-pair-player", "11:1", 8, "10.3614", WIZARD),  # SB-38
    ("any-pair-banker", "11:1", 8, "10.3614", WIZARD),
    ("any-pair-player", "11:1", 6, "11.2540", WIZARD),
    ("any-pair-banker", "11:1", 6, "11.2540", WIZARD),
]

# Wizard of Odds, Egalite: winning deals of 4,998,398,275,503,360, and the loss per unit as printed.
TIES = {
    9: (55_146_054_060_032, "80:1", "10.6348"),
    8: (54_879_416_675_072, "80:1", "11.0669"),
    7: (101_717_538_899_968, "45:1", "6.3899"),
    6: (96_170_001_308_416, "45:1", "11.4952"),
    5: (39_684_046_743_808, "110:1", "11.8732"),
    4: (36_294_133_463_040, "120:1", "12.1401"),
    3: (22_250_510_129_408, "200:1", "10.5243"),
    2: (20_006_606_104_576, "225:1", "9.5412"),
    1: (20_499_217_668_352, "215:1", "11.4150"),
    0: (28_979_901_420_544, "150:1", "12.4527"),
}

# Wizard of Odds, Dragon Bonus: winning deals for Player and Banker.
MARGINS = {
    "by-9": (18_409_431_764_992, 15_390_342_909_952),
    "by-8": (34_097_645_543_424, 28_305_092_784_128),
    "by-7": (89_590_261_473_280, 79_517_099_278_336),
    "by-6": (141_238_897_317_888, 119_200_072_366_080),
    "by-5": (166_169_165_987_840, 157_275_882_332_160),
    "by-4": (186_780_352_174_080, 201_147_167_287_296),
    "natural": (812_685_054_124_032, 812_685_054_124_032),
    "push": (89_325_908_267_520, 89_325_908_267_520),
}


def as_printed(exact: Fraction, printed: str) -> bool:
    """Whether the exact number, in percent, rounds to what is printed."""
    places = len(printed.partition(".")[2])
    return abs(exact * 100 - Fraction(printed)) <= Fraction(1, 2 * 10**places)


@pytest.mark.parametrize("decks", COUNTS)
def test_every_ordered_six_card_deal_is_counted(decks: int) -> None:
    assert sum(count for _, count in coups(decks).values()) == COUNTS[decks]["all"]
    for side in Winner:
        assert ways(decks, won(side)) == COUNTS[decks][side]


@pytest.mark.parametrize(("dealt", "part"), [(4, "0.378868"), (5, "0.303444"), (6, "0.317687")])
def test_how_many_cards_a_coup_takes(dealt: int, part: str) -> None:
    # Wizard of Odds, 4-5-6
    taken = ways(8, lambda coup: len(coup.player) + len(coup.banker) == dealt)
    assert round(Fraction(taken, COUNTS[8]["all"]), 6) == Fraction(part)


@pytest.mark.parametrize(("bet", "table", "decks", "printed", "source"), EDGES)
def test_published_edges_come_out(bet: str, table: str, decks: int, printed: str, source: str) -> None:
    found = edge(CATALOGUE[bet], CATALOGUE.paytable(bet, table), decks)
    assert as_printed(found, printed), f"{source} prints {printed}, counted {float(found * 100):.6f}"


@pytest.mark.parametrize("points", TIES)
def test_sb_40_straight_up_ties_as_published(points: int) -> None:
    count, pays, printed = TIES[points]
    bet = CATALOGUE[f"straight-up-tie-{points}"]
    (table,) = bet.paytables
    assert ways(8, bet.lines[0].fits) == count
    assert str(table.pays["win"]) == pays
    assert as_printed(edge(bet, table), printed)


@pytest.mark.parametrize("outcome", MARGINS)
def test_sb_35_margins_as_published(outcome: str) -> None:
    for bet_id, count in zip(("emperor-player", "emperor-banker"), MARGINS[outcome], strict=True):
        bet = CATALOGUE[bet_id]
        assert chances(bet, bet.paytables[0])[outcome] == Fraction(count, COUNTS[8]["all"])


def test_sb_32_kill_as_published() -> None:
    # Wizard of Odds, Kill the Ox/Tiger
    killed = chances(CATALOGUE["kill"], CATALOGUE.paytable("kill"))
    assert killed["ox-killed"] == Fraction(84_102_272_663_808, COUNTS[8]["all"])
    assert killed["tiger-killed"] == Fraction(54_956_551_870_464, COUNTS[8]["all"])


def test_sb_36_suited_threes_are_86_016_and_not_64_512() -> None:
    nines = chances(CATALOGUE["lucky-nines"], CATALOGUE.paytable("lucky-nines", "500-250-20-8-5-2-1"))
    assert nines["three-nines-suited"] == Fraction(86_016, 1_229_930_520)
    assert nines["four-nines"] == Fraction(35_960, 1_229_930_520)


def test_sb_37_sixes_as_published() -> None:
    # Wizard of Odds, Lucky 6
    sixes = chances(CATALOGUE["super-6"], CATALOGUE.paytable("super-6", "23-12"))
    assert sixes["two-card-six"] == Fraction(186_173_936_904_192, COUNTS[8]["all"])
    assert sixes["three-card-six"] == Fraction(83_058_367_551_488, COUNTS[8]["all"])


def test_a_natural_of_either_side_is_as_likely() -> None:
    def won_by_natural(side: Winner) -> int:
        return ways(8, lambda coup: natural(coup) is not None and winner(coup) is side)

    assert won_by_natural(Winner.PLAYER) == won_by_natural(Winner.BANKER)


def test_every_first_four_cards_are_counted_once() -> None:
    dealt = sum(count for _, count in views(CATALOGUE["lucky-nines"], 8))
    assert dealt == 416 * 415 * 414 * 413


def test_a_coup_of_one_deck_can_be_counted_too() -> None:
    assert sum(count for _, count in coups(1).values()) == 52 * 51 * 50 * 49 * 48 * 47
    assert all(isinstance(coup, Coup) for coup, _ in coups(1).values())
