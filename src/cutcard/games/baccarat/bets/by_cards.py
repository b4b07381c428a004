"""Special bets on the first cards alone: Lucky Nines and Any Pair (SB-36, SB-38). Knows no winner."""

from __future__ import annotations

from typing import Final

from cutcard.cards import parse_card, rank, suit
from cutcard.games.baccarat.coup import Winner
from cutcard.specials import Bet, Line, PayTable, pays
from cutcard.specials.patterns import Cards, Pattern, same_rank

NINE: Final = rank(parse_card("9c"))
NINE_OF_DIAMONDS: Final = parse_card("9d")


def nines(cards: Cards) -> list[int]:
    """Those of the cards that are nines."""
    return [card for card in cards if rank(card) == NINE]


def exactly(count: int) -> Pattern:
    """Neither more nor fewer nines than this."""
    return lambda cards: len(nines(cards)) == count


def suited(count: int) -> Pattern:
    """Exactly so many nines, all of one suit."""

    def fits(cards: Cards) -> bool:
        found = nines(cards)
        return len(found) == count and len({suit(card) for card in found}) == 1

    return fits


def lone_nine_of_diamonds(cards: Cards) -> bool:
    """One nine, and it is that of diamonds."""
    return nines(cards) == [NINE_OF_DIAMONDS]


def nine_or_other(card: int) -> int:
    """Nines differ from each other by suit; all other cards are alike, and stand as the ace of clubs."""
    return card if rank(card) == NINE else 0


def two_nines(cards: Cards) -> bool:
    """A pair of nines."""
    return all(rank(card) == NINE for card in cards)


def any_pair(side: Winner, sees: tuple[str, ...]) -> Bet[Cards]:
    """The first two cards of this side have the same rank (SB-38)."""
    return Bet(
        id=f"any-pair-{side}",
        side=side,
        sees=sees,
        lines=(Line("nines", two_nines), Line("pair", same_rank)),
        paytables=(
            PayTable("11:1", pays("pair 11:1"), source="published: Wizard of Odds"),
            PayTable("20-11", pays("nines 20:1, pair 11:1")),
        ),
        classes=rank,
    )


LUCKY_NINES: Final[Bet[Cards]] = Bet(
    id="lucky-nines",
    side=Winner.TIE,
    sees=("P1", "P2", "B1", "B2"),
    lines=(
        Line("four-nines", exactly(4)),
        Line("three-nines-suited", suited(3)),
        Line("three-nines", exactly(3)),
        Line("two-nines-suited", suited(2)),
        Line("two-nines", exactly(2)),
        Line("nine-of-diamonds", lone_nine_of_diamonds),
        Line("one-nine", exactly(1)),
    ),
    paytables=(
        PayTable("1000-50-10-1", pays("four-nines 1000:1, three-nines 50:1, two-nines 10:1, one-nine 1:1")),
        PayTable(
            "1000-500-35-16-5-2-1",
            pays(
                "four-nines 1000:1, three-nines-suited 500:1, three-nines 35:1, "
                "two-nines-suited 16:1, two-nines 5:1, nine-of-diamonds 2:1, one-nine 1:1"
            ),
            source="published: Wizard of Odds, Lucky Nines",
        ),
        PayTable(
            "500-250-20-8-5-2-1",
            pays(
                "four-nines 500:1, three-nines-suited 250:1, three-nines 20:1, "
                "two-nines-suited 8:1, two-nines 5:1, nine-of-diamonds 2:1, one-nine 1:1"
            ),
            source="published: Wizard of Odds, Lucky Nines (whose count of suited threes is too low)",
        ),
    ),
    classes=nine_or_other,
)

ANY_PAIR_PLAYER: Final = any_pair(Winner.PLAYER, ("P1", "P2"))
ANY_PAIR_BANKER: Final = any_pair(Winner.BANKER, ("B1", "B2"))
