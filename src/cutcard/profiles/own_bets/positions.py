"""On which line of a TOML text each key and each element stands. What they mean is not known here.

Python's reader of TOML gives values without their places. This one finds the places and leaves the values
alone; it expects a text that the other has read, and so refuses nothing.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Final

Place = tuple[str | int, ...]
"""The way to a value: keys, and numbers of elements from 0."""

_BARE_ENDS: Final = ",]}#\n\r"
_KEY_ENDS: Final = " \t.=]"


def line_numbers(text: str) -> dict[Place, int]:
    """The line, from 1, on which every key and element of a text of TOML first stands."""
    lines: dict[Place, int] = {}
    for place, line in _Scan(text).places():
        lines.setdefault(place, line)
    return lines


def line_of(lines: dict[Place, int], place: Place) -> int:
    """The line of a value; of one that is missing, that of the nearest thing around it."""
    while place and place not in lines:
        place = place[:-1]
    return lines.get(place, 1)


class _Scan:
    """One reading from the beginning to the end."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.tables: dict[Place, int] = {}

    def places(self) -> Iterator[tuple[Place, int]]:
        inside: Place = ()
        while self._skip():
            if self.text[self.at] == "[":
                inside = self._header()
                yield from ((inside[:steps], self._line()) for steps in range(1, len(inside) + 1))
            else:
                yield from self._pair(inside)

    def _line(self) -> int:
        return self.text.count("\n", 0, self.at) + 1

    def _skip(self, more: str = "") -> bool:
        """Over blanks, ends of lines and comments; false at the end of the text."""
        while self.at < len(self.text):
            if self.text[self.at] == "#":
                end = self.text.find("\n", self.at)
                self.at = len(self.text) if end < 0 else end
            elif self.text[self.at] in " \t\r\n" + more:
                self.at += 1
            else:
                return True
        return False

    def _header(self) -> Place:
        """A table's place: of an array of tables with the number of this one."""
        many = self.text.startswith("[[", self.at)
        self.at += 2 if many else 1
        keys = self._keys()
        place: Place = ()
        for number, key in enumerate(keys, 1):
            place = (*place, key)
            if many and number == len(keys):
                self.tables[place] = self.tables.get(place, -1) + 1
            if place in self.tables:
                place = (*place, self.tables[place])
        self.at += 2 if many else 1
        return place

    def _pair(self, inside: Place) -> Iterator[tuple[Place, int]]:
        line, place = self._line(), inside
        for key in self._keys():
            place = (*place, key)
            yield place, line
        self._skip("=")
        yield from self._value(place)

    def _keys(self) -> list[str]:
        """Keys set apart by dots, up to what ends them."""
        keys = []
        while True:
            self._skip(".")
            if self.text[self.at] in "\"'":
                start = self.at
                self._string()
                keys.append(tomllib.loads(f"key = {self.text[start : self.at]}")["key"])
            else:
                start = self.at
                while self.text[self.at] not in _KEY_ENDS:
                    self.at += 1
                keys.append(self.text[start : self.at])
            self._skip()
            if self.text[self.at] != ".":
                return keys

    def _value(self, place: Place) -> Iterator[tuple[Place, int]]:
        self._skip()
        match self.text[self.at]:
            case '"' | "'":
                self._string()
            case "[":
                yield from self._elements(place)
            case "{":
                self.at += 1
                while self._skip(",") and self.text[self.at] != "}":
                    yield from self._pair(place)
                self.at += 1
            case _:
                while self.at < len(self.text) and self.text[self.at] not in _BARE_ENDS:
                    self.at += 1

    def _elements(self, place: Place) -> Iterator[tuple[Place, int]]:
        self.at += 1
        number = 0
        while self._skip(",") and self.text[self.at] != "]":
            yield (*place, number), self._line()
            yield from self._value((*place, number))
            number += 1
        self.at += 1

    def _string(self) -> None:
        quote = self.text[self.at]
        mark = quote * 3 if self.text.startswith(quote * 3, self.at) else quote
        self.at += len(mark)
        while not self.text.startswith(mark, self.at):
            self.at += 2 if quote == '"' and self.text[self.at] == "\\" else 1
        self.at += len(mark)
        while len(mark) == 3 and self.text.startswith(quote, self.at):
            self.at += 1  # a long string may end in quotes of its own
