"""The shipped profiles, pay tables chosen for them and jurisdictions, loaded and checked. Runs no table."""

from cutcard.profiles.contradictions import contradictions
from cutcard.profiles.jurisdiction import Jurisdiction, forbidden, jurisdiction, jurisdictions
from cutcard.profiles.loading import load, profile_ids
from cutcard.profiles.profile import BadProfile, Mode, Profile, catalogue_of, main_paytable, paytable

__all__ = [
    "BadProfile",
    "Jurisdiction",
    "Mode",
    "Profile",
    "catalogue_of",
    "contradictions",
    "forbidden",
    "jurisdiction",
    "jurisdictions",
    "load",
    "main_paytable",
    "paytable",
    "profile_ids",
]
