"""Scenes of an evening: what chance hardly ever brings about is done on purpose, in every mode that has it.

Each scene leaves the tables so that the next one can begin. What must come of a scene is not known here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from cutcard.cards import CARDS, rank
from cutcard.games.blackjack.dealer import has_blackjack, with_card
from cutcard.games.blackjack.options import Decision
from cutcard.games.reason import Refusal
from cutcard.profiles import Mode
from cutcard.profiles.profile import Speed
from cutcard.table import Moment, Phase, Table, Want, decide, want
from cutcard.table import commands as c
from cutcard.table.settings import is_random, seat_count
from cutcard.views.interrupted import forks_of
from tests.server.evening import PATRONS, Evening

ANN, BOB, CYD, DAN = PATRONS
ACE, SIX, EIGHT, KING = 0, 5, 7, 12
A_PAIR: Final = (EIGHT, EIGHT, SIX, SIX, EIGHT, EIGHT)
"""A pair of eights against a six: at three positions the first has it, at two seats the second."""

ROUNDS_MAX: Final = 30
STEPS_MAX: Final = 400

Scene = Callable[[Evening], None]


class Cards:
    """What the croupier, or the device, draws: these ranks first, as long as the shoe has them."""

    def __init__(self, *ranks: int) -> None:
        self.ranks = list(ranks)
        self.hole: int | None = None

    def draw(self, table: Table) -> int:
        left = [card for card in CARDS if table.deal.shoe.pack.counts[card] > (card == self.hole)]
        wanted = self.ranks.pop(0) if self.ranks else None
        return next((card for card in left if rank(card) == wanted), left[len(left) // 2])


def table_of(evening: Evening, name: str) -> Table:
    return evening.venue.tables[name].table


def serve(evening: Evening, name: str, cards: Cards) -> bool:
    """What whoever deals does next; false where the table waits for nothing of theirs."""
    table = table_of(evening, name)
    if is_random(table.deal.settings) or table.phase is not Phase.PLAYING or table.halt.paused is not None:
        return False
    felt: Any = table.deal.felt
    match want(table):
        case Want.CARD:
            evening.do(name, c.Deal(cards.draw(table)))
        case Want.FACE_DOWN:
            cards.hole = cards.draw(table)
            evening.do(name, c.DealFaceDown(cards.hole if table.deal.settings.face_down_reader else None))
        case Want.CHECK:
            assert cards.hole is not None, "what is looked at was dealt"
            evening.do(name, c.Check(has_blackjack(with_card(felt.dealer, cards.hole))))
        case Want.TURN:
            assert cards.hole is not None, "what is turned was dealt"
            evening.do(name, c.TurnUp(cards.hole))
        case Want.BURN_SHOWN:
            evening.do(name, c.Burn(cards.draw(table)))
        case Want.BURN:
            evening.do(name, c.Burn())
        case _:
            return False
    return True


def until(
    evening: Evening,
    name: str,
    reached: Callable[[Table], object],
    cards: Cards,
    answer: Callable[[], bool] = lambda: False,
) -> None:
    """Deal, answer and wait until it is so."""
    for _ in range(STEPS_MAX):
        if reached(table_of(evening, name)):
            return
        if not answer() and not serve(evening, name, cards):
            evening.wait(200)
    table = table_of(evening, name)
    raise AssertionError(f"{name} stays {table.phase} {table.halt.paused} {want(table)}")


def open_bets(evening: Evening, name: str) -> None:
    """Bets are taken, once what still runs is over; a live table's croupier says so."""
    cards = Cards()
    for _ in range(STEPS_MAX):
        table = table_of(evening, name)
        if table.phase is Phase.BETTING and table.halt.paused is None:
            return
        if table.halt.paused is not None:
            evening.attempt(name, c.Resume("sue"))
        live = table.deal.settings.mode is Mode.LIVE
        if not serve(evening, name, cards) and not (live and evening.attempt(name, c.OpenRound()) is None):
            evening.wait(500)
    raise AssertionError(f"{name} takes no bets: {table_of(evening, name).phase}")


def bet(evening: Evening, name: str, who: str, position: int = 1) -> None:
    """The least on the main bet; at a seated table on one's own seat."""
    table = table_of(evening, name)
    field = "main" if table.deal.settings.profile.game == "blackjack" else "banker"
    if seat_count(table.deal.settings) and table.seating.seats.get(position) != who:
        evening.do(name, c.TakeSeat(who, position))
    evening.do(name, c.PlaceBet(who, field, max(100, table.deal.settings.main.stake_min), position))


def players(evening: Evening, name: str) -> list[str]:
    owner = table_of(evening, name).deal.settings.owner
    return [owner] if owner is not None else [ANN, BOB]


def start(evening: Evening, name: str) -> None:
    """Two patrons bet, or whose table it is; and the cards come."""
    open_bets(evening, name)
    for position, who in enumerate(players(evening, name), 1):
        bet(evening, name, who, position if seat_count(table_of(evening, name).deal.settings) else 1)
    for who in players(evening, name):
        evening.attempt(name, c.PressDeal(who))


