"""The facts of a reason as people read them: bets by their names, amounts in currency. Knows no table.

A refusal carries plain facts: the id of a bet, whole minor units. Which facts of which refusals are
amounts is listed here, once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cutcard.games.reason import Reason
from cutcard.texts.catalogue import Facts, Refused, text
from cutcard.texts.wording import bet_name

BETS: Final = ("bet", "other", "needs")
"""Facts that are ids of bets."""

AMOUNTS: Final[Mapping[str, tuple[str, ...]]] = {
    "not_enough_credit": ("needed", "playable"),
    "below_the_minimum": ("stake", "least"),
    "above_the_maximum": ("stake", "most"),
    "could_win_too_much": ("stake", "win", "most"),
    "too_much_to_let_play": ("stake", "most"),
    "not_in_whole_units": ("stake", "unit"),
    "more_than_main_bet": ("stake", "most"),
    "no_field_takes_it": ("amount",),
    "bets_on_a_table": ("amount",),
    "amount_not_positive": ("amount",),
    "amount_too_large": ("amount", "most"),
    "play_money_enough": ("balance", "most"),
}

SIGNS: Final = {"EUR": "€", "USD": "$", "GBP": "£", "CNY": "¥"}
MINOR_DIGITS: Final = {"JPY": 0, "KRW": 0}


def money(amount: int, currency: str, language: str = "en") -> str:
    """An amount of minor units as the language writes it: ``€1,234.50``, ``1.234,50 €``."""
    digits = MINOR_DIGITS.get(currency, 2)
    whole, part = divmod(abs(amount), 10**digits)
    grouped = f"{whole:,}"
    point = "."
    if language in ("de", "es"):
        grouped, point = grouped.replace(",", "."), ","
    written = f"{grouped}{point}{part:0{digits}d}" if digits else grouped
    sign = SIGNS.get(currency, f"{currency} ")
    shown = f"{written} {sign.strip()}" if language in ("de", "es") else f"{sign}{written}"
    return f"-{shown}" if amount < 0 else shown


def spoken(code: str, facts: Facts, language: str, currency: str | None) -> Facts:
    """The facts of a refusal as they are said."""
    amounts = AMOUNTS.get(code, ()) if currency else ()
    spoken: dict[str, int | str] = {}
    for name, fact in facts.items():
        if name in amounts and isinstance(fact, int) and currency:
            spoken[name] = money(fact, currency, language)
        elif name in BETS and isinstance(fact, str):
            spoken[name] = bet_name(fact, language)
        else:
            spoken[name] = fact
    return spoken


VALUES: Final[Mapping[tuple[str, str], str]] = {
    ("not_offered", "decision"): "screen.decision_",
    ("no_such_speed", "speed"): "screen.speed_",
}
"""The facts of refusals that are values of the rules: the beginning of the key that words each of them."""


def spoken_facts(refusal: Refused) -> Facts:
    """The facts of a refusal as they are sent: a value that has a word of its own is the key of it."""
    return {
        name: f"@{VALUES[refusal.code, name]}{value}" if (refusal.code, name) in VALUES else value
        for name, value in refusal.facts.items()
    }


def say(what: Reason | Refused, language: str = "en", currency: str | None = None) -> str:
    """A reason or a refusal in words. With a currency, amounts are written in it."""
    if isinstance(what, Reason):
        return text(what.key, what.facts, language)
    return text(f"refused.{what.code}", spoken(what.code, spoken_facts(what), language, currency), language)
