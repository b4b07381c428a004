"""A no of the ledger: a flat code and the facts that stand against it.

It has the shape of the rules' refusals and knows none of them: this room is below theirs.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

Facts = Mapping[str, int | str]

NO_FACTS: Facts = {}


class Refusal(msgspec.Struct, frozen=True, tag="refused"):
    """A no, with the fact that stands against it. Nothing has changed."""

    code: str
    facts: Facts = NO_FACTS
