"""What a bet of the catalogue is: its lines, its pay tables, the patterns cards make. Knows no game."""

from cutcard.specials.bet import Bet, Line, Outcome, PayTable, outcome, paid_lines, pays
from cutcard.specials.catalogue import Catalogue, NoSuchBet, NoSuchPayTable
from cutcard.specials.unknown import unknown

__all__ = [
    "Bet",
    "Catalogue",
    "Line",
    "NoSuchBet",
    "NoSuchPayTable",
    "Outcome",
    "PayTable",
    "outcome",
    "paid_lines",
    "pays",
    "unknown",
]
