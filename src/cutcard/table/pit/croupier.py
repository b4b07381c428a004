"""What croupiers and supervisors do to a round (TB-31 to TB-34). Changes nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, pairwise

from cutcard.cards import CARDS, rank, suit, text
from cutcard.games import due
from cutcard.games.reason import Refusal
from cutcard.profiles import Mode
from cutcard.table import commands as c
from cutcard.table import events as e
from cutcard.table.correction.story import Cards, cards_of, every_ride, played_again
from cutcard.table.felt.wager_fates import with_those_behind
from cutcard.table.moment import Decisions, Moment
from cutcard.table.phases import betting, between_rounds, ready_for_next, takes_bets
from cutcard.table.pit.voids import stakes_back
from cutcard.table.seating.patrons import no_more_bets
from cutcard.table.state import IN_A_ROW, Deal, Phase, Table, felt_of


def correct_card(table: Table, command: c.CorrectCard, moment: Moment) -> Decisions:
    """The physical card is right: what still fits is recalculated, the rest is void (TB-33)."""
    cards = _cards_to_correct(table)
    at = command.at or len(cards)
    refusal = _why_no_card(table, at) if command.at else why_not_last_card(table)
    if refusal is not None:
        return refusal
    was = cards[at - 1]
    if was == command.card:
        return Refusal("nothing_to_change")
    without = felt_of(table.deal).void
    every = every_ride(table.deal)
    while True:
        again = played_again(table.deal, at, command.card, without)
        if isinstance(again, Deal):
            return (_corrected(table, again, command, at, was), *_shown_again(table, again, moment.at_ms))
        touched = with_those_behind(again, every) - without
        if not touched:
            misread = (was, command.card)
            return (e.RoundVoided("correction", command.by, stakes_back(table), misread),)
        without |= touched


def _cards_to_correct(table: Table) -> list[int]:
    """The open cards of the round, until it is settled."""
    return [] if between_rounds(table) else cards_of(table)


def _why_no_card(table: Table, at: int) -> Refusal | None:
    return None if 1 <= at <= len(_cards_to_correct(table)) else Refusal("no_such_card_in_round", {"at": at})


def why_not_last_card(table: Table) -> Refusal | None:
    """Why the last card cannot be put right by the croupier alone (MO-04)."""
    missing = _why_no_card(table, len(_cards_to_correct(table)))
    if missing is not None:
        return missing
    if table.halt.dispute is not None:
        return Refusal("dispute_is_open")
    return None if is_last_step(table) else Refusal("round_has_gone_on")


def _shown_again(table: Table, again: Deal, at_ms: int) -> tuple[e.ResultShown, ...]:
    """Another result than the one that patrons saw has a dispute time of its own (TB-30)."""
    runs = table.phase is Phase.DISPUTE and table.halt.dispute is None and table.clock.deadline_ms is not None
    if not runs or not isinstance(felt_of(again).due, due.Nothing):
        return ()
    return (e.ResultShown(at_ms + 1000 * table.deal.settings.profile.table.dispute_s),)


def is_last_step(table: Table) -> bool:
    """Whether the last open card is the last thing anybody did, so that a croupier may put it right (MO-04).

    A dispute is a step: what it was about is the supervisor's from then on (TB-30).
    """
    done = next((event for event, _ in reversed(table.deal.story) if not _by_itself(event)), None)
    is_card = isinstance(done, Cards) and done.card is not None
    return is_card and table.halt.dispute is None and len(cards_of(table)) > table.halt.disputed_cards


def _by_itself(event: e.AnyEvent) -> bool:
    """What follows a card without anybody's doing: it does not part the card from its correction."""
    match event:
        case e.Decided():
            return event.automatic
        case e.WindowClosed():
            return not event.shares
        case _:
            return isinstance(event, e.ForkSettled)


def _corrected(table: Table, again: Deal, command: c.CorrectCard, at: int, was: int) -> e.CardCorrected:
    """What each patron gets back is what no longer lies on their wagers."""
    felt, after = felt_of(table.deal), felt_of(again)
    gone: dict[str, list[tuple[int, str]]] = {}
    for ride in sorted(after.void - felt.void):
        gone.setdefault(ride.patron, []).append((ride.position, ride.bet))
    shares = {}
    for patron, wagers in gone.items():
        left = after.staked(patron) if patron in after.wagers else 0
        shares[patron] = e.Refund(felt.staked(patron) - left, wagers=tuple(wagers))
    return e.CardCorrected(at, command.card, was, command.by, shares, command.why)


def why_no_round(table: Table, at_ms: int) -> Refusal | None:
    """Why betting cannot be opened at that time."""
    if table.halt.closed:
        return Refusal("table_is_closed")
    ready = table.halt.paused is None and (table.phase is Phase.WAITING or ready_for_next(table, at_ms))
    return None if ready else Refusal("round_is_running")


def why_not_close_bets(table: Table) -> Refusal | None:
    """Why betting cannot be closed."""
    if not takes_bets(table):
        return Refusal("bets_are_closed")
    return None if table.patrons.bettors else Refusal("no_bet_on_the_table")


def close_bets(table: Table, _command: c.CloseBets, _moment: Moment) -> Decisions:
    """No more bets, before their time is over."""
    return why_not_close_bets(table) or no_more_bets(table)


def why_no_cut_card(table: Table) -> Refusal | None:
    """Why it would be no news that the cut card is out."""
    return Refusal("nothing_to_change") if table.shoe_watch.cut_card_seen else None


