"""Data folders of earlier versions open, verify and replay, whatever has changed since (TB-43, TB-60)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cutcard.adapters.clock import FakeClock
from cutcard.adapters.database.opening import open_store
from cutcard.adapters.entropy import SeededEntropy
from cutcard.cli import main
from cutcard.games import baccarat, blackjack
from cutcard.ledger import cashier_events as ce
from cutcard.record import decode_event
from cutcard.table import commands as c
from cutcard.table import events as e
from cutcard.table.opening import BEFORE_IT_EXISTED
from cutcard.table.phases import takes_bets
from cutcard.table.settings import fields, limits_of
from cutcard.venue.requests import CASHIER, Request
from cutcard.venue.venue import Venue
from cutcard.views.past.history import past_round
from cutcard.views.past.record_view import record_lines
from tests.museum.verdicts import PACKED, PASTS, VERDICTS, pasts_of, rounds_of, unpack, verdicts_of
from tests.server.running import Served, serving

HERE = Path(__file__).parent
FOLDERS = sorted(HERE.glob(f"*/*{PACKED}"))
DAY_MS = 24 * 60 * 60 * 1000


def label(packed: Path) -> str:
    return f"{packed.parent.name}-{packed.name.removesuffix(PACKED)}"


@pytest.fixture(params=FOLDERS, ids=label)
def packed(request: pytest.FixtureRequest) -> Path:
    folder: Path = request.param
    return folder


@pytest.fixture
def data(packed: Path, tmp_path: Path) -> Path:
    return unpack(packed, tmp_path / "data")


def written_then(packed: Path, file: str) -> Any:
    return json.loads((packed.parent / file).read_text())[packed.name.removesuffix(PACKED)]


def test_tb_60_an_old_folder_verifies(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["verify", str(data)])
    assert "Everything holds." in capsys.readouterr().out


def test_tb_62_every_old_round_comes_to_the_verdict_of_its_day(packed: Path, data: Path) -> None:
    store = open_store(data)
    found = verdicts_of(store)
    store.close()
    wanted = written_then(packed, VERDICTS)
    assert len(wanted) > 30, "a museum with nothing in it would show nothing"
    assert {at: found.get(at) for at in wanted if found.get(at) != wanted[at]} == {}
    assert found.keys() == wanted.keys()


def test_tb_61_every_old_round_is_laid_out_again(packed: Path, data: Path) -> None:
    """For the house and for each patron who had a part in it, step by step."""
    store = open_store(data)
    found, wanted = pasts_of(store), written_then(packed, PASTS)
    store.close()
    assert {at: found.get(at) for at in wanted if found.get(at) != wanted[at]} == {}
    assert found.keys() == wanted.keys()


def test_tb_61_every_old_round_is_in_the_history(data: Path) -> None:
    """For the house and for each patron who had a part in it, and as the supervisor reads it."""
    store = open_store(data)
    for stream, number in rounds_of(store):
        entries = list(store.round_entries(stream, number))
        for patron in sorted({owner for entry in entries for owner, _ in entry.private}):
            past_round(entries, patron, store.entries)
        assert past_round(entries, None, store.entries)
        assert record_lines(entries, store.entries, str)
    store.close()


def test_a_rule_value_that_old_rounds_do_not_name_has_a_meaning_for_them(data: Path) -> None:
    """Whoever adds a choice says what was played before there was one; else no old round is judged again."""
    store = open_store(data)
    rules: dict[str, type[msgspec.Struct]] = {"blackjack": blackjack.Rules, "baccarat": baccarat.Rules}
    for stream, number in rounds_of(store):
        begun = next(entry for entry in store.round_entries(stream, number) if entry.tag == "round_opened")
        event: e.RoundOpened = decode_event(begun, e.AnyEvent)
        assert {*event.rules, *BEFORE_IT_EXISTED[event.game]} == {*rules[event.game].__struct_fields__}
    store.close()


def test_tb_43_an_old_folder_opens_and_is_played_on(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every table of the old house plays on, and the folder verifies with old rounds and new ones in it."""
    store = open_store(data)
    clock = FakeClock(wall_ms=max(entry.wall_ms for entry in store.entries(CASHIER)) + 1_000)
    venue = Venue(store, clock, SeededEntropy(1))
    assert not venue.frozen
    asks = iter(range(10**6))
    venue.step([Request(f"museum-{next(asks)}", CASHIER, ce.GivePlayMoney("newcomer", 10**6))])
    betted = []
    for stream, running in list(venue.tables.items()):
        if running.table.deal.settings.owner is None and running.table.patrons.places.get("newcomer") is None:
            venue.step([Request(f"museum-{next(asks)}", stream, c.Join("newcomer"))])
    for _ in range(400):
        clock.advance(500)
        venue.step()
        for stream, running in venue.tables.items():
            table = running.table
            if (
                stream in betted
                or "newcomer" not in table.patrons.places
                or not takes_bets(table)
                or table.seating.seats
            ):
                continue
            position, bet = fields(table.deal.settings)[0]
            stake = max(limits_of(table.deal.settings, bet).stake_min, table.deal.settings.unit)
            placing = c.PlaceBet("newcomer", bet, stake, position)
            (reply,) = venue.step([Request(f"museum-{next(asks)}", stream, placing)]).replies
            if reply.refusal is None:
                betted.append(stream)
    assert not venue.frozen
    assert betted, "the newcomer has played at the old tables"
    store.close()
    main(["verify", str(data)])
    assert "Everything holds." in capsys.readouterr().out


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    return unpack(HERE / "0.1" / f"served-evening{PACKED}", tmp_path / "data")


PASSWORDS = {"auditor": "Vb5UYL7NFNXMDhl_"}
"""As the server printed them when it made the accounts of the evening."""


@pytest.mark.slow
def test_tb_43_a_server_goes_on_with_an_old_evening(evening: Path) -> None:
    """Its accounts sign in, its rounds are in the history, and each can be stepped through."""
    with serving(evening) as served:
        served.passwords.update(PASSWORDS)
        assert_history(served, served.sign_in("auditor"))


def assert_history(served: Served, token: str) -> None:
    past = served.http("GET", "/api/rounds", token=token)
    assert past.status == 200
    over = [row for row in past.body if row["over"]]
    assert len(over) > 4
    for row in over:
        steps = served.http("GET", f"/api/rounds/{row['table']}/{row['round']}/steps", token=token)
        assert steps.status == 200, row
        assert steps.body, row
