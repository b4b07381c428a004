"""Records in which everything happens at some time: days of the simulated venue, and rounds for the rest."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from cutcard.games.blackjack.options import Decision
from cutcard.table import commands as c
from tests.interruptions.stage import ANN, Stage
from tests.interruptions.test_forks import ended, forked
from tests.record.replaying import private, seated, shared
from tests.rounds.played_table import PlayedTable
from tests.venue.simulation import Simulation
from tests.verification.forging import Recorded, recorded

SEEDS = (2, 9)
DAY_MS = 120_000


@cache
def stories() -> tuple[Recorded, ...]:
    return tuple(_stories())


def _stories() -> Iterator[Recorded]:
    for seed in SEEDS:
        day = Simulation(seed)
        day.run(DAY_MS)
        yield from recorded(day.house.store)
    for stage in (raised(), closed(), private(Decision.SPLIT), private(Decision.INSURE), shared()):
        yield from recorded(stage.store)
    for lines in (DOUBLED, SURRENDERED, REFUNDED, CORRECTED):
        yield from recorded(played(lines).store)


def raised() -> Stage:
    """Ann is back in her interrupted game and doubles there."""
    stage = forked(deal="5c 5d 5h 9c 6c 6d 6h")
    stage.connect(ANN)
    stage.decide(ANN, Decision.DOUBLE)
    ended(stage)
    return stage


def closed() -> Stage:
    """A table that takes no more rounds."""
    stage = seated("5c 9d 5h 9c 6c Td 6h 8s Td 9h 2c")
    stage.do(c.CloseTable("boss"))
    return stage


def played(lines: tuple[str, ...]) -> PlayedTable:
    pit = PlayedTable()
    for line in lines:
        assert not pit.perform(line.split()).startswith("refused"), line
    return pit


BEHIND = ("table american-live", "patron ann 10000", "patron bob 10000", "patron cat 10000")
DOUBLED = (
    *(*BEHIND, "sit ann 1", "open", "bet ann 1 main 1000", "bet bob 1 behind 600", "bet cat 1 behind 400"),
    *("close", "card 5h", "card 6d", "card 6h", "face down", "double ann 1", "card 9c", "turn Td", "card Ks"),
)
SURRENDERED = (
    *("table american-live", "patron ann 10000", "patron bob 10000", "sit ann 1", "open"),
    *("bet ann 1 main 1000", "bet bob 1 behind 600", "close", "card Th", "card Ad", "card 8h", "face down"),
    *("insure bob 1", "surrender ann 1", "check no", "turn 5d", "card Ks", "card 9c", "wait 31"),
)
REFUNDED = (
    *(*BEHIND, "sit ann 1", "sit cat 4", "open", "bet bob 1 behind 500", "bet bob 4 behind 300"),
    *("bet cat 4 main 1000", "close", "card Th", "card 6d", "card 9h", "face down", "stand cat 4"),
    *("turn Td", "card Ks", "wait 31"),
)
SEATED = (
    *("table live-seven", "patron ann 10000", "patron bob 10000", "sit ann 1", "sit bob 2", "open"),
    *("bet ann 1 main 1000", "bet bob 2 main 1000", "close", "card 8h", "card 5d", "card 6c", "card 8c"),
)
CORRECTED = (
    *(*SEATED, "card 6d", "face down", "split ann 1", "card Td", "stand ann 1.1", "card 9s", "stand ann 1.2"),
    *("correct 7h at 1", "stand bob 2", "turn Th", "card 5s", "form bob", "form bob closed", "ok bob"),
)
