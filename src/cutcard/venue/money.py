"""From what happened at a table to what moves in the ledger. It judges nothing (TB-03, TB-50).

A chip is a hold. At no more bets it becomes a stake in the table's escrow; a decision that costs money
adds to it. With the result the escrow is emptied: what is returned to the patrons, the rest to the house.
Play money moves in the same way through accounts of its own, in a transfer of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from typing import TypeVar

import msgspec

from cutcard.ledger import Hold, Posting, Transfer, escrow, house, patron, play, play_patron
from cutcard.table import events as e
from cutcard.table.state import total

Moves = tuple[tuple[Hold, ...], tuple[Transfer, ...]]
Share = TypeVar("Share")

NOTHING: Moves = ((), ())


class Till(msgspec.Struct, frozen=True):
    """The accounts of a table for one kind of money."""

    purse: Callable[[str], str]
    escrow: str
    house: str


def money(stream: str) -> Till:
    """The accounts of a table for house money."""
    return Till(patron, escrow(stream), house(stream))


def play_money(stream: str) -> Till:
    """The accounts of a table for play money."""
    return Till(play_patron, play(escrow(stream)), play(house(stream)))


def moves(stream: str, round_: int, event: e.AnyEvent, players: Container[str] = ()) -> Moves:
    """The holds and transfers of one event of a table; ``players`` are the patrons who have play money."""
    ref = f"{stream}/{round_}"
    match event:
        case e.BetsChanged() | e.BehindRefunded():
            till = _till(stream, event.patron, players)
            return (Hold(till.purse(event.patron), stream, total(event.chips)),), ()
        case e.BetsClosed():
            return _all(_stake_moves(stream, ref, *part) for part in _parts(stream, event.shares, players))
        case e.Decided(cost=cost) | e.ForkRaised(cost=cost) if cost:
            till = _till(stream, event.patron, players)
            taken = (Posting(till.purse(event.patron), -cost), Posting(till.escrow, cost))
            return (), (Transfer("raise", ref, taken),)
        case e.RoundSettled():
            return _all(_settlement_moves(ref, *part) for part in _parts(stream, event.shares, players))
        case e.RoundVoided() | e.CardCorrected():
            return _all(_void_moves(stream, ref, *part) for part in _parts(stream, event.shares, players))
        case e.BehindFollowed():
            return _all(_raise_moves(ref, *part) for part in _parts(stream, event.shares, players))
        case e.CorrectionMade():
            ref = f"{stream}/{event.of_round}"
            return _all(_correction_moves(ref, *part) for part in _parts(stream, event.shares, players))
        case _:
            return NOTHING


def _till(stream: str, who: str, players: Container[str]) -> Till:
    return play_money(stream) if who in players else money(stream)


def _parts(
    stream: str, shares: Mapping[str, Share], players: Container[str]
) -> list[tuple[Till, Mapping[str, Share]]]:
    """The shares of patrons with money, and of those with play money."""
    playing = {who: share for who, share in shares.items() if who in players}
    if not playing:
        return [(money(stream), shares)]
    paying = {who: share for who, share in shares.items() if who not in playing}
    parts: list[tuple[Till, Mapping[str, Share]]] = [(play_money(stream), playing)]
    return [(money(stream), paying), *parts] if paying else parts


def _all(made: Iterable[Moves]) -> Moves:
    parts = list(made)
    if len(parts) == 1:
        return parts[0]
    return tuple(hold for part in parts for hold in part[0]), tuple(
        transfer for part in parts for transfer in part[1]
    )


def _stake_moves(stream: str, ref: str, till: Till, shares: Mapping[str, e.BetsShare]) -> Moves:
    purses = [(till.purse(patron), total(share.wagers)) for patron, share in shares.items()]
    postings = [Posting(purse, -stake) for purse, stake in purses]
    postings.append(Posting(till.escrow, sum(stake for _, stake in purses)))
    return tuple(Hold(purse, stream, 0) for purse, _ in purses), (Transfer("stake", ref, tuple(postings)),)


def _settlement_moves(ref: str, till: Till, shares: Mapping[str, e.SettledShare]) -> Moves:
    """One net posting for each patron who gets something, and one for the house."""
    staked = returned = 0
    postings = []
    for name, share in shares.items():
        staked += share.staked
        returned += share.returned
        if share.returned:
            postings.append(Posting(till.purse(name), share.returned))
    # Stakes have lain in escrow since no more bets: all of them leave it, to patrons or to the house.
    postings.append(Posting(till.escrow, -staked))
    if staked != returned:
        postings.append(Posting(till.house, staked - returned))
    return (), (Transfer("settle", ref, tuple(postings)),)


def _raise_moves(ref: str, till: Till, shares: Mapping[str, e.BehindShare]) -> Moves:
    postings = [Posting(till.purse(patron), -share.cost) for patron, share in shares.items() if share.cost]
    if not postings:
        return NOTHING
    postings.append(Posting(till.escrow, -sum(posting.amount for posting in postings)))
    return (), (Transfer("raise", ref, tuple(postings)),)


def _correction_moves(ref: str, till: Till, shares: Mapping[str, e.CorrectionShare]) -> Moves:
    """Compensating postings: what was settled stays as it was written."""
    postings = [Posting(till.purse(patron), share.amount) for patron, share in shares.items() if share.amount]
    postings.append(Posting(till.house, -sum(posting.amount for posting in postings)))
    return (), (Transfer("correction", ref, tuple(postings)),)


def _void_moves(stream: str, ref: str, till: Till, shares: Mapping[str, e.Refund]) -> Moves:
    back = [(till.purse(patron), share.returned) for patron, share in shares.items()]
    released = tuple(Hold(purse, stream, 0) for purse, _ in back)
    refunded = sum(amount for _, amount in back)
    if not refunded:
        return released, ()
    won = sum(share.won for share in shares.values())
    gains = [share.won for share in shares.values()]
    postings = [
        Posting(purse, amount + gain) for (purse, amount), gain in zip(back, gains, strict=True) if amount
    ]
    postings.append(Posting(till.escrow, -refunded))
    if won:
        postings.append(Posting(till.house, -won))
    return released, (Transfer("void", ref, tuple(postings)),)
