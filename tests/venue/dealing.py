"""Whoever deals real cards in a simulation: a croupier with a scanner, or a card device (MO-03, MO-04).

They see what their table waits for and have mistakes of their own: they misread cards and put them right,
look wrongly, find a card that cannot be there, count shoes badly, lose patience. Which round comes out of it
is not known here.
"""

from __future__ import annotations

import random

from cutcard.adapters.card_device import NOT_DUE, THE_TABLE
from cutcard.cards import CARDS, rank
from cutcard.games.blackjack.dealer import has_blackjack, with_card
from cutcard.profiles import Mode
from cutcard.table import Phase, Table, Want, want
from cutcard.table import commands as c
from cutcard.table.correction.story import cards_of
from cutcard.table.phases import ready_for_next
from cutcard.venue.requests import Reply, Request
from cutcard.venue.venue import Venue
from tests.venue.terminals import Terminal

CARDS_WANTED = (Want.CARD, Want.FACE_DOWN, Want.CHECK, Want.TURN, Want.BURN, Want.BURN_SHOWN)

LIKELY = tuple(5 if rank(card) == 0 else 1 for card in CARDS)
"""Aces come much oftener than they should: insurance, looks and splits hang on them."""


class Manners:
    """How often something goes wrong at the shoe, in thousandths."""

    def __init__(
        self, misread: int = 30, impossible: int = 10, wrong_look: int = 10, hasty: int = 30
    ) -> None:
        self.misread = misread
        self.impossible = impossible
        self.wrong_look = wrong_look
        self.hasty = hasty


class Dealer(Terminal):
    """One table's croupier or device. ``lying`` are the open cards of the round as they really are.

    Where somebody else ``deals``, only the rest is done here, and ``lying`` is theirs.
    """

    pause_ms = 250

    def __init__(self, who: str, seed: int, table: str, manners: Manners | None = None) -> None:
        super().__init__(who, seed)
        self.table = table
        self.manners = manners or Manners()
        self.round = 0
        self.hole: int | None = None
        self.lying: list[int] = []
        self.really: dict[str, int] = {}
        self.refused = False
        self.deals = True

    def thinks(self, venue: Venue, now: int) -> Request | None:
        """The next thing to do at the table, if there is anything."""
        table = venue.tables[self.table].table
        if self.pending and not self._happens(self.manners.hasty):
            return None
        command = self.command(table, venue.now_ms())
        return None if command is None else self._says(command, now)

    def command(self, table: Table, now_ms: int) -> c.Command | None:
        """What is due at this table from whoever deals."""
        if table.deal.round != self.round:
            self.round, self.hole = table.deal.round, None
            self.lying = [] if self.deals else self.lying
        if table.halt.paused is not None or table.halt.dispute is not None:
            return None
        if self.refused and table.deal.settings.mode is Mode.AUTO:
            self.refused = False
            return c.Pause(THE_TABLE, NOT_DUE)
        odd = self._odd(table)
        if odd is not None:
            return odd
        wanted = want(table)
        if table.deal.settings.mode is Mode.LIVE and (wanted is Want.ROUND or ready_for_next(table, now_ms)):
            return c.OpenRound()
        if table.phase in (Phase.BETTING, Phase.LAST_BETS):
            return c.CloseBets(self.who) if table.patrons.bettors > 1 and self._happens(60) else None
        return self._dealt(table, wanted) if wanted in CARDS_WANTED and self.deals else None

    def _says(self, command: c.Command, now: int) -> Request:
        ask = self.asks((self.table, command), now)
        if isinstance(command, c.EnterCard | c.Deal | c.TurnUp | c.Burn) and command.card is not None:
            misread = self._happens(self.manners.misread) and not isinstance(command, c.TurnUp)
            self.really[ask.key] = self.random.randrange(52) if misread else command.card
        return ask

    def answered(self, ask: Request, reply: Reply) -> None:
        """A card that was taken lies there, whatever was read."""
        super().answered(ask, reply)
        card = self.really.pop(ask.key, None)
        if card is not None and reply.refusal is None:
            self.lying.append(card)
        self.refused = reply.refusal is not None and isinstance(ask.command, c.CardCommand)

    def _happens(self, thousandths: int) -> bool:
        return self.random.randrange(1000) < thousandths

    # What is not a card.

    def _odd(self, table: Table) -> c.Command | None:
        """A correction, a shoe, a call: what a croupier does beside dealing."""
        if table.phase in (Phase.PLAYING, Phase.DISPUTE) and self._happens(300):
            put_right = self._put_right(table)
            if put_right is not None:
                return put_right
        between = table.phase is Phase.RESULT or (table.phase is Phase.BETTING and not table.patrons.bettors)
        if between and self._happens(20):
            return c.ChangeShoe(self.who, self._counted(table))
        if table.deal.shoe.cut_card_out and not table.shoe_watch.cut_card_seen:
            return c.SeeCutCard(self.who)
        if not self._happens(4):
            return None
        return self.random.choice(
            (c.CallSupervisor(self.who, "a chip fell"), c.Pause(self.who, "a chip fell"))
        )

    def _put_right(self, table: Table) -> c.Command | None:
        """The first card that was entered as another one."""
        for at, (entered, card) in enumerate(zip(cards_of(table), self.lying, strict=False), 1):
            if entered != card:
                return c.CorrectCard(self.who, card, at)
        return None

    def _counted(self, table: Table) -> tuple[int, ...]:
        """What was left in the old shoe: not counted, counted well, or badly."""
        kind = self.random.randrange(3)
        counts = list(table.deal.shoe.pack.counts)
        for _ in range(table.shoe_watch.unseen_in_shoe + (kind == 2)):
            self._without_one(counts)
        return tuple(counts) if kind else ()

    def _without_one(self, counts: list[int]) -> None:
        left = [card for card in CARDS if counts[card]]
        if left:
            counts[self.random.choice(left)] -= 1

    # Cards.

    def _dealt(self, table: Table, wanted: Want | None) -> c.Command | None:
        card = self._card(table)
        scanned = table.deal.settings.mode is Mode.LIVE and self._happens(700)
        match wanted:
            case Want.FACE_DOWN:
                self.hole = card
                return c.DealFaceDown(card if table.deal.settings.face_down_reader else None)
            case Want.CHECK:
                return c.Check(self._looks(table) is not self._happens(self.manners.wrong_look))
            case Want.TURN:
                turned = self._turned(table)
                return None if turned is None else c.EnterCard(turned) if scanned else c.TurnUp(turned)
            case Want.BURN_SHOWN:
                return c.EnterCard(card) if scanned else c.Burn(card)
            case Want.BURN:
                return c.Burn()
            case _:
                return c.EnterCard(card) if scanned else c.Deal(card)

    def _card(self, table: Table) -> int:
        """A card that is still in the shoe; now and then one that cannot be there."""
        counts = table.deal.shoe.pack.counts
        gone = [card for card in CARDS if not counts[card]]
        if gone and (self._happens(self.manners.impossible) or len(gone) == len(CARDS)):
            return self.random.choice(gone)
        (card,) = self.random.choices(CARDS, [count * LIKELY[card] for card, count in enumerate(counts)])
        return card

    def _looks(self, table: Table) -> bool:
        assert table.deal.felt is not None, "a dealer looks in a round"
        assert table.deal.felt.dealer is not None, "baccarat has no card face down"
        hole = self._card(table) if self.hole is None else self.hole
        return has_blackjack(with_card(table.deal.felt.dealer, hole))

    def _turned(self, table: Table) -> int | None:
        """The card that lay face down; where it cannot be that one any more, one that fits what was seen."""
        assert table.deal.felt is not None, "a card is turned in a round"
        possible = [card for card in CARDS if table.deal.shoe.pack.counts[card]]
        if self.hole in possible or self._happens(100):
            return self.hole
        fits = [card for card in possible if table.deal.felt.turn_refused(card) is None]
        return self.random.choice(fits) if fits else None


