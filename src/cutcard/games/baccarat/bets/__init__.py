"""Every bet of baccarat, one declaration each, in the order in which they are listed.

What has been staked on them, and by whom, is not known here.
"""

from typing import Final

from cutcard.games.baccarat.bets.by_cards import ANY_PAIR_BANKER, ANY_PAIR_PLAYER, LUCKY_NINES
from cutcard.games.baccarat.bets.by_coup import (
    EMPEROR_BANKER,
    EMPEROR_PLAYER,
    FROG_6,
    KILL,
    KOI_7,
    OX_6,
    SUPER_6,
    TIGER_7,
)
from cutcard.games.baccarat.bets.main import BANKER, PLAYER, TIE, tie_table
from cutcard.games.baccarat.bets.names import bet_about, bet_name, line_name
from cutcard.games.baccarat.bets.ranges import SHIPPED_RANGES, RangeId, hi_ti_colours, range_bet, range_id
from cutcard.specials import Catalogue

CATALOGUE: Final = Catalogue(
    (
        PLAYER,
        BANKER,
        TIE,
        TIGER_7,
        OX_6,
        KILL,
        FROG_6,
        KOI_7,
        EMPEROR_PLAYER,
        EMPEROR_BANKER,
        LUCKY_NINES,
        SUPER_6,
        ANY_PAIR_PLAYER,
        ANY_PAIR_BANKER,
        *SHIPPED_RANGES,
    ),
    range_bet,
)

MAIN_BETS: Final = (PLAYER.id, BANKER.id, TIE.id)

__all__ = [
    "CATALOGUE",
    "MAIN_BETS",
    "RangeId",
    "bet_about",
    "bet_name",
    "hi_ti_colours",
    "line_name",
    "range_bet",
    "range_id",
    "tie_table",
]
