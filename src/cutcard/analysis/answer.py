"""An answer: a typed value that is also the one document which a command prints, and rows for data frames.

What was asked, and what the figures mean, is not known here.
"""

from __future__ import annotations

import os
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from cutcard.analysis.parts import PartMissing


class Answer(msgspec.Struct, frozen=True):
    """What a question is answered with. Each kind of answer says what its document and its table are."""

    def document(self) -> dict[str, Any]:
        """What is printed, in whatever types it was worked out."""
        return msgspec.structs.asdict(self)

    def table(self) -> list[dict[str, Any]]:
        """Its rows, as they stand in a data frame."""
        table: list[dict[str, Any]] = self.to_dict()["rows"]
        return table

    def to_dict(self) -> dict[str, Any]:
        """The document that the command prints with ``--json``, letter by letter."""
        document: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self.document()))
        return document

    def to_polars(self) -> Any:
        """The rows as a Polars data frame. Needs ``polars``, which Cutcard does not bring."""
        return _frame_maker("polars").DataFrame(self.table(), infer_schema_length=None)

    def to_pandas(self) -> Any:
        """The rows as a pandas data frame. Needs ``pandas``, which Cutcard does not bring."""
        return _frame_maker("pandas").DataFrame(self.table())


def _frame_maker(name: str) -> Any:
    try:
        return import_module(name)
    except ModuleNotFoundError as wrong:
        if wrong.name != name:
            raise
        raise PartMissing(f"this needs {name}, which is not installed: pip install {name}") from None


def file_name(path: str | Path) -> str:
    """A file's name as text, also where its bytes are none: names are bytes on some systems."""
    return os.fsencode(path).decode(errors="replace")


def exactly(name: str, value: Fraction) -> dict[str, str | float]:
    """An exact number as it stands in every document: as text, with a float beside it."""
    return {name: f"{value.numerator}/{value.denominator}", f"{name}_float": float(value)}
