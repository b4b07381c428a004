"""What a database must be able to do to carry a store: connect, ask, write a batch's rows in one transaction.

Neither database is known here, nor what the rows mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from cutcard.adapters.database.rows import Row, Steps


class Driver(Protocol):
    """One database, opened for one writer."""

    unavailable: tuple[type[Exception], ...]
    contradicting: tuple[type[Exception], ...]

    def connect(self) -> Any:
        """A new connection for reading."""
        ...

    def connect_writer(self) -> Any:
        """A new connection for the one writer."""
        ...

    def ask(self, link: Any, query: str, params: Sequence[object]) -> list[Row]:
        """All rows of a query, whose parameters are written as question marks."""
        ...

    def write(self, link: Any, steps: Steps, serial: int) -> None:
        """All steps in one transaction, which follows the one with this serial number, durable on return."""
        ...

    def close(self) -> None:
        """Let others have the database."""
        ...
