"""What is found in every round of an old data folder, for the house and for each patron who played in it.

``python -m tests.museum.verdicts FOLDER`` writes it down for the packed folders there, once for each version:
what each round is judged to be, and how it lay on the felt, step by step.
"""

from __future__ import annotations

import json
import lzma
import sys
import tempfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from cutcard.adapters.database.opening import open_store
from cutcard.adapters.database.sqlite_driver import FILE
from cutcard.record import RoundFile, RoundRecord
from cutcard.venue.ports import Store
from cutcard.venue.requests import CASHIER
from cutcard.verification import verify_round
from cutcard.verification.round_file import replay_round
from cutcard.views.messages.tables import HandView, LineView
from cutcard.views.past.past_round import PastStep, past_steps

VERDICTS = "verdicts.json"
PASTS = "pasts.json"
PACKED = ".sqlite.xz"
HOUSE = ""

Verdicts = dict[str, dict[str, list[bool]]]
"""By stream and round: by audience, whether the record holds and whether its result was found again."""

Pasts = dict[str, dict[str, str]]
"""By stream and round: by audience, a hash of how the felt lay after each step."""


def unpack(packed: Path, folder: Path) -> Path:
    """A data folder as its version left it."""
    folder.mkdir(parents=True)
    (folder / FILE).write_bytes(lzma.decompress(packed.read_bytes()))
    return folder


def rounds_of(store: Store) -> Iterator[tuple[str, int]]:
    """Every round on record that was opened, those of interrupted games aside."""
    for stream in store.streams():
        if stream == CASHIER:
            continue
        for number in sorted(store.rounds(stream, None, None, 1 << 30)):
            if any(entry.tag == "round_opened" for entry in store.round_entries(stream, number)):
                yield stream, number


def copies(store: Store, stream: str, number: int) -> Iterator[tuple[str, RoundFile]]:
    """The round's file for the house and for each patron in it, as the server makes them."""
    own = list(store.round_entries(stream, number))
    first, last = own[0].number, own[-1].number
    before = next(iter(store.entries(stream, first - 2, first - 1)), None) if first > 1 else None
    record = RoundRecord.of(list(store.entries(stream, first - 1, last)), before)
    yield HOUSE, record.for_auditor()
    for patron in sorted({owner for entry in own for owner, _ in entry.private}):
        yield patron, record.for_patron(patron)


def verdicts_of(store: Store) -> Verdicts:
    """Every round judged again from each copy of it."""
    found: Verdicts = {}
    for stream, number in rounds_of(store):
        judged = found.setdefault(f"{stream} {number}", {})
        for audience, file in copies(store, stream, number):
            judged[audience] = _judge(file)
    return found


def _judge(file: RoundFile) -> list[bool]:
    """As ``cutcard verify`` judges a file: one that does not hold (of a running round, say) is not played."""
    if not verify_round(file).holds:
        return [False, False]
    again = replay_round(file)
    assert not again.faults, f"{file.stream} {file.round} for {file.patron or 'the house'}: {again.faults}"
    return [True, again.settled]


def pasts_of(store: Store) -> Pasts:
    """Every round laid out again, for the house and for each patron in it."""
    found: Pasts = {}
    for stream, number in rounds_of(store):
        entries = list(store.round_entries(stream, number))
        patrons = sorted({owner for entry in entries for owner, _ in entry.private})
        for patron in (None, *patrons):
            steps = past_steps(entries, store.entries, patron)
            lay = "\n".join(_lay(step) for step in steps)
            audience = found.setdefault(f"{stream} {number}", {})
            audience[patron or HOUSE] = sha256(lay.encode()).hexdigest()[:16]
    return found


def _lay(step: PastStep) -> str:
    """Cards and money of a step, in words of the museum's own: a view may be shaped otherwise one day."""
    sides = (step.dealer, step.player, step.banker)
    parts: list[object] = [
        step.wall_ms,
        step.winner,
        step.staked,
        *(side.cards if side else () for side in sides),
    ]
    parts += [(wager.position, wager.bet, wager.stake, wager.could_win) for wager in step.wagers]
    parts += [*_hands(step.hands), *_lines(step.lines)]
    for fork in step.forks:
        parts += [fork.seat, fork.stake, fork.dealer.cards, *_hands(fork.hands), *_lines(fork.lines)]
    return repr(parts)


def _hands(hands: tuple[HandView, ...]) -> list[object]:
    return [(hand.position, hand.branch, hand.cards, hand.total, hand.stake) for hand in hands]


def _lines(lines: tuple[LineView, ...]) -> list[object]:
    return [(line.position, line.branch, line.bet, line.pays, line.stake, line.returned) for line in lines]


def main(version: Path) -> None:
    """Write down what is found in the folders of a version."""
    verdicts: dict[str, Verdicts] = {}
    pasts: dict[str, Pasts] = {}
    for packed in sorted(version.glob(f"*{PACKED}")):
        with tempfile.TemporaryDirectory() as folder:
            store = open_store(unpack(packed, Path(folder) / "data"))
            name = packed.name.removesuffix(PACKED)
            verdicts[name], pasts[name] = verdicts_of(store), pasts_of(store)
            store.close()
    (version / VERDICTS).write_text(json.dumps(verdicts, indent=0) + "\n")
    (version / PASTS).write_text(json.dumps(pasts, indent=0) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
