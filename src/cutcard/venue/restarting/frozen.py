"""Why a table stands still after something that cannot happen, in words for whoever is to help it on."""

from __future__ import annotations

import traceback
from pathlib import Path


def why_frozen(impossible: Exception) -> str:
    """What went wrong; what the rules rule out says so itself."""
    if isinstance(impossible, AssertionError):
        return str(impossible)
    where = traceback.extract_tb(impossible.__traceback__)[-1]
    return f"{type(impossible).__name__}: {impossible} ({Path(where.filename).name}, line {where.lineno})"
