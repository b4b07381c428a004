"""Where everything lies in a compiled game, and what the bits of packed words mean. Fills in none of them.

The row. A blackjack game is compiled into one row of small numbers, and a head (`Head`) that says where in
the row each table begins. The kernels, on whatever machine, follow the same row::

    head   after=0   act=1730   doubled=…            hands=173   hole=1   …
             │          │          │                 (numbers that are no table)
             ▼          ▼          ▼
    row    ┌──────────┬──────────┬─────────┬──────┬─ ─ ─ ─ ─ ─┬───────┐
           │ after    │ act      │ doubled │ half │           │ value │
           └──────────┴──────────┴─────────┴──────┴─ ─ ─ ─ ─ ─┴───────┘
             hand × 10 values      one for each hand            52 cards

So a hand after a card is ``row[head.after + 10 * hand + row[head.value + card]]``.

Packed words. Where a kernel reads several small numbers at once they share a word, low bits to the right::

    opening of a position (32 bits: `PositionMachine.opened`)
         31      25 24        23          16 15                     0
        ┌──────────┬─────────┬──────────────┬────────────────────────┐
        │    0     │ insured │ class if the │ state after two cards  │
        │          │         │ round stops  │                        │
        └──────────┴─────────┴──────────────┴────────────────────────┘

    round under way (64 bits: `Deals.starts`, the queue of `kernels.fused`; bits and width hang on the game)
         63                                          bits            0
        ┌───────────┬─ ─ ─ ─ ─┬───────────┬───────────┬──────────────┐
        │ gone of   │         │ gone of   │ gone of   │    state     │
        │ letter n  │         │ letter 1  │ letter 0  │              │
        └───────────┴─ ─ ─ ─ ─┴───────────┴───────────┴──────────────┘
                                width       width       bits

    card of a pack (32 bits: `Deals.cards`)
         31                 16 15            8 7                   0
        ┌─────────────────────┬───────────────┬─────────────────────┐
        │ place among cards   │ where its     │       letter        │
        │ of its letter       │ count begins  │                     │
        └─────────────────────┴───────────────┴─────────────────────┘

    cell of the alias table (64 bits: `Deals.cells`): the first deal is meant by random words whose high
    half is below its share
         63                                 32 31      16 15        0
        ┌─────────────────────────────────────┬──────────┬───────────┐
        │ share of the first deal, of 2³²     │ the other│ the first │
        └─────────────────────────────────────┴──────────┴───────────┘

    card of a pack on a GPU (16 bits: `gpu.dealt_from`)
         15                             4 3               0
        ┌────────────────────────────────┬─────────────────┐
        │ place among cards of its letter│     letter      │
        └────────────────────────────────┴─────────────────┘
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Head(NamedTuple):
    """Where each table begins in the row; after those, the numbers that are no table."""

    after: int
    """hand × value → hand"""
    act: int
    """up card × hands of the position × hand → class it has ended as, or HIT, DOUBLE, SPLIT"""
    doubled: int
    """hand → class where it was doubled into"""
    half: int
    """hand → either half of the pair"""
    early: int
    """hand → given up early where that is offered"""
    insurable: int
    """hand → offered insurance where that is offered at all"""
    stopped: int
    """hand → class where a blackjack ends the round over it"""
    pays: int
    """class × end → units gained"""
    split_pays: int
    """class → units gained against a late blackjack by one hand of a split"""
    spared: int
    """class → not counted among those who bear `flat`"""
    need: int
    """blackjack possible × class → how far the dealer must play"""
    busts: int
    """class → original stakes that bust"""
    dealer_after: int
    """dealer's hand × value → dealer's hand"""
    dealer_end: int
    """dealer's hand → end, or DRAWS"""
    looks: int
    """up card → the dealer looks for a blackjack"""
    blackjacks: int
    """up card → it can be half of a blackjack"""
    offers: int
    """up card → hands are offered something before the look"""
    value: int
    """card → value, an ace being 0"""
    hands: int
    """how many hands there are"""
    hands_most: int
    """how many hands a position may have"""
    hole: int
    """the dealer's second card lies face down"""
    insured: int
    """the plan takes insurance"""
    insurance_won: int
    insurance_lost: int
    busts_matter: int
    """busts of more than one stake want to know of a late blackjack"""
    surrendered: int
    """the class of a hand that was given up"""
    flat: int
    """what a split position gains besides, less than nothing, from a late blackjack"""


HIT: Final = 200
DOUBLE: Final = 201
SPLIT: Final = 202
DRAWS: Final = 255
NEVER: Final = 255
"""Codes in cells that otherwise hold a class or an end, of which there are far fewer; ``NEVER`` is reached by
no round."""

BIAS: Final = 4096
"""Added to every gain, so that a row holds no negative number: such an index needs no check."""

ENDS: Final = ("17", "18", "19", "20", "21", "bust", "blackjack", "none")
END_BLACKJACK: Final = ENDS.index("blackjack")
END_NONE: Final = ENDS.index("none")

SECOND_CARD: Final = 1
WHOLE_HAND: Final = 2

HANDS_MAX: Final = 8  # as far as the rule value `max_hands` goes
POSITIONS_MAX: Final = 7  # a table has at most seven seats (TB-20)

OPENED_STOPPED: Final = 16
OPENED_INSURED: Final = 24
"""Where the opening of a position holds its class if the round stops, and whether it is insured."""

CARD_SHIFT: Final = 8
CARD_PLACE: Final = 16
"""Where a card of a pack holds the place of its letter's count, and its own place among its letter's."""

CELL_OTHER: Final = 16
CELL_SHARE: Final = 32
"""Where a cell of the alias table holds its second deal, and the first one's share."""

GPU_PLACE: Final = 4
"""Where a card of a GPU's pack holds its place among its letter's."""
