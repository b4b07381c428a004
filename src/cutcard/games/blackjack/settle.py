"""What each hand, insurance and special bet came to, as an exact multiple of what lies on it.

The multiple is per unit of the wager; how many units were staked is not known here (BJ-24).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

import msgspec

from cutcard.games.blackjack.dealer import Dealer, Demand, has_blackjack
from cutcard.games.blackjack.demand import specials_demand
from cutcard.games.blackjack.hand import is_bust
from cutcard.games.blackjack.play import Branch, HandAt, Position, State
from cutcard.games.blackjack.rules import LateBlackjack, Rules, Surrender
from cutcard.games.blackjack.specials import CATALOGUE, plays_out, second_card_matters
from cutcard.money import EVEN, LOSE, PUSH, Odds
from cutcard.specials import Bet, Outcome, PayTable, outcome
from cutcard.specials.patterns import Cards

HALF_LOST: Final = Odds(-1, 2)


class Ending(StrEnum):
    """How a main bet ends."""

    BLACKJACK = "blackjack"
    CHARLIE = "charlie"
    WIN = "win"
    PUSH = "push"
    SURRENDER = "surrender"
    LOSE = "lose"


class Result(msgspec.Struct, frozen=True):
    """How one hand ended and what each unit of its wager gains."""

    hand: HandAt
    ending: Ending
    pays: Odds
    wager: int


def results(rules: Rules, position: Position, dealer: Dealer) -> tuple[Result, ...]:
    """The result of every hand of a position, first branch first. Without a main bet there is none."""
    if not position.main:
        return ()
    endings = [ending(rules, branch, dealer) for branch in position.branches]
    if has_blackjack(dealer):
        endings = _returned(rules, position, endings)
    return tuple(
        Result(HandAt(position.number, index), how, pays, branch.wager)
        for index, (branch, (how, pays)) in enumerate(zip(position.branches, endings, strict=True))
    )


def ending(rules: Rules, branch: Branch, dealer: Dealer) -> tuple[Ending, Odds]:
    """How a hand ends against this dealer, before anything is returned under BJ-22."""
    beaten = has_blackjack(dealer)
    match branch.state:
        case State.BUST:
            return Ending.LOSE, LOSE
        case State.BLACKJACK:
            return (Ending.PUSH, PUSH) if beaten else (Ending.BLACKJACK, rules.blackjack_pays)
        case State.CHARLIE:
            lost = beaten and not rules.charlie_beats_blackjack
            return (Ending.LOSE, LOSE) if lost else (Ending.CHARLIE, EVEN)
        case State.SURRENDERED:
            lost = beaten and rules.surrender is Surrender.LATE
            return (Ending.LOSE, LOSE) if lost else (Ending.SURRENDER, HALF_LOST)
        case State.STOOD | State.DOUBLED:
            return (Ending.LOSE, LOSE) if beaten else compared(branch.hand.total, dealer)
        case State.QUEUED | State.DRAWING | State.OPEN | State.UNPLAYED:
            raise AssertionError(f"a hand that has not ended cannot be settled: {branch}")


def compared(total: int, dealer: Dealer) -> tuple[Ending, Odds]:
    """A hand that stands against a dealer without blackjack (BJ-21)."""
    if is_bust(dealer.hand) or total > dealer.hand.total:
        return Ending.WIN, EVEN
    if total == dealer.hand.total:
        return Ending.PUSH, PUSH
    return Ending.LOSE, LOSE


def insurance_pays(rules: Rules, dealer: Dealer) -> Odds:
    """What each unit of an insurance gains (BJ-16)."""
    return rules.insurance_pays if has_blackjack(dealer) else LOSE


def special_outcome(bet_id: str, table: PayTable, first: tuple[int, ...], dealer: Dealer) -> Outcome:
    """How a special bet on a position with these first two cards ended."""
    bet = CATALOGUE[bet_id]
    return outcome(bet, table, _cards_judged(bet, first, dealer))


def highlights(tables: Mapping[str, PayTable], first: tuple[int, ...], dealer: Dealer) -> dict[str, Outcome]:
    """The winning line of every bet that has one on these cards, wagered or not (SB-51).

    A bet that hangs on a card nobody was shown is left out.
    """
    outcomes = {
        bet_id: special_outcome(bet_id, table, first, dealer)
        for bet_id, table in tables.items()
        if is_bust(dealer.hand) or specials_demand((bet_id,), first, dealer) is Demand.NOTHING
    }
    return {bet_id: ended for bet_id, ended in outcomes.items() if ended.pays.won > 0}


def _cards_judged(bet: Bet[Cards], first: tuple[int, ...], dealer: Dealer) -> tuple[int, ...]:
    """The cards a bet is judged by, in the order it names them."""
    if plays_out(bet):
        return dealer.cards
    up, *drawn = dealer.cards
    # Where nobody needed the second card, any that a check has not excluded gives the same line (BJ-20):
    # the up card's own double never makes a blackjack.
    second = drawn[0] if drawn else up
    if "D2" in bet.sees and not drawn:
        known = (*first, up) if "P1" in bet.sees else (up,)
        assert not second_card_matters(bet, known, dealer.blackjack is False), (
            f"{bet.id} needs the second card"
        )
    places = {"P1": first[0], "P2": first[1], "D1": up, "D2": second}
    return tuple(places[place] for place in bet.sees)


def _returned(
    rules: Rules, position: Position, endings: list[tuple[Ending, Odds]]
) -> list[tuple[Ending, Odds]]:
    """The endings after what a late blackjack hands back (BJ-22)."""
    match rules.late_blackjack_returns:
        case LateBlackjack.NOTHING:
            return endings
        case LateBlackjack.DOUBLES:
            return [
                (Ending.LOSE, HALF_LOST) if branch.state is State.DOUBLED else how
                for branch, how in zip(position.branches, endings, strict=True)
            ]
        case LateBlackjack.ORIGINAL_ONLY:
            return _one_stake_lost(position, endings)


def _one_stake_lost(position: Position, endings: list[tuple[Ending, Odds]]) -> list[tuple[Ending, Odds]]:
    """The first hand that lost bears the one original stake; the others have theirs back."""
    after: list[tuple[Ending, Odds]] = []
    borne = False
    for branch, how in zip(position.branches, endings, strict=True):
        if how[0] is not Ending.LOSE:
            after.append(how)
        elif borne:
            after.append((Ending.PUSH, PUSH))
        else:
            after.append((Ending.LOSE, HALF_LOST if branch.doubled else LOSE))
            borne = True
    return after
