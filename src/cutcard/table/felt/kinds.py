"""Which felt a table plays on: the one place where it is chosen."""

from __future__ import annotations

from collections.abc import Mapping

from cutcard.table.event import Wagers
from cutcard.table.felt.coup import CoupFelt
from cutcard.table.felt.felt import Felt
from cutcard.table.felt.shared import SharedFelt
from cutcard.table.felt.turns import Presets, TurnsFelt
from cutcard.table.settings import Settings, is_baccarat, is_shared


def felt_for(
    settings: Settings, wagers: Mapping[str, Wagers], declining: frozenset[str], presets: Presets
) -> Felt:
    """A round with these wagers, before its first card."""
    if is_baccarat(settings):
        return CoupFelt(settings, wagers)
    if is_shared(settings):
        return SharedFelt(settings, wagers, declining)
    return TurnsFelt(settings, wagers, declining, presets)