def dealers_of(venue: Venue, seed: int, manners: Manners | None = None) -> list[Dealer]:
    """A croupier or a device for every table at which real cards are dealt."""
    modes = (Mode.LIVE, Mode.AUTO)
    at = [name for name, running in venue.tables.items() if running.table.deal.settings.mode in modes]
    return [Dealer(f"dealer{number}", seed, name, manners) for number, name in enumerate(at)]


class Supervisor(Terminal):
    """Somebody on the floor: resumes, closes disputes, corrects, voids, and has settled rounds put right.

    A round that stands still for too long is handed back: a look and a card that contradict each other, a
    card nobody can find. ``busy`` is how often anything is done without need, in thousandths.
    """

    STUCK_MS = 9_000

    def __init__(self, who: str, seed: int, busy: int = 40) -> None:
        super().__init__(who, seed)
        self.busy = busy

    def thinks(self, venue: Venue, now: int) -> Request | None:
        """What is done at one of the tables, if anything is."""
        if self.pending or not venue.tables:
            return None
        at = self.random.choice(list(venue.tables))
        command = self.command(self.random, venue.tables[at].table, venue.now_ms())
        return None if command is None else self.asks((at, command), now)

    def command(self, rnd: random.Random, table: Table, now_ms: int) -> c.Command | None:
        """What is needed here, or what somebody fancies."""
        if table.halt.dispute is not None:
            return self._on_dispute(rnd)
        if table.halt.paused is not None:
            void = c.VoidRound(self.who, "spilt")
            return void if rnd.random() < 0.1 and table.phase is not Phase.RESULT else c.Resume(self.who)
        real = table.deal.settings.mode in (Mode.LIVE, Mode.AUTO)
        if real and table.phase is Phase.PLAYING and now_ms - table.clock.at_ms > self.STUCK_MS:
            return c.VoidRound(self.who, "it does not go on")
        if table.past.proposals and rnd.random() < 0.5:
            # One's own is refused.
            return c.ApproveCorrection(self.who, rnd.choice(list(table.past.proposals)))
        return self._unasked(rnd, table) if rnd.randrange(1000) < self.busy else None

    def _on_dispute(self, rnd: random.Random) -> c.Command:
        kind = rnd.randrange(10)
        if kind < 6:
            return c.CloseDispute(self.who, "the cards were checked")
        if kind < 9:
            return c.CorrectCard(self.who, rnd.randrange(52), rnd.randrange(6))
        return c.VoidRound(self.who, "disputed")

    def _unasked(self, rnd: random.Random, table: Table) -> c.Command:
        patrons = sorted(table.patrons.places) or ["nobody"]
        amounts = {rnd.choice(patrons): rnd.choice((-500, -1, 1, 250, 10_000))}
        of_round = max(1, table.deal.round - rnd.randrange(3))
        return rnd.choice(
            (
                c.VoidRound(self.who, "spilt"),
                c.VoidRound(self.who, "a card fell"),
                c.Pause(self.who, "a look"),
                c.Resume(self.who),
                c.CorrectCard(self.who, rnd.randrange(52), rnd.randrange(8)),
                c.ProposeCorrection(self.who, of_round, amounts, "misread"),
                c.ProposeCorrection(self.who, of_round, amounts, "misread"),
                c.ChangeSettings(table.deal.settings, self.who),
            )
        )
