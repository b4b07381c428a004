"""What each screen says beside the cards, held against the record: messages, money, results, roads, seats.

The words due are found from the record alone: ``tests.narration.narration`` and ``tests.nights.tally``.
"""

from __future__ import annotations

from collections.abc import Iterator

from cutcard.games.baccarat.roads import parse_results, roads
from cutcard.games.blackjack.wagers import MAIN
from cutcard.table import Table
from cutcard.table.events import Wager
from cutcard.table.felt.coup import CoupFelt
from cutcard.table.settings import BEHIND, fields, seat_count
from cutcard.table.state import Phase
from tests.nights.house import Recorded
from tests.nights.people import Croupier, Patron

COMMITTED = (Phase.PLAYING, Phase.DISPUTE)
ROADS = ("bead", "main", "big_eye", "small", "cockroach")


def euros(minor: int) -> str:
    """An amount as a table writes it."""
    return f"€{minor / 100:,.2f}".removesuffix(".00")


def differs(what: str, shown: object, due: object) -> Iterator[str]:
    """That a screen says something else than is due."""
    if shown != due:
        yield f"{what} is {shown!r}, on record {due!r}"


def said_at_terminal(patron: Patron, recorded: Recorded) -> Iterator[str]:
    """Everything that a patron reads and no card shows."""
    table = recorded.table
    yield from _message(patron, recorded)
    yield from _money(patron, recorded)
    yield from _results(patron, recorded)
    if isinstance(table.deal.felt, CoupFelt):
        yield from _roads(patron, recorded)
    for seat in range(1, seat_count(table.deal.settings) + 1):
        yield from _seat(patron, recorded, seat)


def said_at_the_shoe(croupier: Croupier, recorded: Recorded) -> Iterator[str]:
    """What the croupier is to do next."""
    shown = croupier.page.get_by_test_id("next").first.inner_text()
    yield from differs("what the croupier does next", shown, recorded.tally.truth.next(recorded.table))


def _message(patron: Patron, recorded: Recorded) -> Iterator[str]:
    shown = patron.terminal.by("message").first.inner_text()
    possible = _messages_due(patron.id, recorded)
    if shown not in possible:
        yield f"the message is {shown!r}, by the record {' or '.join(map(repr, possible))}"


def _messages_due(patron: str, recorded: Recorded) -> list[str]:
    """One's own decision goes before the table's line; money to come or a wait stand behind it."""
    table = recorded.table
    line = recorded.tally.truth.line(table)
    if table.halt.paused is not None or table.halt.dispute is not None:
        return [line]
    felt, committed = table.deal.felt, table.phase in COMMITTED
    mine = committed and felt is not None and patron in felt.wagers
    if committed and not mine:
        return [f"{line} · You play from the next round"]
    if felt is None or not mine:
        return [line]
    if table.phase is Phase.DISPUTE:
        comes = felt.shares()[patron].returned
        return [f"{line} {euros(comes)} is credited when the dispute time is over." if comes else line]
    asked = [at.position for at in felt.hands_to_decide(patron)]
    if asked and felt.offering:
        return [line, *(f"Insurance for {place} {at}?" for at in asked for place in ("seat", "position"))]
    # An interrupted game is on a record of its own: whether it asks is not known here.
    games = [seat for seat in recorded.tally.truth.interrupted if table.seating.seats.get(seat) == patron]
    own = [f"{place} {at}: your decision" for at in (*asked, *games) for place in ("Seat", "Position")]
    return [*([] if asked else [line]), *(["Your decision, please", *own] if own else [])]


def _money(patron: Patron, recorded: Recorded) -> Iterator[str]:
    """Last Win, or what is still to be paid; and of a round that lies there, the stakes that came back."""
    table, tally, terminal = recorded.table, recorded.tally, patron.terminal
    felt = table.deal.felt
    if table.phase is Phase.DISPUTE and felt is not None and patron.id in felt.wagers:
        shown = terminal.by("to-be-paid").first.inner_text()
        yield from differs("what is to be paid", shown, euros(felt.shares()[patron.id].returned))
        return
    shown = terminal.by("last-win").first.inner_text()
    yield from differs("Last Win", shown, euros(tally.last_win.get(patron.id, 0)))
    if table.phase is Phase.RESULT and not tally.last_win.get(patron.id, 0):  # a win is made more of
        due = tally.stakes_back.get(patron.id, 0)
        back = [shown.inner_text() for shown in terminal.by("stakes-back").all()]
        yield from differs("what came back", back, [f"Stakes back {euros(due)}"] if due else [])


