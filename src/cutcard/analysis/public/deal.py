"""``cutcard.deal``: one round played from exactly these cards and decisions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cutcard.analysis.answer import Answer
from cutcard.analysis.public import deal_baccarat, deal_blackjack
from cutcard.analysis.public.question import (
    Changes,
    ProfileName,
    Words,
    cards_of,
    profile_of,
    public,
    words_of,
)
from cutcard.analysis.refusal import BadQuestion
from cutcard.cards import Pack
from cutcard.games import blackjack

STAKE = 100
AMOUNT_DIGITS = 15


class PlayedRound(Answer, frozen=True):
    """A round from the first card to the last outcome.

    ``outcomes`` has a dictionary for each wager, with its ``net`` in whole minor units; ``shown`` is the
    whole round as it is printed.
    """

    shown: dict[str, Any]

    @property
    def outcomes(self) -> list[dict[str, Any]]:
        """How each wager ended."""
        return self.table()

    @property
    def net(self) -> int:
        """What all wagers won and lost together."""
        return sum(outcome["net"] for outcome in self.outcomes)

    def document(self) -> dict[str, Any]:
        """The round as ``cutcard deal --json`` prints it."""
        return self.shown

    def table(self) -> list[dict[str, Any]]:
        """The outcomes."""
        outcomes: list[dict[str, Any]] = self.to_dict()["outcomes"]
        return outcomes


@public
def deal(
    profile: ProfileName,
    *,
    cards: Words,
    decisions: Words = "",
    positions: int = 1,
    stake: int | None = None,
    bet: Mapping[str, int] | None = None,
    set: Changes | None = None,  # noqa: A002  # the option's name
) -> PlayedRound:
    """One round played from exactly these cards, in dealing order.

    ``bet`` has the stake of each further bet by name, or by ``name@position``; ``stake`` is the main bet of
    every position (100 unless given), all in whole minor units. Baccarat has bets alone.

    >>> import cutcard
    >>> played = cutcard.deal("live-seven", cards="5h Td 6h 9c 9s", decisions="double", bet={"21-plus-3": 50})
    >>> [(outcome["bet"], outcome["outcome"], outcome["net"]) for outcome in played.outcomes]
    [('main', 'win', 200), ('21-plus-3', 'lose', -50)]
    """
    chosen = profile_of(profile, set)
    dealt = cards_of(cards)
    Pack.of_decks(chosen.rules.decks).without(dealt)
    bets = {name: _amount(amount, f"the stake of {name}") for name, amount in (bet or {}).items()}
    if isinstance(chosen.rules, blackjack.Rules):
        main = STAKE if stake is None else _amount(stake, "the stake")
        wagers = deal_blackjack.Wagers.of(chosen.rules, positions, main, bets)
        decided = words_of(decisions)
        return PlayedRound(deal_blackjack.play_round(chosen, chosen.rules, dealt, decided, wagers))
    if stake is not None or words_of(decisions) or positions != 1:
        raise BadQuestion("baccarat has no --stake, --decisions, --positions: use --bet player=100")
    return PlayedRound(deal_baccarat.play_coup(chosen, chosen.rules, dealt, bets))


def _amount(given: object, what: str) -> int:
    if not isinstance(given, int) or isinstance(given, bool) or not 0 <= given < 10**AMOUNT_DIGITS:
        raise BadQuestion(f"{what} is a whole number of minor units, not {given!r}")
    return given
