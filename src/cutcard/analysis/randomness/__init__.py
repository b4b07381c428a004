"""Whether shoes are dealt as chance would: tests of cards and of the bits behind them, with their null laws.

Where the shoes come from is handed in. Nothing here knows a secret, a record, a table or a kernel.
"""

from cutcard.analysis.randomness.battery import Finding
from cutcard.analysis.randomness.outside import DieharderLine
from cutcard.analysis.randomness.run import Assessment, RandomnessPlan, assess, plan_run
from cutcard.analysis.randomness.shoes import DealtShoes, ShoeSource

__all__ = [
    "Assessment",
    "DealtShoes",
    "DieharderLine",
    "Finding",
    "RandomnessPlan",
    "ShoeSource",
    "assess",
    "plan_run",
]
