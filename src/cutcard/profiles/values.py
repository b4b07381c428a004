"""Values read from text and TOML, each checked against what its field may be.

The fields and their types are the rules' own; nothing about a game is written here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from enum import EnumMeta, StrEnum
from fractions import Fraction
from functools import cache
from types import UnionType
from typing import Annotated, Any, Final, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from cutcard.money import Odds
from cutcard.specials import unknown

Values = TypeVar("Values", bound=msgspec.Struct)


_PART_MAX: Final = 24  # decimals of any odds fit; endless digits would take for ever to work out
_PART: Final = re.compile(r"[0-9]*\.?[0-9]+|[0-9]+/0*[1-9][0-9]*")


class BadProfile(ValueError):
    """A profile, or a change to one, that cannot be; the text says why and what there is instead."""


def names(values: type[msgspec.Struct]) -> tuple[str, ...]:
    """The fields there are."""
    return values.__struct_fields__


def describe_allowed(values: type[msgspec.Struct], name: str) -> str:
    """What a field may be, in words."""
    return _kinds(values)[name].words


def parse_value(values: type[msgspec.Struct], name: str, given: object, what: str = "rule value") -> object:
    """A given value as the field's type; an unknown name or value is refused with those there are."""
    kind = _kinds(values).get(name)
    if kind is None and name in names(values):
        raise BadProfile(f"{name} is stated in a profile's file, and nowhere else")
    if kind is None:
        raise BadProfile(unknown(what, name, names(values)))
    try:
        written = str(given).lower() if isinstance(given, bool) else str(given).strip()
    except ValueError:  # Python writes no number of thousands of digits
        written = "that long"
    try:
        return kind.read(written)
    except ValueError:
        raise BadProfile(f"{name} cannot be {written}: it is {kind.words}") from None


def replace_values(values: Values, changes: Mapping[str, object], what: str = "rule value") -> Values:
    """The values with some of them replaced."""
    kind = type(values)
    read_values = {name: parse_value(kind, name, given, what) for name, given in changes.items()}
    return msgspec.structs.replace(values, **read_values)


def json_value(value: object) -> object:
    """A value as it stands in JSON: odds as text, a fraction as a number."""
    match value:
        case Odds():
            return str(value)
        case Fraction():
            return float(value)
        case StrEnum():
            return value.value
        case _:
            return value


def json_values(values: msgspec.Struct) -> dict[str, object]:
    """All rule values by name, each as it may be given back."""
    return {name: json_value(getattr(values, name)) for name in names(type(values))}


class _Kind(msgspec.Struct, frozen=True):
    """How a value of some type is read from text (ValueError where it cannot be), and what it may be."""

    read: Callable[[str], object]
    words: str


@cache
def _kinds(values: type[msgspec.Struct]) -> dict[str, _Kind]:
    """How each field is read. A field that only a file can state, such as a list, has no kind."""
    hints = get_type_hints(values, include_extras=True)
    return {name: _kind(hint) for name, hint in hints.items() if get_origin(hint) is not tuple}


def _kind(hint: Any) -> _Kind:
    origin = get_origin(hint)
    if origin is Annotated:
        return _constrained_kind(hint)
    if origin is Literal:
        return _one_of({str(choice): choice for choice in get_args(hint)})
    if origin in (Union, UnionType):
        return _either([_kind(member) for member in get_args(hint)])
    if isinstance(hint, EnumMeta):
        members: list[StrEnum] = list(hint)
        return _Kind(hint, " or ".join(members))
    return _PLAIN[hint]


def _one_of(by_text: Mapping[str, object]) -> _Kind:
    def read_one(text: str) -> object:
        if text not in by_text:
            raise ValueError(text)
        return by_text[text]

    return _Kind(read_one, " or ".join(by_text))


def _either(kinds: list[_Kind]) -> _Kind:
    def read_either(text: str) -> object:
        for kind in kinds[:-1]:
            try:
                return kind.read(text)
            except ValueError:
                continue
        return kinds[-1].read(text)

    return _Kind(read_either, " or ".join(kind.words for kind in kinds))


def _constrained_kind(hint: Any) -> _Kind:
    """A whole number within bounds, or odds out of a list."""
    plain, mark = get_args(hint)[:2]
    if not isinstance(mark, msgspec.Meta):
        return _one_of({text: _kind(plain).read(text) for text in mark})
    low, high = mark.ge, mark.le
    assert low is not None, f"both bounds are stated: {hint}"
    assert high is not None, f"both bounds are stated: {hint}"

    def read_within(text: str) -> object:
        number = _whole(text)
        if not low <= number <= high:
            raise ValueError(text)
        return number

    return _Kind(read_within, f"a whole number from {low} to {high}")


def _whole(text: str) -> int:
    if not (text.isascii() and text.lstrip("-").isdigit()):
        raise ValueError(text)
    return int(text)


def _part(text: str) -> Fraction:
    """A plain decimal or fraction. An exponent, or endless digits, would take for ever to work out."""
    if len(text) > _PART_MAX or not _PART.fullmatch(text):
        raise ValueError(text)
    fraction = Fraction(text)
    if not 0 < fraction <= 1:
        raise ValueError(text)
    return fraction


def _winning(text: str) -> Odds:
    odds = Odds.parse(text)
    if odds.won <= 0:
        raise ValueError(text)
    return odds


_PLAIN: Final[Mapping[type, _Kind]] = {
    bool: _one_of({"true": True, "false": False}),
    Fraction: _Kind(_part, "a part of the pack above 0 and up to 1, such as 0.5"),
    Odds: _Kind(_winning, "odds such as 2:1"),
    type(None): _one_of({"none": None, "None": None}),
}
