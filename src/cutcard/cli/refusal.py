"""What ends a command with exit code 2. It says why in one line and changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class BadInput(Exception):
    """The input cannot be used; the text says why, in one line."""


@contextmanager
def input_checked() -> Iterator[None]:
    """Turns what the rooms below refuse into bad input."""
    # Imported here, so that `--help` need not wait for the rooms below.
    from cutcard.cards import BadCard, NotInPack
    from cutcard.exact.counted import TooFewCards
    from cutcard.money import BadOdds
    from cutcard.profiles.values import BadProfile
    from cutcard.specials import NoSuchBet, NoSuchPayTable

    try:
        yield
    except (BadCard, NotInPack, BadOdds, BadProfile, NoSuchBet, NoSuchPayTable, TooFewCards) as wrong:
        raise BadInput(str(wrong)) from None
