"""One patron's hands played again from a copy that shows nobody else's: cards, decisions, lines.

With a card face down the open cards say by themselves which were the first, which came between and which were
the dealer's, so that what others wagered and decided need not be known. Where they do not say it, every way
in which they may have lain is tried. Chains and hashes are not known here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

import msgspec

from cutcard.games import due
from cutcard.games.blackjack import Rules
from cutcard.games.blackjack import play as hands
from cutcard.games.blackjack.dealer import (
    Dealer,
    Demand,
    blackjack_possible,
    draws,
    looked,
    turned,
    with_card,
    with_face_down,
)
from cutcard.games.blackjack.demand import position_demand, specials_demand
from cutcard.games.blackjack.in_turn import dealer_step
from cutcard.games.blackjack.options import Decision, offer
from cutcard.games.blackjack.play import Position, State
from cutcard.games.blackjack.rules import SecondCard
from cutcard.games.blackjack.wagers import MAIN
from cutcard.games.reason import Refusal
from cutcard.table import Settings
from cutcard.table import events as e
from cutcard.table.felt.settling import Outcomes, insurance_stake, main_stake, share
from cutcard.table.settings import BEHIND, paytables, seat_count
from cutcard.verification.verdict import Misfit

OFFERED: Final = (Decision.INSURE, Decision.DECLINE)


class Way(msgspec.Struct, frozen=True):
    """One way in which the cards may have lain, as far as a patron can know.

    ``slots`` are the positions of the first cards in dealing order, None where they were somebody else's.
    With no card face down, the dealer's begin after so many ``steps``; with one, when it is turned.
    """

    slots: tuple[int | None, ...]
    steps: int | None = None


def ways(
    settings: Settings, wagers: e.Wagers, events: Sequence[e.AnyEvent], dealt_to: tuple[int, ...]
) -> list[Way]:
    """Every way in which the cards may have lain; ``dealt_to`` are the seats that had some, where known."""
    rules = settings.profile.rules
    assert isinstance(rules, Rules), "hands are played by blackjack's rules"
    seats = seat_count(settings)
    hole = rules.second_card is SecondCard.HOLE
    own = {wager.position for wager in wagers if wager.bet != BEHIND}
    if not seats:
        seated = [tuple(range(1, rules.positions + 1))]
    elif dealt_to:
        seated = [dealt_to] if own <= {*dealt_to} else []
    else:
        seated = [sitting for sitting in _seatings(seats, events) if own <= {*sitting}] if hole else []
    slottings = dict.fromkeys(
        tuple(at if at in own or not seats else None for at in sitting) for sitting in seated
    )
    if hole:
        return [Way(slots) for slots in slottings]
    cards = sum(isinstance(event, e.CardDealt) for event in events)
    return [Way(slots, steps) for slots in slottings for steps in range(cards - 2 * len(slots))]


def _seatings(seats: int, events: Sequence[e.AnyEvent]) -> Iterator[tuple[int, ...]]:
    """The seats that may have had the open cards before the one that lies face down."""
    cards = 0
    for event in events:
        if isinstance(event, e.FaceDownDealt):
            break
        cards += isinstance(event, e.CardDealt)
    return combinations(range(1, seats + 1), (cards - 1) // 2)


def own_share(
    settings: Settings, patron: str, wagers: e.Wagers, events: Sequence[e.AnyEvent], way: Way
) -> e.SettledShare:
    """What the patron's own bets come to where the cards lay so; bets behind are left out."""
    mine = OwnHands(settings, patron, wagers, way)
    for event in events:
        mine.apply(event)
    return mine.share()


