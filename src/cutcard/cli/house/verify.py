"""``cutcard verify``: whether a round's record, or everything in a store, holds.

It prints what others have found: record and ledger are judged by the record, results by the venue's replay.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
from cyclopts import Parameter

from cutcard.adapters.database.address import is_postgres, without_passwords
from cutcard.analysis.answer import file_name
from cutcard.cli.arguments import Json
from cutcard.cli.house.store_address import FOLDER, Database, DatabaseFile, store_address
from cutcard.cli.output import print_json, print_lines
from cutcard.cli.refusal import BadInput
from cutcard.ledger import trial_balance
from cutcard.record import BadRecord, RoundFile, read_round_file
from cutcard.texts import say
from cutcard.verification import StreamVerdict, verify_round, verify_stream

if TYPE_CHECKING:
    from cutcard.adapters.database.store import SqlStore
    from cutcard.verification.verdict import Replayed

NO = 1  # promised to scripts: the answer is no, which is no mistake in the question

Record = Annotated[
    str | None,
    Parameter(help="A round's record as it was downloaded, or the folder a server keeps its data in."),
]


class Fault(msgspec.Struct, frozen=True):
    """What does not hold, and where; round 0 is outside any round."""

    stream: str
    round: int
    check: str
    reason: str


def verify(
    record: Record = None,
    /,
    *,
    database: Database = None,
    database_file: DatabaseFile = None,
    json: Json = False,
) -> None:
    """Say whether the record holds; exit code 1 where it does not."""
    address = _meant(record, database, database_file)
    whole = is_postgres(address) or Path(address).is_dir()
    holds = _store(address, json=json) if whole else _round(Path(address), json=json)
    if not holds:
        sys.exit(NO)


def _meant(record: str | None, database: str | None, database_file: Path | None) -> str:
    if record is None:
        address = store_address(None, database, database_file)
        if address == FOLDER:
            raise BadInput("name a round's record, a data folder or a database to verify")
        return address
    if database is not None or database_file is not None:
        raise BadInput("name a record or a database to verify, not both")
    return record


def _round_file(path: Path) -> RoundFile:
    try:
        return read_round_file(path.read_bytes())
    except OSError as wrong:
        raise BadInput(f"{path} cannot be read: {wrong.strerror}") from None
    except BadRecord as wrong:
        raise BadInput(f"{path}: {wrong}") from None


def _round(path: Path, *, json: bool) -> bool:
    file = _round_file(path)
    verdict = verify_round(file)
    faults = [
        Fault(verdict.stream, verdict.round, check.name, say(check.reason))
        for check in verdict.checks
        if check.reason is not None
    ]
    checks = {check.name: check.holds for check in verdict.checks}
    left_out: tuple[str, ...] = ()
    unjudged: tuple[str, ...] = ()
    if not faults:
        again = _played_again(file)
        faults = _replay_faults((file.stream, file.round, reason) for reason in again.faults)
        left_out, unjudged = again.left_out, again.unjudged
        if faults or again.settled:
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
                "not_replayed": left_out,
                "not_judged": unjudged,
            }
        )
    else:
        marks = [f"  {name}: {'holds' if holds else 'DOES NOT HOLD'}" for name, holds in checks.items()]
        marks += [f"  not replayed: {what}" for what in left_out]
        marks += [f"  not judged: {what}" for what in unjudged]
        said = _report_lines(faults, (*left_out, *unjudged))
        print_lines([f"Round {verdict.round} of {verdict.stream}", *marks, *said])
    return not faults


def _played_again(file: RoundFile) -> Replayed:
    from cutcard.verification.round_file import replay_round

    return replay_round(file)


def _store(address: str, *, json: bool) -> bool:
    from cutcard.cli.house.data_folder import reading
    from cutcard.verification.folder import verify_folder

    name = file_name(without_passwords(address))
    with reading(address) as store:
        verdicts = [verify_stream(stream, store.entries(stream)) for stream in store.streams()]
        faults = [_fault(verdict) for verdict in verdicts if not verdict.holds]
        faults += [Fault("", 0, "ledger", line) for line in _ledger(store)]
        replayed = not faults
        if replayed:
            faults = _replay_faults(verify_folder(store))
        balance = trial_balance({purse.account: purse.balance for purse in store.purses()})
    if json:
        streams = [_stream(verdict) for verdict in verdicts]
        document = {"record": name, "holds": not faults, "replayed": replayed}
        print_json({**document, "streams": streams, "faults": faults, "balance": balance})
    else:
        rows = (
            f"  {verdict.stream}: {verdict.entries} entries, {verdict.rounds} rounds, {verdict.head}"
            for verdict in verdicts
        )
        sums = [f"  {side}: {_sums(kinds)}" for side, kinds in balance.items() if kinds]
        print_lines([f"{name}: {len(verdicts)} streams", *rows, *sums, *_report_lines(faults)])
    return not faults


def _sums(kinds: dict[str, int]) -> str:
    return ", ".join(f"{kind} {amount}" for kind, amount in kinds.items())


def _stream(verdict: StreamVerdict) -> dict[str, object]:
    facts = {"stream": verdict.stream, "entries": verdict.entries, "rounds": verdict.rounds}
    return {**facts, "head": verdict.head, "holds": verdict.holds}


def _fault(verdict: StreamVerdict) -> Fault:
    assert verdict.reason is not None
    return Fault(verdict.stream, verdict.round, verdict.check, say(verdict.reason))


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


def _replay_faults(faults: Iterable[tuple[str, int, str]]) -> list[Fault]:
    return [Fault(stream, round_number, "replay", reason) for stream, round_number, reason in faults]


def _report_lines(faults: list[Fault], left_out: tuple[str, ...] = ()) -> list[str]:
    if not faults:
        return ["What was checked holds." if left_out else "Everything holds."]
    return [f"{_place(fault)}{fault.check}: {fault.reason}" for fault in faults]


def _place(fault: Fault) -> str:
    if not fault.stream:
        return ""
    return f"{fault.stream}, round {fault.round}, " if fault.round else f"{fault.stream}, "
