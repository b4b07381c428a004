"""How much of the dealer's hand a bet still needs (BJ-20). Who has wagered on it is not known here."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from cutcard.cards import CARDS
from cutcard.games.blackjack.specials.catalogue import CATALOGUE
from cutcard.games.blackjack.specials.two_cards import blackjack

if TYPE_CHECKING:
    from cutcard.specials import Bet
    from cutcard.specials.patterns import Cards


def plays_out(bet: Bet[Cards]) -> bool:
    """Whether the bet is judged by the dealer's finished hand, even if no patron's hand needs it (SB-21)."""
    return "dealer" in bet.sees


def second_card_matters(bet: Bet[Cards], known: tuple[int, ...], blackjack_ruled_out: bool) -> bool:
    """Whether the bet's line still hangs on the dealer's second card.

    ``known`` are the cards the bet sees before that one, in their order, the up card last. Every line of
    the declaration counts, paid or not: what is dealt must not depend on a pay table.
    """
    return plays_out(bet) or ("D2" in bet.sees and _differs(bet.id, known, blackjack_ruled_out))


@lru_cache(maxsize=1 << 16)
def _differs(bet_id: str, known: tuple[int, ...], blackjack_ruled_out: bool) -> bool:
    bet: Bet[Cards] = CATALOGUE[bet_id]
    up = known[-1]
    possible = (card for card in CARDS if not (blackjack_ruled_out and blackjack((up, card))))
    first_fits = (_first_fit(bet, (*known, second)) for second in possible)
    line = next(first_fits)
    return any(other != line for other in first_fits)


def _first_fit(bet: Bet[Cards], cards: Cards) -> str | None:
    return next((line.id for line in bet.lines if line.fits(cards)), None)
