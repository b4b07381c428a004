"""Messages to terminals, displays and croupiers: the shapes, and nothing that fills them.

No field is for a card that lies face down, an undealt card or another patron's account (TB-64). Cards are
texts such as ``As``; a face-down card is ``??``. Amounts are whole minor units.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from cutcard.games.reason import Reason
from cutcard.views.messages.betting import BetAllView, HandStake, LimitsView, RackView, WagerView
from cutcard.views.messages.money import PaidView, RoundMoney

FACE_DOWN = "??"


class HandView(msgspec.Struct, frozen=True, kw_only=True):
    """One hand as it lies on the felt. ``state`` is what it waits for or ended as.

    ``stake`` is what its owner has on it until it is settled. It is 0 where patrons with different stakes
    see the same hand: what lies on one's own is in ``OwnView.stakes``.
    """

    position: int
    branch: int = 0
    cards: tuple[str, ...] = ()
    total: int = 0
    soft: bool = False
    state: str = ""
    wager: int = 1
    main: bool = True
    stake: int = 0


class SideView(msgspec.Struct, frozen=True, kw_only=True):
    """A hand that is the house's or nobody's: the dealer, Player, Banker."""

    cards: tuple[str, ...] = ()
    total: int = 0
    soft: bool = False
    state: str = ""


class Dealt(msgspec.Struct, frozen=True):
    """One card of the history bar."""

    card: str
    burned: bool = False


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """A seat of a seated table. ``name`` is what its patron is called there; none where the seat is free.

    ``forked``: the hand is played on as an interrupted game. ``reserved``: kept for whoever sits there.
    """

    seat: int
    name: str | None = None
    stake: int = 0
    behind: int = 0
    behind_refused: bool = False
    run: int = 0
    hands: tuple[HandView, ...] = ()
    locked: bool = False
    away: bool = False
    forked: bool = False
    reserved: bool = False


class Highlight(msgspec.Struct, frozen=True):
    """A special bet's winning line on these cards, for all to see (SB-51)."""

    position: int
    bet: str
    line: str
    pays: str


