"""To drop on purpose, see the hole card and then play on: a record that says so is found (TB-40).

Records are changed and sealed again, so that every hash fits; only what happened when gives them away.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from cutcard.adapters.database.opening import open_store
from cutcard.adapters.memory_store import MemoryStore
from cutcard.cli import main
from cutcard.games.blackjack.options import Decision
from cutcard.ledger import Book
from cutcard.record import Entry, decode_event, seal
from cutcard.table import events as e
from cutcard.table.forks.fork import fork_stream
from cutcard.venue.ports import Batch
from cutcard.verification.fold import Replay
from cutcard.verification.streams import verify_stream
from tests.interruptions.stage import ANN, CYD, SECOND, Stage
from tests.interruptions.test_forks import ended, forked

FORK = fork_stream("t", 1, 2)
SALT = bytes(16)

Happened = tuple[int, e.AnyEvent | e.ForkEvent]
"""When, and what."""


def of(store: MemoryStore, stream: str) -> list[Happened]:
    kind = e.ForkEvent if stream == FORK else e.AnyEvent
    return [(entry.at_ms, decode_event(entry, kind)) for entry in store.entries(stream)]


def sealed_again(store: MemoryStore, stream: str, story: list[Happened]) -> list[Entry]:
    """The stream with another story: numbers, hashes and leaves are all as they must be."""
    rounds = [entry.round for entry in store.entries(stream)]
    entries: list[Entry] = []
    for round_, (at_ms, event) in zip(rounds, story, strict=True):
        before = entries[-1] if entries else None
        entries.append(seal(before, stream, round_, at_ms, 10**12 + at_ms, event, SALT))
    assert verify_stream(stream, entries).holds
    return entries


def faults(stage: Stage, change: Callable[[list[Happened]], list[Happened]]) -> list[str]:
    """What the replay finds where the fork's record was changed so."""
    entries = sealed_again(stage.store, FORK, change(of(stage.store, FORK)))
    found = Replay("t", Book(), lambda _: entries).all(stage.store.entries("t"))
    return [reason for _, _, reason in found]


def shown_ms(stage: Stage) -> int:
    """When the hole card lay open on the live table."""
    (at_ms,) = (at_ms for at_ms, event in of(stage.store, "t") if isinstance(event, e.CardTurned))
    return at_ms


def late() -> Stage:
    """Ann is back and does nothing; when the card is shown, the house plays on for her."""
    stage = forked(best=lambda _: None)
    stage.connect(ANN)
    stage.wait(SECOND)
    stage.decide(CYD, Decision.STAND)
    stage.until(lambda: any(isinstance(event, e.CardTurned) for event in stage.events()))
    stage.wait(SECOND)
    stage.venue.best = lambda _: Decision.STAND
    ended(stage)
    stage.verified()
    return stage


def in_time() -> Stage:
    """Ann is back and stands, a while before the card is shown."""
    stage = forked()
    stage.connect(ANN)
    stage.decide(ANN, Decision.STAND)
    stage.wait(SECOND)
    ended(stage)
    stage.verified()
    return stage


def her_own(story: list[Happened]) -> list[Happened]:
    """What the house decided is the patron's."""
    return [
        (at_ms, replace(event, automatic=False) if isinstance(event, e.ForkDecided) else event)
        for at_ms, event in story
    ]


def test_a_record_sealed_again_as_it_was_holds() -> None:
    assert faults(late(), lambda story: story) == []
    assert faults(in_time(), lambda story: story) == []


def test_tb_40_a_decision_of_the_patrons_after_the_card_was_shown_is_found() -> None:
    (fault,) = faults(late(), her_own)
    assert fault.endswith("seat 2: its patron decided after the face-down card was shown")


def test_tb_40_a_decision_moved_behind_the_live_turn_is_found() -> None:
    stage = in_time()
    then = shown_ms(stage) + 1

    def moved(story: list[Happened]) -> list[Happened]:
        return [
            (at_ms if isinstance(event, e.ForkOpened) else max(at_ms, then), event) for at_ms, event in story
        ]

    (fault,) = faults(stage, moved)
    assert fault.endswith("seat 2: its patron decided after the face-down card was shown")


def test_tb_40_a_card_seen_before_it_was_shown_is_found() -> None:
    stage = in_time()
    before = shown_ms(stage) - 1

    def sooner(story: list[Happened]) -> list[Happened]:
        return [(min(at_ms, before), event) for at_ms, event in story]

    (fault,) = faults(stage, sooner)
    assert fault.endswith("seat 2: it saw the face-down card before that was shown")


def test_tb_40_a_card_seen_before_the_decision_is_found() -> None:
    def swapped(story: list[Happened]) -> list[Happened]:
        kinds = [type(event) for _, event in story]
        turned, decided = kinds.index(e.ForkTurned), kinds.index(e.ForkDecided)
        events = [event for _, event in story]
        events[turned], events[decided] = events[decided], events[turned]
        return [(at_ms, event) for (at_ms, _), event in zip(story, events, strict=True)]

    (fault,) = faults(in_time(), swapped)
    assert fault.endswith("seat 2: it saw the face-down card before that was shown")


def test_tb_40_a_stake_raised_after_the_card_was_shown_is_found() -> None:
    stage = forked(deal="5c 5d 5h 9c 6c 6d 6h")
    stage.connect(ANN)
    stage.decide(ANN, Decision.DOUBLE)
    ended(stage)
    stage.verified()
    story = of(stage.store, "t")
    kinds = [type(event) for _, event in story]
    raised, turned = kinds.index(e.ForkRaised), kinds.index(e.CardTurned)
    events = [event for _, event in story]
    events.insert(turned, events.pop(raised))
    moved = [(at_ms, event) for (at_ms, _), event in zip(story, events, strict=True)]
    entries = sealed_again(stage.store, "t", moved)
    (fault,) = Replay("t", Book(), stage.store.entries).all(entries)
    assert fault[2].startswith(f"entry {turned + 1}, fork_raised")
    assert fault[2].endswith("a stake was raised after the face-down card was shown")


def test_a_record_that_goes_back_in_time_is_found() -> None:
    def back(story: list[Happened]) -> list[Happened]:
        (first, opening), *rest = story
        return [(first + 10**6, opening), *rest]

    (fault,) = faults(in_time(), back)
    assert fault.endswith("seat 2: its record is not in the order of its times")


def test_tb_40_the_command_names_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stage = late()
    changed = sealed_again(stage.store, FORK, her_own(of(stage.store, FORK)))
    assert verified(tmp_path / "as-it-was", stage, {}, capsys)[0] == 0
    code, out = verified(tmp_path / "changed", stage, {FORK: changed}, capsys)
    assert code == 1
    assert "its patron decided after the face-down card was shown" in out


def verified(
    folder: Path, stage: Stage, changed: dict[str, list[Entry]], capsys: pytest.CaptureFixture[str]
) -> tuple[int, str]:
    """What ``cutcard verify`` says of a data folder with this record and its money."""
    store = open_store(folder)
    kept = stage.store
    for transfer in kept._kept.transfers:
        store.commit(Batch(transfers=[transfer]))
    for stream in kept.streams():
        store.commit(Batch(entries=changed.get(stream) or list(kept.entries(stream))))
    store.close()
    code = 0
    try:
        main(("verify", str(folder)))
    except SystemExit as left:
        code = int(left.code or 0)
    return code, capsys.readouterr().out
