"""How questions are put: profiles by name or file with values changed, cards and odds as they are written.

What is refused below is refused here as one kind of error, and a part that is not installed is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from os import PathLike, fspath
from typing import ParamSpec, TypeAlias, TypeVar

from cutcard.analysis.parts import PartMissing, missing_part
from cutcard.analysis.refusal import BadQuestion
from cutcard.cards import parse_cards
from cutcard.profiles import Profile, load, with_pays
from cutcard.specials import NoSuchBet, NoSuchPayTable

ProfileName: TypeAlias = str | PathLike[str]
"""A shipped profile's name, or a ``.toml`` file of one's own."""
Changes: TypeAlias = Mapping[str, object]
"""Rule values to change, by name."""
Pays: TypeAlias = str | Iterable[str] | Mapping[str, object]
"""A pay table: ``"35-33-10-5"``, or odds by line."""
Words: TypeAlias = str | Iterable[str]
"""Cards or decisions: in one text with blanks between, or one by one."""

Given = ParamSpec("Given")
Answered = TypeVar("Answered")


def public(ask: Callable[Given, Answered]) -> Callable[Given, Answered]:
    """A function of the API: whatever cannot be asked is a `BadQuestion`, which is a ``ValueError``."""

    @wraps(ask)
    def asked_for(*given: Given.args, **options: Given.kwargs) -> Answered:
        try:
            return ask(*given, **options)
        except BadQuestion:
            raise
        except (ValueError, NoSuchBet, NoSuchPayTable) as wrong:
            raise BadQuestion(str(wrong)) from wrong
        except ImportError as wrong:
            line = missing_part(wrong)
            if line is None:
                raise
            raise PartMissing(line) from None

    return asked_for


def profile_of(name: ProfileName, changes: Changes | None = None, decks: int | None = None) -> Profile:
    """A profile with rule values changed, ``decks`` among them."""
    changed = dict(changes or {})
    if decks is not None and str(changed.setdefault("decks", decks)) != str(decks):
        raise BadQuestion(f"--decks {decks} contradicts --set decks={changed['decks']}")
    return load(fspath(name), changed)


def with_written_pays(profile: Profile, bet: str | None, pays: Pays, table: str | None = None) -> Profile:
    """The profile with the bet paid as is written, where anything is."""
    written = written_pays(pays)
    if not written:
        return profile
    if bet is None:
        raise BadQuestion("--pays goes with one --bet")
    return with_pays(profile, bet, written, table)


def written_pays(pays: Pays) -> tuple[str, ...]:
    """A pay table as it is written on a command line."""
    if isinstance(pays, str):
        return (pays,) if pays else ()
    if isinstance(pays, Mapping):
        return tuple(f"{line}={odds}" for line, odds in pays.items())
    return tuple(pays)


def words_of(words: Words) -> list[str]:
    """The single words."""
    return words.split() if isinstance(words, str) else list(words)


def cards_of(words: Words) -> tuple[int, ...]:
    """Cards as they are written."""
    return parse_cards(" ".join(words_of(words)))
