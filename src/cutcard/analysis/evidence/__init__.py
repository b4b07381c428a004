"""What a test laboratory is handed of a profile: figures, rounds, sources, and how to make it all again.

How sheets are written and rounds are printed is handed in. Nothing here knows a screen, a table or a record.
"""

from cutcard.analysis.evidence.archive import BadArchive, differences, pack_files, unpack_files
from cutcard.analysis.evidence.bundle import (
    PROFILE,
    REQUEST,
    EvidenceRequest,
    Makers,
    evidence_files,
    name_of_profile,
)
from cutcard.analysis.evidence.examples import NotPlayed, PlayedRound
from cutcard.analysis.evidence.simulated import compared_runs

__all__ = [
    "PROFILE",
    "REQUEST",
    "BadArchive",
    "EvidenceRequest",
    "Makers",
    "NotPlayed",
    "PlayedRound",
    "compared_runs",
    "differences",
    "evidence_files",
    "name_of_profile",
    "pack_files",
    "unpack_files",
]
