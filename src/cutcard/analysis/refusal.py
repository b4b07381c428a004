"""What cannot be asked: the question is refused in one line. Who asked, and how, is not known here."""

from __future__ import annotations

from typing import Final

SHOWN_MAX: Final = 120  # a refusal is one line, whatever was typed


class BadQuestion(ValueError):
    """The question cannot be answered; the text says why, in one line."""


def short(written: object) -> str:
    """What was given, as it stands in a refusal: something endless is cut, so that the line can be read."""
    text = str(written)
    return text if len(text) <= SHOWN_MAX else f"{text[:SHOWN_MAX]}…"
