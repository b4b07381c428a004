"""The book: every balance and every hold, in memory beside the store. It knows no game and writes no file.

A movement is judged before it is made, as one whole: what counts is where all its holds and transfers
leave each purse, not the order in which they are listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from cutcard.ledger.accounts import is_patrons, is_play, patron, play_patron
from cutcard.ledger.refusal import Refusal
from cutcard.ledger.transfer import Hold, Transfer, balanced


class Purse(Protocol):
    """One account as a store has it."""

    @property
    def account(self) -> str:
        """Its name."""

    @property
    def balance(self) -> int:
        """All that it has, held or not."""


class Book:
    """Balances by account, and holds by account and place; ``play`` are the patrons who have play money."""

    __slots__ = ("_balances", "_held", "_holds", "_total", "play")

    def __init__(self, play: Iterable[str] = ()) -> None:
        self.play = set(play)
        self._balances: dict[str, int] = {}
        self._held: dict[str, int] = {}
        self._holds: dict[str, dict[str, int]] = {}
        self._total = 0

    def load(self, purses: Iterable[Purse], holds: Iterable[Hold], play: Iterable[str] = ()) -> None:
        """Start anew from what a store has."""
        self.play = set(play)
        self._balances = {purse.account: purse.balance for purse in purses}
        self._total = sum(self._balances.values())
        self._held, self._holds = {}, {}
        for hold in holds:
            self.put(hold)

    def purse(self, patron_id: str) -> str:
        """The account of a patron's purse."""
        return play_patron(patron_id) if patron_id in self.play else patron(patron_id)

    def knows(self, account: str) -> bool:
        """Whether anything was ever in this account."""
        return account in self._balances

    def balance(self, account: str) -> int:
        """All that the account has, held or not."""
        return self._balances.get(account, 0)

    def amount_held(self, account: str) -> int:
        """What is held for the account, at all places together."""
        return self._held.get(account, 0)

    def playable(self, account: str) -> int:
        """What may still be staked."""
        return self.balance(account) - self.amount_held(account)

    def playable_of(self, patron_id: str) -> int:
        """What a patron may still stake."""
        return self.playable(self.purse(patron_id))

    def hold_at(self, account: str, place: str) -> int:
        """What is held for the account at one place."""
        return self._holds.get(account, {}).get(place, 0)

    def holds(self) -> tuple[Hold, ...]:
        """Every hold that is not zero, by account and place."""
        listed = (Hold(account, *hold) for account in sorted(self._holds) for hold in self._of(account))
        return tuple(listed)

    def _of(self, account: str) -> list[tuple[str, int]]:
        return sorted(self._holds[account].items())

    def balances(self) -> Mapping[str, int]:
        """Every account's balance."""
        return dict(self._balances)

    def totals(self) -> int:
        """The sum over all accounts: zero, or something is wrong (TB-50)."""
        return self._total

    def why_not(self, holds: Sequence[Hold], transfers: Sequence[Transfer]) -> Refusal | None:
        """What stands against making all of these together, if anything does. Nothing changes."""
        for transfer in transfers:
            if not balanced(transfer):
                off = sum(posting.amount for posting in transfer.postings)
                return Refusal("unbalanced", {"kind": transfer.kind, "ref": transfer.ref, "off": off})
            if self.play and len({is_play(posting.account) for posting in transfer.postings}) > 1:
                return Refusal("mixed_money", {"kind": transfer.kind, "ref": transfer.ref})
        needed = self._needed(holds, transfers)
        if isinstance(needed, Refusal):
            return needed
        for account, amount in needed.items():
            if amount > 0 and is_patrons(account) and (playable := self.playable(account)) < amount:
                return Refusal("not_enough_credit", {"needed": amount, "playable": playable})
        return None

    def _needed(self, holds: Sequence[Hold], transfers: Sequence[Transfer]) -> dict[str, int] | Refusal:
        """By how much each account's playable amount would fall; the last hold at a place counts."""
        needed: dict[str, int] = {}
        put: dict[tuple[str, str], int] = {}
        for hold in holds:
            if hold.amount < 0:
                return Refusal("hold_is_negative", {"amount": hold.amount, "place": hold.place})
            put[hold.account, hold.place] = hold.amount
        for (account, place), amount in put.items():
            needed[account] = needed.get(account, 0) + amount - self.hold_at(account, place)
        # Of very many who are paid, few pay: only who does need be judged.
        paying = {
            posting.account for transfer in transfers for posting in transfer.postings if posting.amount < 0
        }
        for transfer in transfers:
            for posting in transfer.postings:
                account = posting.account
                if account in paying or account in needed:
                    needed[account] = needed.get(account, 0) - posting.amount
        return needed

    def apply(self, transfer: Transfer) -> None:
        """Make a transfer that was judged before."""
        balances = self._balances
        moved = 0
        for posting in transfer.postings:
            account, amount = posting.account, posting.amount
            balances[account] = balances.get(account, 0) + amount
            moved += amount
        self._total += moved
        assert moved == 0, f"{transfer.kind} {transfer.ref} is off by {moved}"

    def put(self, hold: Hold) -> None:
        """Hold this much for an account at a place from now on."""
        assert hold.amount >= 0, f"a hold of {hold.amount} at {hold.place}"
        places = self._holds.setdefault(hold.account, {})
        change = hold.amount - places.pop(hold.place, 0)
        if hold.amount:
            places[hold.place] = hold.amount
        elif not places:
            del self._holds[hold.account]
        held = self._held.get(hold.account, 0) + change
        if held:
            self._held[hold.account] = held
        else:
            self._held.pop(hold.account, None)

    def make(self, holds: Sequence[Hold], transfers: Sequence[Transfer]) -> Refusal | None:
        """Judge all of these and make them, or change nothing and say why."""
        refusal = self.why_not(holds, transfers)
        if refusal is None:
            for hold in holds:
                self.put(hold)
            for transfer in transfers:
                self.apply(transfer)
        return refusal
