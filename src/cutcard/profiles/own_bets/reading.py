"""An own bet read from TOML: the declaration that shipped bets have, compiled from its words.

Whatever does not fit is refused with the file's name, the line, and what would be right. Tables never play
such a bet: it is for questions about it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from math import comb
from pathlib import Path
from typing import Any, Final, NoReturn

import msgspec

from cutcard.cards import rank
from cutcard.games import baccarat, blackjack
from cutcard.games.baccarat.bets.judging import THE_COUP
from cutcard.profiles.own_bets.combined import Every, Not, Pattern, Some, classes_of, minds_order
from cutcard.profiles.own_bets.positions import Place, line_numbers, line_of
from cutcard.profiles.own_bets.vocabulary import CARD_WORDS, COUP_WORDS, BadPattern, Word, named, shown
from cutcard.profiles.values import BadProfile
from cutcard.profiles.written_pays import pays_written
from cutcard.specials import Bet, Line, PayTable, unknown

ID: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")
NAME_MAX: Final = 80
LINES_MAX: Final = 40
PAY_TABLES_MAX: Final = 40
DEPTH_MAX: Final = 8
DEALS_MAX: Final = 3_000_000
"""Deals that are tried one by one at most: more would take minutes."""

SEES: Final[Mapping[str, tuple[str, ...]]] = {
    "blackjack": ("P1", "P2", "D1", "D2"),
    "baccarat": ("P1", "P2", "B1", "B2"),
}
COUP: Final = "coup"
TAKEN: Final = ("push", "lose", "none")

KEYS: Final = ("id", "name", "game", "sees", "line", "push", "paytable")
LINE_KEYS: Final = ("id", "name", "fits")
TABLE_KEYS: Final = ("id", "pays", "source")
LOGIC: Final = ("cards", "all", "any", "not")


class BadBetFile(ValueError):
    """A bet's declaration that cannot be; the text names the line and says what would be right."""


def read_bet(path: Path) -> tuple[Bet[Any], str]:
    """The bet that a file declares, and the game it is for."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError:
        raise BadBetFile(f"there is no bet file {path}") from None
    except UnicodeError as wrong:
        raise BadBetFile(f"{path} is no text: {wrong}") from None
    return parse_bet(text, path.name)


def parse_bet(text: str, file: str) -> tuple[Bet[Any], str]:
    """The same from the text of a file of this name."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as wrong:
        raise BadBetFile(f"{file} is no TOML: {wrong}") from None
    reading = _Reading(file, line_numbers(text), data)
    return reading.bet(sha256(f"{_code()}{text}".encode()).hexdigest()), reading.game


@cache
def _code() -> str:
    """A hash over the code that makes patterns: what other code tried is tried again."""
    digest = sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


