"""What can stop a bot: a refusal, or a server that is gone. Says nothing about how it came to that."""

from __future__ import annotations

from cutcard.views.messages.terminal import Facts, RefusalMessage


class Refused(Exception):
    """The server said no. Nothing has changed; ``code`` and ``facts`` say why, ``text`` says it in words."""

    def __init__(self, code: str, facts: Facts, text: str = "") -> None:
        super().__init__(text or code)
        self.code, self.facts, self.text = code, facts, text

    @classmethod
    def from_message(cls, refusal: RefusalMessage | None) -> Refused:
        """From what the server said."""
        if refusal is None:
            return cls("refused", {})
        return cls(refusal.code, refusal.facts, refusal.text)


class Gone(Exception):
    """The server, or the table, is not to be had any more. What was not answered may have happened."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why
