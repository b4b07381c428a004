"""What a table makes of a command: events, or a refusal with the fact that stands against it.

It judges and changes nothing. Who may send a command is judged elsewhere; whether a purse can pay
is told to it as ``playable``. What follows from events by itself is asked of ``follow``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from cutcard.games import due
from cutcard.games.blackjack.options import Decision
from cutcard.games.blackjack.play import HandAt
from cutcard.games.reason import Refusal
from cutcard.table import commands as c
from cutcard.table import events as e
from cutcard.table.auto_repeat import betting_timed, is_timed, set_option
from cutcard.table.betting import BetCommand, bet
from cutcard.table.croupier import (
    approve_correction,
    change_shoe,
    close_bets,
    correct_card,
    impossible_card,
    propose_correction,
    see_cut_card,
    why_no_round,
)
from cutcard.table.disputes import close_dispute, confirm_result, dispute, fill_dispute
from cutcard.table.evolve import staked_before_close
from cutcard.table.felt_coup import CoupFelt
from cutcard.table.felt_turns import TurnsFelt
from cutcard.table.forking import complete, decide_in_fork, forked, of_fork, why_not_in_fork
from cutcard.table.opening import round_opened
from cutcard.table.patrons import no_more_bets, patron
from cutcard.table.seats import seat
from cutcard.table.settings import faults
from cutcard.table.state import Phase, Table, Want, betting, want
from cutcard.table.voids import refunds

Decisions = Sequence[e.AnyEvent] | Refusal

IMPOSSIBLE_FACE_DOWN: Final = "impossible_face_down"


Purses = Callable[[str], int]


def nobody_else(_patron: str) -> int:
    """The purses of others, where nobody else's money can be touched."""
    return 0


def decide(
    table: Table, command: c.Command, at_ms: int, playable: int = 0, others: Purses = nobody_else
) -> Decisions:
    """The events a command leads to, or why it does not.

    ``playable`` is what the command's patron could still stake, ``others`` what anybody else could.
    Whoever does something is back at a place that was kept for them.
    """
    decided = _decided(table, command, at_ms, playable, others)
    who = getattr(command, "patron", "")
    if isinstance(decided, Refusal) or who not in table.reserved or isinstance(command, _BY_ITSELF):
        return decided
    return (*decided, e.ReservationEnded(who))


_BY_ITSELF = (c.Join, c.Leave, c.GoAway, c.StayAway, c.ComeBack, c.Reserve, c.Contribute)
"""What a terminal does without anybody before it, or what ends a reservation by itself."""


def _decided(table: Table, command: c.Command, at_ms: int, playable: int, others: Purses) -> Decisions:
    match command:
        case c.Tick():
            return _tick(table, at_ms)
        case c.EnterCard() | c.Deal() | c.DealFaceDown() | c.Burn() | c.Check() | c.TurnUp():
            return _card(table, as_due(table, command))
        case c.Decide() | c.Complete():
            return _decide(table, command, at_ms, playable, others)
        case c.Join() | c.Leave() | c.GoAway() | c.StayAway() | c.ComeBack():
            return patron(table, command, at_ms)
        case c.SetSpeed() | c.Reserve() | c.Contribute() | c.PressDeal():
            return patron(table, command, at_ms)
        case c.TakeSeat() | c.LeaveSeat() | c.FreeSeat() | c.SetBehind() | c.RefuseBehind():
            return seat(table, command)
        case (
            c.Dispute()
            | c.FillDispute()
            | c.ConfirmResult()
            | c.CloseDispute()
            | c.CorrectCard()
            | c.ProposeCorrection()
            | c.ApproveCorrection()
        ):
            return _result(table, command, at_ms)
        case c.ChangeShoe() | c.CloseBets() | c.SeeCutCard() | c.CallSupervisor():
            return _croupier(table, command)
        case (
            c.OpenTable()
            | c.ChangeSettings()
            | c.OpenRound()
            | c.Reveal()
            | c.Pause()
            | c.Resume()
            | c.VoidRound()
            | c.CloseTable()
        ):
            return _house(table, command, at_ms)
        case _:
            return _bet(table, command, at_ms, playable)


