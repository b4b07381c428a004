"""Where everything lies in a compiled game: names for the places of its head. Fills in none of them.

A game is compiled into one row of small numbers, and a head that says where each table
begins. The kernels, on whatever machine, follow the same row.
"""

from __future__ import annotations

from typing import Final

(
    AFTER,  # hand × value → hand
    ACT,  # up card × hands of the position × hand → class it has ended as, or HIT, DOUBLE, SPLIT
    DOUBLED,  # hand → class where it was doubled into
    HALF,  # hand → either half of the pair
    EARLY,  # hand → given up to an ace before the look
    INSURABLE,  # hand → offered insurance
    STOPPED,  # hand → class where a blackjack ends the round over it
    PAYS,  # class × end → units gained
    SPLIT_PAYS,  # class → units gained against a late blackjack by one hand of a split
    SPARED,  # class → not counted among those who bear FLAT
    NEED,  # blackjack possible × class → how far the dealer must play
    BUSTS,  # class → original stakes that bust
    DEALER_AFTER,  # dealer's hand × value → dealer's hand
    DEALER_END,  # dealer's hand → end, or DRAWS
    VALUE,  # card → value, an ace being 0
    HANDS,  # how many hands there are
    HANDS_MOST,  # how many hands a position may have
    HOLE,  # the dealer's second card lies face down
    CHECK_ACE,
    CHECK_TEN,
    INSURED,  # the plan takes insurance
    INSURANCE_WON,
    INSURANCE_LOST,
    BUSTS_MATTER,  # busts of more than one stake want to know of a late blackjack
    SURRENDERED,  # the class of a hand that was given up
    FLAT,  # what a split position gains besides, less than nothing, from a late blackjack
    LENGTH,
) = range(27)

HIT: Final = 200
DOUBLE: Final = 201
SPLIT: Final = 202
DRAWS: Final = 255
NEVER: Final = 255

BIAS: Final = 4096
"""Added to every gain, so that a row holds no negative number: such an index needs no check."""

END_BLACKJACK: Final = 6
END_NONE: Final = 7
ENDS: Final = ("17", "18", "19", "20", "21", "bust", "blackjack", "none")

SECOND_CARD: Final = 1
WHOLE_HAND: Final = 2

HANDS_MAX: Final = 8
POSITIONS_MAX: Final = 7

# Room for one round: what each hand ended as, how many hands a position has, its first hand, a stack.
ROOM_ENDED: Final = 0
ROOM_COUNTS: Final = POSITIONS_MAX * HANDS_MAX
ROOM_HANDS: Final = ROOM_COUNTS + POSITIONS_MAX
ROOM_STACK: Final = ROOM_HANDS + POSITIONS_MAX
ROOM: Final = ROOM_STACK + HANDS_MAX
