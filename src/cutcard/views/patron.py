"""A table as one patron alone sees it: wagers, what is asked, what was won, which buttons work."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from cutcard.games.blackjack.hand import Hand
from cutcard.games.blackjack.options import Decision
from cutcard.games.blackjack.play import HandAt
from cutcard.games.blackjack.wagers import MAIN
from cutcard.games.reason import Reason
from cutcard.table import commands as c
from cutcard.table.betting.betting_layout import could_win
from cutcard.table.betting.buttons import Bettor, bet_all_offers, closed_fields, may_auto_repeat, offered
from cutcard.table.betting.stakes import first_chip
from cutcard.table.betting.winnings import winnings
from cutcard.table.events import LineShare, Wagers
from cutcard.table.felt.behind import ALONG, Behind
from cutcard.table.felt.felt import Felt
from cutcard.table.felt.settling import main_stake
from cutcard.table.phases import between_rounds, halted, playing
from cutcard.table.pit.disputes import why_not_confirm, why_not_dispute
from cutcard.table.play.decide import why_not_decide
from cutcard.table.seating.patrons import options, why_no_reservation, why_not_leave
from cutcard.table.seating.seats import may_bet_behind, may_leave, may_refuse_behind, may_take, refuses_behind
from cutcard.table.settings import BEHIND, has_behind, seat_count
from cutcard.table.state import Place, Table, total, wagers_of
from cutcard.table.tempo import speeds
from cutcard.table.want import dispute_ends_ms
from cutcard.texts import spoken_facts
from cutcard.views.cards import hand_views
from cutcard.views.felts import why_ended
from cutcard.views.interrupted import fork_view, own_forks
from cutcard.views.messages.betting import BetAllView, HandStake, WagerView
from cutcard.views.messages.tables import Asked, Choice, ForkView, LineView, OwnView
from cutcard.views.past.won import paid_fields, pending, round_result, share_shown, win_grade
from cutcard.views.phase import note


def own_view(
    table: Table,
    patron: str,
    playable: int,
    at_ms: int | None = None,
    *,
    chip: int = 0,
    other: Wagers = (),
) -> OwnView | None:
    """The patron's own part; None where they are not at the table. Sent at once, it needs no other time.

    ``chip`` is the one in hand, where the terminal has said; ``other`` what another table has to repeat.
    """
    place = table.patrons.places.get(patron)
    if place is None:
        return None
    now_ms = table.clock.at_ms if at_ms is None else at_ms
    view = _without_buttons(table, patron, place, playable, now_ms)
    bettor = Bettor(patron, chip or first_chip(table.deal.settings), playable, other)
    return _with_buttons(view, table, bettor, now_ms)


def _without_buttons(table: Table, patron: str, place: Place, playable: int, now_ms: int) -> OwnView:
    in_round = playing(table, patron)
    seats = tuple(seat for seat, owner in sorted(table.seating.seats.items()) if owner == patron)
    wagers = table.deal.felt.wagers[patron] if in_round and table.deal.felt else wagers_of(place.chips)
    asks = _asks(table, patron, playable) if in_round and not halted(table) else ()
    stakes = _stakes(table, patron) if in_round else ()
    return OwnView(
        wagers=_wager_views(table, wagers, stakes),
        bet=table.deal.felt.staked(patron) if in_round and table.deal.felt else total(place.chips),
        last_bet=total(place.last),
        last_win=place.last_win,
        result=round_result(table, patron),
        paid=paid_fields(table, patron),
        win=win_grade(table, patron),
        pending=pending(table, patron),
        dispute_left_ms=_dispute_left_ms(table, patron, now_ms) if in_round else None,
        insured=_insured(table, patron) if in_round else (),
        asks=asks,
        lines=_lines(table, patron),
        waits=not between_rounds(table) and not in_round,
        options={option: getattr(place, option) for option in options(table.deal.settings)},
        speed=place.speed.value if speeds(table.deal.settings) else None,
        seats=seats,
        behind=_behind(table, patron, place),
        behind_presets=_behind_presets(table, place),
        behind_refused=tuple(seat for seat in seats if refuses_behind(table, seat)),
        seat_freed=_seat_freed(table, patron),
        locked=place.locked,
        reserved_ms=max(0, table.patrons.reserved[patron] - now_ms)
        if patron in table.patrons.reserved
        else None,
        forks=_forks(table, patron, asks, now_ms),
        stakes=stakes,
        note=note(table, patron),
    )


def _seat_freed(table: Table, patron: str) -> Reason | None:
    """That the house has freed the patron's seat, and why, until they sit again (TB-20)."""
    if patron not in table.seating.freed:
        return None
    seat, why = table.seating.freed[patron]
    facts = {"seat": seat, "rounds": table.deal.settings.seat_idle_rounds}
    return Reason(f"message.seat_freed.{why}", facts)


