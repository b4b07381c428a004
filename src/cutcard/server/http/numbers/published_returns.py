"""What each bet of a table returns, counted once for a set of rules and kept (GUI-22). Knows no request."""

from __future__ import annotations

import asyncio
from typing import Any

from cutcard.games import blackjack
from cutcard.games.blackjack.wagers import MAIN
from cutcard.profiles import Profile
from cutcard.table.settings import BEHIND, Settings, fields

_COUNTED: dict[str, list[dict[str, Any]]] = {}
_COUNTING: dict[str, asyncio.Task[None]] = {}

PATIENCE_S = 3.0
"""A help page waits so long for figures that are still being counted, and is then shown without them."""


async def returns_of(settings: Settings) -> list[dict[str, Any]]:
    """The exact return of every bet on the layout; empty while they are being counted."""
    from cutcard.exact.par import definition

    key = definition(settings.profile)
    if key not in _COUNTED:
        if key not in _COUNTING:
            _COUNTING[key] = asyncio.create_task(_count(key, settings))
        await asyncio.wait([_COUNTING[key]], timeout=PATIENCE_S)
    return _COUNTED.get(key, [])


async def _count(key: str, settings: Settings) -> None:
    try:
        _COUNTED[key] = await asyncio.to_thread(_counted, settings)
    finally:
        _COUNTING.pop(key, None)


def _counted(settings: Settings) -> list[dict[str, Any]]:
    profile = settings.profile
    bets = dict.fromkeys(bet for _, bet in fields(settings) if bet != BEHIND)
    return [_main(profile) if bet == MAIN else _bet(profile, bet) for bet in bets]


def _main(profile: Profile) -> dict[str, Any]:
    """The main game by best play: ten digits, not a fraction."""
    from cutcard.exact.main.strategy import main_game
    from cutcard.exact.par import pack_of

    assert isinstance(profile.rules, blackjack.Rules), "only blackjack has one main bet"
    returned = main_game(profile.rules, pack_of(profile, ())).sheet.returned
    return {"bet": MAIN, "return_float": returned}


def _bet(profile: Profile, bet: str) -> dict[str, Any]:
    from cutcard.exact.par import bet_sheet

    returned = bet_sheet(profile, bet).returned
    exact = f"{returned.numerator}/{returned.denominator}"
    return {"bet": bet, "return": exact, "return_float": float(returned)}
