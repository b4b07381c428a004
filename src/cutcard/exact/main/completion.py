"""What the main game returns when its patron is gone from the first decision on: hit and stand only (TB-42).

Every hand is played by the best of the two, insurance is declined, and nothing is ever added to the stake.
It counts with the same kernels as best play and knows nothing of tables or of who is gone.
"""

from __future__ import annotations

from cutcard.cards import Pack
from cutcard.exact.cache import fingerprint, remember
from cutcard.games.blackjack.options import Decision
from cutcard.games.blackjack.rules import Rules


def completion_returned(rules: Rules, pack: Pack) -> float:
    """What comes back for each unit of the stake, on average, dealt from this pack."""
    return remember(float, fingerprint("completion", rules, pack.counts), lambda: _count(rules, pack))


def _count(rules: Rules, pack: Pack) -> float:
    # Imported here: numba takes a second to load, and a remembered result needs none of it.
    from cutcard.exact.main.blackjack import Deal, deals, up_card, up_values, values_left, without
    from cutcard.exact.main.player_hands import CAN_HIT, CAN_STAND

    def worth(deal: Deal) -> float:
        if deal.best is None:  # a blackjack, which nobody has to play; without the insurance it was offered
            return deal.worth - max(deal.insurance, 0.0)
        return max(deal.values[decision] for decision in (Decision.STAND, Decision.HIT))

    left = values_left(pack)
    size = int(left.sum())
    gained = 0.0
    for value in up_values(left):
        up = up_card(rules, without(left, value), value, bits=CAN_HIT | CAN_STAND)
        gained += sum(deal.chance * worth(deal) for deal in deals(up, int(left[value - 1]) / size))
    return 1 + gained