def _with_buttons(view: OwnView, table: Table, bettor: Bettor, now_ms: int) -> OwnView:
    """The view with what can be pressed, judged by the chip in hand."""
    all_offers = bet_all_offers(table, bettor)
    return msgspec.structs.replace(
        view,
        can=_can(table, bettor, all_offers, now_ms),
        chip=bettor.chip,
        bet_all={at: BetAllView(offer.cost, dict(offer.left_out)) for at, offer in all_offers.items()},
        closed={f"{at} {bet}": why for (at, bet), why in closed_fields(table, bettor).items()},
    )


def _dispute_left_ms(table: Table, patron: str, at_ms: int) -> int | None:
    """How long this patron may still dispute; None where no time runs."""
    ends_ms = dispute_ends_ms(table, patron)
    return None if ends_ms is None or halted(table) else max(0, ends_ms - at_ms)


def _forks(table: Table, patron: str, asks: tuple[Asked, ...], at_ms: int) -> tuple[ForkView, ...]:
    return tuple(
        fork_view(table, fork, asks, line_views(table, patron, fork.lines), at_ms)
        for fork in own_forks(table, patron)
    )


def _stakes(table: Table, patron: str) -> tuple[HandStake, ...]:
    """What lies on each of the patron's hands, doubles counted twice (GUI-11)."""
    felt = table.deal.felt
    if felt is None:
        return ()
    return tuple(
        HandStake(position=hand.position, branch=hand.branch, stake=hand.stake)
        for position in felt.hands(patron)
        if position.main
        for hand in hand_views(position, main_stake(felt.wagers[patron], position.number))
    )


def _wager_views(table: Table, wagers: Wagers, stakes: tuple[HandStake, ...]) -> tuple[WagerView, ...]:
    """The wagers; a main bet lies on its field with what doubles and splits have put down beside it."""
    return tuple(
        WagerView(
            position=wager.position,
            bet=wager.bet,
            stake=wager.stake,
            could_win=could_win(table.deal.settings, wager),
            laid=sum(hand.stake for hand in stakes if wager.bet == MAIN and hand.position == wager.position)
            or wager.stake,
        )
        for wager in wagers
    )


def _insured(table: Table, patron: str) -> tuple[int, ...]:
    return () if table.deal.felt is None else table.deal.felt.insured(patron)


def _asks(table: Table, patron: str, playable: int) -> tuple[Asked, ...]:
    felt = table.deal.felt
    if felt is None:
        return ()
    return tuple(
        Asked(
            position=hand.position,
            branch=hand.branch,
            offer=felt.offering,
            choices=tuple(_choices(table, felt, patron, hand, playable)),
        )
        for hand in felt.hands_to_decide(patron)
    )


def _choices(table: Table, felt: Felt, patron: str, hand: HandAt, playable: int) -> Iterator[Choice]:
    """Every decision the rules know, the unavailable ones with their reason (BJ-15, BJ-17)."""
    for decision in felt.choices(patron, hand) if felt.offering else felt.known_decisions:
        why = why_not_decide(table, c.Decide(patron, decision, hand.position, hand.branch), playable)
        yield Choice(
            decision=decision.value,
            available=why is None,
            cost=felt.cost(patron, hand, decision),
            why=None if why is None else Reason(f"refused.{why.code}", spoken_facts(why)),
            risky=decision is Decision.HIT and _daring(_hand(felt, patron, hand)),
        )


