"""``cutcard verify``: whether a round's record, or everything in a data folder, holds.

It prints what others have found. Replaying a table is the venue's affair, and used where it is there.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from cyclopts import Parameter

from cutcard.cli.arguments import Json
from cutcard.cli.output import print_json, print_lines
from cutcard.cli.refusal import BadInput
from cutcard.record import BadRecord, StreamVerdict, read_round_file, verify_round, verify_stream
from cutcard.texts import say

if TYPE_CHECKING:
    from cutcard.adapters.sql_store import SqlStore

REPLAY = "cutcard.venue.replay"
NO = 1

Record = Annotated[
    Path,
    Parameter(help="A round's record as it was downloaded, or the folder a server keeps its data in."),
]


class Fault(msgspec.Struct, frozen=True):
    """What does not hold, and where; round 0 is outside any round."""

    stream: str
    round: int
    check: str
    reason: str


def verify(record: Record, /, *, json: Json = False) -> None:
    """Say whether the record holds; exit code 1 where it does not."""
    holds = _folder(record, json=json) if record.is_dir() else _round(record, json=json)
    if not holds:
        sys.exit(NO)


def _round(path: Path, *, json: bool) -> bool:
    try:
        file = read_round_file(path.read_bytes())
    except OSError as wrong:
        raise BadInput(f"{path} cannot be read: {wrong.strerror}") from None
    except BadRecord as wrong:
        raise BadInput(f"{path}: {wrong}") from None
    verdict = verify_round(file)
    faults = [
        Fault(verdict.stream, verdict.round, check.name, say(check.reason))
        for check in verdict.checks
        if check.reason is not None
    ]
    checks = {check.name: check.holds for check in verdict.checks}
    replay = _replay("verify_round")
    if replay is not None and not faults:
        faults = _found(replay(file))
        checks["replay"] = not faults
    if json:
        print_json(
            {
                "record": str(path),
                "stream": verdict.stream,
                "round": verdict.round,
                "holds": not faults,
                "checks": checks,
                "faults": faults,
            }
        )
    else:
        marks = (f"  {name}: {'holds' if holds else 'DOES NOT HOLD'}" for name, holds in checks.items())
        print_lines([f"Round {verdict.round} of {verdict.stream}", *marks, *_said(faults)])
    return not faults


def _folder(folder: Path, *, json: bool) -> bool:
    from cutcard.cli.data_folder import reading

    with reading(folder) as store:
        verdicts = [verify_stream(stream, store.entries(stream)) for stream in store.streams()]
        faults = [_fault(one) for one in verdicts if not one.holds]
        faults += [Fault("", 0, "ledger", line) for line in _ledger(store)]
        replay = _replay("verify_folder")
        if replay is not None and not faults:
            faults = _found(replay(store))
    if json:
        streams = [_stream(one) for one in verdicts]
        document = {"record": str(folder), "holds": not faults, "replayed": replay is not None}
        print_json({**document, "streams": streams, "faults": faults})
    else:
        rows = (f"  {one.stream}: {one.entries} entries, {one.rounds} rounds, {one.head}" for one in verdicts)
        print_lines([f"{folder}: {len(verdicts)} streams", *rows, *_said(faults)])
    return not faults


def _stream(one: StreamVerdict) -> dict[str, object]:
    facts = {"stream": one.stream, "entries": one.entries, "rounds": one.rounds}
    return {**facts, "head": one.head, "holds": one.holds}


def _fault(one: StreamVerdict) -> Fault:
    assert one.reason is not None
    return Fault(one.stream, one.round, one.check, say(one.reason))


def _ledger(store: SqlStore) -> list[str]:
    lines = list(store.audit())
    total = 0
    for purse in store.purses():
        total += purse.balance
        if purse.account.startswith("patron:") and purse.balance < max(0, purse.held):
            lines.append(f"{purse.account} has {purse.balance}, of which {purse.held} are held")
    if total:
        lines.append(f"all accounts together are off by {total}")
    return lines


def _replay(name: str) -> Callable[[Any], Iterable[tuple[str, int, str]]] | None:
    """The venue's replay, which gives (stream, round, what is wrong) for each fault."""
    try:
        room = import_module(REPLAY)
    except ModuleNotFoundError as missing:
        if missing.name != REPLAY:
            raise
        return None
    return getattr(room, name, None)


def _found(faults: Iterable[tuple[str, int, str]]) -> list[Fault]:
    return [Fault(stream, round_number, "replay", reason) for stream, round_number, reason in faults]


def _said(faults: list[Fault]) -> list[str]:
    if not faults:
        return ["Everything holds."]
    return [f"{_place(fault)}{fault.check}: {fault.reason}" for fault in faults]


def _place(fault: Fault) -> str:
    if not fault.stream:
        return ""
    return f"{fault.stream}, round {fault.round}, " if fault.round else f"{fault.stream}, "
