"""The main bets: Player, Banker and Tie (BA-05). Which pay table is in force is not known here."""

from __future__ import annotations

from typing import Final

from cutcard.cards import rank
from cutcard.games.baccarat.bets.judging import THE_COUP, tied, won, won_with
from cutcard.games.baccarat.coup import Coup, Winner
from cutcard.games.baccarat.rules import BankerPays
from cutcard.money import Odds
from cutcard.specials import Bet, Line, PayTable, pays

THE_GAME: Final = "the standing rules of punto banco"


def tie_table(odds: Odds) -> PayTable:
    """Tie's pay table at these odds, named after them."""
    return PayTable(str(odds), {"win": odds}, source=THE_GAME if odds == Odds(8) else "house choice")


PLAYER: Final[Bet[Coup]] = Bet(
    id="player",
    group="main",
    side=Winner.PLAYER,
    sees=THE_COUP,
    lines=(Line("win", won(Winner.PLAYER)),),
    paytables=(PayTable("1:1", pays("win 1:1"), source=THE_GAME),),
    pushes=tied,
    classes=rank,
)

BANKER: Final[Bet[Coup]] = Bet(
    id="banker",
    group="main",
    side=Winner.BANKER,
    sees=THE_COUP,
    lines=(
        Line("three-card-seven", won_with(Winner.BANKER, 7, cards=3)),
        Line("six", won_with(Winner.BANKER, 6)),
        Line("win", won(Winner.BANKER)),
    ),
    paytables=(
        PayTable(BankerPays.COMMISSION.value, pays("win 19:20"), source=THE_GAME),
        PayTable(BankerPays.SIX_HALF.value, pays("six 1:2, win 1:1"), source="published: excelpunks.com"),
        PayTable(
            BankerPays.THREE_CARD_SEVEN_PUSHES.value,
            pays("three-card-seven 0:1, win 1:1"),
            source="published: E. Jacobson, 888casino.com",
        ),
    ),
    pushes=tied,
    classes=rank,
)

TIE: Final[Bet[Coup]] = Bet(
    id="tie",
    group="main",
    side=Winner.TIE,
    sees=THE_COUP,
    lines=(Line("win", tied),),
    paytables=(tie_table(Odds(8)), tie_table(Odds(9))),
    classes=rank,
)
