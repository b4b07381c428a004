"""One table followed entry by entry, and what must hold of its wagers, cards, disputes and interrupted games.

All of it is found a second time from what the entries say; how the table came to them is not known here.
"""

from __future__ import annotations

from collections.abc import Mapping

from cutcard.cards import Shuffle
from cutcard.record import Entry, decode_event
from cutcard.record.chain import link_fault
from cutcard.table import Phase, Table, evolve, new_table
from cutcard.table import events as e
from cutcard.table.felt.shared import SharedFelt
from cutcard.table.felt.turns import TurnsFelt
from cutcard.table.forks.evolve import fork_of
from cutcard.table.forks.fork import evolve_fork
from cutcard.table.settings import BEHIND, is_random
from cutcard.verification.chain import round_checks
from cutcard.verification.facts import EntryBodies, gather_facts
from cutcard.verification.judge import event_fault
from tests.venue.silence import Silence
from tests.venue.staking import Stakes

CHAIN_EVERY = 5
"""Whether all hashes hold is asked elsewhere; here a sample will do."""


class Violation(Exception):
    """Something that must never be. Not an AssertionError: those freeze a table, and this must be heard."""


def must(holds: bool, what: str) -> None:
    if not holds:
        raise Violation(what)


class Followed:
    """One table as its record tells it, with the records of its interrupted games."""

    def __init__(self, stream: str) -> None:
        self.stream = stream
        self.last: Entry | None = None
        self.forks: dict[str, Entry] = {}
        self.table: Table | None = None
        self.entries: list[Entry] = []
        self.pack: tuple[int, ...] = ()
        self.open_cards: list[int] = []
        self.rounds: dict[int, str] = {}
        self.stakes = Stakes()
        self.proposals: dict[int, tuple[str, Mapping[str, e.CorrectionShare]]] = {}
        self.silence = Silence()
        self.settled = 0

    def follow(self, entry: Entry) -> e.AnyEvent:
        """The next entry of the table, or of one of its interrupted games; what it says."""
        before = self.last if entry.stream == self.stream else self.forks.get(entry.stream)
        if entry.number % CHAIN_EVERY == 1:
            must(link_fault(before, entry) is None, f"the chain of {entry.stream} breaks")
        must(before is None or before.at_ms <= entry.at_ms, f"time ran back in {entry.stream}")
        event: e.AnyEvent = decode_event(entry, e.AnyEvent)
        try:
            if isinstance(event, e.ForkEvent):
                self.forks[entry.stream] = entry
                self._in_fork(event)
            else:
                self.last = entry
                self._happened(entry, event)
        except (AssertionError, KeyError, ValueError, IndexError) as impossible:
            raise Violation(
                f"{entry.stream}: {entry.tag} cannot have happened: {impossible!r}"
            ) from impossible
        return event

    def _happened(self, entry: Entry, event: e.AnyEvent) -> None:
        if self.table is None:
            assert isinstance(event, e.TableOpened)
            self.table = new_table(event.settings)
        table = self.table
        where = f"{entry.stream}, round {entry.round}"
        why = event_fault(table, event, entry.at_ms)
        must(why is None, f"{where}: {why}")
        if isinstance(event, e.RoundOpened):
            self.entries = []
        if is_random(table.deal.settings):
            self.entries.append(entry)
        if isinstance(table.deal.felt, SharedFelt):
            wrong = self.silence.closing(table.deal.felt, event) if table.phase is Phase.PLAYING else None
            must(wrong is None, f"{where}: {wrong}")
        self._said(where, entry.round, event)
        evolve(table, event, entry.at_ms)
        if isinstance(table.deal.felt, SharedFelt):
            self.silence.happened(table.deal.felt, event)
        self._wagers(where, entry.round, event)
        self._cards(event)
        if isinstance(event, e.RoundRevealed):
            self._verified(entry)

    def _said(self, where: str, round_: int, event: e.AnyEvent) -> None:
        """What people say of a round, before it takes effect: disputes in time, corrections by two people."""
        match event:
            case e.Disputed():
                in_time = self.rounds.get(round_) == "open" and event.patron in self.stakes.lie
                must(in_time, f"{where}: {event.patron} disputes what is {self.rounds.get(round_)}")
            case e.CorrectionProposed():
                known = self.rounds.get(event.of_round)
                must(known in ("settled", "voided"), f"{where}: a correction of what is {known}")
                self.proposals[event.number] = (event.by, event.shares)
            case e.CorrectionMade():
                by, shares = self.proposals.pop(event.number)
                must(by != event.by, f"{where}: {by} alone corrected")
                must(shares == event.shares, f"{where}: {event.shares} were corrected, not {shares}")
            case _:
                pass

    def _wagers(self, where: str, round_: int, event: e.AnyEvent) -> None:
        """Every committed wager is open, settled or voided: exactly one, and once."""
        state = self.rounds.get(round_)
        match event:
            case e.BetsClosed():
                must(state is None, f"{where} closed twice")
                self.rounds[round_] = "open"
                self._committed(where, event)
            case e.Decided() | e.ForkRaised() | e.BehindFollowed():
                self.stakes.raised(event)
            case e.CardCorrected():
                for patron, refund in event.shares.items():
                    staked = self.stakes.void(patron, refund.wagers)
                    must(refund.returned == staked, f"{where}: {patron} gets {refund} for {staked}")
            case e.RoundSettled():
                must(state == "open", f"{where} settled when {state}")
                self.rounds[round_] = "settled"
                self.settled += 1
                settled = {patron: share.staked for patron, share in event.shares.items()}
                lay = self.stakes.totals()
                must(settled == lay, f"{where}: {settled} settled, {lay} staked")
            case e.RoundVoided():
                self._voided(where, round_, event)
            case _:
                pass

    def _committed(self, where: str, event: e.BetsClosed) -> None:
        """What is staked from here on; a bet behind a seat without a main bet is none (TB-22)."""
        stakes = [wager for share in event.shares.values() for wager in share.wagers]
        played = {wager.position for wager in stakes if wager.bet != BEHIND}
        left_over = [wager for wager in stakes if wager.bet == BEHIND and wager.position not in played]
        must(not left_over, f"{where}: {left_over} behind nobody who plays")
        self.stakes = Stakes(event)

    def _voided(self, where: str, round_: int, event: e.RoundVoided) -> None:
        state = self.rounds.get(round_)
        must(state in (None, "open"), f"{where} voided when {state}")
        self.rounds[round_] = "voided"
        back = {patron: share.returned for patron, share in event.shares.items() if share.returned}
        due = self.stakes.totals() if state == "open" else {}
        must(back == due, f"{where}: a void hands back {back}, not {due}")

    # Cards.

    def _cards(self, event: e.AnyEvent) -> None:
        """Cards on the table and cards in the shoe are the pack."""
        table = self.table
        assert table is not None
        match event:
            case e.RoundOpened():
                self._opened_with(table, event)
            case e.CardDealt(card=card) | e.CardTurned(card=card) | e.CardBurned(card=int(card)):
                self.open_cards.append(card)
            case e.RoundRevealed():
                self.open_cards.extend(event.unseen)
            case e.CardCorrected():
                must(self.open_cards[event.at - 1] == event.was, f"card {event.at} was not {event.was}")
                self.open_cards[event.at - 1] = event.card
            case e.RoundVoided(misread=(entered, card)):
                self._misread(entered, card)
                return
            case e.ShoeChanged():
                self.pack, self.open_cards = table.deal.shoe.pack.counts, []
                return
            case _:
                return
        must(self._left() == table.deal.shoe.pack.counts, "the cards and the shoe are not the pack")
        must(
            len(self.open_cards) + table.deal.unseen == table.deal.draws,
            "a card is neither open nor face down",
        )

    def _left(self) -> tuple[int, ...]:
        left = list(self.pack)
        for card in self.open_cards:
            left[card] -= 1
        return tuple(left)

    def _opened_with(self, table: Table, event: e.RoundOpened) -> None:
        """The pack of a round is what the last one left of the same shoe, or whole decks."""
        decks = table.deal.settings.profile.rules.decks
        fresh = (decks,) * len(event.pack)
        cut_card = table.deal.settings.profile.rules.shuffle is Shuffle.CUT_CARD
        goes_on = self._left() if cut_card and self.pack else fresh
        must(event.pack in (goes_on, fresh), f"round {event.round} begins with another shoe")
        self.pack, self.open_cards = event.pack, []

    def _misread(self, entered: int, card: int) -> None:
        """The right card left the shoe, not the one that was entered, unless there was none left of it."""
        at = self.open_cards.index(entered)
        self.open_cards[at : at + 1] = []
        if self._left()[card]:
            self.open_cards.append(card)

    def _verified(self, entry: Entry) -> None:
        of_round = [each for each in self.entries if each.round == entry.round]
        whole = gather_facts(
            EntryBodies(entry.number, entry.tag, entry.public, entry.private) for entry in of_round
        )
        for check in round_checks(entry.round, whole):
            must(check.reason is None, f"{entry.stream}, round {entry.round}: {check.name} {check.reason}")

    # Interrupted games.

    def _in_fork(self, event: e.ForkEvent) -> None:
        """Whoever dropped does not gain by it: no hole card before it is shown, no decision after (TB-40)."""
        assert self.table is not None
        felt = self.table.deal.felt
        assert isinstance(felt, TurnsFelt)
        match event:
            case e.ForkTurned():
                shown = felt.round.dealer.cards[1:2]
                must(
                    shown == (event.card,), f"{self.stream}: a fork saw {event.card} before {shown} was shown"
                )
            case e.ForkDecided(automatic=False):
                may = felt.hole_read and not felt.hole_shown
                must(may, f"{self.stream}: {event.patron} decided in a fork when the hole card was shown")
            case e.ForkDecided():
                must(not event.cost, f"{self.stream}: the house staked {event.cost} of {event.patron}'s")
            case _:
                pass
        evolve_fork(fork_of(self.table, event), event)
