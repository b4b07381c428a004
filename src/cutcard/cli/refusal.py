"""What ends a command with exit code 2. It says why in one line and changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from cutcard.analysis.refusal import short

__all__ = ["BadInput", "check_input", "short"]


class BadInput(Exception):
    """The input cannot be used; the text says why, in one line."""


@contextmanager
def check_input(*also: type[Exception]) -> Iterator[None]:
    """Turns what the rooms below refuse into bad input; ``also`` is what one verb's own rooms refuse."""
    # Imported here, so that `--help` need not wait for the rooms below.
    from cutcard.analysis.refusal import BadQuestion
    from cutcard.cards import BadCard, NotInPack
    from cutcard.money import BadOdds
    from cutcard.profiles.own_bets import BadBetFile
    from cutcard.profiles.values import BadProfile
    from cutcard.specials import NoSuchBet, NoSuchPayTable

    refused: tuple[type[Exception], ...] = (
        *(BadQuestion, BadCard, NotInPack, BadOdds, BadBetFile, BadProfile, NoSuchBet, NoSuchPayTable),
        *also,
    )
    try:
        yield
    except refused as wrong:
        raise BadInput(str(wrong)) from None
