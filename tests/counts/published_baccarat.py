"""Figures of baccarat that others have published, each with its source. It counts nothing.

Where a published one is wrong, the right one stands here and says so.
"""

from __future__ import annotations

from fractions import Fraction

from cutcard.games.baccarat.coup import Winner

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
