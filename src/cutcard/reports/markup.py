"""Elements of a page as text, everything escaped that is not an element already. Knows no sheet."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Final

_EMPTY: Final = {"meta", "link", "br", "hr"}


class Markup(str):
    """Text that is markup, so nobody escapes it again."""

    __slots__ = ()


def element(name: str, /, *inside: str, **attributes: str) -> Markup:
    """An element. A trailing underscore of an attribute is dropped (``class_``), others become hyphens."""
    given = "".join(f' {_attribute(key)}="{escape(value)}"' for key, value in attributes.items())
    if name in _EMPTY:
        return Markup(f"<{name}{given}>")
    return Markup(f"<{name}{given}>{join(inside)}</{name}>")


def join(inside: Iterable[str]) -> Markup:
    """Pieces one after the other."""
    return Markup("".join(part if isinstance(part, Markup) else escape(part, quote=False) for part in inside))


def _attribute(key: str) -> str:
    return key.rstrip("_").replace("_", "-")
