"""Whoever can seal may say that a table was set up otherwise: each setting of it is forged (TB-60).

A setting that some round hangs on is found out by that round. The others change no result and no stake;
they are on one list, with the reason, and a setting that is on it and is found after all is taken off.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from typing import Any, Final

import pytest
from msgspec import Struct, structs

from cutcard.money import Odds
from cutcard.record import decode_event
from cutcard.table import events as e
from tests.verification.forging import Recorded
from tests.verification.stories import stories

LOOK: Final = "how the table is shown; what is dealt, staked and paid is the same"
BUTTONS: Final = "which buttons the screens offer; what was pressed is judged by itself"
WAITING: Final = "who is waited for, and how long: nobody need have been there to be waited for"
DOORS: Final = "who is let in is known where people sign in, not at the table"

NOT_JUDGED: Final[dict[str, str]] = {
    **dict.fromkeys(
        (
            *("name", "profile.look.theme", "naturals", "double_sideways", "roads", "specials_panel"),
            *("public_display", "advice"),
        ),
        LOOK,
    ),
    **dict.fromkeys(("bet_all_specials_only", "let_it_play_max", "profile.table.rebet"), BUTTONS),
    **dict.fromkeys(("early_start", "jackpot_in_progress", "profile.policy.internal"), WAITING),
    "profile.table.internet": DOORS,
}
"""By the name of the setting, with those inside others after a dot."""

Forged = Iterator[tuple[str, Any]]


def _scalars(holder: Struct, name: str, put: Callable[[Any], Any]) -> Forged:
    """Every plain value in these settings, in turn as another one; ``put`` sets the part into the whole."""
    for field in holder.__struct_fields__:
        value, here = getattr(holder, field), f"{name}{field}"

        def changed(new: Any, field: str = field) -> Any:
            return put(structs.replace(holder, **{field: new}))

        if isinstance(value, Odds):
            continue  # every rule value is named by each round, and found there
        if isinstance(value, Struct):
            yield from _scalars(value, f"{here}.", changed)
        for other in _others(value):
            yield here, changed(other)


def _others(value: Any) -> Iterator[Any]:
    match value:
        case bool():
            yield not value
        case Enum():
            yield from (other for other in type(value) if other is not value)
        case int():
            yield from (other for other in (0, 1, value + 500, 10**9) if other != value)
        case str():
            yield f"{value}-2"
        case _:
            return


def _found(story: Recorded, opening: e.TableOpened, settings: Any) -> bool:
    try:
        forged = story.with_event(story.stream, 0, structs.replace(opening, settings=settings))
        return not forged.holds()
    except (KeyError, ValueError, AssertionError):  # settings that no table can have are found at once
        return True


@pytest.mark.long
def test_tb_60_every_forged_setting_that_a_round_hangs_on_is_found() -> None:
    """Every value of a setting is tried until one is found; of what is not judged, one at each table."""
    tried: set[str] = set()
    found: set[str] = set()
    for story in stories():
        opening = decode_event(story.entries[0], e.AnyEvent)
        assert isinstance(opening, e.TableOpened)
        here: set[str] = set()
        for name, settings in _scalars(opening.settings, "", lambda whole: whole):
            tried.add(name)
            if name in found or (name in NOT_JUDGED and name in here):
                continue
            here.add(name)
            if _found(story, opening, settings):
                found.add(name)
    assert tried - found == NOT_JUDGED.keys(), tried - found ^ NOT_JUDGED.keys()
