"""A round played again from its own record with one card put right (TB-33).

Theory. The story of a round is its events since no more bets, each card with the place it went to. Played
again with another card, a later decision may no longer be there to be made, or a later card may be due
somewhere else. The wager that this touches is void: the round is played again without it, its cards passed
over, until all the rest fits. A seat whose main bet is void keeps its first cards, so its special bets stand.

Where the dealer's own cards no longer fit, whatever rides on the dealer's hand is void; what the first cards
have decided is not. At a shared table a step's card stays with the hand that it came to, void or not: the
patron's other hands, which waited meanwhile, are judged by their own cards and decisions alone.
"""

from __future__ import annotations

import msgspec

from cutcard.games import due
from cutcard.games.blackjack.dealer import has_blackjack, with_card
from cutcard.games.blackjack.in_step import SHARED
from cutcard.games.blackjack.options import Decision, offer
from cutcard.games.blackjack.play import DEALER, HandAt, Position
from cutcard.table import events as e
from cutcard.table.correction.affected_wagers import (
    at_stake,
    served_otherwise,
    taken_by_void,
    unfinished,
    whole_coup,
)
from cutcard.table.dealing.evolve import begun_again, deal_on
from cutcard.table.felt.coup import CoupFelt
from cutcard.table.felt.shared import SharedFelt
from cutcard.table.felt.turns import TurnsFelt
from cutcard.table.felt.wager_fates import INSURANCE, Ride, Rides, main_at, rides_on
from cutcard.table.settings import BEHIND
from cutcard.table.state import Deal, Destination, Table, felt_of
from cutcard.table.want import Want, wanted_card

Cards = e.CardDealt | e.CardTurned | e.CardBurned


class Rewinding(msgspec.Struct):
    """The round as it is played again, without the void wagers.

    ``before`` is the round as it was played, where it has to be known which hand a step's card came to.
    ``took`` is whose void hand has which step's card.
    """

    again: Deal
    before: Deal | None
    without: Rides
    took: dict[int, frozenset[str]]

    def step(self, event: e.AnyEvent, went_to: Destination) -> Rides | None:
        """The next event of the story: it happens again, or is passed over, or does not fit these wagers."""
        fits = _judged(self, event, went_to)
        if isinstance(fits, frozenset):
            return fits
        if fits is not None:
            deal_on(self.again, fits)
        return None


def played_again(deal: Deal, at: int, card: int, without: Rides) -> Deal | Rides:
    """The deal as it stands with card ``at`` (from 1) put right and these wagers void.

    The wagers that do not fit, where some do not; none of them where nothing does.
    """
    touched = _forks_touched(deal, at) - without
    if touched:
        return touched
    felt = felt_of(deal)
    stay = frozenset(ride.patron for ride in every_ride(deal) - without)
    if not stay:
        return frozenset()
    took = felt.void_took if isinstance(felt, SharedFelt) else {}
    was = _rewinding(deal, None, felt.void, frozenset(felt.wagers), took)
    run = _rewinding(deal, was.again, without, stay, {})
    counted = 0
    for event, went_to in deal.story:
        right = event
        if isinstance(event, Cards) and event.card is not None:
            counted += 1
            right = msgspec.structs.replace(event, card=card) if counted == at else event
        unfit = run.step(right, went_to)
        if unfit is not None:
            return unfit
        if isinstance(felt, SharedFelt):
            kept = was.step(event, went_to)
            assert kept is None, "a story fits itself"
    return run.again


def _rewinding(
    deal: Deal, before: Deal | None, void: Rides, stay: frozenset[str], took: dict[int, frozenset[str]]
) -> Rewinding:
    again = begun_again(deal, void, stay)
    if void and isinstance(again.felt, SharedFelt):
        again.felt.void_took = took
    return Rewinding(again, before, void, took)


def every_ride(deal: Deal) -> Rides:
    """Every wager of the round, insurance that was taken included."""
    felt = felt_of(deal)
    insured = {Ride(patron, at, INSURANCE) for patron in felt.wagers for at in felt.insured(patron)}
    insured |= {Ride(wager.patron, wager.seat, INSURANCE) for wager in felt.behind if wager.insured}
    return rides_on(felt.placed) | insured


def _forks_touched(deal: Deal, at: int) -> Rides:
    """Whose interrupted game was played with the misread card: it cannot be played again, so it is void."""
    felt = felt_of(deal)
    if not felt.forked:
        return frozenset()
    cards = [(event, to) for event, to in deal.story if isinstance(event, Cards) and event.card is not None]
    event, went_to = cards[at - 1]
    dealers = isinstance(event, e.CardTurned) or went_to == DEALER
    return frozenset(
        main_at(fork.patron, seat)
        for seat, fork in felt.forked.items()
        if dealers or (isinstance(went_to, HandAt) and went_to.position == seat)
    )


