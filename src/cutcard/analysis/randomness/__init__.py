"""Whether shoes are dealt as chance would: tests of cards and of the bits behind them, with their null laws.

Where the shoes come from is handed in. Nothing here knows a secret, a record, a table or a kernel.
"""

from cutcard.analysis.randomness.battery import Finding
from cutcard.analysis.randomness.outside import DieharderLine
from cutcard.analysis.randomness.run import Assessment, RandomnessPlan, assess, planned
from cutcard.analysis.randomness.shoes import Dealt, ShoeSource

__all__ = [
    "Assessment",
    "Dealt",
    "DieharderLine",
    "Finding",
    "RandomnessPlan",
    "ShoeSource",
    "assess",
    "planned",
]
