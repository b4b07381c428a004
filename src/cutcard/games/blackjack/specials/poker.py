"""Bets on the poker hand of a position's two cards and the up card. No count of a card is known here."""

from __future__ import annotations

from typing import Final

from cutcard.games.blackjack.specials.paytables import AMERICAN_RULES, LIVE_RULES, WIZARD, Lines, paying
from cutcard.games.blackjack.specials.three_cards import WITH_UP_CARD
from cutcard.specials import Bet, Line
from cutcard.specials.patterns import both, identical, in_sequence, same_rank, same_suit

_ALL: Final[Lines] = (
    Line("suited-three-of-a-kind", identical),
    Line("straight-flush", both(in_sequence, same_suit)),
    Line("three-of-a-kind", same_rank),
    Line("straight", in_sequence),
    Line("flush", same_suit),
)
_FOUR: Final = _ALL[1:]
_TOP: Final = _ALL[:3]

# SB-02: a table of four lines leaves the suited three of a kind to the unsuited one's odds.
TWENTY_ONE_PLUS_THREE: Final = Bet(
    "21-plus-3",
    WITH_UP_CARD,
    _ALL,
    (
        paying("100-40-30-10-5", _ALL, LIVE_RULES),
        paying("100-40-25-10-5", _ALL, AMERICAN_RULES),
        paying("9-9-9-9", _FOUR, WIZARD),
    ),
)
# SB-05
TOP_21_PLUS_3: Final = Bet(
    "top-21-plus-3", WITH_UP_CARD, _TOP, (paying("270-180-90", _TOP, LIVE_RULES),), needs="21-plus-3"
)
TOP_3: Final = Bet("top-3", WITH_UP_CARD, _TOP, (paying("270-180-90", _TOP, LIVE_RULES),))
# SB-07
POKER_3: Final = Bet(
    "poker-3", WITH_UP_CARD, _FOUR, (paying("40-30-10-5", _FOUR), paying("40-25-10-5", _FOUR))
)
# SB-08
POKER_3_BONUS: Final = Bet(
    "poker-3-bonus", WITH_UP_CARD, _TOP, (paying("300-150-100", _TOP),), needs="poker-3"
)
