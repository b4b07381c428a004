"""A table as one patron alone sees it: wagers, what is asked, what was won, which buttons work."""

from __future__ import annotations

from cutcard.games import baccarat
from cutcard.games.blackjack.explain import why_insurance, why_result, why_special
from cutcard.games.blackjack.options import IN_PLAY, Decision, why_not
from cutcard.games.blackjack.play import HandAt
from cutcard.games.blackjack.rules import Surrender
from cutcard.games.blackjack.settle import Ending, Result
from cutcard.games.blackjack.wagers import MAIN
from cutcard.games.reason import Reason, Refusal
from cutcard.money import Odds
from cutcard.specials import Outcome
from cutcard.table import commands as c
from cutcard.table.croupier import dispute
from cutcard.table.events import LineShare, Wagers
from cutcard.table.felt_behind import Behind
from cutcard.table.felt_coup import CoupFelt
from cutcard.table.felt_shared import SharedFelt
from cutcard.table.felt_turns import TurnsFelt
from cutcard.table.layout import could_win
from cutcard.table.settings import BEHIND
from cutcard.table.settling import INSURANCE
from cutcard.table.state import Place, Table, betting, playing, total, wagers_of
from cutcard.views.shapes import Asked, Choice, LineView, OwnView, WagerView


def own_view(table: Table, patron: str, playable: int) -> OwnView | None:
    """The patron's own part; None where they are not at the table."""
    place = table.places.get(patron)
    if place is None:
        return None
    in_round = playing(table, patron)
    wagers = table.felt.wagers[patron] if in_round and table.felt else wagers_of(place.chips)
    return OwnView(
        wagers=_wager_views(table, wagers),
        bet=table.felt.staked(patron) if in_round and table.felt else total(place.chips),
        last_bet=total(place.last),
        last_win=place.last_win,
        insured=_insured(table, patron) if in_round else (),
        asks=_asks(table, patron, playable) if in_round else (),
        lines=_lines(table, patron),
        waits=table.phase.value == "playing" and not in_round,
        options={
            "insurance": place.insurance,
            "auto_repeat": place.auto_repeat,
            "keep_bets": place.keep_bets,
        },
        can=_can(table, patron, place, in_round),
        seats=tuple(seat for seat, owner in sorted(table.seats.items()) if owner == patron),
        behind=_behind(table, patron, place),
        locked=place.locked,
    )


def _wager_views(table: Table, wagers: Wagers) -> tuple[WagerView, ...]:
    return tuple(
        WagerView(
            position=one.position, bet=one.bet, stake=one.stake, could_win=could_win(table.settings, one)
        )
        for one in wagers
    )


def _insured(table: Table, patron: str) -> tuple[int, ...]:
    return () if isinstance(table.felt, CoupFelt) or table.felt is None else table.felt.insured(patron)


def _asks(table: Table, patron: str, playable: int) -> tuple[Asked, ...]:
    felt = table.felt
    if felt is None or isinstance(felt, CoupFelt):
        return ()
    return tuple(
        Asked(
            position=hand.position,
            branch=hand.branch,
            offer=felt.offering,
            choices=_choices(felt, patron, hand, playable),
        )
        for hand in felt.asked(patron)
    )


def _choices(felt: SharedFelt | TurnsFelt, patron: str, hand: HandAt, playable: int) -> tuple[Choice, ...]:
    """Every decision the rules know, the unavailable ones with their reason (BJ-15, BJ-17)."""
    if felt.offering:
        offered = felt.choices(patron, hand)
        return tuple(_choice(felt, patron, hand, decision, playable, None) for decision in offered)
    rules = felt.round.rules
    position = next(one for one in felt.hands(patron) if one.number == hand.position)
    summary, count = position.branches[hand.branch].hand, len(position.branches)
    known = [one for one in IN_PLAY if one is not Decision.SURRENDER or rules.surrender is Surrender.LATE]
    return tuple(
        _choice(felt, patron, hand, one, playable, _reason(why_not(rules, summary, count, one)))
        for one in known
    )


