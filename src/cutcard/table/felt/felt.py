"""A round on the felt, whatever is played: wagers, what is due, who is asked, what it all comes to.

Coups, shared rounds and hands in turn are separated where a felt is made (``kinds``), where it is pictured
(``views.felts``) and where a correction no longer fits (``correction``); everybody else asks what is
here. A game answers (), {}, None or 0 where it has no such thing; what cannot happen in it raises here, once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar, Protocol

from cutcard.games import baccarat, due
from cutcard.games.baccarat.roads import Result
from cutcard.games.blackjack.dealer import Dealer
from cutcard.games.blackjack.options import Decision
from cutcard.games.blackjack.play import HandAt, Position
from cutcard.games.reason import Refusal
from cutcard.specials import Outcome, PayTable
from cutcard.table.event import Wager, Wagers
from cutcard.table.felt.behind import Behind
from cutcard.table.felt.wager_fates import Rides
from cutcard.table.forks.fork import Fork
from cutcard.table.play.events import BehindShare, Decided, SettledShare, WindowClosed, WindowShare

AnyDue = (
    due.Card[HandAt]
    | due.Card[baccarat.Side]
    | due.FaceDown
    | due.Check
    | due.Turn
    | due.Decision[HandAt]
    | due.Nothing
)

NO_FORKS: Mapping[int, Fork] = MappingProxyType({})


class Felt(Protocol):
    """What lies there. ``placed`` are the wagers as bets closed, ``wagers`` those that are not ``void``.

    ``one_by_one``: hands are played one after the other. ``declining`` are those who want no insurance,
    ``behind`` the bets behind seats, ``forked`` the interrupted games by seat; ``hole_read``: the face-down
    card is known to whoever deals forks their cards.
    """

    one_by_one: ClassVar[bool] = False
    placed: dict[str, Wagers]
    wagers: dict[str, Wagers]
    void: Rides
    declining: frozenset[str] = frozenset()
    behind: Sequence[Behind] = ()
    forked: Mapping[int, Fork] = NO_FORKS
    hole_read: bool = False

    # The round.

    @property
    def due(self) -> AnyDue:
        """What the round waits for."""
        ...

    @property
    def first_dealt(self) -> bool:
        """Whether the first cards lie: from here on a round can be disputed."""
        ...

    @property
    def shows_result(self) -> bool:
        """Whether the cards that lie, or come next, show the result."""
        ...

    def result_word(self) -> str | None:
        """The result in a word; None of a round that was broken off."""
        ...

    def coup_result(self) -> Result | None:
        """What the roads draw of it."""
        return None

    @property
    def offering(self) -> bool:
        """Whether insurance or early surrender is what is asked."""
        return False

    @property
    def dealer(self) -> Dealer | None:
        """The dealer's hand, where a dealer has one."""
        return None

    def first_cards(self) -> Iterable[tuple[int, tuple[int, ...]]]:
        """Each dealt position with its first cards."""
        return ()

    @property
    def open_positions(self) -> tuple[Position, ...]:
        """The positions whose hands are the same for all who look."""
        return ()

    # What comes to it.

    def take(self, card: int, place: int) -> None:
        """An open card, the round's so-and-so-manyth."""
        ...

    @property
    def nobody_takes(self) -> bool:
        """Whether the card that is due goes to no hand at all."""
        return False

    def face_down(self, read: bool) -> None:
        """The dealer's second card lies; ``read``: a reader knows it."""
        raise AssertionError("only blackjack has a card face down")

    def check(self, blackjack: bool) -> None:
        """The dealer has looked."""
        raise AssertionError("only a blackjack dealer looks")

    def turn(self, card: int) -> None:
        """The face-down card is open."""
        raise AssertionError("only blackjack has a card to turn")

    def turn_refused(self, card: int) -> Refusal | None:
        """Why the face-down card cannot be this one."""
        raise AssertionError("only blackjack has a card to turn")

    def leave_out(self, void: Rides, stay: frozenset[str]) -> None:
        """These wagers are void, and only these patrons still have one (TB-33)."""
        ...

    # Decisions.

    @property
    def known_decisions(self) -> tuple[Decision, ...]:
        """The decisions that the rules know for a hand in play."""
        return ()

    def hands_to_decide(self, patron: str) -> tuple[HandAt, ...]:
        """The hands that need a decision of this patron now."""
        return ()

    def live_hands_to_decide(self, patron: str) -> tuple[HandAt, ...]:
        """Those of them that lie on the felt, and may be decided without their patron."""
        return ()

    def asked_by(self) -> dict[str, tuple[HandAt, ...]]:
        """Everybody whose own hands are asked something in turn."""
        return {}

    def choices(self, patron: str, hand: HandAt) -> tuple[Decision, ...]:
        """What the rules let this hand choose from."""
        return ()

    def why_not(self, patron: str, hand: HandAt, decision: Decision) -> Refusal | None:
        """Why this decision is not to be had."""
        return Refusal("no_decision_is_due", {"position": hand.position})

    def cost(self, patron: str, hand: HandAt, decision: Decision) -> int:
        """What a decision costs."""
        return 0

    def follows(
        self, hand: HandAt, decision: Decision, playable: Callable[[str], int]
    ) -> dict[str, BehindShare]:
        """What those behind a seat do with its decision."""
        return {}

    def decided(self, patron: str, hand: HandAt, decision: Decision) -> None:
        """A decision has been made."""
        raise AssertionError("only blackjack has decisions")

    def followed(self, shares: Mapping[str, BehindShare]) -> None:
        """Those behind have gone along or not."""
        raise AssertionError("only seats have bets behind")

    def answered_by_itself(self) -> Decided | WindowClosed | None:
        """What happens to an open offer without anybody's doing."""
        return None

    def window_opened(self) -> None:
        """A window opened."""
        raise AssertionError("only blackjack asks for decisions")

    def left_undecided(self) -> dict[str, WindowShare]:
        """What the end of the window's time does."""
        return {}

    def window_closed(self, shares: Mapping[str, WindowShare]) -> None:
        """The window is over, and what the house did is done."""
        raise AssertionError("only blackjack has windows")

    # Interrupted games.

    def fork(self, patron: str, seat: int, of_round: int, closes_ms: int, dealt: list[int]) -> None:
        """The seat's hand goes on by itself (TB-40)."""
        raise AssertionError("only seats are forked")

    @property
    def hole_shown(self) -> bool:
        """Whether the dealer's second card lies open."""
        return False

    @property
    def forks_are_played(self) -> bool:
        """Whether patrons may decide in forks."""
        return False

    @property
    def forks_open(self) -> bool:
        """Whether the result still waits for an interrupted game."""
        return False

    # What a patron has there.

    def line_key(self, patron: str) -> Hashable:
        """Patrons with the same key see the same hands."""
        return patron

    def hands(self, patron: str) -> tuple[Position, ...]:
        """The patron's positions."""
        return ()

    def positions_behind(self, patron: str) -> tuple[Position, ...]:
        """The hands that the patron bets behind, as they stand for those bets."""
        return ()

    def burned_by(self, patron: str) -> tuple[int, ...]:
        """The open cards that no hand of the patron took, by their place in the round."""
        return ()

    def main_stake_at(self, position: int, patron: str | None) -> int:
        """What lies on the main bet of a position: its owner's, or this patron's where all have one."""
        return 0

    def insured(self, patron: str) -> tuple[int, ...]:
        """The patron's positions that are insured."""
        return ()

    def staked(self, patron: str) -> int:
        """All that the patron has on the round."""
        ...

    @property
    def finished(self) -> int:
        """How many patrons have nothing left to decide."""
        ...

    def decided_early(self, wager: Wager, pays: PayTable) -> Outcome | None:
        """How a special bet ended, where the open cards have decided that before the end of the round."""
        ...

    def shares(self) -> dict[str, SettledShare]:
        """What everybody's wagers came to."""
        ...
