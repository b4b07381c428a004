"""Baccarat: the coup, its bets, the roads. Knows no table, no clock and no money."""

from cutcard.games.baccarat.bets import (
    CATALOGUE,
    MAIN_BETS,
    bet_about,
    bet_name,
    hi_ti_colours,
    line_name,
    range_id,
    tie_table,
)
from cutcard.games.baccarat.coup import Coup, Side, Winner
from cutcard.games.baccarat.rules import BankerPays, Rules, burn_count, shows_first_card
from cutcard.games.baccarat.settle import outcomes, paytable_in_force, reasons, view
from cutcard.games.baccarat.wagers import layout_clash, together
from cutcard.games.baccarat.why import story

__all__ = [
    "CATALOGUE",
    "MAIN_BETS",
    "BankerPays",
    "Coup",
    "Rules",
    "Side",
    "Winner",
    "bet_about",
    "bet_name",
    "burn_count",
    "hi_ti_colours",
    "layout_clash",
    "line_name",
    "outcomes",
    "paytable_in_force",
    "range_id",
    "reasons",
    "shows_first_card",
    "story",
    "tie_table",
    "together",
    "view",
]
