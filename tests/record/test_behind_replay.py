"""Bets behind on record: refunds and insured bets that stay are judged, and old rounds stay as played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cutcard.games.blackjack.options import Decision
from cutcard.record import decode_event
from cutcard.table import Table, evolve, new_table
from cutcard.table import events as e
from cutcard.verification import verify_round
from cutcard.verification.judge import event_fault
from cutcard.verification.round_file import replay_round
from tests.record.replaying import changed, every_file
from tests.rounds.played_table import AT, PlayedTable

REFUNDED = (
    *("table american-live", "patron ann 10000", "patron bob 10000", "patron cat 10000"),
    *(
        "sit ann 1",
        "sit cat 4",
        "open",
        "bet bob 1 behind 500",
        "bet bob 4 behind 300",
        "bet cat 4 main 1000",
    ),
    *("close", "card Th", "card 6d", "card 9h", "face down", "stand cat 4", "turn Td", "card Ks", "wait 31"),
)
SURRENDERED = (
    *("table american-live", "patron ann 10000", "patron bob 10000", "sit ann 1", "open"),
    *("bet ann 1 main 1000", "bet bob 1 behind 600", "close", "card Th", "card Ad", "card 8h", "face down"),
    *("insure bob 1", "surrender ann 1", "check no", "turn 5d", "card Ks", "card 9c", "wait 31"),
)


def played(lines: tuple[str, ...]) -> PlayedTable:
    pit = PlayedTable()
    for line in lines:
        called = pit.perform(line.split())
        assert not called.startswith("refused"), f"{line}: {called}"
    return pit


@pytest.mark.parametrize("lines", [REFUNDED, SURRENDERED])
def test_tb_60_every_copy_of_a_round_with_bets_behind_holds(lines: tuple[str, ...]) -> None:
    pit = played(lines)
    pit.replays()
    for file in every_file(pit.store):
        assert verify_round(file).holds
        assert replay_round(file).faults == (), file.copy_for
        if file.copy_for == "auditor":
            assert replay_round(file).settled


def _amount(body: dict[str, Any]) -> None:
    body["amount"] = 400


def _chips(body: dict[str, Any]) -> None:
    body["chips"] = []


@pytest.mark.parametrize("forge", [_amount, _chips])
def test_tb_22_a_refund_of_other_chips_is_found(forge: Callable[[dict[str, Any]], None]) -> None:
    auditors = [file for file in every_file(played(REFUNDED).store) if file.copy_for == "auditor"]
    (fault,) = replay_round(changed(auditors[0], "behind_refunded", forge, "bob")).faults
    assert "behind_refunded" in fault


def events_of(pit: PlayedTable) -> list[tuple[e.AnyEvent, int]]:
    return [(decode_event(entry, e.AnyEvent), entry.at_ms) for entry in pit.store.entries(AT)]


def replayed(events: list[tuple[e.AnyEvent, int]]) -> tuple[Table, list[str]]:
    """The table after these events, and what is wrong with any of them."""
    first = events[0][0]
    assert isinstance(first, e.TableOpened)
    table, wrong = new_table(first.settings), []
    for event, at_ms in events:
        why = event_fault(table, event, at_ms)
        wrong += [] if why is None else [why]
        evolve(table, event, at_ms)
    return table, wrong


def test_tb_22_a_refund_while_the_seat_plays_is_found() -> None:
    pit = PlayedTable()
    for line in (*REFUNDED[:8], "bet ann 1 main 1000"):
        pit.perform(line.split())
    events = events_of(pit)
    events.append((e.BehindRefunded("bob", 1, 500, "no_main_bet", ()), events[-1][1]))
    assert replayed(events)[1] == ["a bet behind went back although the seat played"]
    events[-1] = (e.BehindRefunded("bob", 1, 500, "seat_left", ()), events[-1][1])
    assert replayed(events)[1] == ["a bet behind went back although the seat played"]


def test_tb_22_without_a_word_on_record_an_insured_bet_surrendered_with_the_seat() -> None:
    """Rounds from before this was decided replay as they were played."""
    pit = PlayedTable()
    for line in SURRENDERED[:-4]:
        pit.perform(line.split())
    events = [event for event in events_of(pit) if not isinstance(event[0], e.BehindFollowed)]
    table, wrong = replayed(events)
    felt: Any = table.deal.felt
    assert wrong == []
    assert felt.shares()["bob"].returned == 300


def test_tb_22_an_uninsured_bet_that_stays_is_found() -> None:
    pit = PlayedTable()
    for line in SURRENDERED[:11]:
        pit.perform(line.split())
    stays = e.BehindFollowed({"bob": e.BehindShare(1, 0, Decision.SURRENDER, along=False)})
    assert replayed([*events_of(pit), (stays, 0)])[1] != []
