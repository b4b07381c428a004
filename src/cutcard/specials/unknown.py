"""What is said of a name that nobody knows: one line, with what was perhaps meant. Knows no name itself."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def unknown(what: str, given: str, known: Iterable[str]) -> str:
    """One line that says what there is instead of what was given."""
    names = tuple(known)
    close = get_close_matches(given, names, n=1)
    hint = f" Did you mean {close[0]}?" if close else ""
    return f"there is no {what} called {given!r}.{hint} There are: {', '.join(names) or 'none'}"
