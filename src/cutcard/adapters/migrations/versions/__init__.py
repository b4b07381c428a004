"""The changes, in order. What they are applied to is not known here."""
