"""What happened to a hand whose patron was gone, on the table's record and the fork's own. Judges nothing.

Three of these stand in the record of the table: that a hand was forked, that its patron raised, what came of
it. The others, ``ForkEvent``, stand in the record of the interrupted game, which names the entry it hangs on.
"""

from __future__ import annotations

from typing import ClassVar

from cutcard.games.blackjack.options import Decision
from cutcard.table.event import Event, News, ShownIn
from cutcard.table.play.events import LineShare


class HandForked(Event, frozen=True, tag="hand_forked"):
    """A patron was gone at the deadline: the hand goes on in an interrupted game, which waits until then."""

    open_fields: ClassVar[tuple[str, ...]] = ("seat",)
    news: ClassVar[News] = News.EVERYBODY
    shown_in: ClassVar[ShownIn] = ShownIn.STEPS | ShownIn.RECORD
    in_story: ClassVar[bool] = True
    patron: str
    seat: int
    closes_ms: int


class ForkRaised(Event, frozen=True, tag="fork_raised"):
    """The patron doubled or split in the interrupted game."""

    news: ClassVar[News] = News.PATRON
    in_story: ClassVar[bool] = True
    patron: str
    seat: int
    branch: int
    decision: Decision
    cost: int


class ForkSettled(Event, frozen=True, tag="fork_settled"):
    """What the main bet of a forked seat came to, and the name of the record that shows it."""

    open_fields: ClassVar[tuple[str, ...]] = ("seat",)
    news: ClassVar[News] = News.EVERYBODY
    in_story: ClassVar[bool] = True
    patron: str
    seat: int
    lines: tuple[LineShare, ...]
    stream: str


class ForkOpened(Event, frozen=True, tag="fork_opened"):
    """The interrupted game: whose, of which seat, round and entry, and all that lay on the table.

    ``pack`` is what cards are drawn from: the decks less every open card of the round; the card that lies
    face down is left out, too, and named when it is turned. ``hands`` are the seat's; that in play is ``at``.
    """

    news: ClassVar[News] = News.PATRON
    patron: str
    seat: int
    table: str
    round: int
    entry: int
    hash: str
    commitment: str
    stake: int
    up: int
    hands: tuple[tuple[int, ...], ...]
    at: int
    seen: tuple[int, ...]
    pack: tuple[int, ...]


class ForkDecided(Event, frozen=True, tag="fork_decided"):
    """A decision in the interrupted game: the patron's, or the house's for them."""

    news: ClassVar[News] = News.PATRON
    shown_in: ClassVar[ShownIn] = ShownIn.STEPS | ShownIn.RECORD
    patron: str
    seat: int
    branch: int
    decision: Decision
    cost: int = 0
    automatic: bool = False


class ForkDealt(Event, frozen=True, tag="fork_dealt"):
    """A card was drawn. ``gone`` are live cards shown since the last one: they left the pack first."""

    news: ClassVar[News] = News.PATRON
    shown_in: ClassVar[ShownIn] = ShownIn.STEPS | ShownIn.RECORD
    patron: str
    seat: int
    card: int
    draw: int
    gone: tuple[int, ...] = ()


class ForkTurned(Event, frozen=True, tag="fork_turned"):
    """The dealer's face-down card, now that it lies open on the live table."""

    news: ClassVar[News] = News.PATRON
    shown_in: ClassVar[ShownIn] = ShownIn.STEPS | ShownIn.RECORD
    patron: str
    seat: int
    card: int


class ForkEnded(Event, frozen=True, tag="fork_ended"):
    """The interrupted game is over, or void with its round."""

    news: ClassVar[News] = News.PATRON
    shown_in: ClassVar[ShownIn] = ShownIn.STEPS | ShownIn.RECORD
    patron: str
    seat: int
    lines: tuple[LineShare, ...]
    void: bool = False


class ForkRevealed(Event, frozen=True, tag="fork_revealed"):
    """The secret that its cards were bound to."""

    news: ClassVar[News] = News.PATRON
    patron: str
    seat: int
    secret: str


ForkEvent = ForkOpened | ForkDecided | ForkDealt | ForkTurned | ForkEnded | ForkRevealed
"""What stands in the record of an interrupted game."""
