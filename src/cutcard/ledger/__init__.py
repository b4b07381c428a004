"""Accounts, postings, holds, balances, and the cashier. Knows no card and no game."""

from cutcard.ledger.accounts import (
    desk,
    escrow,
    hand_pays,
    house,
    is_patrons,
    is_play,
    patron,
    patrons_among,
    play,
    play_money,
    play_patron,
    tips,
    trial_balance,
    vouchers,
)
from cutcard.ledger.book import Book
from cutcard.ledger.refusal import Facts, Refusal
from cutcard.ledger.transfer import Hold, Posting, Transfer, balanced

__all__ = [
    "Book",
    "Facts",
    "Hold",
    "Posting",
    "Refusal",
    "Transfer",
    "balanced",
    "desk",
    "escrow",
    "hand_pays",
    "house",
    "is_patrons",
    "is_play",
    "patron",
    "patrons_among",
    "play",
    "play_money",
    "play_patron",
    "tips",
    "trial_balance",
    "vouchers",
]
