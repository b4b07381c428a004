"""Best play for the hands of whoever asks, from the exact values. It sees no more than they do."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from cutcard.games.blackjack.hand import Hand
from cutcard.games.reason import Refusal
from cutcard.server.http.permissions import AnyRequest, house_of, let_in, person_of
from cutcard.server.http.refusals import Refused
from cutcard.table import Table
from cutcard.table.settings import blackjack_rules


class Advised(msgspec.Struct, frozen=True, kw_only=True):
    """One hand's best decision, and what each is worth per unit of the original stake."""

    position: int
    branch: int
    best: str
    values: dict[str, float]


class Situation(msgspec.Struct, frozen=True, kw_only=True):
    """A hand that is asked something, with all that can be seen."""

    position: int
    branch: int
    rules: Any
    hand: Hand
    cards: tuple[int, ...]
    up: int
    seen: tuple[int, ...]
    hands: int


def situations(table: Table, patron: str) -> tuple[Situation, ...] | Refusal:
    """The patron's hands that are asked something now. On the venue's thread."""
    if not table.deal.settings.advice:
        return Refusal("no_advice_here")
    felt, rules = table.deal.felt, blackjack_rules(table.deal.settings)
    if felt is None or felt.dealer is None or rules is None:
        return Refusal("no_decision_is_due", {"position": 1})
    if patron not in felt.wagers or felt.offering:
        return Refusal("no_decision_is_due", {"position": 1})
    found = []
    up = felt.dealer.cards[0]
    dealt = [card for card, _ in table.deal.dealt]
    for asked in felt.hands_to_decide(patron):
        position = next(at for at in felt.hands(patron) if at.number == asked.position)
        branch = position.branches[asked.branch]
        found.append(
            Situation(
                position=asked.position,
                branch=asked.branch,
                rules=rules,
                hand=branch.hand,
                cards=tuple(branch.cards),
                up=up,
                seen=_others(dealt, branch.cards, up),
                hands=len(position.branches),
            )
        )
    return tuple(found)


def _others(dealt: list[int], cards: tuple[int, ...], up: int) -> tuple[int, ...]:
    """The other cards on the table that everybody has seen."""
    rest = list(dealt)
    for card in (*cards, up):
        if card in rest:
            rest.remove(card)
    return tuple(rest)


async def advised(request: AnyRequest, name: str) -> tuple[Advised, ...]:
    """What to do with each hand of the asker."""
    house, patron = house_of(request), person_of(request).id

    def look(_: object) -> tuple[Situation, ...]:
        running = house.venue.tables.get(name)
        if running is None or patron not in running.table.patrons.places:
            raise Refused(Refusal("no_such_table", {"table": name[:64]}))
        let_in(request, running.table.deal.settings)
        found = situations(running.table, patron)
        if isinstance(found, Refusal):
            raise Refused(found)
        return found

    found = await house.call(look)
    return await asyncio.to_thread(lambda: tuple(_counted(choice) for choice in found))


def _counted(situation: Situation) -> Advised:
    from cutcard.exact.main.advice import advise  # compiles its kernel on first use

    advice = advise(
        situation.rules, situation.hand, situation.cards, situation.up, situation.seen, situation.hands
    )
    values = {decision.value: worth for decision, worth in advice.values.items()}
    return Advised(
        position=situation.position, branch=situation.branch, best=advice.best.value, values=values
    )