def of_ann(evening: Evening) -> list[str]:
    """Every table that is for all, and Ann's own."""
    owners = {name: run.table.deal.settings.owner for name, run in evening.venue.tables.items()}
    return [name for name, owner in owners.items() if owner in (None, ANN)]


class Deciding:
    """Whoever is asked does what nobody has done yet, where they may."""

    def __init__(self, evening: Evening, name: str) -> None:
        self.evening, self.name = evening, name
        self.done: set[Decision] = set()

    def __call__(self) -> bool:
        table = table_of(self.evening, self.name)
        felt: Any = table.deal.felt
        if table.phase is not Phase.PLAYING or felt is None or felt.dealer is None:
            return False
        for who in players(self.evening, self.name):
            for hand in felt.hands_to_decide(who) if who in felt.wagers else ():
                self.choose(who, hand)
                return True
        return False

    def choose(self, who: str, hand: Any) -> None:
        table = table_of(self.evening, self.name)
        felt: Any = table.deal.felt
        moment = Moment(self.evening.venue.now_ms(), playable=self.evening.venue.book.playable_of(who))
        every = [c.Decide(who, each, hand.position, hand.branch) for each in felt.choices(who, hand)]
        may = [each for each in every if not isinstance(decide(table, each, moment), Refusal)]
        last = [Decision.STAND, Decision.DECLINE]
        may.sort(key=lambda each: (each.decision in self.done, each.decision in last))
        pick = next((each for each in may if each.decision not in self.done), may[-1])
        self.done.add(pick.decision)
        self.evening.do(self.name, pick)


def is_over(number: int) -> Callable[[Table], bool]:
    """Whether nothing of this round is left to do."""
    return lambda table: table.deal.round > number or table.phase in (Phase.RESULT, Phase.WAITING)


EVERY: Final = {Decision.HIT, Decision.DOUBLE, Decision.SPLIT, Decision.STAND}


def play_decisions(evening: Evening) -> None:
    """Hit, stand, double and split in every mode, and a round at every table of blackjack."""
    done: dict[Mode, set[Decision]] = {mode: set() for mode in Mode}
    for name in of_ann(evening):
        settings = table_of(evening, name).deal.settings
        if settings.profile.game != "blackjack":
            continue
        deciding = Deciding(evening, name)
        deciding.done = done[settings.mode]
        for played in range(ROUNDS_MAX):
            if played and deciding.done >= EVERY:
                break
            start(evening, name)
            number = table_of(evening, name).deal.round
            until(evening, name, is_over(number), Cards(*A_PAIR), deciding)
    assert all(decisions >= EVERY for decisions in done.values()), done


def playing(evening: Evening, name: str, cards: Cards, answer: Callable[[], bool] = lambda: False) -> int:
    """A round with cards on the felt; gives its number."""
    start(evening, name)
    number = table_of(evening, name).deal.round
    until(evening, name, lambda table: table.deal.draws > 1 and table.phase is Phase.PLAYING, cards, answer)
    return number


def in_mode(evening: Evening, *modes: Mode) -> list[str]:
    return [name for name in of_ann(evening) if table_of(evening, name).deal.settings.mode in modes]


def set_options(evening: Evening) -> None:
    """Everything that a patron sets, at every table where it can be set."""
    for name in of_ann(evening):
        open_bets(evening, name)
        for on in (True, False):
            evening.attempt(name, c.Reserve(ANN, on))
        for option in ("insurance", "auto_repeat", "keep_bets"):
            for on in (True, False):
                evening.attempt(name, c.SetOption(ANN, option, on))
        for speed in Speed:
            evening.attempt(name, c.SetSpeed(ANN, speed))
        evening.attempt(name, c.Contribute(ANN, "luck"))


def halt_and_void(evening: Evening) -> None:
    """A round is halted, goes on, has a card put right, is halted again and void."""
    for name in of_ann(evening):
        cards = Cards(KING, SIX)
        playing(evening, name, cards)
        for command in (
            c.Pause("sue", "a look"),
            c.Resume("sue"),
            c.CallSupervisor("eve", "a chip fell"),
            c.CorrectCard("sue", cards.draw(table_of(evening, name)), 1),
            c.Pause("sue", "a look"),
            c.VoidRound("sue", "spilt"),
            c.Resume("sue"),
        ):
            evening.attempt(name, command)
        until(evening, name, is_over(table_of(evening, name).deal.round), cards, Deciding(evening, name))


def put_right(evening: Evening) -> None:
    """A settled round is put right by two people, and the settings are changed."""
    for name in of_ann(evening):
        for of_round, who in list(table_of(evening, name).patrons.parts.items())[-1:]:
            proposal = c.ProposeCorrection("sue", of_round, dict.fromkeys(who[:1], 250), "misread")
            if evening.attempt(name, proposal) is None:
                evening.do(name, c.ApproveCorrection("boss", table_of(evening, name).past.corrections))
        evening.attempt(name, c.ChangeSettings(table_of(evening, name).deal.settings, "opal"))