def _reason(refusal: Refusal | None) -> Reason | None:
    return None if refusal is None else Reason(f"refused.{refusal.code}", refusal.facts)


def _choice(
    felt: SharedFelt | TurnsFelt,
    patron: str,
    hand: HandAt,
    decision: Decision,
    playable: int,
    why: Reason | None,
) -> Choice:
    cost = felt.cost(patron, hand, decision)
    if why is None and cost > playable:
        why = Reason("refused.not_enough_credit", {"needed": cost, "playable": playable})
    return Choice(decision=decision.value, available=why is None, cost=cost, why=why)


def _lines(table: Table, patron: str) -> tuple[LineView, ...]:
    """How the patron's wagers of the last round ended, while it still lies on the felt."""
    share = (table.settled or {}).get(patron)
    if share is None:
        return ()
    return tuple(
        LineView(
            position=line.position,
            branch=line.branch,
            bet=line.bet,
            outcome=line.outcome,
            pays=line.pays,
            stake=line.stake,
            returned=line.returned,
            why=_why(table, patron, line),
        )
        for line in share.lines
    )


def _why(table: Table, patron: str, line: LineShare) -> Reason | None:
    """Why this wager ended as it did (TB-65)."""
    felt = table.felt
    if felt is None:
        return None
    if isinstance(felt, CoupFelt):
        return baccarat.reasons(felt.rules, felt.coup, [(line.bet, felt.tables[line.bet])])[0]
    pays = Odds.parse(line.pays)
    if line.bet == INSURANCE:
        return why_insurance(felt.round.dealer, pays)
    if line.bet not in (MAIN, BEHIND):
        return why_special(line.bet, Outcome(line.outcome, pays))
    positions = felt.hands(patron)
    if line.bet == BEHIND and isinstance(felt, TurnsFelt):
        positions = felt.round.positions
    position = next(one for one in positions if one.number == line.position)
    branch = position.branches[line.branch]
    result = Result(HandAt(line.position, line.branch), Ending(line.outcome), pays, branch.wager)
    forked = isinstance(felt, TurnsFelt) and line.bet == MAIN and line.position in felt.forked
    dealer = felt.forked[line.position].round.dealer if forked else felt.round.dealer  # type: ignore[union-attr]
    return why_result(branch, dealer, result)


def _behind(table: Table, patron: str, place: Place) -> tuple[dict[str, int | bool], ...]:
    """The patron's bets behind seats, with how they go along."""
    felt = table.felt
    if isinstance(felt, TurnsFelt) and playing(table, patron):
        riding = [one for one in felt.behind if one.patron == patron]
    else:
        along = place.behind
        chips = [one for one in wagers_of(place.chips) if one.bet == BEHIND]
        riding = [
            Behind(patron, one.position, one.stake, *along.get(one.position, (True, True))) for one in chips
        ]
    return tuple(
        {
            "seat": one.seat,
            "stake": one.stake,
            "staked": one.staked,
            "double_along": one.double_along,
            "split_along": one.split_along,
        }
        for one in riding
    )


def _can(table: Table, patron: str, place: Place, in_round: bool) -> tuple[str, ...]:
    """The buttons that would do something now."""
    can: list[str] = []
    if betting(table):
        can.append("place")
        if place.chips:
            can += ["clear", "double", "raise"]
            if table.settings.profile.table.deal_button and table.settings.mode.value in (
                "internal",
                "video",
            ):
                can.append("deal")
        if place.undo:
            can.append("undo")
        if place.last and not place.chips:
            can.append("repeat")
        can += [f"let_it_play@{position}" for position in place.won]
    if not place.chips and not in_round:
        can.append("leave")
    if in_round and not isinstance(dispute(table, c.Dispute(patron, "?")), Refusal):
        can.append("dispute")
    return tuple(can)