class OwnHands:
    """The positions of one patron, and the dealer. ``cards`` is how many were dealt open so far."""

    def __init__(self, settings: Settings, patron: str, wagers: e.Wagers, way: Way) -> None:
        rules = settings.profile.rules
        assert isinstance(rules, Rules), "hands are played by blackjack's rules"
        self.rules = rules
        self.tables = paytables(settings)
        self.patron = patron
        self.wagers = tuple(wager for wager in wagers if wager.bet != BEHIND)
        self.way = way
        self.positions = {
            at: Position(at, bool(main_stake(wagers, at))) for at in way.slots if at is not None
        }
        self.dealer = Dealer()
        self.cards = 0
        self.insured: dict[int, int] = {}
        self.forked: dict[int, tuple[e.LineShare, ...]] = {}

    @property
    def _dealing(self) -> bool:
        """Whether the first cards are not all there yet: one to each, the dealer's, another to each."""
        return self.cards < 2 * len(self.way.slots) + 1

    @property
    def _dealers_turn(self) -> bool:
        if self.way.steps is None:
            return len(self.dealer.cards) > 1
        return self.cards >= 2 * len(self.way.slots) + 1 + self.way.steps

    def apply(self, event: e.AnyEvent) -> None:
        """The next thing in the round."""
        match event:
            case e.CardDealt():
                self._card(event.card)
            case e.FaceDownDealt():
                self._face_down()
            case e.Checked():
                self.dealer = looked(self.dealer, event.blackjack)
                if event.blackjack:
                    self.positions = {at: hands.stopped(position) for at, position in self.positions.items()}
            case e.CardTurned():
                self._turn_card(event.card)
            case e.Decided() if event.patron == self.patron and event.position in self.positions:
                self._apply_decision(event.position, event.branch, event.decision)
            case e.WindowClosed() if self.patron in event.shares:
                for act in event.shares[self.patron].acts:
                    self._apply_decision(act.position, act.branch, act.decision)
            case e.HandForked() | e.ForkSettled() if event.patron == self.patron:
                self.forked[event.seat] = event.lines if isinstance(event, e.ForkSettled) else ()
            case _:
                pass

    def _turn_card(self, card: int) -> None:
        after = turned(self.dealer, card)
        if isinstance(after, Refusal):
            raise Misfit("the turned card is not what the dealer's look had found")
        self.dealer = after

    def _card(self, card: int) -> None:
        """One of the first, the dealer's, or for the first hand that has asked; else somebody else's."""
        if self._dealing:
            self._first_card(card)
        elif self.way.steps is None and not self.dealer.face_down and len(self.dealer.cards) == 1:
            raise Misfit("more cards than the first were dealt before the one that lies face down")
        elif self._dealers_turn:
            if not draws(self.rules, self.dealer.hand):
                raise Misfit(f"the dealer drew on {self.dealer.hand.total}")
            self.dealer = with_card(self.dealer, card)
        else:
            for at, position in sorted(self.positions.items()):
                if position.in_play is not None and position.in_play.state is State.DRAWING:
                    self.positions[at] = hands.with_card(self.rules, position, card)
                    break
        self.cards += 1

    def _first_card(self, card: int) -> None:
        count = len(self.way.slots)
        if self.cards == count:
            self.dealer = with_card(self.dealer, card)
            return
        at = self.way.slots[self.cards % (count + 1)]
        if at is not None:
            self.positions[at] = hands.with_first_card(self.rules, self.positions[at], card)

    def _face_down(self) -> None:
        if self._dealing or self.way.steps is not None:
            raise Misfit("a card was dealt face down before its time")
        self.dealer = with_face_down(self.dealer)

    def _apply_decision(self, at: int, branch: int, decision: Decision) -> None:
        position = self.positions[at]
        offered = offer(self.rules, position.branches[0].hand, self.dealer.up_value)
        if decision in OFFERED or decision in offered:
            if not position.main or decision not in offered:
                raise Misfit(f"position {at} was offered no {decision}")
            if decision is Decision.INSURE:
                self.insured[at] = insurance_stake(main_stake(self.wagers, at))
            elif decision is Decision.SURRENDER:
                self.positions[at] = hands.surrendered(position)
            return
        after = hands.decided(self.rules, position, decision)
        if position.at != branch or isinstance(after, Refusal):
            raise Misfit(f"position {at} could not {decision}")
        self.positions[at] = after

    def _demands(self) -> Iterator[Demand]:
        """How far the patron's own bets need the dealer's hand played."""
        yield Demand.SECOND_CARD if self.insured and blackjack_possible(self.dealer) else Demand.NOTHING
        for at, position in self.positions.items():
            bets = {wager.bet for wager in self.wagers if wager.position == at} - {MAIN}
            yield position_demand(self.rules, position, self.dealer)
            yield specials_demand(bets, position.first, self.dealer)

    def _played_out(self) -> None:
        if self._dealing:
            raise Misfit("not all of the first cards were dealt")
        for at, position in self.positions.items():
            if position.main and position.in_play is not None:
                raise Misfit(f"position {at} was settled before it was played out")
        demand = Demand.SECOND_CARD if self.dealer.blackjack else max(self._demands())
        if dealer_step(self.rules, self.dealer, demand) != due.NOTHING:
            raise Misfit("the dealer stopped too early")

    def share(self) -> e.SettledShare:
        """Every line of the patron's own positions, once all is played."""
        self._played_out()
        ended = Outcomes(self.rules, self.dealer, self.tables)
        own = [
            line
            for at, position in sorted(self.positions.items())
            for line in ended.of_position(position, self.wagers, self.insured.get(at, 0))
            if line.bet != MAIN or at not in self.forked
        ]
        return share([*own, *(line for lines in self.forked.values() for line in lines)])
