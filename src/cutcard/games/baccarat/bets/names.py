"""Under which key, and with which facts, a bet's name, help and lines are found among the texts.

The bets of one family share a key, and the numbers in their ids become facts. The words are not here.
"""

from __future__ import annotations

from cutcard.games.baccarat.bets.ranges import range_id
from cutcard.games.reason import NO_FACTS, Facts, Reason


def key_and_facts(bet_id: str) -> tuple[str, Facts]:
    """What stands for the bet within a key: its id, or its family's, and then its numbers."""
    named = range_id(bet_id)
    if named is None:
        return bet_id, NO_FACTS
    if named.low == named.high:
        return named.kind, {"low": named.low, "high": named.high, "total": named.low}
    return named.kind, {"low": named.low, "high": named.high}


def bet_name(bet_id: str) -> Reason:
    """What the bet is called."""
    key, facts = key_and_facts(bet_id)
    return Reason(f"bet.{key}.name", facts)


def bet_about(bet_id: str) -> Reason:
    """One sentence of help on the bet."""
    key, facts = key_and_facts(bet_id)
    return Reason(f"bet.{key}.about", facts)


def line_name(bet_id: str, line_id: str) -> Reason:
    """What one of its lines is called."""
    key, facts = key_and_facts(bet_id)
    return Reason(f"line.{key}.{line_id}", facts)
