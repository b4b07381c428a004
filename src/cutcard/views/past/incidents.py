"""What a patron reads of a round that went otherwise than usual, each in one plain line (TB-65).

Voids, refunds, misread cards, corrections of settled rounds, and what the house decided for somebody who was
gone. The same lines are a notice when it happens and stand in the history afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from cutcard.cards import text
from cutcard.games.blackjack.options import Decision
from cutcard.games.reason import Facts, Reason
from cutcard.table import events as e
from cutcard.table.event import Wagers
from cutcard.table.seating.behind_refunds import NO_MAIN_BET
from cutcard.table.state import total

WORDED: Final = ("correction", "new_shoe", "outage")
"""Reasons of a void that the product itself gives; a person's are quoted."""


class Occasion(msgspec.Struct, frozen=True):
    """What an event does not say itself.

    ``private``: the table is the patron's own, where a round waits for them. ``forked`` are seats that go on
    in an interrupted game; ``chips`` what lay before no more bets; ``why`` a correction was proposed;
    ``lay`` the patron's chips just before the event.
    """

    private: bool = False
    forked: frozenset[int] = frozenset()
    chips: int = 0
    why: str = ""
    lay: Wagers = ()


def void_reason(reason: str) -> str:
    """Why a round was void, as a fact of a text: worded, or quoted."""
    return f"@void.{reason}" if reason in WORDED else reason


def incidents(event: e.AnyEvent, patron: str, occasion: Occasion) -> Iterator[Reason]:
    """What this event is to the patron; nothing where all went as usual."""
    match event:
        case e.RoundVoided() if patron in event.shares:
            yield _void(event, event.shares[patron], occasion)
        case e.CardCorrected():
            yield from _misread(event, event.shares.get(patron))
        case e.CorrectionMade() if patron in event.shares:
            yield from _put_right(event, event.shares[patron].amount, occasion.why)
        case e.BehindRefunded():
            key = "incident.behind_no_main_bet" if event.why == NO_MAIN_BET else "incident.behind_seat_left"
            yield Reason(key, {"seat": event.seat, "amount": event.amount})
        case e.BetsChanged(how="gone" | "seat_freed"):
            yield from _returned(event, occasion.lay)
        case e.Decided(automatic=True) if event.decision is not Decision.DECLINE:
            if event.position not in occasion.forked:
                yield Reason("incident.completed" if occasion.private else "incident.locked")
        case e.ForkDecided(automatic=True):
            yield Reason("incident.game_completed", {"seat": event.seat})
        case _:
            return


def _returned(event: e.BetsChanged, lay: Wagers) -> Iterator[Reason]:
    """The house took chips off the layout: all of a patron who was gone, or those at a seat it freed."""
    amount = total(lay) - total(event.chips)
    if event.how == "gone":
        yield Reason("incident.bets_returned", {"amount": amount})
        return
    for seat in sorted({chip.position for chip in lay if chip not in event.chips}):
        yield Reason("incident.seat_bets_returned", {"seat": seat, "amount": amount})


def _void(event: e.RoundVoided, share: e.Refund, occasion: Occasion) -> Reason:
    facts: Facts = {"reason": void_reason(event.reason), "amount": share.returned or occasion.chips}
    if share.won:
        return Reason("incident.void_but_won", {**facts, "won": share.won})
    return Reason("incident.void", facts)


def _misread(event: e.CardCorrected, share: e.Refund | None) -> Iterator[Reason]:
    yield Reason(
        "incident.card_corrected", {"place": event.at, "was": text(event.was), "card": text(event.card)}
    )
    if share is not None:
        yield Reason("incident.wagers_void", {"amount": share.returned})


def _put_right(event: e.CorrectionMade, amount: int, why: str) -> Iterator[Reason]:
    if amount:
        key = "incident.credited" if amount > 0 else "incident.taken_back"
        yield Reason(key, {"round": event.of_round, "amount": abs(amount), "why": why})