class PublicView(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody at a table, and its display, sees.

    ``phase``: closed, paused, betting, last_bets, dealing, offer, decisions, dealer, result, dispute.
    ``step`` is the same apart from a halt: a paused table stays in the step it was paused in.
    ``left_ms`` of ``window_ms`` remain when the message leaves; None where nothing runs out.
    """

    phase: str
    round: int
    message: Reason
    left_ms: int | None = None
    window_ms: int | None = None
    shoe: int = 1
    shoe_dealt: int = 0
    shoe_size: int = 0
    cut_card_out: bool = False
    players: int = 0
    wagered: int = 0
    finished: int = 0
    commitment: str = ""
    contributions: str = ""
    revealed: str = ""
    dealer: SideView | None = None
    hands: tuple[HandView, ...] = ()
    player: SideView | None = None
    banker: SideView | None = None
    winner: str | None = None
    history: tuple[Dealt, ...] = ()
    highlights: tuple[Highlight, ...] = ()
    results: tuple[str, ...] = ()
    why: tuple[Reason, ...] = ()
    seats: tuple[SeatView, ...] = ()
    turn: tuple[int, int] | None = None
    paused: Reason | None = None
    dispute: Reason | None = None
    dispute_left_ms: int | None = None
    step: str = ""
    settings_since: int = 0


class HandsView(msgspec.Struct, frozen=True, kw_only=True):
    """The hands of one line of play: the same for every patron on it.

    ``burned`` are places in the history bar, counted from 0: cards of which the line asked for none (TB-11).
    """

    hands: tuple[HandView, ...] = ()
    burned: tuple[int, ...] = ()


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """One decision button. Not available: greyed, with the reason. Risky: asked about first (GUI-10)."""

    decision: str
    available: bool
    cost: int = 0
    why: Reason | None = None
    risky: bool = False


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """A hand of this patron that needs a decision."""

    position: int
    branch: int
    offer: bool
    choices: tuple[Choice, ...]


class LineView(msgspec.Struct, frozen=True, kw_only=True):
    """How one wager ended, and why. All that it ``returned`` is what it won or ``stakes_back``."""

    position: int
    branch: int
    bet: str
    outcome: str
    pays: str
    stake: int
    returned: int
    won: int
    stakes_back: int
    why: Reason | None = None


class ForkView(msgspec.Struct, frozen=True, kw_only=True):
    """The patron's interrupted game (TB-40). They decide there as at the table, with the same command.

    ``left_ms`` remain until the house plays on without the patron; None once they are back, or it is over.
    """

    seat: int
    of_round: int
    stake: int
    dealer: SideView
    hands: tuple[HandView, ...] = ()
    asks: tuple[Asked, ...] = ()
    left_ms: int | None = None
    ended: bool = False
    lines: tuple[LineView, ...] = ()


class OwnView(msgspec.Struct, frozen=True, kw_only=True):
    """What one patron alone sees of a table.

    ``can`` names the buttons that would do something now: place, clear, undo, double, raise, repeat,
    repeat_double, play_now, bet_all@N, auto_repeat, deal, let_it_play@N, take_seat@N, leave_seat@N,
    refuse_behind@N and take_behind@N, reserve, leave, dispute, confirm; those that take a chip are judged
    with ``chip``, the one in hand. ``bet_all`` says what one press of Bet All does on each position;
    ``closed`` are the fields, as ``position bet``, that would not take the chip in hand, with the code of the
    refusal. ``asks`` has what is asked in an interrupted game, too. ``result`` is what the round on the
    felt came to, ``paid`` which fields won, ``win`` how much is made of that for now, of the grades in
    the table's ``wins``; ``speed`` the chosen one of its ``speeds``.
    Seats in ``behind_refused`` take no bets behind from the next round on;
    ``behind_presets`` say of each seat how a bet behind it would go along; ``reserved_ms`` is left of a
    reservation. ``stakes`` are what lies on each of one's hands; each of ``behind`` has its own, by the
    seat's hands. ``pending`` is what comes back with a result that is shown and not settled yet, since it
    may be disputed for another ``dispute_left_ms``. ``seat_freed`` is why the house has freed the patron's
    seat, until they sit again. ``note`` is what the patron must know beside the table's message, such as
    that they wait.
    """

    wagers: tuple[WagerView, ...] = ()
    bet: int = 0
    last_bet: int = 0
    last_win: int = 0
    result: RoundMoney | None = None
    paid: tuple[PaidView, ...] = ()
    win: str | None = None
    insured: tuple[int, ...] = ()
    asks: tuple[Asked, ...] = ()
    lines: tuple[LineView, ...] = ()
    waits: bool = False
    options: Mapping[str, bool] = {}
    speed: str | None = None
    can: tuple[str, ...] = ()
    chip: int = 0
    bet_all: Mapping[int, BetAllView] = {}
    closed: Mapping[str, str] = {}
    seats: tuple[int, ...] = ()
    behind: tuple[Mapping[str, Any], ...] = ()
    behind_presets: tuple[Mapping[str, Any], ...] = ()
    behind_refused: tuple[int, ...] = ()
    seat_freed: Reason | None = None
    locked: bool = False
    reserved_ms: int | None = None
    forks: tuple[ForkView, ...] = ()
    stakes: tuple[HandStake, ...] = ()
    pending: int | None = None
    dispute_left_ms: int | None = None
    note: Reason | None = None


class FieldView(msgspec.Struct, frozen=True, kw_only=True):
    """A betting field: what it is, what it takes, what it pays.

    ``note`` is what stands beside the odds on the cloth, ``colour`` the field's own where it has one.
    ``group`` and ``side`` are where it has its place: main bets and special ones apart, those that differ in
    their totals alone in rows; at baccarat with Player, with Banker, or with Tie between them.
    """

    position: int
    bet: str
    title: str
    about: str
    limits: LimitsView
    needs: str | None = None
    in_bet_all: bool = True
    lines: tuple[Mapping[str, str], ...] = ()
    note: str = ""
    colour: str | None = None
    group: Literal["main", "special", "totals", "behind"] = "special"
    side: str = ""


class WinView(msgspec.Struct, frozen=True):
    """How much is made of a win: from so many times all that was staked, and for how long (GUI-12)."""

    grade: str
    from_times: int
    lasts_ms: int


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What does not change during a round: fetched anew when ``settings_since`` has changed (TB-23).

    ``racks`` are the chips of every denomination; a terminal starts with ``denomination`` (GUI-07).
    ``stake_min`` and ``stake_max`` are those of the main bets, a tie's not among them: the table's plate.
    """

    id: str
    name: str
    profile: str
    title: str
    game: str
    mode: str
    theme: str
    currency: str
    denominations: tuple[int, ...]
    chips: tuple[int, ...]
    positions: int
    seats: int
    shared: bool
    fields: tuple[FieldView, ...]
    rules: Mapping[str, Any]
    times: Mapping[str, int]
    features: Mapping[str, bool]
    speeds: tuple[str, ...] = ()
    wins: tuple[WinView, ...] = ()
    reserve_ms: int = 0
    dispute_reasons: tuple[str, ...] = ()
    dealer_results: int = 0
    own_results: int = 0
    video: str | None = None
    racks: tuple[RackView, ...] = ()
    denomination: int = 0
    settings_since: int = 0
    stake_min: int = 0
    stake_max: int = 0


class LobbyTable(msgspec.Struct, frozen=True, kw_only=True):
    """One row of the lobby. A private table is an offer: opening it makes one of one's own.

    ``free_seats`` are the seats that nobody has; ``seats_free`` is how many, None where nobody needs one.
    """

    id: str
    name: str
    profile: str
    title: str
    game: str
    mode: str
    theme: str
    currency: str
    stake_min: int
    stake_max: int
    players: int
    seats_free: int | None
    private: bool
    phase: str
    results: tuple[str, ...] = ()
    free_seats: tuple[int, ...] = ()


class PurseView(msgspec.Struct, frozen=True, kw_only=True):
    """The credit meter: always currency (TB-53). ``play``: what it shows is play money, which nobody pays."""

    currency: str
    balance: int
    held: int
    playable: int
    play: bool = False


class RoadsView(msgspec.Struct, frozen=True, kw_only=True):
    """Baccarat's boards as the command ``roads`` prints them, and the shoe's counters."""

    board: Mapping[str, Any]
    counters: Mapping[str, int]


class TableNews(msgspec.Struct, frozen=True, kw_only=True, tag="table", omit_defaults=True):
    """News of one table. A part that did not change is left out; ``number`` grows by one each time."""

    table: str
    number: int
    public: PublicView | None = None
    hands: HandsView | None = None
    own: OwnView | None = None
    roads: RoadsView | None = None
    croupier: CroupierView | None = None


class ProposalView(msgspec.Struct, frozen=True, kw_only=True):
    """A correction of a settled round that waits for a second person: who gets what, and why (TB-32).

    ``amounts`` and ``names`` are by account; ``house`` is what the house gets in money, and ``house_play`` in
    play money, from the accounts in ``play``.
    """

    number: int
    by: str
    round: int
    amounts: Mapping[str, int]
    names: Mapping[str, str]
    why: str
    house: int = 0
    house_play: int = 0
    play: tuple[str, ...] = ()


class CroupierView(msgspec.Struct, frozen=True, kw_only=True):
    """What a croupier sees beside the public view: what to do next, and what was entered (GUI-32).

    ``want``: round, card, face_down, check, turn, burn_shown, burn; None while something else is waited for.
    ``disputed_by`` is a name, ``about`` what they wrote, and ``about_key`` the reason they chose, as a text's
    key. ``staked`` is money, and ``staked_play`` play money.
    """

    want: str | None
    next: Reason
    to: str | None = None
    entered: tuple[str, ...] = ()
    wagers: int = 0
    staked: int = 0
    staked_play: int = 0
    undecided: int = 0
    can: tuple[str, ...] = ()
    disputed_by: str | None = None
    about: str | None = None
    about_key: str | None = None
    proposals: tuple[ProposalView, ...] = ()
