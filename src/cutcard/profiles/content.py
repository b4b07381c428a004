"""What a profile or a jurisdiction says, as a hash: two that say the same have the same one.

How a file was laid out, what it extends and which version it is do not matter. Nor does a value that is
left at its default, so that a hash stays what it was when a later release knows one value more.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from hashlib import sha256
from typing import Final

import msgspec

from cutcard.money import Odds

NOT_CONTENT: Final = ("version", "hash")


def content_hash(value: msgspec.Struct) -> str:
    """The hash as 64 hexadecimal digits."""
    plain = _plain_content(value)
    assert isinstance(plain, dict), "a struct is written by its fields"
    content = {name: part for name, part in plain.items() if name not in NOT_CONTENT}
    return sha256(msgspec.json.encode(content, order="sorted")).hexdigest()


def _plain_content(value: object) -> object:
    match value:
        case Odds() | Fraction():
            return str(value)
        case msgspec.Struct():
            parts = {name: (usual, getattr(value, name)) for name, usual in _usual(type(value)).items()}
            return {name: _plain_content(part) for name, (usual, part) in parts.items() if part != usual}
        case Mapping():
            return {str(name): _plain_content(part) for name, part in value.items()}
        case tuple():
            return [_plain_content(part) for part in value]
        case _:
            return value


@cache
def _usual(kind: type[msgspec.Struct]) -> Mapping[str, object]:
    """Every field with what it is where nobody states it."""
    return {field.name: _default(field) for field in msgspec.structs.fields(kind)}


def _default(field: msgspec.structs.FieldInfo) -> object:
    factory = field.default_factory
    return factory() if callable(factory) else field.default
