"""What bets, their lines and profiles are called: one wording for screens, sheets and commands.

Bets of both games are named alike; those of a family by their family and its numbers.
"""

from __future__ import annotations

from cutcard.games import baccarat
from cutcard.games.reason import Reason
from cutcard.texts.catalogue import NoSuchText, catalogue, text


def bet_name(bet: str, language: str = "en") -> str:
    """What a bet is called; its id where nobody named it."""
    return _wording(baccarat.bet_name(bet), bet, language)


def bet_about(bet: str, language: str = "en") -> str:
    """What a bet wins on, in one sentence; nothing where the texts have none."""
    return _wording(baccarat.bet_about(bet), "", language)


def line_name(bet: str, line: str, language: str = "en") -> str:
    """What a line of a pay table is called."""
    named = baccarat.line_name(bet, line)
    return text(named.key, named.facts, language)


def outcome_name(bet: str, outcome: str, language: str = "en") -> str:
    """What an outcome is called: by its line, and where it is none (a push, say) by its kind.

    The id of a line of an own bet, which no text names, is what it goes by.
    """
    try:
        return line_name(bet, outcome, language)
    except NoSuchText:
        return _wording(Reason(f"outcome.{outcome}"), outcome, language)


def profile_name(profile: str, language: str = "en") -> str:
    """What a profile is called; one that is not shipped goes by its id."""
    return _wording(Reason(f"profile.{profile}.name"), profile, language)


def _wording(named: Reason, otherwise: str, language: str) -> str:
    return text(named.key, named.facts, language) if named.key in catalogue(language) else otherwise