def change_the_shoe(evening: Evening) -> None:
    """The cut card comes, and a new shoe."""
    for name in of_ann(evening):
        open_bets(evening, name)
        evening.attempt(name, c.SeeCutCard("eve"))
        evening.attempt(name, c.ChangeShoe("eve"))
        open_bets(evening, name)


def sit_and_bet_behind(evening: Evening) -> None:
    """Seats are taken, changed, left and freed; a bet behind goes along, or back."""
    for name in (
        name for name in in_mode(evening, Mode.LIVE) if seat_count(table_of(evening, name).deal.settings)
    ):
        open_bets(evening, name)
        for command in (
            *(c.TakeSeat(who, seat) for who, seat in ((ANN, 1), (BOB, 2), (CYD, 5), (CYD, 6), (CYD, 7))),
            *(c.RefuseBehind(ANN, 1, refused) for refused in (True, False)),
            c.SetBehind(DAN, 1, False, True),
            c.PlaceBet(DAN, "behind", 100, 1),
            c.PlaceBet(DAN, "behind", 100, 7),
        ):
            evening.attempt(name, command)
        for seat, owner in sorted(table_of(evening, name).seating.seats.items()):
            if owner == CYD:
                evening.do(name, c.FreeSeat("eve", seat) if seat % 2 else c.LeaveSeat(CYD, seat))
        deciding = Deciding(evening, name)
        deciding.done = {Decision.HIT, Decision.STAND}
        number = playing(evening, name, Cards(*A_PAIR))
        until(evening, name, is_over(number), Cards(), deciding)


def is_shown(number: int) -> Callable[[Table], bool]:
    """Whether the result of this round is shown, and may be disputed."""
    return lambda table: table.deal.round > number or table.phase is Phase.DISPUTE


def dispute(evening: Evening) -> None:
    """One round is disputed and let stand; the next one's result is confirmed by all."""
    (name, *_) = in_mode(evening, Mode.LIVE)
    disputed = (
        c.FillDispute(ANN, on=True),
        c.Dispute(ANN, "that was a nine"),
        c.CloseDispute("eve", "it was an eight"),
    )
    for commands in (disputed, (c.ConfirmResult(ANN), c.ConfirmResult(BOB))):
        number = playing(evening, name, Cards())
        until(evening, name, is_shown(number), Cards(), Deciding(evening, name))
        for command in commands:
            evening.do(name, command)
        until(evening, name, is_over(number), Cards(), Deciding(evening, name))


def take_the_bets_back(evening: Evening) -> None:
    """The betting time runs out, and nobody has a bet any more."""
    for name in in_mode(evening, Mode.VIDEO, Mode.AUTO, Mode.LIVE):
        open_bets(evening, name)
        bet(evening, name, ANN)
        evening.do(name, c.ClearAll(ANN))
        for _ in range(6):
            evening.wait(1_000)


def asks_ann(table: Table) -> bool:
    felt: Any = table.deal.felt
    return bool(felt.hands_to_decide(ANN))


def interrupt(evening: Evening) -> None:
    """A hand goes on in an interrupted game, which its patron comes back to, with more money than before."""
    (name,) = (name for name in in_mode(evening, Mode.LIVE) if name.startswith("live-seven"))
    for _ in range(3):
        deciding = Deciding(evening, name)
        deciding.done = {Decision.HIT}
        cards = Cards(SIX, SIX, SIX, SIX, KING)
        number = playing(evening, name, cards)
        until(evening, name, asks_ann, cards)
        evening.close(ANN)
        until(evening, name, forks_of, cards)
        evening.connect(ANN)
        until(evening, name, is_over(number), cards, deciding)


def go_and_come_back(evening: Evening) -> None:
    """A connection is lost for a moment, and for good; who comes back sits down anew."""
    evening.close(DAN)
    evening.wait(5_000)
    evening.connect(DAN)
    evening.close(DAN)
    evening.wait(16_000)
    evening.connect(DAN)
    come_in(evening, DAN)


def come_in(evening: Evening, who: str) -> None:
    """A patron is at every table that is for all."""
    for name, running in evening.venue.tables.items():
        if running.table.deal.settings.owner is None and who not in running.table.patrons.places:
            evening.do(name, c.Join(who))


def leave(evening: Evening) -> None:
    """A patron closes every table, and opens those again that are for all."""
    for name in evening.venue.open_tables.of(DAN):
        evening.attempt(name, c.Leave(DAN))
    come_in(evening, DAN)


def close_tables(evening: Evening) -> None:
    """The house closes."""
    for name in of_ann(evening):
        evening.attempt(name, c.CloseTable("opal"))


ALL: Final[tuple[Scene, ...]] = (
    play_decisions,
    set_options,
    halt_and_void,
    put_right,
    change_the_shoe,
    sit_and_bet_behind,
    dispute,
    take_the_bets_back,
    interrupt,
    go_and_come_back,
    leave,
)
