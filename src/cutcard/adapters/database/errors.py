"""What goes wrong with a store besides being unavailable: it cannot be opened, or a batch contradicts it.

No driver is known here, so that the store in memory says the same things.
"""

from __future__ import annotations


class CannotOpen(Exception):
    """The store cannot be opened: in use, damaged, or not ours. The text says which, in one line."""


class Contradiction(Exception):
    """A batch that cannot follow what is stored. Nothing of it was written, and a person must look."""