def _result(
    table: Table,
    command: c.Dispute
    | c.FillDispute
    | c.ConfirmResult
    | c.CloseDispute
    | c.CorrectCard
    | c.ProposeCorrection
    | c.ApproveCorrection,
    at_ms: int,
) -> Decisions:
    match command:
        case c.Dispute():
            return dispute(table, command, at_ms)
        case c.FillDispute():
            return fill_dispute(table, command, at_ms)
        case c.ConfirmResult():
            return confirm_result(table, command)
        case c.CloseDispute():
            return close_dispute(table, command, at_ms)
        case c.CorrectCard():
            return correct_card(table, command, at_ms)
        case c.ProposeCorrection():
            return propose_correction(table, command)
        case c.ApproveCorrection():
            return approve_correction(table, command)


def _croupier(
    table: Table, command: c.ChangeShoe | c.CloseBets | c.SeeCutCard | c.CallSupervisor
) -> Decisions:
    match command:
        case c.ChangeShoe():
            return change_shoe(table, command)
        case c.CloseBets():
            return close_bets(table)
        case c.SeeCutCard():
            return see_cut_card(table, command)
        case c.CallSupervisor():
            return (e.SupervisorCalled(command.by, command.reason),)


def _bet(table: Table, command: BetCommand | c.SetOption, at_ms: int, playable: int) -> Decisions:
    if isinstance(command, c.SetOption):
        here = command.patron in table.places
        return set_option(table, command, at_ms, playable) if here else Refusal("not_at_this_table")
    changed = bet(table, command, playable)
    if isinstance(changed, Refusal):
        return changed
    timed = is_timed(table, table.places[command.patron])
    if not timed or table.deadline_ms is not None or not changed.chips:
        return (changed,)
    return (changed, betting_timed(table.settings, at_ms))


def _owner_is_gone(table: Table) -> bool:
    """Nothing starts by itself at a private table before which nobody is."""
    place = table.places.get(table.settings.owner or "")
    return place is not None and place.away


def _tick(table: Table, at_ms: int) -> Decisions:
    if table.paused is not None or table.dispute is not None:
        return ()
    over = table.deadline_ms is not None and at_ms >= table.deadline_ms
    match table.phase:
        case Phase.BETTING | Phase.LAST_BETS if over:
            return (e.BettingWaits(),) if _owner_is_gone(table) else no_more_bets(table)
        case Phase.BETTING if table.last_bets_ms is not None and at_ms >= table.last_bets_ms:
            return (e.LastBetsCalled(),)
        case Phase.PLAYING if over and table.window_open and not isinstance(table.felt, CoupFelt):
            assert table.felt is not None, "a round that is played lies on the felt"
            return (*forked(table, at_ms), e.WindowClosed(table.felt.left_undecided()))
        case _:
            return ()


def as_due(table: Table, command: c.CardCommand | c.EnterCard) -> c.CardCommand:
    """A card that was scanned or typed is the one that is due: turned, burned, dealt, or read face down.

    One that is burned face down goes away unnamed: nobody is to know that it is gone.
    """
    if not isinstance(command, c.EnterCard):
        return command
    card = command.card
    match want(table):
        case Want.TURN:
            return c.TurnUp(card)
        case Want.BURN_SHOWN:
            return c.Burn(card)
        case Want.BURN:
            return c.Burn()
        case Want.FACE_DOWN if table.settings.face_down_reader:
            return c.DealFaceDown(card)
        case _:
            return c.Deal(card)


