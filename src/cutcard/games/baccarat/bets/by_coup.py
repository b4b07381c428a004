"""Special bets on how the coup ends: sevens and sixes, Kill, Emperor, Super 6 (SB-30 to SB-35, SB-37).

What Banker itself pays for the same coup is settled apart and not known here.
"""

from __future__ import annotations

from typing import Final

from cutcard.cards import rank
from cutcard.games.baccarat.bets.judging import (
    THE_COUP,
    failed_with,
    naturals_tied,
    won_by,
    won_naturally,
    won_with,
)
from cutcard.games.baccarat.coup import Coup, Winner
from cutcard.specials import Bet, Line, PayTable, pays

MAKER: Final = "published: the maker's description of the game"
JACOBSON: Final = "published: E. Jacobson, 888casino.com"
WIZARD: Final = "published: Wizard of Odds"
LUCKY_6: Final = "published: Wizard of Odds, Lucky 6"


def three_card_seven(bet_id: str) -> Bet[Coup]:
    """Banker wins with a three-card 7: Tiger 7 (SB-30) and Koi 7 (SB-34)."""
    return Bet(
        id=bet_id,
        side=Winner.BANKER,
        sees=THE_COUP,
        lines=(Line("three-card-seven", won_with(Winner.BANKER, 7, cards=3)),),
        paytables=(PayTable("40:1", pays("three-card-seven 40:1"), source=JACOBSON),),
        classes=rank,
    )


def three_card_six(bet_id: str) -> Bet[Coup]:
    """Player wins with a three-card 6: Ox 6 (SB-31) and Frog 6 (SB-33)."""
    return Bet(
        id=bet_id,
        side=Winner.PLAYER,
        sees=THE_COUP,
        lines=(Line("three-card-six", won_with(Winner.PLAYER, 6, cards=3)),),
        paytables=(PayTable("40:1", pays("three-card-six 40:1"), source=WIZARD),),
        classes=rank,
    )


def emperor(side: Winner, other: Winner) -> Bet[Coup]:
    """A natural win, or a win by four or more without one; a tie of naturals pushes (SB-35)."""
    return Bet(
        id=f"emperor-{side}",
        side=side,
        sees=THE_COUP,
        lines=(
            *(Line(f"by-{margin}", won_by(side, margin)) for margin in range(9, 3, -1)),
            Line("natural", won_naturally(side)),
        ),
        paytables=(
            PayTable(
                "30-10-6-4-2-1-1",
                pays("by-9 30:1, by-8 10:1, by-7 6:1, by-6 4:1, by-5 2:1, by-4 1:1, natural 1:1"),
                source="published: Wizard of Odds, Dragon Bonus",
            ),
        ),
        pushes=naturals_tied,
        classes=rank,
        not_with=(f"emperor-{other}",),
    )


TIGER_7: Final = three_card_seven("tiger-7")
KOI_7: Final = three_card_seven("koi-7")
OX_6: Final = three_card_six("ox-6")
FROG_6: Final = three_card_six("frog-6")

KILL: Final[Bet[Coup]] = Bet(
    id="kill",
    side=Winner.TIE,
    sees=THE_COUP,
    lines=(
        Line("tiger-killed", failed_with(Winner.BANKER, 7, cards=3)),
        Line("ox-killed", failed_with(Winner.PLAYER, 6, cards=3)),
    ),
    paytables=(
        PayTable("30:1", pays("tiger-killed 30:1, ox-killed 30:1"), source=WIZARD),
        PayTable("32:1", pays("tiger-killed 32:1, ox-killed 32:1")),
    ),
    classes=rank,
)

EMPEROR_PLAYER: Final = emperor(Winner.PLAYER, Winner.BANKER)
EMPEROR_BANKER: Final = emperor(Winner.BANKER, Winner.PLAYER)

SUPER_6: Final[Bet[Coup]] = Bet(
    id="super-6",
    side=Winner.BANKER,
    sees=THE_COUP,
    lines=(
        Line("three-card-six", won_with(Winner.BANKER, 6, cards=3)),
        Line("two-card-six", won_with(Winner.BANKER, 6, cards=2)),
        Line("six", won_with(Winner.BANKER, 6)),
    ),
    paytables=(
        PayTable("12:1", pays("six 12:1"), source=MAKER),
        PayTable("15:1", pays("six 15:1"), source=MAKER),
        PayTable("23-12", pays("three-card-six 23:1, two-card-six 12:1"), source=LUCKY_6),
        PayTable("20-12", pays("three-card-six 20:1, two-card-six 12:1"), source=LUCKY_6),
    ),
    classes=rank,
)
