"""Why something happened or was refused: a key and the facts that fill it in.

The words are not here: every key has a text in each language's catalogue (TB-65).
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

Facts = Mapping[str, int | str]

NO_FACTS: Facts = {}


class Reason(msgspec.Struct, frozen=True, tag="reason"):
    """Why a card was drawn, a hand ended as it did, or a bet paid."""

    key: str
    facts: Facts = NO_FACTS


class Refusal(msgspec.Struct, frozen=True, tag="refused"):
    """A no, with the fact that stands against it. Nothing has changed."""

    code: str
    facts: Facts = NO_FACTS
