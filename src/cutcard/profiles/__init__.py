"""The shipped profiles, pay tables chosen for them and jurisdictions, loaded and checked. Runs no table."""

from cutcard.profiles.content import content_hash
from cutcard.profiles.contradictions import contradictions
from cutcard.profiles.jurisdiction import (
    Jurisdiction,
    forbidden,
    jurisdiction,
    jurisdictions,
    read_jurisdiction,
)
from cutcard.profiles.loading import load, profile_ids, read_profile
from cutcard.profiles.profile import BadProfile, Mode, Profile, bets_of, catalogue_of, main_paytable, paytable
from cutcard.profiles.written_pays import with_pays, with_table

__all__ = [
    "BadProfile",
    "Jurisdiction",
    "Mode",
    "Profile",
    "bets_of",
    "catalogue_of",
    "content_hash",
    "contradictions",
    "forbidden",
    "jurisdiction",
    "jurisdictions",
    "load",
    "main_paytable",
    "paytable",
    "profile_ids",
    "read_jurisdiction",
    "read_profile",
    "with_pays",
    "with_table",
]