def _card(table: Table, command: c.CardCommand) -> Decisions:
    wanted = want(table) if table.phase is Phase.PLAYING else None
    match command:
        case c.Burn():
            return _burn(table, command.card, wanted)
        case c.Deal():
            if wanted is not Want.CARD:
                return Refusal(_NOT_OPEN.get(wanted, "no_card_is_due"))
            if not table.shoe.pack.counts[command.card]:
                return impossible_card(table, command.card)
            return (e.CardDealt(command.card, table.draws + 1),)
        case c.DealFaceDown():
            return _face_down(table, command.card, wanted)
        case c.Check():
            return (e.Checked(command.blackjack),) if wanted is Want.CHECK else Refusal("no_check_is_due")
        case c.TurnUp():
            return _turn(table, command.card) if wanted is Want.TURN else Refusal("no_turn_is_due")


_NOT_OPEN: dict[Want | None, str] = {
    Want.FACE_DOWN: "card_goes_face_down",
    Want.CHECK: "look_comes_first",
}
"""Why an open card is not taken where something else is due."""


def _face_down(table: Table, card: int | None, wanted: Want | None) -> Decisions:
    if wanted is not Want.FACE_DOWN:
        return Refusal("no_face_down_card_is_due")
    if card is not None and table.settings.face_down_reader and not table.shoe.pack.counts[card]:
        # The reason is read by everybody, and names no card that lies face down (BJ-11).
        return (e.Paused(IMPOSSIBLE_FACE_DOWN, "table"),)
    return (e.FaceDownDealt(table.draws + 1, card is not None and table.settings.face_down_reader),)


def _burn(table: Table, card: int | None, wanted: Want | None) -> Decisions:
    if wanted not in (Want.BURN, Want.BURN_SHOWN):
        return Refusal("no_card_is_due")
    if card is None and wanted is Want.BURN_SHOWN:
        return Refusal("burn_it_face_up")
    if card is not None and not table.shoe.pack.counts[card]:
        return impossible_card(table, card)
    return (e.CardBurned(card, table.draws + 1),)


def _turn(table: Table, card: int) -> Decisions:
    assert table.felt is not None, "a card is turned in a round"
    assert not isinstance(table.felt, CoupFelt), "baccarat turns no card"
    if not table.shoe.pack.counts[card]:
        return impossible_card(table, card)
    return table.felt.turn_refused(card) or (e.CardTurned(card),)


def _decide(
    table: Table, command: c.Decide | c.Complete, at_ms: int, playable: int, others: Purses
) -> Decisions:
    if isinstance(command, c.Complete):
        return complete(table, command, at_ms)
    refusal = why_not_decide(table, command, playable)
    if refusal is not None:
        return refusal
    felt, hand = table.felt, HandAt(command.position, command.branch)
    assert felt is not None, "a decision is refused where nothing is played"
    assert not isinstance(felt, CoupFelt), "a decision is refused at baccarat"
    cost = felt.cost(command.patron, hand, command.decision)
    if of_fork(table, command) is not None:
        return decide_in_fork(command, cost)
    decided = e.Decided(command.patron, command.position, command.branch, command.decision, cost)
    behind = felt.follows(hand, command.decision, others) if isinstance(felt, TurnsFelt) else {}
    if not behind:
        return (decided,)
    followed = e.BehindFollowed(behind)
    # Who stays in play must be known before the surrender lets the round go on, perhaps to its end.
    return (followed, decided) if command.decision is Decision.SURRENDER else (decided, followed)


def why_not_decide(table: Table, command: c.Decide, playable: int) -> Refusal | None:
    """Why the patron cannot decide so for this hand, be it that the purse cannot pay for it."""
    refusal = _why_not_at_any_price(table, command)
    if refusal is not None:
        return refusal
    assert table.felt is not None, "a decision is refused where nothing is played"
    assert not isinstance(table.felt, CoupFelt), "a decision is refused at baccarat"
    hand = HandAt(command.position, command.branch)
    cost = table.felt.cost(command.patron, hand, command.decision)
    return Refusal("not_enough_credit", {"needed": cost, "playable": playable}) if cost > playable else None


