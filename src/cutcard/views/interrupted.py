"""An interrupted game as its patron sees it, and whether a seat has one (TB-40). Decides nothing.

The dealer's face-down card lies face down here, too: a fork has no field for it before it is turned.
"""

from __future__ import annotations

from cutcard.table.forks.fork import Fork
from cutcard.table.state import Table
from cutcard.views.cards import dealer_view, hand_views
from cutcard.views.messages.tables import Asked, ForkView, HandView, LineView, SideView


def forks_of(table: Table) -> tuple[Fork, ...]:
    """The interrupted games of the round that lies on the felt, the void ones left out."""
    if table.deal.felt is None:
        return ()
    return tuple(
        fork
        for fork in table.deal.felt.forked.values()
        if fork.of_round == table.deal.round and not fork.void
    )


def own_forks(table: Table, patron: str) -> tuple[Fork, ...]:
    """Those that the patron has before them, one for each seat, seat 1 first."""
    own = (fork for fork in forks_of(table) if fork.patron == patron)
    return tuple(sorted(own, key=lambda fork: fork.seat))


def fork_hands(fork: Fork) -> tuple[HandView, ...]:
    """The seat's hands as they stand there, with what lies on each."""
    return hand_views(fork.position, fork.stake)


def fork_stake(fork: Fork) -> int:
    """All that lies there: what was doubled or split before it was interrupted, too."""
    return sum(hand.stake for hand in fork_hands(fork))


def fork_dealer(fork: Fork) -> SideView:
    """The dealer's hand as the game has it."""
    return dealer_view(fork.round.dealer, fork.ended) or SideView()


def fork_view(
    table: Table, fork: Fork, asks: tuple[Asked, ...], lines: tuple[LineView, ...], at_ms: int
) -> ForkView:
    """The game as it stands; ``asks`` are all that the patron is asked, ``lines`` what it came to."""
    place = table.patrons.places.get(fork.patron)
    awaited = fork.hand_to_decide is not None and place is not None and place.away
    return ForkView(
        seat=fork.seat,
        of_round=fork.of_round,
        stake=fork_stake(fork),
        dealer=fork_dealer(fork),
        hands=fork_hands(fork),
        asks=tuple(ask for ask in asks if ask.position == fork.seat),
        left_ms=max(0, fork.closes_ms - at_ms) if awaited else None,
        ended=fork.ended,
        lines=lines,
    )