def _results(patron: Patron, recorded: Recorded) -> Iterator[str]:
    """The dealer's results and one's own, the newest first."""
    table, tally, terminal = recorded.table, recorded.tally, patron.terminal
    if not isinstance(table.deal.felt, CoupFelt) and table.deal.felt is not None:
        listed = terminal.by("dealer-results").first.locator("li:not(.none)").all_inner_texts()
        most = table.deal.settings.dealer_results
        yield from differs("the dealer's results", listed, tally.results_now(table)[::-1][:most])
    own = terminal.by("own-results")
    if own.count():
        rows = own.first.locator("li[data-round]").all()
        shown = [
            (int(row.get_attribute("data-round") or 0), int(row.get_attribute("data-net") or 0))
            for row in rows
        ]
        nets = sorted(tally.nets.get(patron.id, {}).items(), reverse=True)
        yield from differs("one's own results", shown, nets[: table.deal.settings.own_results])


def _roads(patron: Patron, recorded: Recorded) -> Iterator[str]:
    """Every road has the marks that the winners of this shoe make."""
    coups = recorded.tally.coups_now(recorded.table)
    drawn = roads(parse_results(" ".join(coups)))
    for kind in ROADS:
        marks = patron.terminal.by(f"road-{kind}").first.get_attribute("data-marks")
        yield from differs(f"marks on the road {kind}", marks, str(len(getattr(drawn, kind))))
    for name, winner in (("player", "P"), ("banker", "B"), ("tie", "T")):
        shown = patron.terminal.by(f"counter-{name}").first.inner_text()
        yield from differs(f"the counter of {name}", shown, str(coups.count(winner)))


def _seat(patron: Patron, recorded: Recorded, seat: int) -> Iterator[str]:
    """Who sits there, what is marked, what lies behind and on special bets."""
    table = recorded.table
    owner = table.seating.seats.get(seat)
    there = patron.terminal.by(f"seat-{seat}").first
    name = there.locator(".plate span").first.inner_text()
    if owner is None or owner == patron.id:
        yield from differs(f"the name at seat {seat}", name, "Free" if owner is None else "You")
    elif name in ("Free", "You"):
        yield f"the name at seat {seat} is {name!r}, and somebody else sits there"
    yield from differs(f"seat {seat} to take", _can_take(patron, seat), _may_take(table, patron.id, seat))
    for mark, due in _marks(recorded, seat).items():
        shown = patron.terminal.by(f"seat-{mark}-{seat}").count() > 0
        yield from differs(f"seat {seat} {mark}", shown, due)
    notes = [note for note in there.locator("small.note").all_inner_texts() if "ehind: " in note]
    yield from differs(f"behind seat {seat}", notes, _behind(table, patron.id, seat))
    if owner == patron.id:
        yield from _specials(patron, table, seat)


def _can_take(patron: Patron, seat: int) -> bool:
    return patron.terminal.by(f"take-seat-{seat}").count() > 0


def _may_take(table: Table, patron: str, seat: int) -> bool:
    """TB-20: a free seat, between rounds; who has one changes to it, with no bet on the old one."""
    if seat in table.seating.seats or table.phase in COMMITTED:
        return False
    mine = [at for at, owner in table.seating.seats.items() if owner == patron]
    lying = {chip.position for chip in table.patrons.places[patron].chips if chip.bet != BEHIND}
    return len(mine) < table.deal.settings.seats_each or (len(mine) == 1 and not lying & set(mine))


def _marks(recorded: Recorded, seat: int) -> dict[str, bool]:
    table = recorded.table
    owner = table.seating.seats.get(seat)
    in_round = table.phase in (*COMMITTED, Phase.RESULT)
    return {
        "locked": owner is not None and table.patrons.places[owner].locked,
        "forked": in_round and seat in recorded.tally.truth.forked,
        "reserved": owner in table.patrons.reserved,
        "behind_refused": table.seating.refuses_behind.get(seat, False),
    }


def _lying(table: Table) -> list[tuple[str, Wager]]:
    """Every stake on the felt with its owner: committed, or still chips."""
    if table.phase in COMMITTED and table.deal.felt is not None:
        return [(who, wager) for who, wagers in table.deal.felt.wagers.items() for wager in wagers]
    return [(who, chip) for who, place in table.patrons.places.items() for chip in place.chips]


def _behind(table: Table, patron: str, seat: int) -> list[str]:
    stakes = [
        (who, wager.stake) for who, wager in _lying(table) if (wager.position, wager.bet) == (seat, BEHIND)
    ]
    own = [stake for who, stake in stakes if who == patron]
    everybody = [f"Behind: {euros(sum(stake for _, stake in stakes))}"] if stakes else []
    return [*everybody, *([f"Yours behind: {euros(sum(own))}"] if own else [])]


def _specials(patron: Patron, table: Table, seat: int) -> Iterator[str]:
    """One's own special bets at one's own seat; of a round that is over its chips are being taken off."""
    if table.phase is Phase.RESULT:
        return
    for position, bet in fields(table.deal.settings):
        if position == seat and bet not in (MAIN, BEHIND):
            mine = (wager for who, wager in _lying(table) if who == patron.id)
            laid = sum(wager.stake for wager in mine if (wager.position, wager.bet) == (seat, bet))
            shown = patron.terminal.by(f"field-{bet}-{seat}").first.get_attribute("data-stake")
            yield from differs(f"{bet} at seat {seat}", shown, str(laid))
