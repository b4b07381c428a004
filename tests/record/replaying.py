"""Rounds of real tables as files, and what somebody who can seal may write into them. Judges nothing."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from cutcard.games.blackjack.options import Decision
from cutcard.profiles import Mode
from cutcard.record import RoundFile, RoundRecord, encode_round_file, read_round_file, round_entries
from cutcard.record.chain import Header, entry_hash
from cutcard.table import commands as c
from cutcard.table.forks.fork import FORK_MARK
from cutcard.table.state import Phase
from cutcard.venue.ports import Store
from cutcard.venue.requests import CASHIER
from tests.interruptions.stage import ANN, BOB, CYD, Stage

STAKE = 1_000
EVERYBODY = (ANN, BOB, CYD)
Change = Callable[[Any], None]


def record_of(stage: Stage, number: int = 1) -> RoundRecord:
    before, entries = round_entries(stage.store.entries(stage.name), number)
    return RoundRecord.of(entries, before)


def every_file(store: Store) -> Iterator[RoundFile]:
    """Every copy of every round of every table."""
    for stream in store.streams():
        if stream == CASHIER or FORK_MARK in stream:
            continue
        for number in store.rounds(stream, None, None, 10**6):
            before, entries = round_entries(store.entries(stream), number)
            yield from copies(RoundRecord.of(entries, before))


def with_lines(file: RoundFile) -> list[str]:
    """Whose result the file shows."""
    settled = [leaf for entry in file.entries if entry.tag == "round_settled" for leaf in entry.leaves]
    return [leaf.patron for leaf in settled if leaf.patron and json.loads(leaf.body or "")["lines"]]


def files_of(stage: Stage) -> Iterator[RoundFile]:
    """The same of a stage's first round."""
    return copies(record_of(stage))


def copies(record: RoundRecord) -> Iterator[RoundFile]:
    """Every copy that a round's patrons, an auditor and everybody else can have."""
    people = sorted({patron for entry in record.entries for patron, _ in entry.private})
    yield from (record.for_auditor(), record.for_everybody(), *map(record.for_patron, people))


def changed(file: RoundFile, tag: str, change: Change, patron: str | None = None) -> RoundFile:
    """The file with this event's leaf changed, the public one or a patron's, and every hash found anew."""
    raw = json.loads(encode_round_file(file))
    leaves = [leaf for entry in raw["entries"] if entry["tag"] == tag for leaf in entry["leaves"]]
    (leaf,) = [leaf for leaf in leaves if "body" in leaf and leaf.get("patron") == patron][:1]
    body = json.loads(leaf["body"])
    change(body)
    leaf["body"] = json.dumps(body, sort_keys=True, separators=(",", ":"))
    return resealed(raw)


def resealed(raw: dict[str, Any]) -> RoundFile:
    """The document with a chain that holds."""
    file = read_round_file(json.dumps(raw).encode())
    before = bytes.fromhex(file.previous)
    for copied, entry in zip(raw["entries"], file.entries, strict=True):
        header = Header(file.stream, entry.number, entry.round, entry.at_ms, entry.wall_ms, entry.tag)
        before = entry_hash(before, header, [leaf.digest() for leaf in entry.leaves])
        copied["hash"] = before.hex()
    return read_round_file(json.dumps(raw).encode())


def lost_is_won(body: Any) -> None:
    """The first line ended the other way, with the sums to go with it."""
    line = body["lines"][0]
    won = line["returned"] > line["stake"]
    line["outcome"], line["pays"] = ("lose", "-1:1") if won else ("win", "1:1")
    line["returned"], line["kept"] = 0 if won else 2 * line["stake"], ""
    body["returned"] = sum(line["returned"] for line in body["lines"])


def forged(file: RoundFile, patron: str = ANN) -> RoundFile:
    return changed(file, "round_settled", lost_is_won, patron)


def coup(mode: Mode = Mode.VIDEO) -> Stage:
    """Three patrons, each on another side."""
    stage = Stage("punto-banco", mode)
    if mode is Mode.LIVE:
        stage.do(c.OpenRound())
    for patron, bet in zip(EVERYBODY, ("player", "banker", "tie"), strict=True):
        stage.do(c.PlaceBet(patron, bet, STAKE))
    return over(stage)


def private(wanted: Decision) -> Stage:
    """A private round of hands in which this was decided."""
    for seed in range(200):
        stage = Stage("multihand-online", Mode.INTERNAL, seed)
        for position in (1, 2, 3):
            stage.do(c.PlaceBet(ANN, "main", STAKE, position))
        stage.do(c.PressDeal(ANN))
        taken = over(stage, wanted)
        if any(getattr(event, "decision", None) is wanted for event in taken.events()):
            return taken
    raise AssertionError(f"nobody could {wanted}")


def shared(mode: Mode = Mode.VIDEO, seed: int = 1, **rules: Any) -> Stage:
    """Three patrons with the same cards, who wager and decide otherwise."""
    stage = Stage("multihand-etg", mode, seed, **rules)
    if mode is Mode.LIVE:
        stage.do(c.OpenRound())
        stage.script("8c 9d 5h 6c 8d 7d 6h Td 3c 9s 4d 8h 2c 9c")
    for number, patron in enumerate(EVERYBODY, 1):
        for position in range(1, number + 1):
            stage.do(c.PlaceBet(patron, "main", number * STAKE, position))
    return over(stage, Decision.SPLIT)


def seated(deal: str, seat: int = 2, behind: bool = False) -> Stage:
    """Three seats, Ann's between the others, or last; with somebody behind hers where that is wanted."""
    stage = Stage("american-live" if behind else "live-seven", Mode.LIVE)
    stage.do(c.OpenRound())
    for at, patron in zip((1, seat, 7), (BOB, ANN, CYD), strict=True):
        stage.do(c.TakeSeat(patron, at))
        stage.do(c.PlaceBet(patron, "main", STAKE, at))
    if behind:
        stage.do(c.PlaceBet(CYD, "behind", STAKE, seat))
    stage.do(c.CloseBets("croupier"))
    stage.script(deal)
    return over(stage)


def over(stage: Stage, wanted: Decision = Decision.HIT) -> Stage:
    """The round goes on to its result: what is wanted is decided where it can be, and else hands stand."""

    def decide() -> bool:
        felt: Any = stage.table.deal.felt
        for patron in EVERYBODY:
            if stage.table.phase is Phase.PLAYING and felt.hands_to_decide(patron):
                offered = felt.choices(patron, felt.hands_to_decide(patron)[0])
                last = Decision.DECLINE if felt.offering else Decision.STAND
                small = wanted is not Decision.HIT or len(stage.tags()) % 3 == 0
                stage.decide(patron, wanted if wanted in offered and small else last)
                return True
        return False

    stage.until(lambda: bool({"round_settled", "round_voided"} & {*stage.tags()}), decide)
    stage.wait(3_000)
    return stage
