"""The house choices of blackjack, as one frozen value. What follows from them is not here.

Every field is a rule value that a profile states and an operator may change; its
annotation says what it may be.
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import Annotated, Literal

import msgspec

from cutcard.cards import DECKS_MAX, Shuffle
from cutcard.money import Odds


class SecondCard(StrEnum):
    """Whether the dealer's second card lies face down during play (BJ-10)."""

    NONE = "none"
    HOLE = "hole"


class UnneededHoleCard(StrEnum):
    """What becomes of a face-down card that nothing depends on any more (BJ-20)."""

    TURNED = "turned"
    LEFT = "left"


class LateBlackjack(StrEnum):
    """What comes back when the dealer's blackjack is found after hands were played (BJ-22)."""

    NOTHING = "nothing"
    DOUBLES = "doubles"
    ORIGINAL_ONLY = "original-only"


class DoubleOn(StrEnum):
    """Which two cards may be doubled (BJ-13)."""

    ANY = "any"
    NINE_TO_ELEVEN = "9-11"
    TEN_OR_ELEVEN = "10-11"


class DoubleAfterSplit(StrEnum):
    """Which split hands may be doubled (BJ-13)."""

    NO = "no"
    SAME = "same"
    ANY = "any"


class Surrender(StrEnum):
    """When half the stake may be given up (BJ-15)."""

    NONE = "none"
    LATE = "late"
    EARLY_ACE = "early-ace"


class Rules(msgspec.Struct, frozen=True, cache_hash=True, kw_only=True, tag="blackjack"):
    """The rule values of a blackjack game."""

    decks: Annotated[int, msgspec.Meta(ge=1, le=DECKS_MAX)] = 8
    shuffle: Shuffle = Shuffle.EVERY_ROUND
    penetration: Fraction = Fraction(1)
    dealer_hits_soft_17: bool = False
    second_card: SecondCard = SecondCard.HOLE
    checks_under_ace: bool = True
    checks_under_ten: bool = True
    late_blackjack_returns: LateBlackjack = LateBlackjack.NOTHING
    blackjack_pays: Annotated[Odds, ("3:2", "6:5", "1:1")] = Odds(3, 2)
    insurance: bool = True
    insurance_pays: Odds = Odds(2)
    insurance_with_blackjack: bool = True
    double_on: DoubleOn = DoubleOn.ANY
    double_after_split: DoubleAfterSplit = DoubleAfterSplit.SAME
    max_split_depth: Annotated[int, msgspec.Meta(ge=0, le=7)] = 1
    max_hands: Annotated[int, msgspec.Meta(ge=1, le=8)] = 2
    hit_split_aces: bool = False
    resplit_aces: bool = False
    double_split_aces: bool = False
    surrender: Surrender = Surrender.NONE
    charlie: Literal[0, 5, 6, 7, 8, 9, 10, 11, 12] = 0
    charlie_beats_blackjack: bool = False
    dealer_draws_to_end: bool = False
    # Left, whatever the profiles say: a record that does not name the value was played so.
    unneeded_hole_card: UnneededHoleCard = UnneededHoleCard.LEFT
    positions: Literal[1, 3] = 3
    seats: Annotated[int, msgspec.Meta(ge=0, le=7)] = 0
    bets_behind: bool = False
    special_without_main: Literal[0, 1, 2] = 0
    hit_on_timeout: bool = False

    @property
    def cards_counted(self) -> int:
        """How far the cards of a hand are counted: to charlie, or to 'more than the first two'."""
        return self.charlie or 3

    @property
    def places(self) -> int:
        """How many hands a round can start with: the seats of a seated table, else the positions."""
        return self.seats or self.positions


def in_force(rules: Rules) -> Rules:
    """The rules as they read beside each other: without a hole card none is looked at or turned."""
    if rules.second_card is SecondCard.HOLE:
        return rules
    left = UnneededHoleCard.LEFT
    return msgspec.structs.replace(
        rules, checks_under_ace=False, checks_under_ten=False, unneeded_hole_card=left
    )


def checks_under(rules: Rules, up_value: int) -> bool:
    """Whether the dealer looks for blackjack under an up card of this value before anybody plays (BJ-11)."""
    read = in_force(rules)
    return (read.checks_under_ace and up_value == 1) or (read.checks_under_ten and up_value == 10)