def see_cut_card(table: Table, command: c.SeeCutCard, _moment: Moment) -> Decisions:
    """This round is the last of its shoe; to say it twice changes nothing."""
    return (e.CutCardSeen(command.by),) if why_no_cut_card(table) is None else ()


def call_supervisor(_table: Table, command: c.CallSupervisor, _moment: Moment) -> Decisions:
    """It is on record who called one, and why."""
    return (e.SupervisorCalled(command.by, command.reason),)


def why_no_new_shoe(table: Table) -> Refusal | None:
    """Why the shoe cannot be changed: stakes lie that count on its cards."""
    return Refusal("round_is_running") if not between_rounds(table) or table.patrons.bettors else None


def change_shoe(table: Table, command: c.ChangeShoe, _moment: Moment) -> Decisions:
    """A new shoe, between rounds; the old one counted where somebody counted it (TB-34)."""
    refusal = why_no_new_shoe(table)
    if refusal is not None:
        return refusal
    # A round that is open without a bet began with the old shoe's cards: it makes way for one that does not.
    open_round = betting(table)
    before = (e.RoundVoided("new_shoe", command.by, {}),) if open_round else ()
    return (*before, *_shoe_changed(table, command)) if _counts_all(command) else _COUNT_ALL


_COUNT_ALL = Refusal("count_of_all_cards", {"cards": len(CARDS)})


def _counts_all(command: c.ChangeShoe) -> bool:
    """Whether every card was counted, or none."""
    counted = command.remaining
    return not counted or (len(counted) == len(CARDS) and min(counted) >= 0)


def _shoe_changed(table: Table, command: c.ChangeShoe) -> Sequence[e.AnyEvent]:
    if not command.remaining:
        return (e.ShoeChanged(command.by, table.deal.shoe.number + 1),)
    left = table.deal.shoe.pack.counts
    missing = tuple(card for card in CARDS for _ in range(left[card] - command.remaining[card]))
    extra = tuple(card for card in CARDS for _ in range(command.remaining[card] - left[card]))
    changed = e.ShoeChanged(command.by, table.deal.shoe.number + 1, missing, extra)
    if extra or len(missing) != table.shoe_watch.unseen_in_shoe:
        return (changed, e.Paused("shoe_does_not_add_up", "table"))
    return (changed,)


def impossible_card(table: Table, card: int) -> Decisions:
    """One more copy than the shoe has: real cards stop the table, anything else is simply refused (TB-34)."""
    if table.deal.settings.mode in (Mode.AUTO, Mode.LIVE):
        return (e.Paused(f"impossible_card {text(card)}", "table"),)
    return Refusal("no_such_card_left", {"card": text(card)})


def unshuffled(table: Table) -> bool:
    """Whether the last cards came in the order of a new deck, up or down."""
    cards = table.shoe_watch.in_a_row
    if len(cards) < IN_A_ROW or table.deal.settings.mode not in (Mode.AUTO, Mode.LIVE):
        return False
    pairs = list(pairwise(cards))
    if any(suit(card) != suit(after) for card, after in pairs):
        return False
    steps = {rank(after) - rank(card) for card, after in pairs}
    return steps in ({1}, {-1})


def propose_correction(table: Table, command: c.ProposeCorrection, _moment: Moment) -> Decisions:
    """The first of two people wants a settled round put right (TB-32)."""
    running = command.of_round == table.deal.round and table.phase is not Phase.RESULT
    if command.of_round > table.deal.round or running:
        return Refusal("round_is_not_settled", {"round": command.of_round})
    if not command.amounts or not any(command.amounts.values()):
        return Refusal("nothing_to_change")
    if not command.why.strip():
        return Refusal("reason_is_missing")
    wrong = _too_much(command.amounts) or _no_part(table, command)
    if wrong is not None:
        return wrong
    shares = {patron: e.CorrectionShare(amount) for patron, amount in sorted(command.amounts.items())}
    number = table.past.corrections + 1
    return (e.CorrectionProposed(number, command.by, command.of_round, command.why, shares),)


CORRECTION_MAX = 10**12
"""The most that one patron gets or gives back in one correction: as much as the largest stake."""


def _too_much(amounts: Mapping[str, int]) -> Refusal | None:
    for amount in amounts.values():
        if abs(amount) > CORRECTION_MAX:
            return Refusal("amount_too_large", {"amount": amount, "most": CORRECTION_MAX})
    return None


def _no_part(table: Table, command: c.ProposeCorrection) -> Refusal | None:
    """Why money may not move: somebody had no wager in that round.

    Of a round that the table no longer remembers, it is whoever is here or had a part in one since.
    """
    of_round, parts = command.of_round, table.patrons.parts
    if of_round >= min(parts, default=0):
        had_part = set(parts.get(of_round, ()))
    else:
        had_part = {*table.patrons.places, *chain.from_iterable(parts.values())}
    for patron in sorted(command.amounts):
        if patron not in had_part:
            return Refusal("no_part_in_that_round", {"patron": patron, "round": of_round})
    return None


def approve_correction(table: Table, command: c.ApproveCorrection, _moment: Moment) -> Decisions:
    """The second person, who is not the first."""
    proposal = table.past.proposals.get(command.number)
    if proposal is None:
        return Refusal("no_such_correction", {"number": command.number})
    if proposal.by == command.by:
        return Refusal("two_people_needed")
    wrong = _too_much(proposal.amounts)
    if wrong is not None:
        return wrong
    shares = {patron: e.CorrectionShare(amount) for patron, amount in sorted(proposal.amounts.items())}
    return (e.CorrectionMade(command.number, command.by, proposal.of_round, shares),)
