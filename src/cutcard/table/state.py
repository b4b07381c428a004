"""A table as it stands: the fold of its events. It judges nothing and knows no purse."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import Final

import msgspec

from cutcard.cards import Shoe
from cutcard.games import baccarat
from cutcard.games.baccarat.roads import Result
from cutcard.games.blackjack.play import HandAt
from cutcard.profiles.profile import Speed
from cutcard.table import events as e
from cutcard.table.events import Refund, SettledShare, Wager, Wagers
from cutcard.table.felt.felt import Felt
from cutcard.table.settings import Settings

Destination = HandAt | baccarat.Side | None
"""Where a card of the round went; None for what is not a card."""

IN_A_ROW: Final = 6
"""So many cards in a row in the order of a new deck mean that nobody shuffled (TB-34)."""

RESULTS_KEPT: Final = 60
UNDO_KEPT: Final = 40

MISREAD_FACE_DOWN: Final = "misread_face_down"
"""Why a table halts whose face-down card was read otherwise than it was turned or looked at (MO-04)."""

ROUNDS_KEPT: Final = 256
"""Of so many past rounds a table remembers who had a part in them, as long as there is room."""

FREED_KEPT: Final = 64
"""So many patrons are told on their return that their seat was freed."""

PARTS_KEPT: Final = 4096
"""The room for that: one for each patron and round. The last round is always remembered."""


class Phase(StrEnum):
    """Where a table is in its round (TB-01)."""

    WAITING = "waiting"
    BETTING = "betting"
    LAST_BETS = "last_bets"
    PLAYING = "playing"
    DISPUTE = "dispute"
    RESULT = "result"


class Layout(msgspec.Struct, frozen=True):
    """Chips as they lay before a button, and the positions whose winnings were staked again with them."""

    chips: Wagers = ()
    let_play: tuple[int, ...] = ()


class Place(msgspec.Struct, kw_only=True):
    """One patron's things at one table. ``last`` are the chips of the last round they played.

    ``name`` is what others at the table call them.
    ``last_win`` is what its winning wagers won. ``won`` is the main bet of each position that won in the
    last round they played, with its winnings; ``let_play`` are the positions whose winnings lie on the layout
    again. ``left_since`` are the seats that their players have left since ``last``: bets behind those are not
    repeated. ``display``: a public display may follow the patron's private table.
    """

    name: str = ""
    chips: Wagers = ()
    let_play: tuple[int, ...] = ()
    undo: list[Layout] = []
    last: Wagers = ()
    left_since: tuple[int, ...] = ()
    last_win: int = 0
    won: dict[int, Wager] = {}
    pressed: bool = False
    insurance: bool = True
    auto_repeat: bool = False
    keep_bets: bool = False
    speed: Speed = Speed.NORMAL
    behind: dict[int, tuple[bool, bool]] = {}
    away: bool = False
    away_since_ms: int = 0
    locked: bool = False
    display: bool = False


class Proposal(msgspec.Struct, frozen=True):
    """A correction of a settled round that waits for a second person."""

    by: str
    of_round: int
    amounts: dict[str, int]
    why: str = ""


class OpenDispute(msgspec.Struct, frozen=True):
    """Who halts the table, in which words, and for which reason of the list; both may be empty."""

    patron: str
    about: str = ""
    reason: str = ""


class Table(msgspec.Struct, kw_only=True):
    """The state of a table. ``felt`` keeps the cards of the last round until the next is dealt.

    ``reserved`` says until when places are kept for patrons who are not there (GUI-04); ``gone`` are those
    whom nothing waits for any more, though something still keeps them here (MO-02); ``contributed`` how many
    texts each patron mixed into the round; ``parts`` who had a wager in the last rounds; ``disputed_cards``
    how many open cards lay when the round was last disputed; ``disputing`` who has the dispute form open, and
    ``confirmed`` who agrees with the result. ``shown`` is what everybody's wagers come to while that may
    still be disputed; nothing of it is paid before it is ``settled``. ``face_down_read``: a reader knows the
    face-down card, and nothing has spoken against what it read. ``idle`` is how many rounds each seat has sat
    out; ``freed`` the seat that the house has freed for each patron, and why, until they sit again (TB-20).
    ``refunded`` is what a void or a correction has handed back of the round on the felt; ``settings_since``
    the round from which the settings hold, 0 where they are the first ones (TB-23).
    """

    settings: Settings
    shoe: Shoe
    next_settings: Settings | None = None
    settings_since: int = 0
    phase: Phase = Phase.WAITING
    at_ms: int = 0
    round: int = 0
    commitment: str = ""
    contributions: str = ""
    secret: str = ""
    texts: list[str] = []
    contributed: dict[str, int] = {}
    places: dict[str, Place] = {}
    reserved: dict[str, int] = {}
    gone: dict[str, None] = {}
    bettors: int = 0
    felt: Felt | None = None
    settled: dict[str, SettledShare] | None = None
    shown: dict[str, SettledShare] | None = None
    face_down_read: bool = False
    refunded: dict[str, Refund] = {}
    parts: dict[int, tuple[str, ...]] = {}
    revealed: bool = True
    draws: int = 0
    unseen: int = 0
    burn_first: bool = False
    burns_left: int = 0
    dealt: list[tuple[int, bool]] = []
    last_bets_ms: int | None = None
    deadline_ms: int | None = None
    window_open: bool = False
    bets_closed_ms: int = 0
    result_ms: int = 0
    card_due_ms: int = 0
    seats: dict[int, str] = {}
    runs: dict[int, int] = {}
    idle: dict[int, int] = {}
    freed: dict[str, tuple[int, str]] = {}
    round_over_ms: int = 0
    refuses_behind: dict[int, bool] = {}
    refuses_next: dict[int, bool] = {}
    dispute: OpenDispute | None = None
    disputing: dict[str, None] = {}
    confirmed: dict[str, None] = {}
    disputed_cards: int = 0
    story: list[tuple[e.AnyEvent, Destination]] = []
    opening: Shoe | None = None
    burned_first: bool = False
    burned_before: int = 0
    unseen_in_shoe: int = 0
    in_a_row: list[int] = []
    cut_card_seen: bool = False
    proposals: dict[int, Proposal] = {}
    corrections: int = 0
    results: list[str] = []
    coups: list[Result] = []
    paused: str | None = None
    closed: bool = False


def new_table(settings: Settings) -> Table:
    """A table before its first round, with a full shoe."""
    rules = settings.profile.rules
    return Table(settings=settings, shoe=Shoe.fresh(rules.decks, rules.shuffle, rules.penetration, 0))


@lru_cache(maxsize=1 << 12)
def wagers_of(chips: Wagers) -> Wagers:
    """The stakes by field, in the order in which each field was first placed on."""
    stakes: dict[tuple[int, str], int] = {}
    for chip in chips:
        at = (chip.position, chip.bet)
        stakes[at] = stakes.get(at, 0) + chip.stake
    return tuple(Wager(position, bet, stake) for (position, bet), stake in stakes.items())


def total(chips: Wagers) -> int:
    """All stakes together."""
    return sum(chip.stake for chip in chips)
