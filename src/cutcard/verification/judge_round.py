"""What can stand against the events of a round: its rules, wagers, costs, results and refunds.

Each is what the deciders come to on the table as it stood, beside what the record says. Which event is judged
by which of them is written in ``judge``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from cutcard.games import due
from cutcard.games.blackjack.options import Decision
from cutcard.games.blackjack.play import HandAt
from cutcard.games.reason import Refusal
from cutcard.table import Table
from cutcard.table import commands as c
from cutcard.table import events as e
from cutcard.table.betting.betting_layout import refused
from cutcard.table.command import Source
from cutcard.table.correction.story import cards_of
from cutcard.table.felt.felt import Felt
from cutcard.table.forks.decide import forked
from cutcard.table.forks.fork import fork_stream
from cutcard.table.moment import Moment
from cutcard.table.opening import round_opened, rules_named
from cutcard.table.phases import betting, staked_before_close, unsettled
from cutcard.table.pit.croupier import correct_card
from cutcard.table.pit.voids import refunds, stakes_back
from cutcard.table.seating.behind_refunds import wrong_chips, wrong_refund
from cutcard.table.seating.patrons import bets_closed
from cutcard.table.settings import Same, fields, is_random
from cutcard.table.state import wagers_of
from cutcard.verification.verdict import not_behind, result_fault

PLENTY: Final = 10**15
"""What a purse held is not on a table's record; whether it was enough is the ledger's to say."""


def again(at_ms: int, source: Source = Source.HOUSE) -> Moment:
    """The moment of an event, for asking its decider again."""
    return Moment(at_ms, source, PLENTY, lambda _: PLENTY)


def rules_fault(table: Table, event: e.RoundOpened, _at_ms: int) -> str | None:
    """What a round names is what its table has, from the round on that it opens."""
    settings = table.next_settings or table.deal.settings
    opening = round_opened(table, event.commitment)
    named = (event.profile, event.profile_version, event.game, event.mode)
    if named != (opening.profile, opening.profile_version, opening.game, opening.mode):
        return "the round names another profile or mode than its table has"
    # A table that was opened before profiles had hashes has none to be judged by.
    if settings.profile.hash and event.profile_hash != settings.profile.hash:
        return "the round names another edition of its profile than its table has"
    if rules_named(event) != opening.rules:
        return "the round names other rules than its table has"
    for bet in sorted({*opening.paytables, *event.paytables}):
        if opening.paytables.get(bet) != event.paytables.get(bet):
            return f"the pay table of {bet} is not what the rules say"
    # Whether what is committed to is ever revealed is seen from the entries alone.
    return "random cards were not committed to" if is_random(settings) and not event.commitment else None


def shoe_fault(table: Table, event: e.RoundOpened, _at_ms: int) -> str | None:
    """A round goes on with the shoe, or begins a new one where the last is finished."""
    opening = round_opened(table, event.commitment)
    if event.round != opening.round:
        return f"round {opening.round} was next"
    same = (event.shoe_number, event.pack) == (opening.shoe_number, opening.pack)
    return None if same else "the round begins with another shoe than its table has"


def bet_fault(table: Table, event: e.BetsChanged, _at_ms: int) -> str | None:
    """Chips lie on fields of the table, and only until bets are closed."""
    if not betting(table):
        return "a bet was taken when bets were closed"
    known = _known_fields(Same(table.deal.settings))
    if all((chip.position, chip.bet) in known and chip.stake > 0 for chip in event.chips):
        return None
    return "a bet was taken that the table does not have"


def limits_fault(table: Table, event: e.BetsChanged, _at_ms: int) -> str | None:
    """Chips lie together only as the table's own settings let them."""
    refusal = refused(table.deal.settings, event.chips)
    return None if refusal is None else f"the table would have refused these chips: {refusal.code}"


@lru_cache(maxsize=1024)
def _known_fields(same: Same) -> frozenset[tuple[int, str]]:
    return frozenset(fields(same.settings))


def chips_fault(table: Table, event: e.BetsClosed, _at_ms: int) -> str | None:
    """Wagers are the chips that lay; whether one behind a seat is played hangs on that seat."""
    if not betting(table):
        return "bets were closed already"
    for patron, share in event.shares.items():
        lay = wagers_of(table.patrons.places[patron].chips)
        if lay != share.wagers and not_behind(lay) != not_behind(share.wagers):
            return f"the wagers of {patron} are not the chips that lay"
    return None


def closed_bets_fault(table: Table, event: e.BetsClosed, _at_ms: int) -> str | None:
    """Everybody's wagers, those behind seats with them."""
    return None if event.shares == bets_closed(table).shares else "the wagers are not the chips that lay"


def contributions_fault(table: Table, event: e.BetsClosed, _at_ms: int) -> str | None:
    """What is mixed into the cards is what patrons contributed, and nothing else."""
    closed = bets_closed(table)
    same = (event.contributions, event.texts) == (closed.contributions, closed.texts)
    return None if same else "what was mixed in is not what patrons contributed"


def behind_refund_fault(table: Table, event: e.BehindRefunded, _at_ms: int) -> str | None:
    """What goes back is what lay behind the seat, and nothing else."""
    return wrong_chips(table.patrons.places[event.patron], event)


def refunded_seat_fault(table: Table, event: e.BehindRefunded, _at_ms: int) -> str | None:
    """It goes back where the seat does not play."""
    return wrong_refund(table, event)


def cost_fault(table: Table, event: e.Decided | e.ForkRaised, _at_ms: int) -> str | None:
    """A decision costs what the stake it is about makes it cost."""
    if table.deal.felt is None or table.deal.felt.dealer is None:
        return "there was nothing to decide"
    position = event.position if isinstance(event, e.Decided) else event.seat
    cost = table.deal.felt.cost(event.patron, HandAt(position, event.branch), event.decision)
    return None if event.cost == cost else f"a decision cost {event.cost}, and {cost} was due"


