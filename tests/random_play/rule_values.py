"""Any rule values that may stand together, for tests that try them all. Knows no rule, only their values."""

from __future__ import annotations

from hypothesis import strategies as st

from cutcard.games.blackjack.rules import (
    DoubleAfterSplit,
    DoubleOn,
    LateBlackjack,
    Rules,
    SecondCard,
    Surrender,
    UnneededHoleCard,
)
from cutcard.money import Odds

flags = st.booleans()

blackjack_rules = st.builds(
    Rules,
    decks=st.integers(1, 8),
    dealer_hits_soft_17=flags,
    second_card=st.sampled_from(SecondCard),
    checks_under_ace=flags,
    checks_under_ten=flags,
    late_blackjack_returns=st.sampled_from(LateBlackjack),
    blackjack_pays=st.sampled_from([Odds(3, 2), Odds(6, 5), Odds(1)]),
    insurance=flags,
    insurance_with_blackjack=flags,
    double_on=st.sampled_from(DoubleOn),
    double_after_split=st.sampled_from(DoubleAfterSplit),
    max_split_depth=st.integers(0, 4),
    max_hands=st.integers(1, 5),
    hit_split_aces=flags,
    resplit_aces=flags,
    double_split_aces=flags,
    surrender=st.sampled_from(Surrender),
    charlie=st.sampled_from([0, 5, 6, 8, 10]),
    charlie_beats_blackjack=flags,
    dealer_draws_to_end=flags,
    unneeded_hole_card=st.sampled_from(UnneededHoleCard),
)
