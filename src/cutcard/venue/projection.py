"""From what happened at a table to what moves in the ledger. It judges nothing (TB-03, TB-50).

A chip is a hold. At no more bets it becomes a stake in the table's escrow; a decision that costs money
adds to it. With the result the escrow is emptied: what is returned to the patrons, the rest to the house.
"""

from __future__ import annotations

from cutcard.ledger import Hold, Posting, Transfer, escrow, house, patron
from cutcard.table import events as e
from cutcard.table.state import total

Moves = tuple[tuple[Hold, ...], tuple[Transfer, ...]]

NOTHING: Moves = ((), ())


def moves(stream: str, round_: int, event: e.AnyEvent) -> Moves:
    """The holds and transfers of one event of a table."""
    ref = f"{stream}/{round_}"
    match event:
        case e.BetsChanged() | e.BehindRefunded():
            return (Hold(patron(event.patron), stream, total(event.chips)),), ()
        case e.BetsClosed():
            return _staked(stream, ref, event)
        case e.Decided(cost=cost) | e.ForkRaised(cost=cost) if cost:
            taken = (Posting(patron(event.patron), -cost), Posting(escrow(stream), cost))
            return (), (Transfer("raise", ref, taken),)
        case e.RoundSettled():
            return (), _settled(stream, ref, event)
        case e.RoundVoided() | e.CardCorrected():
            return _voided(stream, ref, event)
        case e.BehindFollowed():
            return (), _followed(stream, ref, event)
        case e.CorrectionMade():
            return (), (_corrected(stream, f"{stream}/{event.of_round}", event),)
        case _:
            return NOTHING


def _staked(stream: str, ref: str, event: e.BetsClosed) -> Moves:
    purses = [(patron(one), total(share.wagers)) for one, share in event.shares.items()]
    postings = [Posting(purse, -stake) for purse, stake in purses]
    postings.append(Posting(escrow(stream), sum(stake for _, stake in purses)))
    return tuple(Hold(purse, stream, 0) for purse, _ in purses), (Transfer("stake", ref, tuple(postings)),)


def _settled(stream: str, ref: str, event: e.RoundSettled) -> tuple[Transfer, ...]:
    """One net posting for each patron who gets something, and one for the house."""
    staked = returned = 0
    postings = []
    for one, share in event.shares.items():
        staked += share.staked
        returned += share.returned
        if share.returned:
            postings.append(Posting(patron(one), share.returned))
    postings.append(Posting(escrow(stream), -staked))
    if staked != returned:
        postings.append(Posting(house(stream), staked - returned))
    return (Transfer("settle", ref, tuple(postings)),)


def _followed(stream: str, ref: str, event: e.BehindFollowed) -> tuple[Transfer, ...]:
    postings = [Posting(patron(one), -share.cost) for one, share in event.shares.items() if share.cost]
    if not postings:
        return ()
    postings.append(Posting(escrow(stream), -sum(posting.amount for posting in postings)))
    return (Transfer("raise", ref, tuple(postings)),)


def _corrected(stream: str, ref: str, event: e.CorrectionMade) -> Transfer:
    """Compensating postings: what was settled stays as it was written."""
    postings = [Posting(patron(one), share.amount) for one, share in event.shares.items() if share.amount]
    postings.append(Posting(house(stream), -sum(posting.amount for posting in postings)))
    return Transfer("correction", ref, tuple(postings))


def _voided(stream: str, ref: str, event: e.RoundVoided | e.CardCorrected) -> Moves:
    back = [(patron(one), share.returned) for one, share in event.shares.items()]
    released = tuple(Hold(purse, stream, 0) for purse, _ in back)
    refunded = sum(amount for _, amount in back)
    if not refunded:
        return released, ()
    won = sum(share.won for share in event.shares.values())
    gains = [share.won for share in event.shares.values()]
    postings = [
        Posting(purse, amount + gain) for (purse, amount), gain in zip(back, gains, strict=True) if amount
    ]
    postings.append(Posting(escrow(stream), -refunded))
    if won:
        postings.append(Posting(house(stream), -won))
    return released, (Transfer("void", ref, tuple(postings)),)
