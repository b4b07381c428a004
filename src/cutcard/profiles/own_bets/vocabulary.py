"""The words that patterns of own bets are written with, and what each of them makes of its value.

Every word says what it takes and what fits it; the page of the guide lists just these. Which file a
pattern stands in, and on which line, is known to who asks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from cutcard.cards import CARDS, RANKS, BadCard, is_red, parse_card, rank, suit
from cutcard.games.baccarat.coup import Winner
from cutcard.games.blackjack.hand import TEN, value
from cutcard.profiles.own_bets import card_patterns as of_cards
from cutcard.profiles.own_bets import coup_patterns as of_coups
from cutcard.profiles.own_bets.combined import Not, Pattern
from cutcard.specials import unknown

SUIT_NAMES: Final = ("clubs", "diamonds", "hearts", "spades")
COLOURS: Final = ("red", "black")
ANYTHING: Final = "?"
TOTAL_MAX: Final = 40  # four cards of ten
_NUMBERS: Final = re.compile(r"(\d{1,2})\.\.(\d{1,2})")


class BadPattern(ValueError):
    """What is written makes no pattern; ``key`` is the part of the value that is wrong, where it is one."""

    def __init__(self, why: str, *key: str | int) -> None:
        super().__init__(why)
        self.key = key


class Word(msgspec.Struct, frozen=True):
    """A word, what it takes, what fits it, and how it is made a pattern."""

    takes: str
    about: str
    make: Callable[[tuple[int, ...], Any, str], Pattern]


def _sets() -> dict[str, int]:
    sets: dict[str, int] = {ANYTHING: of_cards.set_of(CARDS)}
    for number, name in enumerate(SUIT_NAMES):
        sets[name] = of_cards.set_of(card for card in CARDS if suit(card) == number)
    sets["red"] = of_cards.set_of(filter(is_red, CARDS))
    sets["black"] = of_cards.set_of(card for card in CARDS if not is_red(card))
    sets["ten-valued"] = of_cards.set_of(card for card in CARDS if value(card) == TEN)
    return sets


SETS: Final[Mapping[str, int]] = _sets()


def card_set(written: object) -> int:
    """Cards by words set apart by blanks: ``hearts``, ``red``, ``ten-valued``, ranks ``TJQK``, ``Qh``."""
    if not isinstance(written, str) or not written.split():
        raise BadPattern(
            f"cards are named as text, such as 'hearts', 'TJQK' or 'Qh Qd', not {shown(written)}"
        )
    found = 0
    for word in written.split():
        found |= _one_set(word)
    return found


def _one_set(word: str) -> int:
    if word in SETS:
        return SETS[word]
    if all(letter in RANKS for letter in word):
        return of_cards.set_of(card for card in CARDS if RANKS[rank(card)] in word)
    try:
        return 1 << parse_card(word)
    except BadCard:
        raise BadPattern(
            f"{shown(word)} names no cards: there are cards such as Qh, ranks of {RANKS}, {', '.join(SETS)}"
        ) from None


def whole_numbers(written: object, low: int, high: int) -> tuple[int, ...]:
    """``20``, ``"18..20"`` or ``[18, 20]``, each from ``low`` to ``high``."""
    found = _NUMBERS.fullmatch(written) if isinstance(written, str) else None
    listed = written if isinstance(written, list) else [written]
    if found is not None:
        listed = list(range(int(found[1]), int(found[2]) + 1))
    fits = all(
        isinstance(each, int) and not isinstance(each, bool) and low <= each <= high for each in listed
    )
    if not listed or not fits:
        raise BadPattern(
            f"a number from {low} to {high}, a range such as '{low}..{high}' or a list, not {shown(written)}"
        )
    return tuple(sorted(set(listed)))


def shown(written: object) -> str:
    """What was written, as it stands in a refusal: something long is cut."""
    try:
        text = repr(written)
    except ValueError:  # Python writes no number of thousands of digits
        return "that long a number"
    return text if len(text) <= 60 else f"{text[:60]}…"


def named(written: object) -> str:
    """The same where it should have been a name."""
    return written[:60] if isinstance(written, str) else shown(written)


def _suit(at: tuple[int, ...], written: object, _: str) -> Pattern:
    if written == "same":
        return of_cards.SameSuit(at)
    return of_cards.AllIn(at, SETS[_choice(written, SUIT_NAMES, "same")])


def _colour(at: tuple[int, ...], written: object, _: str) -> Pattern:
    if written == "same":
        return of_cards.SameColour(at)
    return of_cards.AllIn(at, SETS[_choice(written, COLOURS, "same")])


def _rank(at: tuple[int, ...], written: object, _: str) -> Pattern:
    if written == "same":
        return of_cards.SameRank(at)
    if written == "different":
        return of_cards.DifferentRanks(at)
    if not isinstance(written, str) or not written or any(letter not in RANKS for letter in written):
        raise BadPattern(f"same, different or ranks of {RANKS} such as 'TJQK', not {shown(written)}")
    return of_cards.AllIn(at, card_set(written))


def _choice(written: object, names: tuple[str, ...], *more: str) -> str:
    if written not in names:
        raise BadPattern(unknown("such value", named(written), (*more, *names)))
    return str(written)


def _ranks(at: tuple[int, ...], written: object, _: str) -> Pattern:
    letters = "".join(written.split()) if isinstance(written, str) else ""
    if len(letters) != len(at) or any(letter not in RANKS for letter in letters):
        raise BadPattern(f"{len(at)} ranks of {RANKS}, one for each card it looks at, not {shown(written)}")
    return of_cards.ExactRanks(at, tuple(sorted(map(RANKS.index, letters))))


def _order(at: tuple[int, ...], written: object, _: str) -> Pattern:
    words = written.split() if isinstance(written, str) else []
    if len(words) != len(at):
        raise BadPattern(f"{len(at)} words, one for each card it looks at, not {shown(written)}")
    return of_cards.InOrder(at, tuple(_one_set(word) for word in words))


def _flag(kind: Callable[[tuple[int, ...]], Pattern]) -> Callable[[tuple[int, ...], Any, str], Pattern]:
    def make(at: tuple[int, ...], written: object, _: str) -> Pattern:
        if not isinstance(written, bool):
            raise BadPattern(f"true or false, not {shown(written)}")
        return kind(at) if written else Not(kind(at))

    return make


def _total(at: tuple[int, ...], written: object, game: str) -> Pattern:
    if game == "baccarat":
        return of_cards.BaccaratTotal(at, whole_numbers(written, 0, 9))
    return of_cards.BlackjackTotal(at, whole_numbers(written, 2, TOTAL_MAX))


def _only(at: tuple[int, ...], written: object, _: str) -> Pattern:
    return of_cards.AllIn(at, card_set(written))


COUNT_KEYS: Final = ("of", "is", "at_least", "at_most")


def _count(at: tuple[int, ...], written: object, _: str) -> Pattern:
    if not isinstance(written, dict) or "of" not in written or len(written) < 2:
        raise BadPattern(f"a table such as {{ of = 'hearts', at_least = 2 }}, not {shown(written)}")
    for key in written:
        if key not in COUNT_KEYS:
            raise BadPattern(unknown("part of count", key[:60], COUNT_KEYS), key)
    if "is" in written and len(written) > 2:
        raise BadPattern("is stands alone, without at_least and at_most", "is")
    bounds = {key: _number(written, key, len(at)) for key in COUNT_KEYS[1:] if key in written}
    least, most = bounds.get("at_least", 0), bounds.get("at_most", len(at))
    if least > most:
        raise BadPattern(f"at least {least} and at most {most} never comes", "at_least")
    try:
        cards = card_set(written["of"])
    except BadPattern as wrong:
        raise BadPattern(str(wrong), "of") from None
    return of_cards.CountOf(at, cards, bounds.get("is", least), bounds.get("is", most))


def _number(written: dict[str, object], key: str, most: int) -> int:
    number = written[key]
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= most:
        raise BadPattern(f"a number of cards from 0 to {most}, not {shown(number)}", key)
    return number


def _at_least(
    kind: Callable[[tuple[int, ...], int], Pattern],
) -> Callable[[tuple[int, ...], Any, str], Pattern]:
    def make(at: tuple[int, ...], written: object, _: str) -> Pattern:
        if not isinstance(written, int) or isinstance(written, bool) or not 1 <= written <= len(at):
            raise BadPattern(f"a number of cards from 1 to {len(at)}, not {shown(written)}")
        return kind(at, written)

    return make


CARD_WORDS: Final[Mapping[str, Word]] = {
    "suit": Word(
        "`same`, `clubs`, `diamonds`, `hearts`, `spades`", "all of one suit, or all of this suit", _suit
    ),
    "colour": Word("`same`, `red`, `black`", "all of one colour, or all of this colour", _colour),
    "rank": Word(
        "`same`, `different`, ranks such as `TJQK`",
        "all of one rank (a pair, three of a kind), no two of one rank, or each of one of these ranks",
        _rank,
    ),
    "ranks": Word("ranks such as `678`", "exactly these ranks, in any order", _ranks),
    "sequence": Word(
        "`true`, `false`", "neighbouring ranks in any order, the ace low or high", _flag(of_cards.Sequence)
    ),
    "identical": Word("`true`, `false`", "all of one rank and suit", _flag(of_cards.Identical)),
    "total": Word(
        "a number, `18..20`, a list",
        "the count of the cards: at blackjack the best total as one hand, at baccarat the last digit",
        _total,
    ),
    "only": Word("cards", "each card is one of these", _only),
    "count": Word(
        "`{ of = cards, is = n }`, or `at_least`, `at_most`", "so many cards are one of these", _count
    ),
    "of_one_suit": Word("a number", "at least so many cards have one suit", _at_least(of_cards.OfOneSuit)),
    "of_one_rank": Word("a number", "at least so many cards have one rank", _at_least(of_cards.OfOneRank)),
    "order": Word(
        "cards for each card, `?` for any",
        "the first card is one of the first, the second of the second …",
        _order,
    ),
}
"""What can be asked of cards."""


def _winner(_: tuple[int, ...], written: object, __: str) -> Pattern:
    return of_coups.WonBy(Winner(_choice(written, tuple(Winner))))


def _side_total(side: Winner) -> Callable[[tuple[int, ...], Any, str], Pattern]:
    return lambda _, written, __: of_coups.TotalOf(side, whole_numbers(written, 0, 9))


def _side_cards(side: Winner) -> Callable[[tuple[int, ...], Any, str], Pattern]:
    return lambda _, written, __: of_coups.CardsOf(side, whole_numbers(written, 2, 3))


def _margin(_: tuple[int, ...], written: object, __: str) -> Pattern:
    return of_coups.Margin(whole_numbers(written, 0, 9))


def _natural(_: tuple[int, ...], written: object, __: str) -> Pattern:
    if not isinstance(written, bool):
        raise BadPattern(f"true or false, not {shown(written)}")
    return of_coups.EndedNaturally(written)


COUP_WORDS: Final[Mapping[str, Word]] = {
    "winner": Word("`player`, `banker`, `tie`", "this side won, or nobody did", _winner),
    "player_total": Word("a number, `6..9`, a list", "Player's final total", _side_total(Winner.PLAYER)),
    "banker_total": Word("a number, `6..9`, a list", "Banker's final total", _side_total(Winner.BANKER)),
    "player_cards": Word("`2`, `3`", "how many cards Player took", _side_cards(Winner.PLAYER)),
    "banker_cards": Word("`2`, `3`", "how many cards Banker took", _side_cards(Winner.BANKER)),
    "margin": Word("a number, `4..9`, a list", "how far the totals are apart", _margin),
    "natural": Word("`true`, `false`", "a natural ended the coup, or none did", _natural),
}
"""What can be asked of a finished coup."""
