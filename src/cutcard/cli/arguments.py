"""Arguments that several verbs share, read once. What they mean is the rooms' affair."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from cyclopts import Parameter

from cutcard.analysis.public.question import profile_of
from cutcard.cli.refusal import BadInput
from cutcard.profiles import Profile

ProfileName = Annotated[
    str, Parameter(help="A profile's name, or a `.toml` file of your own that extends one.")
]
Changes = Annotated[
    tuple[str, ...],
    Parameter(name="--set", consume_multiple=True, negative="", help="Rule values to change, as name=value."),
]
Decks = Annotated[int | None, Parameter(help="How many decks, instead of the profile's.")]
Removed = Annotated[str, Parameter(help='Cards taken out of the pack beforehand, such as "As Kd".')]
Pays = Annotated[
    tuple[str, ...],
    Parameter(
        name="--pays",
        consume_multiple=True,
        negative="",
        help="Another pay table for the bet: `35-33-10-5`, best line first, or line=odds by name.",
    ),
]
Json = Annotated[bool, Parameter(negative="", help="Print one JSON document.")]


def pairs(written: Iterable[str], option: str) -> dict[str, str]:
    """``name=value`` arguments by name; a name given twice is refused."""
    by_name: dict[str, str] = {}
    for assignment in written:
        name, equals, value = assignment.partition("=")
        if not equals or not name or not value:
            raise BadInput(f"{option} takes name=value, not {assignment!r}")
        if name in by_name:
            raise BadInput(f"{option} gives {name} twice")
        by_name[name] = value
    return by_name


def profile_with(name: str, changes: Iterable[str], decks: int | None = None) -> Profile:
    """A profile with the rule values of ``--set`` and ``--decks`` changed."""
    return profile_of(name, pairs(changes, "--set"), decks)


def whole_number(written: str, most: int) -> int | None:
    """A whole number from 0 to ``most`` in plain digits; None where it is something else."""
    if not (written.isascii() and written.isdigit()) or len(written) > len(str(most)):
        return None
    return int(written) if int(written) <= most else None


def can_be_host(written: str) -> bool:
    """Whether this can be the name or number of a machine at all; whether there is one is not asked."""
    try:
        return bool(written.encode("idna"))
    except UnicodeError:
        return False


def amount(written: str, option: str) -> int:
    """A whole number of minor units."""
    if not (written.isascii() and written.isdigit()) or len(written) > 15:
        raise BadInput(f"{option} takes a whole number of minor units, not {written!r}")
    return int(written)
