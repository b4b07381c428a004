"""A profile as one complete TOML file that extends nothing: whoever reads it has the same profile."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

import msgspec

from cutcard.money import Odds
from cutcard.profiles import Profile


def profile_toml(profile: Profile) -> str:
    """The text of the file."""
    lines = [f"id = {_value(profile.id)}", f"game = {_value(profile.game)}"]
    lines += [f"version = {profile.version}"] if profile.version else []
    lines += _section("rules", _fields(profile.rules))
    specials = profile.specials
    lines += _section("specials", {"offers": specials.offers, "enabled": specials.enabled})
    lines += _section("specials.paytables", specials.paytables)
    for bet, table in specials.own:
        lines += ["", "[[specials.paytable]]", f"bet = {_value(bet)}", f"id = {_value(table.id)}"]
        lines += [f"decks = {_value(table.decks)}", f"source = {_value(table.source)}"]
        lines.append("pays = { " + ", ".join(_named(table.pays)) + " }")
    for name in ("table", "policy", "look"):
        lines += _section(name, _fields(getattr(profile, name)))
    return "\n".join(lines) + "\n"


def _fields(values: msgspec.Struct) -> Mapping[str, object]:
    named = {name: getattr(values, name) for name in values.__struct_fields__}
    return {name: value for name, value in named.items() if value is not None}


def _section(name: str, values: Mapping[str, object]) -> list[str]:
    return ["", f"[{name}]", *_named(values)]


def _named(values: Mapping[str, object]) -> Iterator[str]:
    return (f"{name} = {_value(value)}" for name, value in values.items())


def _value(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case Odds() | Fraction():
            return f'"{value}"'
        case str():
            # TOML's basic strings are JSON's, but for the sign that JSON may leave as it is.
            return msgspec.json.encode(str(value)).decode().replace("\x7f", "\\u007f")
        case tuple():
            return f"[{', '.join(_value(part) for part in value)}]"
        case _:
            raise AssertionError(f"no profile holds {value!r}")
