"""What a table waits for, and until when: cards, secrets, patrons, time. Changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from cutcard.games import due
from cutcard.profiles.profile import Interruption
from cutcard.table.phases import between_rounds, halted
from cutcard.table.settings import is_random, policy, resume_wait_ms
from cutcard.table.state import Deal, Phase, Table


class Want(StrEnum):
    """What a table waits for from whoever holds its cards and secrets."""

    ROUND = "round"
    CARD = "card"
    FACE_DOWN = "face_down"
    CHECK = "check"
    TURN = "turn"
    BURN_SHOWN = "burn_shown"
    BURN = "burn"
    REVEAL = "reveal"


_WANTED: Final = {
    due.Card: Want.CARD,
    due.FaceDown: Want.FACE_DOWN,
    due.Check: Want.CHECK,
    due.Turn: Want.TURN,
}


def want(table: Table) -> Want | None:
    """What the table waits for now, decisions and time aside."""
    if halted(table):
        return None
    match table.phase:
        case Phase.WAITING:
            return None if table.halt.closed else Want.ROUND
        case Phase.RESULT:
            return Want.REVEAL if not table.fairness.revealed and is_random(table.deal.settings) else None
        case Phase.PLAYING:
            return wanted_card(table.deal)
        case _:
            return None


def wanted_card(deal: Deal) -> Want | None:
    """What the cards wait for, once bets are closed; what may halt a table aside."""
    assert deal.felt is not None, "a round that is played lies on the felt"
    if deal.burns.first:
        return Want.BURN_SHOWN
    if deal.burns.left:
        return Want.BURN
    return _WANTED.get(type(deal.felt.due))


DISPUTE_FORM_MS: Final = 20_000
"""So much longer the result of a round waits for a dispute form that lies open (TB-30)."""


def dispute_ends_ms(table: Table, patron: str | None = None) -> int | None:
    """When the dispute time is over: for this patron, or for all of them. None where no end is set."""
    if table.phase is not Phase.DISPUTE or table.clock.deadline_ms is None:
        return None
    filling = bool(table.halt.disputing) if patron is None else patron in table.halt.disputing
    return table.clock.deadline_ms + (DISPUTE_FORM_MS if filling else 0)


def next_ms(table: Table) -> int | None:
    """When the table wants to hear of the time again; a card that is due by itself counts."""
    times = times_ms(table)
    return min(times) if times else None


def times_ms(table: Table) -> list[int]:
    """All times at which something may happen by itself, those that have passed included."""
    if halted(table):
        return []
    times = [table.clock.deadline_ms, dispute_ends_ms(table)]
    if table.phase is Phase.BETTING:
        times.append(table.clock.last_bets_ms)
    if want(table) is not None and table.phase is Phase.PLAYING:
        times.append(table.clock.card_due_ms)
    times.extend(_waits_end_ms(table))
    if between_rounds(table):
        times.extend(table.patrons.reserved.values())
        times.extend(seat_kept_until_ms(table, patron) for patron in table.seating.seats.values())
    return [each for each in times if each is not None]


def seat_kept_until_ms(table: Table, patron: str) -> int | None:
    """Until when the seats of a patron whose terminal is gone are kept (TB-20); None without an end.

    The time begins with the end of the round that they still had a part in.
    """
    place = table.patrons.places.get(patron)
    if (
        place is None
        or not place.away
        or not table.deal.settings.seat_away_s
        or patron in table.patrons.reserved
    ):
        return None
    played = table.patrons.parts and patron in table.patrons.parts[next(reversed(table.patrons.parts))]
    since_ms = max(place.away_since_ms, table.clock.round_over_ms) if played else place.away_since_ms
    return since_ms + 1000 * table.deal.settings.seat_away_s


def _waits_end_ms(table: Table) -> Iterator[int]:
    """When the table has waited long enough for patrons who are gone (TB-40, TB-42)."""
    felt = table.deal.felt
    if table.phase is not Phase.PLAYING or felt is None or not felt.one_by_one:
        return
    for fork in felt.forked.values():
        if fork.hand_to_decide is not None:
            yield fork.closes_ms
    if policy(table.deal.settings) is Interruption.RESUME:
        for patron in felt.wagers:
            place = table.patrons.places.get(patron)
            if place is not None and place.away:
                yield place.away_since_ms + resume_wait_ms(table.deal.settings)
