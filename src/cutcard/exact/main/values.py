"""Values and distributions as they are printed, by the names of hands and cards. Counts nothing."""

from __future__ import annotations

import numpy as np

from cutcard.exact.codes import UPS, card_name
from cutcard.exact.main.blackjack import Analysis, Deal
from cutcard.exact.main.dealer_draws import ENDS
from cutcard.exact.main.dealer_hands import dealer_tree
from cutcard.exact.main.kernel import dealer_ends as count_ends
from cutcard.games.blackjack.hand import ACE
from cutcard.games.blackjack.rules import Surrender, checks_under


def deal_values(analysis: Analysis) -> dict[str, dict[str, dict[str, float]]]:
    """The value of every decision, by hand (``T,6``) and up card.

    Where the dealer has looked they are given that there is no blackjack; against an ace
    with early surrender they are as before the look, since that is when one decides.
    """
    shown: dict[str, dict[str, dict[str, float]]] = {}
    names = {value: name for name, value in UPS.items()}
    for deal in analysis.deals:
        if deal.best is not None:
            by_up = shown.setdefault(_hand_name(deal), {})
            by_up[names[deal.up]] = {
                decision.value: _value_given(analysis, deal, v) for decision, v in deal.values.items()
            }
    return shown


def _value_given(analysis: Analysis, deal: Deal, whole: float) -> float:
    early = deal.up == ACE and analysis.rules.surrender is Surrender.EARLY_ACE
    if early or not checks_under(analysis.rules, deal.up):
        return whole
    lost = analysis.ups[deal.up].terms.found * deal.blackjack
    return (whole - lost) / (1 - deal.blackjack)


def _hand_name(deal: Deal) -> str:
    """The higher card first, aces highest."""
    low, high = sorted((deal.first, deal.second), key=lambda value: 11 if value == ACE else value)
    return f"{card_name(high)},{card_name(low)}"


def dealer_ends(analysis: Analysis) -> dict[str, dict[str, float]]:
    """The chances of the dealer's ends over every up card, nothing else being known."""
    shown = {}
    for name, value in UPS.items():
        if value in analysis.ups:
            tree = dealer_tree(analysis.rules, value)
            out, product = np.empty(len(ENDS)), np.empty(len(tree.parent))
            left = analysis.ups[value].left
            count_ends(tree, left, int(left.sum()), out, product)
            shown[name] = dict(zip(ENDS, out.tolist(), strict=True))
    return shown
