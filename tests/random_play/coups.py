"""Finished coups from any cards at all, for random tests. It knows no bet and no figure."""

from hypothesis import strategies as st

from cutcard.cards import CARDS
from cutcard.games.baccarat.coup import Coup, finished, take
from cutcard.games.reason import Refusal

ANY_CARD = st.sampled_from(CARDS)


@st.composite
def finished_coups(draw: st.DrawFn) -> Coup:
    """A coup played to its end."""
    coup = Coup()
    while not finished(coup):
        dealt = take(coup, draw(ANY_CARD))
        assert not isinstance(dealt, Refusal)
        coup = dealt
    return coup
