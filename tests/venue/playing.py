"""How simulated patrons play: legal commands, illegal ones, and garbage. It knows no outcome."""

from __future__ import annotations

import random

from cutcard.games.blackjack.options import Decision
from cutcard.games.blackjack.wagers import MAIN
from cutcard.games.reason import Refusal
from cutcard.ledger import cashier_events as ce
from cutcard.profiles.profile import Speed
from cutcard.table import Moment, Phase, Table, decide
from cutcard.table import commands as c
from cutcard.table.events import Wager
from cutcard.table.felt.coup import CoupFelt
from cutcard.table.settings import BEHIND, fields, has_disputes, is_random, seat_count
from cutcard.venue.requests import CASHIER
from cutcard.venue.venue import Venue

Asked = tuple[str, c.Command | ce.Command]

AMOUNTS = (50, 100, 150, 200, 500, 1000, 2500)
HUGE = (10**9, 10**12, 2**53, 1)
OPTIONS = ("insurance", "auto_repeat", "keep_bets")
TEXTS = ("luck", "7", "Ünïcödé", "x" * 64)


def betting(rnd: random.Random, table: Table, who: str) -> c.Command:
    """A betting button, whether or not it fits; at a seated table mostly what seats are for."""
    if seat_count(table.deal.settings) and rnd.random() < 0.8:
        return at_a_seat(rnd, table, who)
    position, bet = rnd.choice(fields(table.deal.settings))
    amount = rnd.choice(AMOUNTS)
    if rnd.random() < 0.45:
        main = rnd.random() < 0.6
        return c.PlaceBet(who, _main(table, rnd) if main else bet, amount, position)
    return rnd.choice(
        (
            c.PressDeal(who),
            c.PressDeal(who),
            c.PressDeal(who),
            c.ClearLast(who),
            c.ClearAll(who),
            c.UndoBet(who),
            c.DoubleBets(who),
            c.RaiseBets(who, amount),
            c.RepeatBets(who, rnd.randint(1, 2)),
            c.BetAll(who, amount, position),
            c.LetItPlay(who, position),
            c.PlayNow(who, amount),
            c.SetOption(who, rnd.choice(OPTIONS), rnd.random() < 0.5),
            c.SetSpeed(who, rnd.choice(tuple(Speed))),
            c.Reserve(who, rnd.random() < 0.8),
            c.Contribute(who, rnd.choice(TEXTS)),
        )
    )


def _main(table: Table, rnd: random.Random) -> str:
    blackjack = table.deal.settings.profile.game == "blackjack"
    return "main" if blackjack else rnd.choice(("player", "banker", "tie"))


def at_a_seat(rnd: random.Random, table: Table, who: str) -> c.Command:
    """Sitting down, betting on one's own seat or behind another, and how bets behind are treated (TB-22)."""
    own = [seat for seat, owner in table.seating.seats.items() if owner == who]
    others = [seat for seat, owner in table.seating.seats.items() if owner != who]
    free = [seat for seat in range(1, seat_count(table.deal.settings) + 1) if seat not in table.seating.seats]
    if free and (not own or rnd.random() < 0.05) and rnd.random() < 0.6:
        return c.TakeSeat(who, rnd.choice(free))
    if own and rnd.random() < 0.04:
        return c.Reserve(who, rnd.random() < 0.8)
    amount = rnd.choice(AMOUNTS)
    if others and (not own or rnd.random() < 0.5):
        seat = rnd.choice(others)
        along = c.SetBehind(who, seat, rnd.random() < 0.8, rnd.random() < 0.8)
        return rnd.choice(
            (c.PlaceBet(who, BEHIND, amount, seat), c.PlaceBet(who, BEHIND, amount, seat), along)
        )
    seat = rnd.choice(own or free)
    kind = rnd.random()
    if kind < 0.9:
        bets = [bet for at, bet in fields(table.deal.settings) if at == seat and bet not in (MAIN, BEHIND)]
        return c.PlaceBet(who, MAIN if kind < 0.7 else rnd.choice(bets), amount, seat)
    refuses = c.RefuseBehind(who, seat, rnd.random() < 0.3)
    return c.LeaveSeat(who, seat) if kind < 0.93 else refuses


def disputing(rnd: random.Random, table: Table, who: str) -> c.Command | None:
    """Now and then somebody says that something is wrong, in time or not."""
    if not has_disputes(table.deal.settings) or table.deal.felt is None or rnd.random() > 0.03:
        return None
    return c.Dispute(who, rnd.choice(("that was a nine", "who took my chip?")))


def deciding(rnd: random.Random, table: Table, who: str) -> c.Command | None:
    """A decision for one of the patron's hands that needs one."""
    felt = table.deal.felt
    if table.phase is not Phase.PLAYING or felt is None or isinstance(felt, CoupFelt):
        return None
    asked = felt.hands_to_decide(who) if who in felt.wagers else ()
    if not asked:
        return None
    hand = rnd.choice(asked)
    return c.Decide(who, rnd.choice(felt.choices(who, hand)), hand.position, hand.branch)