def _hand(felt: Felt, patron: str, hand: HandAt) -> Hand:
    position = next(at for at in felt.hands(patron) if at.number == hand.position)
    return position.branches[hand.branch].hand


def _daring(hand: Hand) -> bool:
    """Whether a hit is what the safety net asks about first: on soft 20, on hard 17 and more (GUI-10)."""
    return hand.total >= (20 if hand.soft else 17)


def _lines(table: Table, patron: str) -> tuple[LineView, ...]:
    """How the patron's wagers of the last round ended, while it still lies on the felt."""
    share = share_shown(table, patron)
    return () if share is None else line_views(table, patron, share.lines)


def line_views(table: Table, patron: str, lines: tuple[LineShare, ...]) -> tuple[LineView, ...]:
    """How these wagers of the patron ended, and why."""
    return tuple(
        LineView(
            position=line.position,
            branch=line.branch,
            bet=line.bet,
            outcome=line.outcome,
            pays=line.pays,
            stake=line.stake,
            returned=line.returned,
            won=winnings(line),
            stakes_back=line.returned - winnings(line),
            why=None if table.deal.felt is None else why_ended(table.deal.felt, patron, line),
        )
        for line in lines
    )


def _behind(table: Table, patron: str, place: Place) -> tuple[dict[str, Any], ...]:
    """The patron's bets behind seats, with how they go along."""
    felt = table.deal.felt
    if felt is not None and playing(table, patron):
        riding = [wager for wager in felt.behind if wager.patron == patron]
    else:
        along = place.behind
        chips = [wager for wager in wagers_of(place.chips) if wager.bet == BEHIND]
        riding = [
            Behind(patron, chip.position, chip.stake, *along.get(chip.position, ALONG)) for chip in chips
        ]
    return tuple(
        {
            "seat": wager.seat,
            "stake": wager.stake,
            "staked": wager.staked,
            "stakes": tuple(wager.stake * units for units in wager.units),
            "double_along": wager.double_along,
            "split_along": wager.split_along,
        }
        for wager in riding
    )


def _behind_presets(table: Table, place: Place) -> tuple[dict[str, int | bool], ...]:
    """How a bet behind each seat would go along, as the patron has set it; along, where nothing is set."""
    if not has_behind(table.deal.settings):
        return ()
    seats = range(1, seat_count(table.deal.settings) + 1)
    along = {seat: place.behind.get(seat, ALONG) for seat in seats}
    return tuple(
        {"seat": seat, "double_along": double, "split_along": split}
        for seat, (double, split) in along.items()
    )


def _can(table: Table, bettor: Bettor, all_at: Iterable[int], at_ms: int) -> tuple[str, ...]:
    """The buttons that would do something now."""
    patron = bettor.patron
    can = [*offered(table, bettor), *(f"bet_all@{position}" for position in all_at)]
    if may_auto_repeat(table, bettor):
        can.append("auto_repeat")
    can += [f"take_seat@{seat}" for seat in may_take(table, patron)]
    can += [f"leave_seat@{seat}" for seat in may_leave(table, patron)]
    can += [f"bet_behind@{seat}" for seat in may_bet_behind(table, patron)]
    for seat in may_refuse_behind(table, patron):
        can.append(f"{'take' if refuses_behind(table, seat) else 'refuse'}_behind@{seat}")
    if why_not_leave(table, patron) is None:
        can.append("leave")
    if why_no_reservation(table, patron) is None and patron not in table.patrons.reserved:
        can.append("reserve")
    if why_not_dispute(table, patron, at_ms) is None:
        can.append("dispute")
    if why_not_confirm(table, patron) is None and patron not in table.halt.confirmed:
        can.append("confirm")
    return tuple(can)
