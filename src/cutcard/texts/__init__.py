"""Message keys and the catalogues that word them, one folder for each language. Knows no game.

A text is a line with ``{fact}`` in it. A fact that begins with ``@`` is itself a key.
"""

from cutcard.texts.catalogue import NoSuchText, Refused, languages, text
from cutcard.texts.spoken import money, say, spoken_facts
from cutcard.texts.wording import bet_about, bet_name, line_name, outcome_name, profile_name

__all__ = [
    "NoSuchText",
    "Refused",
    "bet_about",
    "bet_name",
    "languages",
    "line_name",
    "money",
    "outcome_name",
    "profile_name",
    "say",
    "spoken_facts",
    "text",
]
