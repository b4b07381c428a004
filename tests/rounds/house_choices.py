"""The profile of a round and the rule values that its file sets. What they mean is not known here."""

from __future__ import annotations

from cutcard.profiles import BadProfile, Profile, load


class HouseChoices:
    """A profile, changed value by value."""

    def __init__(self, name: str) -> None:
        self.profile: Profile = load(name)
        self._name = name
        self._changes: dict[str, object] = {}

    def set(self, changes: dict[str, str]) -> str:
        """Take these values, or none of them, with the reason."""
        try:
            self.profile = load(self._name, {**self._changes, **changes})
        except BadProfile as wrong:
            return f"refused: {wrong}"
        self._changes |= changes
        return ""
