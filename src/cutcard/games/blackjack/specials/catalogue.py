"""All special bets of blackjack, in the order in which they are listed. None is explained here."""

from __future__ import annotations

from typing import Final

from cutcard.games.blackjack.specials.dealer import BUST, DEALER_PAIR
from cutcard.games.blackjack.specials.four_cards import LUCKY_ACES, LUCKY_LADIES, QQ_AS_LUCKY_LADIES
from cutcard.games.blackjack.specials.poker import (
    POKER_3,
    POKER_3_BONUS,
    TOP_3,
    TOP_21_PLUS_3,
    TWENTY_ONE_PLUS_THREE,
)
from cutcard.games.blackjack.specials.three_cards import A_2, C3, LUCKY_LUCKY, MATCH, NINETEEN_PLUS, SEVENS
from cutcard.games.blackjack.specials.two_cards import (
    BLACKJACK_BONUS,
    JJ,
    KK,
    PAIR,
    PERFECT_PAIRS,
    PLAYER_PAIR,
    QQ,
    SUITS,
)
from cutcard.specials import Catalogue

CATALOGUE: Final = Catalogue(
    (
        LUCKY_ACES,
        TWENTY_ONE_PLUS_THREE,
        LUCKY_LUCKY,
        C3,
        TOP_21_PLUS_3,
        TOP_3,
        LUCKY_LADIES,
        POKER_3,
        POKER_3_BONUS,
        NINETEEN_PLUS,
        KK,
        QQ,
        JJ,
        PAIR,
        MATCH,
        SUITS,
        BLACKJACK_BONUS,
        A_2,
        SEVENS,
        QQ_AS_LUCKY_LADIES,
        PERFECT_PAIRS,
        PLAYER_PAIR,
        DEALER_PAIR,
        BUST,
    )
)