def _why_not_at_any_price(table: Table, command: c.Decide) -> Refusal | None:
    if table.paused is not None or table.dispute is not None:
        return Refusal("table_is_paused")
    fork = of_fork(table, command)
    if fork is not None:
        return why_not_in_fork(table, fork, command)
    felt = table.felt
    if table.phase is not Phase.PLAYING or felt is None or command.patron not in felt.wagers:
        return Refusal("no_decision_is_due", {"position": command.position})
    if isinstance(felt, CoupFelt) or not isinstance(felt.due, due.Decision):
        return Refusal("no_decision_is_due", {"position": command.position})
    return felt.why_not(command.patron, HandAt(command.position, command.branch), command.decision)


def _house(
    table: Table,
    command: c.OpenTable
    | c.ChangeSettings
    | c.OpenRound
    | c.Reveal
    | c.Pause
    | c.Resume
    | c.VoidRound
    | c.CloseTable,
    at_ms: int,
) -> Decisions:
    match command:
        case c.OpenTable():
            return (e.TableOpened(command.settings, command.by or ""),)
        case c.ChangeSettings():
            return _change_settings(table, command)
        case c.OpenRound():
            return why_no_round(table, at_ms) or (round_opened(table, command.commitment),)
        case c.Reveal():
            hidden = want(table) is Want.REVEAL
            return (
                (e.RoundRevealed(command.secret, command.unseen),) if hidden else Refusal("nothing_to_reveal")
            )
        case c.Pause():
            return _pause(table, command)
        case c.Resume():
            paused = table.paused is not None
            return (resumed(table, command.by, at_ms),) if paused else Refusal("table_is_not_paused")
        case c.VoidRound():
            return void(table, command.reason, command.by)
        case c.CloseTable():
            return () if table.closed else (e.TableClosed(command.by),)


def _pause(table: Table, command: c.Pause) -> Decisions:
    """Halted, and why: patrons read the reason, so there is no halt without one (TB-31)."""
    if table.paused is not None:
        return Refusal("table_is_paused")
    if not command.reason.strip():
        return Refusal("reason_is_missing")
    return (e.Paused(command.reason, command.by),)


def _change_settings(table: Table, command: c.ChangeSettings) -> Decisions:
    wrong = faults(command.settings)
    if wrong:
        return Refusal("settings_contradict", {"why": wrong[0]})
    same = command.settings.id == table.settings.id and command.settings.mode == table.settings.mode
    if not same or command.settings.profile.game != table.settings.profile.game:
        return Refusal("not_the_same_table")
    return (e.SettingsChanged(command.settings, command.by),)


def resumed(table: Table, by: str, at_ms: int) -> e.Resumed:
    """Go on, every open time begun again in full: after a pause, or when the venue was away (TB-43)."""
    times = table.settings.profile.table
    if table.deadline_ms is None:
        return e.Resumed(by)
    match table.phase:
        case Phase.BETTING | Phase.LAST_BETS:
            timed = betting_timed(table.settings, at_ms)
            return e.Resumed(by, timed.closes_ms, timed.last_bets_ms)
        case Phase.PLAYING if table.window_open:
            return e.Resumed(by, at_ms + 1000 * times.decision_s)
        case Phase.PLAYING:
            return e.Resumed(by, at_ms + 1000 * times.delayed_result_s)
        case Phase.DISPUTE:
            return e.Resumed(by, at_ms + 1000 * times.dispute_s)
        case _:
            return e.Resumed(by, at_ms + table.result_ms)


def void(table: Table, reason: str, by: str) -> Decisions:
    """Every wager of the unsettled round goes back (TB-31)."""
    if betting(table):
        return (e.RoundVoided(reason, by, {patron: e.Refund(0) for patron in staked_before_close(table)}),)
    if table.phase not in (Phase.PLAYING, Phase.DISPUTE) or table.felt is None:
        return Refusal("no_round_to_void")
    return (e.RoundVoided(reason, by, refunds(table)),)
