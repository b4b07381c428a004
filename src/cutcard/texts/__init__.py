"""Message keys and the catalogues that word them, one folder for each language. Knows no game.

A text is a line with ``{fact}`` in it. A fact that begins with ``@`` is itself a key.
"""

from cutcard.texts.catalogue import NoSuchText, Refused, languages, text
from cutcard.texts.spoken import bet_title, money, say

__all__ = ["NoSuchText", "Refused", "bet_title", "languages", "money", "say", "text"]
