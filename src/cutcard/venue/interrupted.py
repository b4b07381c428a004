"""What the venue brings to interrupted games: a record of their own, chance, and its revealing (TB-40).

How such a game goes is the table's affair; where its best play comes from is asked elsewhere.
"""

from __future__ import annotations

import msgspec

from cutcard.games import due
from cutcard.record import SECRET_BYTES, Entry, commitment, decode_event
from cutcard.record.chain import link_fault
from cutcard.table import events as e
from cutcard.table.felt.felt import Felt
from cutcard.table.forks.commands import DealFork, OpenFork, RevealFork
from cutcard.table.forks.decide import house_in_fork
from cutcard.table.forks.fork import Fork, drawn_card, evolve_fork, fork_stream, left_in
from cutcard.table.phases import halted
from cutcard.venue.ports import Secret, Store
from cutcard.venue.table_runner import Damaged, Running
from cutcard.venue.unit_of_work import Work

NO_ROUND = 0
"""The number under which a fork's secret is kept: its record is of no round of its own."""


def move_fork(work: Work, running: Running) -> bool:
    """One thing that an interrupted game needed of the venue; false where none does."""
    felt = running.table.deal.felt
    if felt is None:
        return False
    for fork in felt.forked.values():
        event = _next(work, running, felt, fork)
        if event is not None:
            refusal = work.happen(running, event)
            assert refusal is None, f"no purse stands against what the venue brings: {refusal}"
            return True
    return False


def _next(work: Work, running: Running, felt: Felt, fork: Fork) -> e.ForkEvent | None:
    table = running.table
    if not fork.opened:
        return None if fork.void else house_in_fork(table, _opening(work, running, fork))
    if fork.ended:
        secret = running.fork_secrets.get(fork.seat, b"")
        return None if fork.revealed else house_in_fork(table, RevealFork(fork.seat, secret.hex()))
    if fork.void:
        return e.ForkEnded(fork.patron, fork.seat, (), void=True)
    if halted(table) or not isinstance(fork.round.due, due.Card):
        return None
    pack = left_in(fork.pack, (card for card, _ in table.deal.dealt[fork.live_cards :]))
    face_down = None if felt.hole_shown else running.hole
    secret = running.fork_secrets[fork.seat]
    return house_in_fork(table, DealFork(fork.seat, drawn_card(secret, fork.draws + 1, pack, face_down)))


def _opening(work: Work, running: Running, fork: Fork) -> OpenFork:
    """A fresh secret, and the entry by which the hand was forked, written in this very step."""
    secret = work.entropy.random_bytes(SECRET_BYTES)
    stream = fork_stream(running.stream, fork.of_round, fork.seat)
    work.secrets.append(Secret(stream, NO_ROUND, secret))
    running.fork_secrets[fork.seat] = secret
    entry = next(
        entry
        for entry in reversed(work.entries)
        if entry.stream == running.stream and entry.tag == "hand_forked" and _seat(entry.public) == fork.seat
    )
    return OpenFork(fork.seat, entry.number, entry.hash.hex(), commitment(secret).hex())


class _Open(msgspec.Struct):
    seat: int


def _seat(public: bytes) -> int:
    return msgspec.json.decode(public, type=_Open).seat


def read_forks(store: Store, running: Running) -> None:
    """After a restart: the interrupted games on the felt as their records say."""
    felt, table = running.table.deal.felt, running.table
    if felt is None:
        return
    for fork in felt.forked.values():
        stream = fork_stream(running.stream, fork.of_round, fork.seat)
        last = _read_fork(store, stream, fork)
        secret = store.secret(stream, NO_ROUND)
        if secret is None or last is None:
            raise Damaged(f"the record or the secret of {stream} is missing")
        if fork.of_round == table.deal.round:  # else it lies there from the last round, and is over
            running.forks[fork.seat], running.fork_secrets[fork.seat] = last, secret


def _read_fork(store: Store, stream: str, fork: Fork) -> Entry | None:
    """One interrupted game from its record; its last entry."""
    last = None
    for entry in store.entries(stream):
        fault = link_fault(last, entry)
        if fault is not None:
            raise Damaged(f"the record of {stream} does not hold: {fault.key} {dict(fault.facts)}")
        evolve_fork(fork, decode_event(entry, e.ForkEvent))
        last = entry
    return last
