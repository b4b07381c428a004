"""Judging a record again: a whole store, the file of one round, a patron's copy of it.

Everything here reads what was written and writes nothing. Where records come from is not known here.
"""

from cutcard.verification.chain import Check, Verdict, verify_round
from cutcard.verification.streams import StreamVerdict, verify_stream

__all__ = ["Check", "StreamVerdict", "Verdict", "verify_round", "verify_stream"]