def cards_of(table: Table) -> list[int]:
    """The open cards of the round in the order in which they came."""
    return [
        event.card for event, _ in table.deal.story if isinstance(event, Cards) and event.card is not None
    ]


Judged = e.AnyEvent | Rides | None
"""The event that still fits, the wagers it does not fit (nothing fits: none of them), or nothing to do."""

NOTHING_FITS: Rides = frozenset()


def _judged(run: Rewinding, event: e.AnyEvent, went_to: Destination) -> Judged:
    again = run.again
    if isinstance(event, Cards) and event.card is not None and not again.shoe.pack.counts[event.card]:
        return NOTHING_FITS  # one more copy than the shoe has
    match event:
        case e.CardDealt():
            return _dealt(run, event, went_to)
        case e.CardTurned():
            return _turned(run, event)
        case e.Decided():
            return _decided(run, event)
        case e.WindowClosed():
            return _window(run, event)
        case e.HandForked() | e.ForkRaised() | e.ForkSettled():
            return None if main_at(event.patron, event.seat) in run.without else event
        case e.BehindFollowed():
            return _followed(run, event)
        case _:
            wanted = _HOUSE.get(type(event))
            if wanted is None or wanted_card(again) in wanted:
                return event
            # A look that nobody needed any more, and that no wager has to be void for, changed nothing.
            looked = isinstance(event, e.Checked) and bool(run.without)
            return _dealers(run) or (None if looked else NOTHING_FITS)


_HOUSE = {
    e.FaceDownDealt: (Want.FACE_DOWN,),
    e.Checked: (Want.CHECK,),
    e.CardBurned: (Want.BURN, Want.BURN_SHOWN),
}


def _dealt(run: Rewinding, event: e.CardDealt, went_to: Destination) -> Judged:
    felt = run.again.felt
    assert felt is not None, "cards come after no more bets"
    wanted = felt.due
    fits = wanted_card(run.again) is Want.CARD and isinstance(wanted, due.Card) and wanted.to == went_to
    if isinstance(felt, CoupFelt):
        return event if fits else _no_such_coup(run, felt, event, went_to)
    assert isinstance(felt, SharedFelt | TurnsFelt), "coups and hands are all there is"
    if isinstance(felt, SharedFelt) and went_to == SHARED:
        return _of_step(run, felt, event, fits)
    if fits:
        return event
    if went_to == DEALER:
        return _dealers(run) or _passed_over(run, event, went_to)
    if isinstance(felt, TurnsFelt) and isinstance(went_to, HandAt):
        return _not_to_this_hand(run, felt, event, went_to)
    return unfinished(felt) or _passed_over(run, event, went_to)


def _of_step(run: Rewinding, felt: SharedFelt, event: e.CardDealt, fits: bool) -> Judged:
    """A step's card, which came to a hand of some and was burned by the others."""
    if run.before is not None:
        before = run.before.felt
        assert isinstance(before, SharedFelt), "the same round"
        if fits:
            run.took[felt.steps] = taken_by_void(before, run.without)
        otherwise = served_otherwise(before, felt)
        if otherwise:
            return otherwise
    if fits:
        return event
    # Everybody burned it, or only void hands have it: whether there was a need of it touches nobody.
    _laid_aside(run, event, SHARED)
    return None


def _not_to_this_hand(run: Rewinding, felt: TurnsFelt, event: e.CardDealt, went_to: HandAt) -> Judged:
    """A hand that waits before it in the order of play is to blame; else the hand that got it."""
    main = main_at(felt.owner[went_to.position], went_to.position)
    waiting = frozenset(hand for hand in unfinished(felt) if hand.position < went_to.position)
    if waiting:
        return waiting
    return _passed_over(run, event, went_to) if main in run.without else frozenset({main})


def _no_such_coup(run: Rewinding, felt: CoupFelt, event: e.CardDealt, went_to: Destination) -> Judged:
    """The cards make no coup: what looks at the whole of it is void, what the first cards decided is not."""
    whole = whole_coup(felt)
    if whole or not felt.wagers:
        return whole
    felt.break_off()
    return _passed_over(run, event, went_to)


def _dealers(run: Rewinding) -> Rides:
    """Whom it touches that something of the dealer's own does not fit; nobody, where nobody needs it."""
    felt = run.again.felt
    if not isinstance(felt, SharedFelt | TurnsFelt):
        return NOTHING_FITS
    return unfinished(felt) or at_stake(felt)