def legal(rnd: random.Random, venue: Venue, who: str, at: str, tries: int = 6) -> Asked | None:
    """Something the table takes from this patron now; None where nothing was found."""
    table = venue.tables[at].table
    if who not in table.patrons.places:
        return at, c.Join(who)  # gone for so long that the table was closed for them
    playable = venue.book.playable_of(who)
    for _ in range(tries):
        command = disputing(rnd, table, who) or deciding(rnd, table, who) or betting(rnd, table, who)
        decided = decide(table, command, Moment(venue.now_ms(), playable=playable))
        if not isinstance(decided, Refusal):
            return at, command
    return None


def illegal(rnd: random.Random, venue: Venue, who: str, at: str) -> Asked:
    """A command of the right shape without a look at the table."""
    table = venue.tables[at].table
    if rnd.random() < 0.5:
        decision = rnd.choice(tuple(Decision))
        return at, c.Decide(who, decision, rnd.randint(1, 4), rnd.randint(0, 2))
    if is_random(table.deal.settings) and rnd.random() < 0.2:
        return at, of_the_shoe(rnd)  # elsewhere it is dealt by, and whoever may not is stopped at the door
    if rnd.random() < 0.2:
        seat = rnd.randint(1, 7)
        late = c.Dispute(who, "that was a nine")
        speed, keep = c.SetSpeed(who, rnd.choice(tuple(Speed))), c.Reserve(who, rnd.random() < 0.5)
        return at, rnd.choice((c.TakeSeat(who, seat), c.PlaceBet(who, BEHIND, 100, seat), late, speed, keep))
    return at, betting(rnd, table, who)


def of_the_shoe(rnd: random.Random) -> c.Command:
    """What only whoever holds the cards may say, without a look at the table."""
    card = rnd.randrange(52)
    return rnd.choice(
        (
            c.Deal(card),
            c.DealFaceDown(),
            c.Burn(card),
            c.Burn(),
            c.Check(rnd.random() < 0.5),
            c.TurnUp(card),
            c.OpenRound("00" * 32),
            c.Reveal("00" * 32),
        )
    )


def garbage(rnd: random.Random, venue: Venue, who: str, at: str) -> Asked:
    """Wrong values, unknown tables and patrons, huge numbers, and commands of another desk."""
    amount, position = rnd.choice(HUGE), rnd.randint(1, 7)
    odd = rnd.choice(("", "nobody", "moon", "main\n", "patron:p0", "é" * 40))
    commands: tuple[c.Command | ce.Command, ...] = (
        c.PlaceBet(who, odd, amount, position),
        c.PlaceBet(odd, "main", 100, 1),
        c.RaiseBets(who, amount),
        c.BetAll(who, amount, position),
        c.PlayNow(who, amount),
        c.RepeatBets(who, 2, (Wager(position, odd, amount),)),
        c.SetOption(who, odd or "places", True),
        c.SetSpeed(odd, rnd.choice(tuple(Speed))),
        c.Reserve(odd, rnd.random() < 0.5),
        c.Contribute(odd, "x"),
        c.Decide(who, rnd.choice(tuple(Decision)), position, rnd.randint(0, 16)),
        ce.CashIn(who, rnd.choice((0, -1, amount)), "x"),
        ce.Tip(who, at, "x", rnd.choice((0, -5, amount))),
        ce.RedeemVoucher(who, rnd.choice(("", "0" * 18, "12345", "é"))),
    )
    where = rnd.choice((at, at, at, "no-such-table", "", "cashier", "x" * 300))
    return where, rnd.choice(commands)


def of_the_pit(rnd: random.Random, venue: Venue, who: str, at: str) -> Asked:
    """What croupiers and supervisors may say, with values that mean nothing."""
    by = rnd.choice((who, "", "boss", "x" * 64))
    commands: tuple[c.Command, ...] = (
        c.CorrectCard(by, rnd.randrange(52), rnd.choice((0, 1, 399, 400))),
        c.ChangeShoe(by, rnd.choice(((), (1, 2), (-1,) * 52, (0,) * 52))),
        c.SeeCutCard(by),
        c.CloseDispute(by, rnd.choice(("", " ", "fine"))),
        c.ProposeCorrection(by, rnd.choice((1, 10**6)), {who: rnd.choice((0, -(10**12), 10**6))}, ""),
        c.ApproveCorrection(by, rnd.choice((1, 2, 10**6))),
        c.Complete(who, rnd.choice(tuple(Decision)), rnd.randint(1, 7), rnd.randint(0, 16)),
        c.CloseBets(by),
        c.EnterCard(rnd.randrange(52)),
        c.OpenRound("not a hash"),
    )
    return at, rnd.choice(commands)


def at_the_desk(rnd: random.Random, venue: Venue, who: str) -> Asked:
    """Money in, out, or to the croupier."""
    playable = venue.book.playable_of(who)
    choices: list[ce.Command] = [ce.CashIn(who, rnd.randint(1, 20_000), "desk")]
    if playable > 10:
        choices.append(ce.Tip(who, "punto-banco-video", "eve", rnd.randint(1, 10)))
    if venue.book.amount_held(venue.book.purse(who)) == 0 and not venue.open_tables.staked(who) and playable:
        choices.append(ce.CashOut(who, b""))
    for code, owed in venue.desk.cashier.vouchers.items():
        if owed.patron == who:
            choices.append(ce.RedeemVoucher(who, code))
    for number in venue.desk.cashier.hand_pays:
        choices.extend((ce.ConfirmHandPay(number, "desk"), ce.CancelHandPay(number, "desk", "no")))
    return CASHIER, rnd.choice(choices)
