"""What happens at a table by itself: windows open, offers are declined, rounds are settled.

Asked after every event until it has nothing more to say. It changes nothing.
"""

from __future__ import annotations

from cutcard.games import due
from cutcard.games.blackjack.options import Decision
from cutcard.games.blackjack.play import HandAt
from cutcard.profiles import Mode
from cutcard.profiles.profile import Interruption
from cutcard.table import events as e
from cutcard.table.felt.felt import Felt
from cutcard.table.forks.decide import fork_follows, waited_out
from cutcard.table.phases import betting, between_rounds, halted
from cutcard.table.pit.croupier import unshuffled
from cutcard.table.seating.behind_refunds import refund_without_player
from cutcard.table.seating.patrons import is_kept
from cutcard.table.seating.seats import seat_to_free
from cutcard.table.settings import has_disputes, policy
from cutcard.table.state import Phase, Table
from cutcard.table.want import dispute_ends_ms


def follow(table: Table, at_ms: int) -> e.AnyEvent | None:
    """The next event that needs nobody."""
    felt = table.deal.felt
    refunded = refund_without_player(table)
    if refunded is not None:  # also while the table is paused: whoever sits there next must find no bet
        return refunded
    if halted(table):
        return None
    if between_rounds(table):
        # In this order: a seat before the place that has it, and bets before the patron whose they are.
        return seat_to_free(table, at_ms) or _given_up(table, at_ms) or _returned(table) or _left(table)
    assert felt is not None, "a round that is played lies on the felt"
    if unshuffled(table):
        return e.Paused("unshuffled_shoe", "table")
    # Whoever holds the shoe burns them before anything else is dealt.
    if table.deal.burns.due:
        return None
    in_fork = fork_follows(table)
    if in_fork is not None:
        return in_fork
    wanted = felt.due
    if isinstance(wanted, due.Nothing):
        return _over(table, felt, at_ms)
    if not isinstance(wanted, due.Decision):
        return None
    # A window comes last: nobody is asked what the rules or an absence have answered.
    return felt.answered_by_itself() or _without_patron(table, felt, at_ms) or _window(table, at_ms)


def _given_up(table: Table, at_ms: int) -> e.AnyEvent | None:
    """A place whose time is over is kept no longer (GUI-04); its seats are free by now."""
    for patron, until_ms in table.patrons.reserved.items():
        if at_ms >= until_ms:
            return e.ReservationEnded(patron)
    return None


def _left(table: Table) -> e.AnyEvent | None:
    """Who is gone leaves as soon as nothing keeps them here (MO-02)."""
    return next((e.Left(patron) for patron in table.patrons.gone if not is_kept(table, patron)), None)


def _returned(table: Table) -> e.AnyEvent | None:
    """Where the policy is to stand, bets not yet final go back to whoever is gone."""
    if policy(table.deal.settings) is not Interruption.STAND or not betting(table):
        return None
    for patron, place in table.patrons.places.items():
        if place.away and place.chips:
            return e.BetsChanged(patron, (), "gone")
    return None


def _over(table: Table, felt: Felt, at_ms: int) -> e.AnyEvent | None:
    """The round is played: its result can be disputed first, or is settled at once."""
    if table.phase is Phase.DISPUTE:
        return e.RoundSettled(felt.shares()) if _undisputed(table, felt, at_ms) else None
    if table.clock.deadline_ms is not None and at_ms < table.clock.deadline_ms:
        return None
    # A round is settled once, its interrupted games with it.
    if felt.forks_open:
        return None
    if has_disputes(table.deal.settings):
        return e.ResultShown(at_ms + 1000 * table.deal.settings.profile.table.dispute_s)
    return e.RoundSettled(felt.shares())


def _undisputed(table: Table, felt: Felt, at_ms: int) -> bool:
    """Whether nobody is waited for any more: the dispute time is over, or all have confirmed (TB-30)."""
    ends_ms = dispute_ends_ms(table)
    return (
        ends_ms is None or at_ms >= ends_ms or all(patron in table.halt.confirmed for patron in felt.wagers)
    )


def _without_patron(table: Table, felt: Felt, at_ms: int) -> e.AnyEvent | None:
    """Hands that stand without being asked, and insurance declined: a patron is locked, forked or overdue."""
    if not felt.one_by_one:
        return None  # a shared table has too many patrons to ask about each of them after every event
    for patron in felt.wagers:
        for hand in felt.live_hands_to_decide(patron):
            if _is_left(table, felt, patron, hand, at_ms):
                decision = Decision.DECLINE if felt.offering else Decision.STAND
                return e.Decided(patron, hand.position, hand.branch, decision, automatic=True)
    return None


def _is_left(table: Table, felt: Felt, patron: str, hand: HandAt, at_ms: int) -> bool:
    """Whether nobody is asked about this hand: locked to stand (TB-41), played on in a fork, or overdue."""
    place = table.patrons.places.get(patron)
    if place is not None and place.locked:
        return True
    fork = felt.forked.get(hand.position)
    if fork is not None and fork.patron == patron:
        return True
    # The play of a round that has waited too long is best play, which comes as a command.
    return felt.offering and waited_out(table, patron, at_ms)


def _window(table: Table, at_ms: int) -> e.WindowOpened | None:
    if table.clock.window_open or table.deal.settings.mode is Mode.INTERNAL:
        return None
    return e.WindowOpened(at_ms + 1000 * table.deal.settings.profile.table.decision_s)