def behind_fault(table: Table, event: e.BehindFollowed, _at_ms: int) -> str | None:
    """Those behind a seat go along as they chose, for what they staked, or do not for want of credit."""
    felt = table.deal.felt
    if felt is None or not felt.one_by_one or not event.shares:
        return "there is nobody behind a seat"
    first = next(iter(event.shares.values()))
    if not _just_decided(felt, first):
        return "those behind followed what their seat had not decided"
    due_shares = felt.follows(HandAt(first.seat, first.branch), first.decision, lambda _: PLENTY)
    if due_shares.keys() != event.shares.keys():
        return "others than those behind the seat followed it"
    for patron, share in event.shares.items():
        along = due_shares[patron]
        stayed = e.BehindShare(along.seat, along.branch, along.decision, along=False)
        if share not in (along, stayed):
            return f"the bet behind of {patron} went along otherwise"
    return None


def _just_decided(felt: Felt, share: e.BehindShare) -> bool:
    """Whether the seat's hand is as that decision leaves it; a surrender is recorded before it is made."""
    position = next(position for position in felt.open_positions if position.number == share.seat)
    units = [len(wager.units) for wager in felt.behind if wager.seat == share.seat]
    match share.decision:
        case Decision.DOUBLE:
            return position.branches[share.branch].doubled
        case Decision.SPLIT:
            return len(position.branches) == max(units, default=0) + 1
        case _:
            return share.decision is Decision.SURRENDER


def uninsured_fault(table: Table, event: e.BehindFollowed, _at_ms: int) -> str | None:
    """Only an insured bet behind stays in play when its seat surrenders."""
    behind = () if table.deal.felt is None else table.deal.felt.behind
    insured = {(bet.patron, bet.seat) for bet in behind if bet.insured}
    for patron, share in event.shares.items():
        stays = share.decision is Decision.SURRENDER and not share.along
        if stays and (patron, share.seat) not in insured:
            return "a bet behind that was not insured stayed when its seat surrendered"
    return None


def silence_fault(table: Table, event: e.WindowClosed, _at_ms: int) -> str | None:
    """What the end of a window does to hands that were left undecided."""
    if table.deal.felt is None or table.deal.felt.dealer is None:
        return "there was no window to close"
    return None if table.deal.felt.left_undecided() == event.shares else "silence was taken otherwise"


def fork_fault(table: Table, event: e.HandForked, at_ms: int) -> str | None:
    """A hand goes on by itself where its patron was gone, and waits as long as the house says."""
    due_then = forked(table, at_ms)
    if event in due_then:
        return None
    gone = any((event.patron, event.seat) == (wager.patron, wager.seat) for wager in due_then)
    return (
        "an interrupted game waits for another time" if gone else "a hand was forked whose patron was there"
    )


def late_raise_fault(table: Table, _event: e.ForkRaised, _at_ms: int) -> str | None:
    """Nobody puts money in once the dealer's cards are known."""
    shown = table.deal.felt is not None and table.deal.felt.hole_shown
    return "a stake was raised after the face-down card was shown" if shown else None


def fork_outcome_fault(table: Table, event: e.ForkRaised | e.ForkSettled, _at_ms: int) -> str | None:
    """An interrupted game is its patron's, and has the record that it names."""
    fork = None if table.deal.felt is None else table.deal.felt.forked.get(event.seat)
    if fork is None or fork.patron != event.patron:
        return "the patron has no interrupted game at that seat"
    stream = fork_stream(table.deal.settings.id, fork.of_round, fork.seat)
    if isinstance(event, e.ForkSettled) and event.stream != stream:
        return "an interrupted game names another record"
    return None


def correction_fault(table: Table, event: e.CardCorrected, at_ms: int) -> str | None:
    """A card that was misread makes void, and hands back, what the round played again makes void."""
    decided = correct_card(table, c.CorrectCard(event.by, event.card, event.at, event.why), again(at_ms))
    fits = not isinstance(decided, Refusal) and event in decided
    return None if fits else "a corrected card hands back something else"


def results_fault(table: Table, event: e.RoundSettled, _at_ms: int) -> str | None:
    """Every result is what the cards and the wagers come to."""
    felt = table.deal.felt
    if felt is None or not isinstance(felt.due, due.Nothing):
        return "the round was not played to its end"
    if felt.forks_open:
        return "an interrupted game was not over"
    again = felt.shares()
    if again == event.shares:
        return None
    wrong = (
        result_fault(patron, event.shares.get(patron), again.get(patron))
        for patron in sorted({*again, *event.shares})
    )
    return next(filter(None, wrong), None)


def void_fault(table: Table, event: e.RoundVoided, _at_ms: int) -> str | None:
    """A void hands back every stake; before bets are closed nobody has taken the chips yet."""
    if betting(table):
        lying = {patron: e.Refund(0) for patron in staked_before_close(table)}
        return None if event.shares == lying else "a void hands back what lay"
    if table.deal.felt is None or not unsettled(table):
        return "there was no round to void"
    back = stakes_back(table) if event.misread else refunds(table)
    return None if event.shares == back else "a void hands back what was staked"


def misread_fault(table: Table, event: e.RoundVoided, at_ms: int) -> str | None:
    """Where a misread card makes all of a round void, no card put right so leaves anything that fits."""
    if not event.misread:
        return None
    was, card = event.misread
    for at, lay in enumerate(cards_of(table), 1):
        decided = correct_card(table, c.CorrectCard(event.by, card, at), again(at_ms)) if lay == was else ()
        if not isinstance(decided, Refusal) and event in decided:
            return None
    return "no card of the round was misread so"
