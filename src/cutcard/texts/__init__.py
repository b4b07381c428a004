"""Message keys and the catalogues that word them, one folder for each language. Knows no game.

A text is a line with ``{fact}`` in it. A fact that begins with ``@`` is itself a key.
"""

from cutcard.texts.catalogue import NoSuchText, languages, say, text

__all__ = ["NoSuchText", "languages", "say", "text"]
