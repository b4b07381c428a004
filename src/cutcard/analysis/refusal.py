"""What cannot be asked: the question is refused in one line. Who asked, and how, is not known here."""

from __future__ import annotations


class BadQuestion(ValueError):
    """The question cannot be answered; the text says why, in one line."""
