"""What a table makes of a command: events, or a refusal with the fact that stands against it.

One line for each command, the most frequent first, and nothing else is decided here. Deciders judge and
change nothing. Who may send a command is judged elsewhere, and so is whether a purse can pay. What follows
from events by itself is asked of ``follow``; what each event does to a table stands in ``evolve``.
"""

from __future__ import annotations

from typing import assert_never

from cutcard.games.reason import Refusal
from cutcard.table import commands as c
from cutcard.table import deadlines
from cutcard.table import events as e
from cutcard.table.betting import auto_repeat
from cutcard.table.betting import decide as betting
from cutcard.table.dealing import decide as dealing
from cutcard.table.forks import decide as forking
from cutcard.table.house import decide as house
from cutcard.table.moment import Decisions, Moment
from cutcard.table.pit import croupier, disputes
from cutcard.table.play import decide as play
from cutcard.table.seating import patrons, seats
from cutcard.table.state import Table


def decide(table: Table, command: c.Command, moment: Moment) -> Decisions:
    """The events a command leads to, or why it does not.

    Whoever does something is back at a place that was kept for them.
    """
    refusal = dealing.not_dealt_here(table.deal.settings, command, moment.source)
    decided = refusal or _decided(table, command, moment)
    who = getattr(command, "patron", "")
    if isinstance(decided, Refusal) or who not in table.patrons.reserved or command.keeps_reservation:
        return decided
    return (*decided, e.ReservationEnded(who))


def _decided(table: Table, command: c.Command, moment: Moment) -> Decisions:
    match command:
        case c.Decide():
            return play.decide_hand(table, command, moment)
        case c.PlaceBet():
            return betting.place_bet(table, command, moment)
        case c.Tick():
            return deadlines.tick(table, command, moment)
        case c.Deal():
            return dealing.deal(table, command, moment)
        case c.ClearLast():
            return betting.clear_last(table, command, moment)
        case c.ClearAll():
            return betting.clear_all(table, command, moment)
        case c.UndoBet():
            return betting.undo_bet(table, command, moment)
        case c.DoubleBets():
            return betting.double_bets(table, command, moment)
        case c.RaiseBets():
            return betting.raise_bets(table, command, moment)
        case c.RepeatBets():
            return betting.repeat_bets(table, command, moment)
        case c.BetAll():
            return betting.bet_all(table, command, moment)
        case c.LetItPlay():
            return betting.let_it_play(table, command, moment)
        case c.PlayNow():
            return betting.play_now(table, command, moment)
        case c.SetOption():
            return auto_repeat.set_option(table, command, moment)
        case c.PressDeal():
            return patrons.press_deal(table, command, moment)
        case c.Contribute():
            return patrons.contribute(table, command, moment)
        case c.SetSpeed():
            return patrons.set_speed(table, command, moment)
        case c.Join():
            return patrons.join(table, command, moment)
        case c.Leave():
            return patrons.leave(table, command, moment)
        case c.Reserve():
            return patrons.reserve(table, command, moment)
        case c.GoAway():
            return patrons.go_away(table, command, moment)
        case c.StayAway():
            return patrons.stay_away(table, command, moment)
        case c.ComeBack():
            return patrons.come_back(table, command, moment)
        case c.EnterCard():
            return dealing.enter_card(table, command, moment)
        case c.DealFaceDown():
            return dealing.deal_face_down(table, command, moment)
        case c.Burn():
            return dealing.burn(table, command, moment)
        case c.Check():
            return dealing.check(table, command, moment)
        case c.TurnUp():
            return dealing.turn_up(table, command, moment)
        case c.Complete():
            return forking.complete(table, command, moment)
        case c.TakeSeat():
            return seats.take_seat(table, command, moment)
        case c.LeaveSeat():
            return seats.leave_seat(table, command, moment)
        case c.FreeSeat():
            return seats.free_seat(table, command, moment)
        case c.SetBehind():
            return seats.set_behind(table, command, moment)
        case c.RefuseBehind():
            return seats.refuse_behind(table, command, moment)
        case c.Dispute():
            return disputes.dispute(table, command, moment)
        case c.FillDispute():
            return disputes.fill_dispute(table, command, moment)
        case c.ConfirmResult():
            return disputes.confirm_result(table, command, moment)
        case c.CloseDispute():
            return disputes.close_dispute(table, command, moment)
        case c.CloseBets():
            return croupier.close_bets(table, command, moment)
        case c.ChangeShoe():
            return croupier.change_shoe(table, command, moment)
        case c.SeeCutCard():
            return croupier.see_cut_card(table, command, moment)
        case c.CorrectCard():
            return croupier.correct_card(table, command, moment)
        case c.CallSupervisor():
            return croupier.call_supervisor(table, command, moment)
        case c.ProposeCorrection():
            return croupier.propose_correction(table, command, moment)
        case c.ApproveCorrection():
            return croupier.approve_correction(table, command, moment)
        case c.OpenRound():
            return house.open_round(table, command, moment)
        case c.Reveal():
            return house.reveal(table, command, moment)
        case c.Pause():
            return house.pause(table, command, moment)
        case c.Resume():
            return house.resume(table, command, moment)
        case c.VoidRound():
            return house.void_round(table, command, moment)
        case c.OpenTable():
            return house.open_table(table, command, moment)
        case c.ChangeSettings():
            return house.change_settings(table, command, moment)
        case c.CloseTable():
            return house.close_table(table, command, moment)
        case _:
            assert_never(command)
