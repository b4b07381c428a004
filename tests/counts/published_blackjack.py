"""Figures of blackjack's special bets that others have published, each with its source. It counts nothing."""

from __future__ import annotations

from fractions import Fraction

# Percentages of house edge, as printed; the pay tables are the catalogue's own.
EDGES = [
    # Live rules of an American game print a return of 95.9 %; the counts behind both are exact.
    ("perfect-pairs", "25-12-6", 8, "4.0964"),
    ("perfect-pairs", "25-12-6", 6, "6.1093"),
    # Wrong in public: 2.78 and 9.73 are on the web for this table.
    ("21-plus-3", "100-40-30-10-5", 8, "3.7039"),
    ("21-plus-3", "100-40-25-10-5", 8, "6.2882"),
    # Wizard of Odds; blackjackinfo.com
    ("21-plus-3", "9-9-9-9", 8, "2.7360"),
    ("21-plus-3", "9-9-9-9", 6, "3.2386"),
    # onlineblackjack.org; betfirm.com
    ("lucky-ladies", "1000-125-19-9-4", 8, "24.05"),
    ("lucky-ladies", "1000-125-19-9-4", 6, "24.71"),
    # E. Jacobson on apheat.net
    ("lucky-ladies", "1000-125-19-9-4", 6, "24.709"),
    # betfirm.com; casinocitytimes.com
    ("lucky-ladies", "1000-200-25-10-4", 8, "16.73"),
    ("lucky-ladies", "1000-200-25-10-4", 6, "17.64"),
    # Wizard of Odds
    ("lucky-lucky", "200-100-50-30-15-3-2-2", 6, "2.66"),
    # 888casino.com (E. Jacobson), there called In Between
    ("a-2", "30-12-6-4-1", 6, "3.396"),
    # betfirm.com, there called Royal Match
    ("suits", "25-5:2", 8, "6.46"),
    ("suits", "25-5:2", 6, "6.67"),
    # Wizard of Odds, there called Super Sevens; its third card is the player's, by symmetry the same
    ("sevens", "5000-500-100-50-3", 8, "9.01"),
    ("sevens", "5000-500-100-50-3", 6, "11.400"),
    # Wizard of Odds
    ("lucky-aces", "500-250-30-12-5-2-1", 8, "14.90"),
    # Wrong in public: the same source's page on nines has 64,512 suited triples and 19.46 for these odds.
    ("lucky-aces", "500-250-20-8-5-2-1", 8, "19.06"),
    # Wizard of Odds, there called Pair Square; wrong in public: 888casino.com has 10.3199 for the first
    ("pair", "15-10", 6, "10.6109"),
    ("pair", "25-8", 8, "4.10"),
]

# Wizard of Odds, Buster Blackjack. Wrong in public: its list of odds has 15 for six cards, its figures 12.
# decks, house edge where the dealer stands on soft 17, and where the dealer hits it
BUSTS = [
    (1, "8.77", "6.89"),
    (2, "8.48", "6.51"),
    (4, "8.31", "6.29"),
    (5, "8.27", "6.25"),
    (6, "8.25", "6.21"),
    (8, "8.22", "6.17"),
]


def as_printed(number: Fraction, printed: str) -> Fraction:
    """The number rounded to as many digits as were printed."""
    return round(number, len(printed.partition(".")[2]))
