"""A table as it stands: the fold of its events. It judges nothing and knows no purse."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache
from typing import Final

import msgspec

from cutcard.cards import Shoe
from cutcard.games import baccarat, due
from cutcard.games.baccarat.roads import Result
from cutcard.games.blackjack.in_turn import Stage
from cutcard.games.blackjack.play import HandAt
from cutcard.profiles.profile import Interruption, Speed
from cutcard.table import events as e
from cutcard.table.events import Refund, SettledShare, Wager, Wagers
from cutcard.table.felt_coup import CoupFelt
from cutcard.table.felt_shared import SharedFelt
from cutcard.table.felt_turns import TurnsFelt
from cutcard.table.settings import Settings, delays_result, is_random, policy, resume_wait_ms

Felt = CoupFelt | SharedFelt | TurnsFelt

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


def betting(table: Table) -> bool:
    """Whether no bet is final yet: chips can be taken back, even while the table is paused (TB-03, TB-29)."""
    return table.phase in (Phase.BETTING, Phase.LAST_BETS)


def takes_bets(table: Table) -> bool:
    """Whether chips can be placed."""
    return betting(table) and table.paused is None


def between_rounds(table: Table) -> bool:
    """Whether no stake is committed: seats are taken and left, and places given up."""
    return table.phase not in (Phase.PLAYING, Phase.DISPUTE)


def playing(table: Table, patron: str) -> bool:
    """Whether the patron has a wager in the unsettled round."""
    return not between_rounds(table) and table.felt is not None and patron in table.felt.wagers


def open_to_displays(table: Table) -> bool:
    """Whether a public display may follow: not a private table, unless the house or its owner allows it."""
    owner = table.settings.owner
    if owner is None or table.settings.public_display:
        return True
    place = table.places.get(owner)
    return place is not None and place.display


def holds_back(table: Table) -> bool:
    """Whether the running round's result is out but not yet for the private table's own terminal (MO-01).

    At baccarat every card is the result; at blackjack those that the dealer turns and draws are.
    """
    felt = table.felt
    if not delays_result(table.settings) or table.phase is not Phase.PLAYING or felt is None:
        return False
    if isinstance(felt, CoupFelt):
        return bool(felt.coup.player)
    return felt.round.stage in (Stage.DEALER, Stage.OVER)


class Want(StrEnum):
    """What a table waits for from whoever holds its cards and secrets."""

    ROUND = "round"
    CARD = "card"
    FACE_DOWN = "face_down"
    CHECK = "check"
    TURN = "turn"
    BURN_SHOWN = "burn_shown"
    BURN = "burn"
    REVEAL = "reveal"


_WANTED: Final = {
    due.Card: Want.CARD,
    due.FaceDown: Want.FACE_DOWN,
    due.Check: Want.CHECK,
    due.Turn: Want.TURN,
}


def want(table: Table) -> Want | None:
    """What the table waits for now, decisions and time aside."""
    if table.paused is not None or table.dispute is not None:
        return None
    match table.phase:
        case Phase.WAITING:
            return None if table.closed else Want.ROUND
        case Phase.RESULT:
            return Want.REVEAL if not table.revealed and is_random(table.settings) else None
        case Phase.PLAYING:
            return _wanted_card(table)
        case _:
            return None


def _wanted_card(table: Table) -> Want | None:
    assert table.felt is not None, "a round that is played lies on the felt"
    if table.burn_first:
        return Want.BURN_SHOWN
    if table.burns_left:
        return Want.BURN
    return _WANTED.get(type(table.felt.due))


DISPUTE_FORM_MS: Final = 20_000
"""So much longer the result of a round waits for a dispute form that lies open (TB-30)."""


def dispute_ends_ms(table: Table, patron: str | None = None) -> int | None:
    """When the dispute time is over: for this patron, or for all of them. None where no end is set."""
    if table.phase is not Phase.DISPUTE or table.deadline_ms is None:
        return None
    filling = bool(table.disputing) if patron is None else patron in table.disputing
    return table.deadline_ms + (DISPUTE_FORM_MS if filling else 0)


def next_ms(table: Table) -> int | None:
    """When the table wants to hear of the time again; a card that is due by itself counts."""
    times = times_ms(table)
    return min(times) if times else None


def times_ms(table: Table) -> list[int]:
    """All times at which something may happen by itself, those that have passed included."""
    if table.paused is not None or table.dispute is not None:
        return []
    times = [table.deadline_ms, dispute_ends_ms(table)]
    if table.phase is Phase.BETTING:
        times.append(table.last_bets_ms)
    if want(table) is not None and table.phase is Phase.PLAYING:
        times.append(table.card_due_ms)
    times.extend(_waits_end_ms(table))
    if between_rounds(table):
        times.extend(table.reserved.values())
        times.extend(seat_kept_until_ms(table, patron) for patron in table.seats.values())
    return [each for each in times if each is not None]


def seat_kept_until_ms(table: Table, patron: str) -> int | None:
    """Until when the seats of a patron whose terminal is gone are kept (TB-20); None without an end.

    The time begins with the end of the round that they still had a part in.
    """
    place = table.places.get(patron)
    if place is None or not place.away or not table.settings.seat_away_s or patron in table.reserved:
        return None
    played = table.parts and patron in table.parts[next(reversed(table.parts))]
    since_ms = max(place.away_since_ms, table.round_over_ms) if played else place.away_since_ms
    return since_ms + 1000 * table.settings.seat_away_s


def _waits_end_ms(table: Table) -> Iterator[int]:
    """When the table has waited long enough for patrons who are gone (TB-40, TB-42)."""
    felt = table.felt
    if table.phase is not Phase.PLAYING or not isinstance(felt, TurnsFelt):
        return
    for fork in felt.forked.values():
        if fork.asked is not None:
            yield fork.closes_ms
    if policy(table.settings) is Interruption.RESUME:
        for patron in felt.wagers:
            place = table.places.get(patron)
            if place is not None and place.away:
                yield place.away_since_ms + resume_wait_ms(table.settings)


def is_baccarat(table: Table) -> bool:
    """Whether coups are dealt here."""
    return isinstance(table.settings.profile.rules, baccarat.Rules)