class _Reading:
    """One file under way."""

    def __init__(self, file: str, lines: dict[Place, int], data: dict[str, Any]) -> None:
        self.file, self.lines, self.data = file, lines, data
        self.game = ""
        self.sees: tuple[str, ...] = ()

    def fail(self, place: Place, why: str) -> NoReturn:
        raise BadBetFile(f"{self.file}, line {line_of(self.lines, place)}: {why}")

    def bet(self, definition: str) -> Bet[Any]:
        self._known(self.data, (), KEYS, "part of a bet")
        bet_id, name = self._id((), "a bet"), self._name(())
        self.game = self._game()
        self.sees = self._sees()
        shipped = blackjack.CATALOGUE if self.game == "blackjack" else baccarat.CATALOGUE
        if bet_id in shipped or bet_id in ("main", "behind", "insurance", "all"):
            self.fail(("id",), f"{bet_id} is a bet already: give yours another id")
        lines = tuple(self._line(number) for number in range(self._count("line", LINES_MAX, 1)))
        self._no_twins(tuple(line.id for line in lines), "line")
        push = self._pattern(self.data["push"], ("push",), 1) if "push" in self.data else None
        bet = Bet[Any](bet_id, self.sees, lines, (), push, name=name, definition=definition)
        bet = self._as_seen(bet)
        tables = tuple(
            self._paytable(bet, number) for number in range(self._count("paytable", PAY_TABLES_MAX, 0))
        )
        self._no_twins(tuple(table.id for table in tables), "paytable")
        return msgspec.structs.replace(bet, paytables=tables)

    def _as_seen(self, bet: Bet[Any]) -> Bet[Any]:
        """The bet with what its patterns can tell apart."""
        if bet.sees == THE_COUP:
            return msgspec.structs.replace(bet, classes=rank)
        hands = [
            frozenset(at for at, place in enumerate(bet.sees) if place[0] == hand)
            for hand in dict.fromkeys(place[0] for place in bet.sees)
        ]
        first_two = bet.sees[0][0] == bet.sees[1][0] if len(bet.sees) > 1 else False
        ordered = not first_two or any(minds_order(judge, hands) for judge in bet.judges)
        classes = classes_of(bet.judges, len(bet.sees))
        deals = 1
        for hand in hands:
            deals *= classes.count ** len(hand) if ordered else comb(classes.count + len(hand) - 1, len(hand))
        if deals > DEALS_MAX:
            self.fail(
                ("sees",),
                f"these lines tell {classes.count} kinds of cards apart in {deals:,} deals, and "
                f"{DEALS_MAX:,} can be tried: let lines look at fewer cards, or not at single ones of a hand",
            )
        return msgspec.structs.replace(bet, classes=classes, ordered=ordered)

    def _known(self, table: Mapping[str, Any], place: Place, keys: tuple[str, ...], what: str) -> None:
        for key in table:
            if key not in keys:
                self.fail((*place, key), unknown(what, key[:80], keys))

    def _text(self, place: Place, table: Mapping[str, Any], key: str, what: str) -> str:
        value = table.get(key)
        if not isinstance(value, str) or not value.strip() or len(value) > NAME_MAX:
            self.fail((*place, key), f"{what} needs {key} as text of at most {NAME_MAX} characters")
        return value

    def _at(self, place: Place) -> Any:
        value: Any = self.data
        for step in place:
            value = value[step]
        return value

    def _id(self, place: Place, what: str) -> str:
        written = self._text(place, self._at(place), "id", what)
        if not ID.fullmatch(written):
            self.fail(
                (*place, "id"),
                f"an id is small letters, digits and hyphens, such as lucky-pair, not {written!r}",
            )
        return written

    def _name(self, place: Place) -> str:
        table = self._at(place)
        return self._text(place, table, "name", "it") if "name" in table else ""

    def _game(self) -> str:
        written = self._text((), self.data, "game", "a bet")
        if written not in SEES:
            self.fail(("game",), unknown("game", written, tuple(SEES)))
        return written

    def _sees(self) -> tuple[str, ...]:
        written, known = self.data.get("sees"), SEES[self.game]
        if written == COUP and self.game == "baccarat":
            return THE_COUP
        wanted = f"a list of {', '.join(known)}" + (f", or {COUP!r}" if self.game == "baccarat" else "")
        if not isinstance(written, list) or not written:
            self.fail(("sees",), f"sees is {wanted}")
        for number, place in enumerate(written):
            if place not in known:
                self.fail(("sees", number), f"sees is {wanted}, not {shown(place)}")
        return tuple(place for place in known if place in written)

    def _count(self, key: str, most: int, least: int) -> int:
        """How many [[key]] there are."""
        listed = self.data.get(key, [])
        if not isinstance(listed, list) or not all(isinstance(each, dict) for each in listed):
            self.fail((key,), f"each {key} stands under [[{key}]]")
        if not least <= len(listed) <= most:
            self.fail((key,), f"a bet has {least} to {most} of [[{key}]], not {len(listed)}")
        return len(listed)

    def _no_twins(self, ids: tuple[str, ...], key: str) -> None:
        for number, each in enumerate(ids):
            if each in ids[:number]:
                self.fail((key, number, "id"), f"{each} is there twice: every [[{key}]] has an id of its own")

    def _line(self, number: int) -> Line[Any]:
        place: Place = ("line", number)
        table = self._at(place)
        self._known(table, place, LINE_KEYS, "part of a line")
        line_id = self._id(place, "a line")
        if line_id in TAKEN:
            self.fail((*place, "id"), f"{line_id} is no line's id: it names another outcome")
        if "fits" not in table:
            self.fail(place, f"line {line_id} needs fits, such as fits = {{ {self._example()} }}")
        return Line(line_id, self._pattern(table["fits"], (*place, "fits"), 1), self._name(place))

    def _example(self) -> str:
        return 'winner = "tie"' if self.sees == THE_COUP else 'rank = "same"'

    def _pattern(
        self, written: object, place: Place, depth: int, at: tuple[int, ...] | None = None
    ) -> Pattern:
        """A table of words: all of them must fit."""
        if not isinstance(written, dict) or not written:
            self.fail(place, f"a pattern is a table of words, such as {{ {self._example()} }}")
        if depth > DEPTH_MAX:
            self.fail(place, f"patterns stand in each other {DEPTH_MAX} deep at most")
        words = COUP_WORDS if self.sees == THE_COUP else CARD_WORDS
        logic = LOGIC[1:] if self.sees == THE_COUP else LOGIC
        self._known(written, place, (*words, *logic), "pattern")
        if "cards" in written:
            at = self._cards(written["cards"], (*place, "cards"))
        at = at or tuple(range(len(self.sees)))
        parts = []
        for word, value in written.items():
            if word in words:
                parts.append(self._word_pattern(words[word], word, value, (*place, word), at))
            elif word != "cards":
                parts.append(self._combined(word, value, (*place, word), depth, at))
        if not parts:
            self.fail(place, "cards says where to look, and no word says for what")
        return parts[0] if len(parts) == 1 else Every(tuple(parts))

    def _word_pattern(
        self, word: Word, name: str, value: object, place: Place, at: tuple[int, ...]
    ) -> Pattern:
        try:
            return word.make(at, value, self.game)
        except BadPattern as wrong:
            self.fail((*place, *wrong.key), f"{name}: {wrong}")

    def _cards(self, written: object, place: Place) -> tuple[int, ...]:
        listed = written if isinstance(written, list) else []
        if not listed or len({*map(shown, listed)}) < len(listed):
            self.fail(place, f"cards is a list of {', '.join(self.sees)}, each once")
        for number, card in enumerate(listed):
            if card not in self.sees:
                self.fail((*place, number), unknown("card that the bet sees", named(card), self.sees))
        return tuple(self.sees.index(card) for card in listed)

    def _combined(self, word: str, value: object, place: Place, depth: int, at: tuple[int, ...]) -> Pattern:
        if word == "not":
            return Not(self._pattern(value, place, depth + 1, at))
        if not isinstance(value, list) or not value:
            self.fail(place, f"{word} is a list of patterns, such as [{{ {self._example()} }}]")
        parts = tuple(
            self._pattern(part, (*place, number), depth + 1, at) for number, part in enumerate(value)
        )
        return Every(parts) if word == "all" else Some(parts)

    def _paytable(self, bet: Bet[Any], number: int) -> PayTable:
        place: Place = ("paytable", number)
        table = self._at(place)
        self._known(table, place, TABLE_KEYS, "part of a pay table")
        pays = table.get("pays")
        words = [f"{line}={odds}" for line, odds in pays.items()] if isinstance(pays, dict) else [pays]
        if not words or not all(isinstance(word, str) for word in words):
            self.fail((*place, "pays"), "a pay table needs pays, such as '25-12-6' or { pair = '11:1' }")
        try:
            made = pays_written(bet, [str(word) for word in words])
        except BadProfile as wrong:
            self.fail((*place, "pays"), str(wrong))
        source = self._text(place, table, "source", "it") if "source" in table else "own bet"
        name = self._text(place, table, "id", "it") if "id" in table else made.id
        return PayTable(name, made.pays, source=source)
