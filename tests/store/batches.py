"""Batches as a venue makes them, and what a store holds in a form that can be compared. Opens no store."""

from __future__ import annotations

from hashlib import sha256
from random import Random
from typing import Any

from cutcard.ledger import Hold, Posting, Transfer, cashier, cashier_events, desk, escrow, house, patron
from cutcard.record import Entry, seal
from cutcard.venue.ports import Answered, Batch
from cutcard.venue.requests import CASHIER

Leaf = tuple[str, bytes]


def entry(stream: str, number: int, round_: int = 0, *leaves: Leaf, tag: str = "happened") -> Entry:
    digest = sha256(f"{stream} {number}".encode()).digest()
    return Entry(
        stream,
        number,
        round_,
        10 * number,
        10**12 + number,
        tag,
        b"\x00public\xff",
        leaves,
        digest[:16],
        digest,
    )


def move(source: str, target: str, amount: int, kind: str = "moved", ref: str = "") -> Transfer:
    return Transfer(kind, ref, (Posting(source, -amount), Posting(target, amount)))


def cash(patron_id: str, amount: int) -> Transfer:
    return move(desk(), patron(patron_id), amount, "cash_taken")


def paid_in(before: Entry | None, who: str, amount: int) -> Batch:
    """Cash over the desk as a venue writes it: the record holds, and the money is what it comes to."""
    number = 1 if before is None else before.number + 1
    event = cashier_events.CashTaken(who, amount, "desk")
    entry = seal(before, CASHIER, 0, 10 * number, 10**12 + number, event, bytes(16))
    return Batch(entries=[entry], transfers=cashier.transfers(event))


def step(rng: Random, numbers: dict[str, int], key: str) -> Batch:
    """One random step of a venue with four patrons at two tables; it may ask for more than there is."""
    stream, who = rng.choice(["one", "two"]), f"p{rng.randrange(4)}"
    number = numbers.get(stream, 0) + 1
    amount = rng.randrange(1, 100)
    what = rng.randrange(5)
    transfers = {
        0: [cash(who, amount)],
        1: [],
        2: [move(patron(who), escrow(stream), amount)],
        3: [move(house(stream), patron(who), amount)],
        4: [move(patron(who), house(stream), amount), move(escrow(stream), house(stream), 1)],
    }[what]
    holds = [Hold(patron(who), stream, rng.choice([0, amount]))] if what in {1, 2} else []
    return Batch(
        entries=[entry(stream, number, 1 + number // 5, (who, b"leaf"))],
        transfers=transfers,
        holds=holds,
        answers=[Answered(key, f"answer to {key}".encode())],
    )


def contents(store: Any) -> dict[str, object]:
    """Everything in a store that a venue reads back."""
    return {
        "purses": {
            purse.account: (purse.balance, purse.held)
            for purse in store.purses()
            if purse.balance or purse.held
        },
        "holds": sorted((hold.account, hold.place, hold.amount) for hold in store.holds()),
        "entries": {stream: list(store.entries(stream)) for stream in store.streams()},
    }
