"""Every chip of every denomination on every field of every table that ships: taken, or visibly not available.

Limits, odds, chips and denominations are tried together (BJ-07, GUI-05, GUI-07).
"""

from __future__ import annotations

import pytest

from cutcard.games.reason import Refusal
from cutcard.profiles import Mode
from cutcard.server.first_tables import DEALT_TO, usual_tables
from cutcard.table import Moment, Settings, decide, evolve, new_table
from cutcard.table import commands as c
from cutcard.table.command import Source
from cutcard.table.settings import BEHIND, Limits, seat_count
from cutcard.table.state import Table
from cutcard.views.lobby import info
from cutcard.views.messages.tables import FieldView
from cutcard.views.patron import own_view

ANN, BOB = "ann", "bob"
PURSE = 10_000_000
SHIPPED = usual_tables("EUR", DEALT_TO)
BY_PROFILE = {settings.profile.id: settings for settings in SHIPPED}


def done(table: Table, command: c.Command) -> Refusal | None:
    """Have the table do it, or say why not."""
    decided = decide(table, command, Moment(0, Source.CENTER, PURSE))
    if isinstance(decided, Refusal):
        return decided
    for event in decided:
        evolve(table, event, 0)
    return None


def open_table(settings: Settings) -> Table:
    """A table with bets open, at which Ann may bet on position 1, and behind seat 2."""
    table = new_table(settings)
    for patron in (ANN, BOB):
        assert done(table, c.Join(patron)) is None
    if seat_count(settings):
        assert done(table, c.TakeSeat(ANN, 1)) is None
        assert done(table, c.TakeSeat(BOB, 2)) is None
    assert done(table, c.OpenRound("")) is None
    return table


def with_what_it_needs(settings: Settings, field: FieldView) -> Table:
    """A fresh table on which lies what the field's bet cannot be without."""
    table, needed = open_table(settings), field.needs
    by_bet = {field.bet: field for field in info(settings).fields}
    before = [] if settings.profile.game == "baccarat" or field.bet in ("main", BEHIND) else ["main"]
    before += [needed] if needed is not None and needed not in before else []
    for bet in before:
        least = by_bet[bet].limits.least
        assert done(table, c.PlaceBet(ANN, bet, least, field.position)) is None
    return table


@pytest.mark.parametrize("settings", BY_PROFILE.values(), ids=BY_PROFILE)
def test_gui_07_every_chip_on_every_field_is_taken_or_visibly_not_available(settings: Settings) -> None:
    shown = info(settings)
    private = [field for field in shown.fields if field.position == 1 and field.bet != BEHIND]
    behind = [field for field in shown.fields if field.position == 2 and field.bet == BEHIND]
    for field in (*private, *behind):
        table = with_what_it_needs(settings, field)
        for rack in shown.racks:
            for chip in rack.chips:
                own = own_view(table, ANN, PURSE, chip=chip.amount)
                assert own is not None
                refusal = decide(
                    table, c.PlaceBet(ANN, field.bet, chip.amount, field.position), Moment(0, playable=PURSE)
                )
                closed = own.closed.get(f"{field.position} {field.bet}")
                taken = not isinstance(refusal, Refusal)
                assert taken == (closed is None), (
                    f"{chip.amount} on {field.bet}: {refusal}, closed because {closed}"
                )
                fits = field.limits.least <= chip.amount <= field.limits.most
                assert taken == fits, f"{chip.amount} on {field.bet}: the limits shown are those in force"
                assert chip.useful or not taken, f"a grey chip of {chip.amount} is taken on {field.bet}"


@pytest.mark.parametrize("settings", SHIPPED, ids=[settings.id for settings in SHIPPED])
def test_gui_07_a_terminal_starts_with_chips_that_every_field_takes(settings: Settings) -> None:
    shown = info(settings)
    racks = {rack.denomination: rack.chips for rack in shown.racks}
    start = racks[shown.denomination]
    minimum = min(field.limits.least for field in shown.fields if field.bet in ("main", "player", "banker"))
    assert start[0].amount == minimum, "the table's minimum is a chip"
    for field in shown.fields:
        takes = [chip.amount for chip in start if field.limits.least <= chip.amount <= field.limits.most]
        assert len(takes) >= 4, f"{field.bet} takes only {takes}"
    for denomination, chips in racks.items():
        assert len(chips) <= 8
        assert sum(chip.useful for chip in chips) >= 7, f"most chips are of no use under {denomination}"


def small(**changes: object) -> Settings:
    """A table with a choice of denominations, as an operator may set one up."""
    etg = BY_PROFILE["multihand-etg"].profile
    made = {"denominations": (1, 5, 100), "main": Limits(100, 50_000, 0), **changes}
    return Settings(id="t", name="T", profile=etg, mode=Mode.VIDEO, **made)  # type: ignore[arg-type]


def test_gui_07_the_lowest_denomination_under_which_the_minimum_is_a_chip_comes_first() -> None:
    assert info(small()).denomination == 1  # a hundred credits of a cent
    assert info(small(chips=(1, 2, 5, 10, 25))).denomination == 100
    assert info(small(chips=(20, 50))).denomination == 5
    grey = [chip.amount for chip in info(small()).racks[0].chips if not chip.useful]
    assert grey == [1, 2, 5, 10, 25, 50]


def test_gui_05_where_the_payout_binds_first_that_limit_is_shown() -> None:
    table = small(special=Limits(100, 10_000, 500_000), denominations=(100,))
    limits = {field.bet: field.limits for field in info(table).fields if field.position == 1}
    sevens, pair = limits["sevens"], limits["pair"]
    assert (sevens.most, sevens.payout_binds) == (100, True)  # 5000 to 1
    assert (pair.most, pair.payout_binds) == (10_000, False)
    at_table = open_table(table)
    assert done(at_table, c.PlaceBet(ANN, "main", 1000)) is None
    assert done(at_table, c.PlaceBet(ANN, "sevens", 101)) is not None
    assert done(at_table, c.PlaceBet(ANN, "sevens", 100)) is None
