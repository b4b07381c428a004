"""What staff read of a dispute: the reason that was chosen, and the patron's own words (TB-30).

Nobody else sees more than that a dispute is open.
"""

from __future__ import annotations

from cutcard.games.reason import Facts


def reason_key(reason: str) -> str | None:
    """The text of a reason from the list; None where none was chosen."""
    return f"dispute.reason.{reason}" if reason else None


def dispute_facts(about: str, reason: str) -> Facts:
    """``about`` as a text's fact: the reason, the words, both, or that neither was given."""
    key = reason_key(reason)
    words = f" {about}" if about.startswith("@") else about  # what a patron writes is never a text's key
    if key is None:
        return {"about": words or "@dispute.no_reason"}
    if not words:
        return {"about": f"@{key}"}
    return {"about": "@dispute.reason_and_words", "reason": f"@{key}", "words": words}
