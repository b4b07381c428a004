"""What can be said of where a table is: betting, unsettled, halted. Each once, and it changes nothing."""

from __future__ import annotations

from cutcard.table.settings import delays_result, is_random
from cutcard.table.state import Phase, Table, total


def unsettled(table: Table) -> bool:
    """Whether stakes are committed and not settled yet."""
    return table.phase in (Phase.PLAYING, Phase.DISPUTE)


def halted(table: Table) -> bool:
    """Whether a person has to look at it before it goes on: it is paused, or a result is disputed."""
    return table.halt.paused is not None or table.halt.dispute is not None


def betting(table: Table) -> bool:
    """Whether no bet is final yet: chips can be taken back, even while the table is paused (TB-03, TB-29)."""
    return table.phase in (Phase.BETTING, Phase.LAST_BETS)


def takes_bets(table: Table) -> bool:
    """Whether chips can be placed."""
    return betting(table) and table.halt.paused is None


def between_rounds(table: Table) -> bool:
    """Whether no stake is committed: seats are taken and left, and places given up."""
    return not unsettled(table)


def playing(table: Table, patron: str) -> bool:
    """Whether the patron has a wager in the unsettled round."""
    return not between_rounds(table) and table.deal.felt is not None and patron in table.deal.felt.wagers


def open_to_displays(table: Table) -> bool:
    """Whether a public display may follow: not a private table, unless the house or its owner allows it."""
    owner = table.deal.settings.owner
    if owner is None or table.deal.settings.public_display:
        return True
    place = table.patrons.places.get(owner)
    return place is not None and place.display


def holds_back(table: Table) -> bool:
    """Whether the running round's result is out but not yet for the private table's own terminal (MO-01).

    At baccarat every card is the result; at blackjack those that the dealer turns and draws are.
    """
    felt = table.deal.felt
    if not delays_result(table.deal.settings) or table.phase is not Phase.PLAYING or felt is None:
        return False
    return felt.shows_result


def ready_for_next(table: Table, at_ms: int) -> bool:
    """Whether by now the result has been shown and, where there is one, the secret revealed."""
    shown = table.clock.deadline_ms is None or at_ms >= table.clock.deadline_ms
    revealed = table.fairness.revealed or not is_random(table.deal.settings)
    return table.phase is Phase.RESULT and table.halt.paused is None and shown and revealed


def staked_before_close(table: Table) -> dict[str, int]:
    """What each patron has on the layout."""
    return {patron: total(place.chips) for patron, place in table.patrons.places.items() if place.chips}