def _passed_over(run: Rewinding, event: e.CardDealt | e.CardTurned, went_to: Destination) -> Judged:
    """A card that only void wagers had a use for: it left the shoe and went nowhere that counts."""
    felt = run.again.felt
    idle = isinstance(felt, CoupFelt) or (felt is not None and isinstance(felt.due, due.Nothing))
    to_a_hand = isinstance(went_to, HandAt) and went_to != DEALER
    if not run.without or not (idle or to_a_hand):
        return NOTHING_FITS
    _laid_aside(run, event, went_to)
    return None


def _laid_aside(run: Rewinding, event: e.CardDealt | e.CardTurned, went_to: Destination) -> None:
    """The card has left the shoe and is on the table."""
    again = run.again
    again.shoe = again.shoe.take(event.card)
    again.dealt.append((event.card, True))
    again.story.append((event, went_to))
    if isinstance(event, e.CardTurned):
        again.unseen -= 1
    else:
        again.draws += 1


def _turned(run: Rewinding, event: e.CardTurned) -> Judged:
    felt = run.again.felt
    assert isinstance(felt, SharedFelt | TurnsFelt), "baccarat turns no card"
    if wanted_card(run.again) is Want.CHECK:
        # Nobody looked, since no ace or ten seemed to lie there: now the card itself says what a look had.
        found = has_blackjack(with_card(felt.round.dealer, event.card))
        deal_on(run.again, e.Checked(found))
    if wanted_card(run.again) is not Want.TURN:
        return _dealers(run) or _passed_over(run, event, None)
    return event if felt.turn_refused(event.card) is None else NOTHING_FITS


def _decided(run: Rewinding, event: e.Decided) -> Judged:
    felt = run.again.felt
    assert isinstance(felt, SharedFelt | TurnsFelt), "baccarat has no decisions"
    hand = HandAt(event.position, event.branch)
    fits = isinstance(felt.due, due.Decision) and felt.why_not(event.patron, hand, event.decision) is None
    ride = _hand_of(felt, event.patron, event.position)
    if event.decision is Decision.INSURE:
        return _insured(run, event, fits, ride)
    if fits and event.patron in felt.wagers:
        return event
    return None if ride in run.without else frozenset({ride})


def _hand_of(felt: SharedFelt | TurnsFelt, patron: str, position: int) -> Ride:
    """The wager that a decision is about: one's own main bet, or the bet behind somebody else's."""
    own = isinstance(felt, SharedFelt) or felt.owner[position] == patron
    return main_at(patron, position) if own else Ride(patron, position, BEHIND)


def _insured(run: Rewinding, event: e.Decided, fits: bool, hand: Ride) -> Judged:
    """Insurance is a wager of its own: it may be void alone, and may stand without its main bet."""
    felt = run.again.felt
    assert isinstance(felt, SharedFelt | TurnsFelt), "baccarat has no insurance"
    insurance = Ride(event.patron, event.position, INSURANCE)
    if insurance in run.without:
        return msgspec.structs.replace(event, decision=Decision.DECLINE) if fits else None
    if fits:
        return event
    position = next(at for at in _positions(felt, event.patron) if at.number == event.position)
    up = felt.round.dealer.up_value
    if hand in run.without and Decision.INSURE in offer(felt.round.rules, position.branches[0].hand, up):
        felt.insure(event.patron, event.position)
        run.again.story.append((event, None))
        return None
    return frozenset({insurance})


def _positions(felt: SharedFelt | TurnsFelt, patron: str) -> tuple[Position, ...]:
    return felt.play_of(patron).positions if isinstance(felt, SharedFelt) else felt.round.positions


def _window(run: Rewinding, event: e.WindowClosed) -> Judged:
    felt = run.again.felt
    assert felt is not None, "a window closes in a round"
    shares = {}
    for patron, share in event.shares.items():
        acts = tuple(act for act in share.acts if main_at(patron, act.position) not in run.without)
        if patron in felt.wagers:
            shares[patron] = msgspec.structs.replace(share, acts=acts)
        for act in acts:
            if felt.why_not(patron, HandAt(act.position, act.branch), act.decision) is not None:
                return frozenset({main_at(patron, act.position)})
    if not isinstance(felt.due, due.Decision):
        return None  # nobody is left whom the window was for
    return msgspec.structs.replace(event, shares=shares)


def _followed(run: Rewinding, event: e.BehindFollowed) -> Judged:
    shares = {
        patron: share
        for patron, share in event.shares.items()
        if Ride(patron, share.seat, BEHIND) not in run.without
    }
    return msgspec.structs.replace(event, shares=shares) if shares else None
