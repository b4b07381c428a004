"""Rounds of blackjack by the rule that each is listed for. What they come to is not known here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cutcard.analysis.evidence.examples import Example
from cutcard.games.blackjack.options import Decision

REST: Final = " 5s 3h Tc 9s 2d 7c 8s 4c 6h Js"
"""Cards for a dealer who needs more of them by one rule than by another."""

_ALL_BUST: Final = Example("nobody is left against the dealer", "Th 6d 6h (Td) Kc 9c" + REST, "hit")
_BEHIND_AN_ACE: Final = Example(
    "a double against an ace with a ten behind it", "5h Ac 6c (Kd) 9h" + REST, "double"
)
_BEHIND_A_TEN: Final = Example(
    "a double against a ten with an ace behind it", "5h Kc 6c (Ah) 9h" + REST, "double"
)
_SPLIT_BEHIND_A_TEN: Final = Example(
    "a split against a ten with an ace behind it", "8h Kc 8d (Ah) Th 9s" + REST, "split"
)
_INSURED: Final = Example("an ace with a ten behind it", "Th Ac 9h (Kd)" + REST, offer=Decision.INSURE)
_EIGHTS_ONCE: Final = Example("eights split", "8h 6d 8c (Td) 5c 9h" + REST, "split")
_EIGHTS_TWICE: Final = Example(
    "eights split, and an eight again", "8h 6d 8c (Td) 8s 3c 9h Tc 5h 7c 2d" + REST, "split split"
)
_EIGHTS_FOR_FOUR_HANDS: Final = Example(
    "eights split into as many hands as there may be",
    "8h 6d 8c (Td) 8s 5h 6h 8d 4h 9h" + REST,
    "split split stand stand split",
)
_EIGHTS_THREE_DEEP: Final = Example(
    "an eight again and again on the same hand",
    "8h 6d 8c (Td) 8s 8d 8h 5h 6h 4h 9h" + REST,
    "split split split",
)


def _aces(count: int) -> Example:
    about = f"{count} aces of spades in one round"
    cards, hits = ["As"] * count, ["hit"] * (count - 4)
    return Example(about, " ".join(cards) + REST, " ".join(hits), value=count)


def _many_cards(count: int, *, blackjack: bool) -> Example:
    """So many cards that come to twelve or thirteen, against seventeen, or a blackjack under a ten."""
    last = {5: "4h 5h", 6: "4h 4d", 7: "3h 4h", 8: "3h 3d", 9: "2h 3h", 10: "2h 2d", 11: "Ah 2h", 12: "2h Ad"}
    aces = ["As", "Ad", "Ac", "Ah", "As", "Ad", "Ac", "Ah", "As", "Ad"][: count - 2]
    up, down = ("Kc", "(Ah)") if blackjack else ("9d", "(8h)")
    cards = [aces[0], up, aces[1], down, *aces[2:], last[count]]
    against = "a dealer's late blackjack" if blackjack else "a better total"
    about, hits = f"a hand of {count} cards against {against}", ["hit"] * (count - 2)
    return Example(about, " ".join(cards) + REST, " ".join(hits), value=count)


def _positions(count: int) -> Example:
    firsts, seconds = ("5h 6h 7h 8h 9h Th Jh".split(), "5d 6d 7d 8d 9d Td Jd".split())
    cards = [*firsts[:count], "9c", *seconds[:count], "(Td)"]
    return Example(f"{count} positions", " ".join(cards) + REST, positions=count, value=count)


_POSITIONS: Final = tuple(_positions(count) for count in range(2, 8))
_MANY: Final = tuple(_many_cards(count, blackjack=False) for count in range(5, 13))
_MANY_AGAINST_BLACKJACK: Final = tuple(_many_cards(count, blackjack=True) for count in range(5, 13))

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = {
    "decks": tuple(_aces(count) for count in range(2, 9)),
    "dealer_hits_soft_17": (Example("a dealer's ace and six", "Tc 6d 8h (As) 3c Td" + REST),),
    "second_card": (Example("a card drawn before the dealer plays", "5h 9c 6h Td 7c 5s" + REST, "hit"),),
    "checks_under_ace": (_BEHIND_AN_ACE,),
    "checks_under_ten": (_BEHIND_A_TEN,),
    "late_blackjack_returns": (*(_BEHIND_A_TEN, _BEHIND_AN_ACE, _SPLIT_BEHIND_A_TEN),),
    "blackjack_pays": (Example("a blackjack against seventeen", "Ah 9c Kd (8h)" + REST),),
    "insurance": (_INSURED,),
    "insurance_pays": (_INSURED,),
    "insurance_with_blackjack": (
        Example("a blackjack against an ace", "Kh Ac Ad (Qs)" + REST, offer=Decision.INSURE),
    ),
    "double_on": (
        Example("twelve doubled", "Th 9c 2h (8d) 9s" + REST, "double"),
        Example("nine doubled", "5h 6c 4h (Td) Th" + REST, "double", value="9-11"),
    ),
    "double_after_split": (
        Example("an eleven doubled after a split", "8h 6d 8c (Td) 3s 9c Th" + REST, "split double"),
        Example("an eighteen doubled after a split", "8h 6d 8c (Td) Th 3c 9s" + REST, "split double"),
    ),
    "max_split_depth": (_EIGHTS_ONCE, _EIGHTS_TWICE, _EIGHTS_THREE_DEEP),
    "max_hands": (_EIGHTS_ONCE, _EIGHTS_TWICE, _EIGHTS_FOR_FOUR_HANDS),
    "hit_split_aces": (Example("split aces, a card wanted", "Ah 6d As (Td) 5c 4h 9h" + REST, "split hit"),),
    "resplit_aces": (
        Example("split aces, and an ace again", "Ah 6d As (Td) Ad 5c 6h 7h" + REST, "split split"),
    ),
    "double_split_aces": (Example("split aces, doubled", "Ah 6d As (Td) 5c 9h 4h" + REST, "split double"),),
    "surrender": (
        Example(
            "sixteen given up before the check",
            "Th Ac 6h (8d)" + REST,
            offer=Decision.SURRENDER,
            value="early-ace",
        ),
        Example("sixteen given up against a nine", "Th 9c 6h (8d)" + REST, "surrender", value="late"),
    ),
    "charlie": _MANY,
    "charlie_beats_blackjack": _MANY_AGAINST_BLACKJACK,
    "dealer_draws_to_end": (_ALL_BUST,),
    "unneeded_hole_card": (_ALL_BUST,),
    "positions": _POSITIONS[1:2],
    "seats": _POSITIONS,
    "special_without_main": (
        Example("a special bet alone", "7h 9c 7d (Td)" + REST, stake=0, bets={"pair": 10}),
        Example("a special bet above the main bet", "7h 9c 7d (Td)" + REST, stake=10, bets={"pair": 50}),
    ),
}

NOT_SHOWN: Final[Mapping[str, str]] = {
    "shuffle": "it says when dealt cards go back, between rounds: a round of listed cards has no shoe",
    "penetration": "it says where the cut card lies in a shoe: a round of listed cards has no shoe",
    "bets_behind": "it lets another patron wager on a seat: the hands and the money of the seat are the same",
    "hit_on_timeout": "it decides for a hand whose time ran out: a listed round has no clock",
}

UNREACHED: Final[Mapping[str, str]] = {
    "late_blackjack_returns": "every blackjack of the dealer's is found before anybody plays",
    "insurance_with_blackjack": "no blackjack is offered insurance beside the other values",
    "resplit_aces": "no hand of split aces may split again beside the other values",
    "charlie_beats_blackjack": "no charlie meets a late blackjack beside the other values",
    "positions": "the seats say how many hands a round begins with",
}
"""Why no round can show a value, where none does."""
