"""The random center: answers what a table waits for from a round's secret (MO-01, MO-02, TB-62).

The cards of a round are fixed by its secret, the patrons' contributions and the pack it began with; a card's
face is found when it is due and kept nowhere else. Where secrets come from is the venue's affair.
"""

from __future__ import annotations

from cutcard.cards import Pack
from cutcard.games.blackjack.dealer import has_blackjack, with_card
from cutcard.record.fairness import Drawing
from cutcard.table import Table, Want
from cutcard.table import commands as c


class RandomCenter:
    """The secret of the running round, and the cards it has given so far, face-down ones among them."""

    def __init__(self, secret: bytes, pack: Pack) -> None:
        self.secret = secret
        self.pack = pack
        self._drawing: Drawing | None = None
        self._drawn: list[int] = []

    def answer(self, table: Table, wanted: Want) -> c.Command:
        """What the table waits for."""
        match wanted:
            case Want.CARD:
                return c.Deal(self._card(table, table.deal.draws))
            case Want.FACE_DOWN:
                self._card(table, table.deal.draws)
                return c.DealFaceDown()
            case Want.BURN_SHOWN:
                return c.Burn(self._card(table, table.deal.draws))
            case Want.BURN:
                self._card(table, table.deal.draws)
                return c.Burn()
            case Want.CHECK:
                return c.Check(self._blackjack(table))
            case Want.TURN:
                return c.TurnUp(self._hole(table))
            case Want.REVEAL:
                return c.Reveal(self.secret.hex(), self._unseen(table))
            case Want.ROUND:
                raise AssertionError("a round needs a secret of its own: the venue opens it")

    def _card(self, table: Table, index: int) -> int:
        """The card of this draw, counted from 0; those before it are drawn first."""
        if self._drawing is None:
            self._drawing = Drawing(self.secret, bytes.fromhex(table.fairness.contributions), self.pack)
        # In order, whichever is asked for: a draw hangs on the cards that are gone.
        while len(self._drawn) <= index:
            card, self._drawing = self._drawing.next()
            self._drawn.append(card)
        return self._drawn[index]

    def _hole(self, table: Table) -> int:
        """The face-down card: the last of the first deal, before which each position got two cards."""
        assert table.deal.felt is not None, "a card lies face down in a round"
        # Two for each position and the up card lay before it.
        return self._card(table, 2 * len(tuple(table.deal.felt.first_cards())) + 1)

    def _blackjack(self, table: Table) -> bool:
        dealer = None if table.deal.felt is None else table.deal.felt.dealer
        assert dealer is not None, "only a blackjack dealer looks"
        return has_blackjack(with_card(dealer, self._hole(table)))

    def _unseen(self, table: Table) -> tuple[int, ...]:
        """The drawn cards that nobody was shown: drawn, and not among those that left the shoe openly."""
        if not table.deal.unseen:
            return ()
        for index in range(table.deal.draws):
            self._card(table, index)
        left = list(self.pack.counts)
        unseen = []
        for card in self._drawn[: table.deal.draws]:
            left[card] -= 1
        for card, count in enumerate(table.deal.shoe.pack.counts):
            unseen.extend([card] * (count - left[card]))
        assert len(unseen) == table.deal.unseen, f"{table.deal.unseen} cards lie face down, not {unseen}"
        return tuple(unseen)
