"""The language of round files: what the words of a line ask for. ``README.md`` is its manual.

Whoever carries it out is not known here, and neither is any rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from cutcard.cards import parse_card
from cutcard.games.blackjack.options import Decision
from cutcard.profiles.profile import Speed
from cutcard.table import commands as c
from tests.rounds.deeds import (
    Ask,
    CashOut,
    Come,
    CountShoe,
    Crash,
    Deed,
    Enable,
    Lay,
    Set,
    SetWallClock,
    Stack,
    Wait,
)

ARROW = " -> "
CROUPIER, SUPERVISOR, OPERATOR = "croupier", "supervisor", "operator"
DECISIONS = frozenset(decision.value for decision in Decision)


def lines_of(path: Path) -> Iterator[tuple[int, str, str]]:
    """Number, command and expected words of every line that is not a comment."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        words = line.partition("#")[0].rstrip()
        if words:
            command, _, expected = f"{words} ".partition(ARROW)
            yield number, " ".join(command.split()), " ".join(expected.split())


def deed_of(words: list[str]) -> Deed:
    """What these words ask for."""
    for group in (_of_the_house, _of_the_cards, _of_bets, _of_patrons, _of_seats, _of_staff, _of_disputes):
        deed = group(words)
        if deed is not None:
            return deed
    raise AssertionError(f"no such command: {' '.join(words)}")


def _of_the_house(words: list[str]) -> Deed | None:
    match words:
        case ["rules", profile, *how]:
            return Lay(profile, f"rules {' '.join(how)}".strip())
        case ["table", profile]:
            return Lay(profile, "live")
        case ["table", profile, mode]:
            return Lay(profile, mode)
        case ["set" | "change" as word, *changes]:
            pairs = (change.split("=", 1) for change in changes)
            return Set(dict(pairs), later=word == "change")
        case ["enable", *bets]:
            return Enable(tuple(bets))
        case ["wait", *seconds]:
            return Wait(float(seconds[0]) if seconds else None)
        case ["wall", seconds]:
            return SetWallClock(int(seconds))
        case ["crash"]:
            return Crash()
        case ["purse" | "run" as about, whom]:
            return Ask(about, whom)
        case ["due" | "finished" as about]:
            return Ask(about)
        case _:
            return None


def _of_the_cards(words: list[str]) -> Deed | None:
    match words:
        case ["card", card]:
            return c.Deal(parse_card(card))
        case ["enter", card]:
            return c.EnterCard(parse_card(card))
        case ["face", "down", *card]:
            return c.DealFaceDown(parse_card(card[0]) if card else None)
        case ["check", "no" | "blackjack" as seen]:
            return c.Check(seen == "blackjack")
        case ["turn", card]:
            return c.TurnUp(parse_card(card))
        case ["burn", *card]:
            return c.Burn(parse_card(card[0]) if card else None)
        case ["cards", *cards]:
            return Stack(tuple(map(parse_card, cards)))
        case ["cut"]:
            return c.SeeCutCard(CROUPIER)
        case ["shoe"]:
            return c.ChangeShoe(CROUPIER, ())
        case ["shoe", "whole"]:
            return CountShoe()
        case ["shoe", "with", *cards]:
            return CountShoe(more=tuple(map(parse_card, cards)))
        case ["shoe", "without", *cards]:
            return CountShoe(fewer=tuple(map(parse_card, cards)))
        case _:
            return None


def _of_bets(words: list[str]) -> Deed | None:
    match words:
        case ["bet", position, bet, amount]:
            return c.PlaceBet("", bet, int(amount), int(position))
        case ["bet", name, position, "all", amount]:
            return c.BetAll(name, int(amount), int(position))
        case ["bet", name, position, bet, amount]:
            return c.PlaceBet(name, bet, int(amount), int(position))
        case ["clear", name, "last"]:
            return c.ClearLast(name)
        case ["repeat", name, "twice"]:
            return c.RepeatBets(name, 2)
        case ["raise", name, amount]:
            return c.RaiseBets(name, int(amount))
        case ["let-it-play", name, position]:
            return c.LetItPlay(name, int(position))
        case ["play-now", name, amount]:
            return c.PlayNow(name, int(amount))
        case [button, name] if button in _BUTTONS:
            return _BUTTONS[button](name)
        case _:
            return None


_BUTTONS: dict[str, Callable[[str], c.Command]] = {
    "clear": c.ClearAll,
    "undo": c.UndoBet,
    "repeat": c.RepeatBets,
    "double-bets": c.DoubleBets,
    "deal": c.PressDeal,
}


def _of_patrons(words: list[str]) -> Deed | None:
    match words:
        case [decision, hand] if decision in DECISIONS:
            return c.Decide("", Decision(decision), *_at(hand))
        case [decision, name, hand] if decision in DECISIONS:
            return c.Decide(name, Decision(decision), *_at(hand))
        case ["patron", name, money]:
            return Come(name, int(money))
        case ["cash-out", name]:
            return CashOut(name)
        case ["leave", name]:
            return c.Leave(name)
        case ["reserve" | "back" as word, name]:
            return c.Reserve(name, word == "reserve")
        case ["gone", name]:
            return c.GoAway(name)
        case ["returns", name]:
            return c.ComeBack(name)
        case ["option", name, option, "on" | "off" as on]:
            return c.SetOption(name, option, on == "on")
        case ["speed", name, speed]:
            return c.SetSpeed(name, Speed(speed))
        case ["contribute", name, text]:
            return c.Contribute(name, text)
        case _:
            return None


def _at(hand: str) -> tuple[int, int]:
    """``2`` is position 2, ``2.3`` the third hand there."""
    position, _, branch = hand.partition(".")
    return int(position), int(branch or 1) - 1


def _of_seats(words: list[str]) -> Deed | None:
    match words:
        case ["sit", name, seat]:
            return c.TakeSeat(name, int(seat))
        case ["rise", name, seat]:
            return c.LeaveSeat(name, int(seat))
        case ["free", seat]:
            return c.FreeSeat(CROUPIER, int(seat))
        case ["along", name, seat, double, split]:
            return c.SetBehind(name, int(seat), double.endswith("=yes"), split.endswith("=yes"))
        case ["refuse", name, seat, yes]:
            return c.RefuseBehind(name, int(seat), yes == "yes")
        case _:
            return None


def _of_staff(words: list[str]) -> Deed | None:
    match words:
        case ["open"]:
            return c.OpenRound()
        case ["close"]:
            return c.CloseBets(CROUPIER)
        case ["pause", *why]:
            return c.Pause(CROUPIER, " ".join(why))
        case ["resume"]:
            return c.Resume(SUPERVISOR)
        case ["void", *why]:
            return c.VoidRound(SUPERVISOR, " ".join(why))
        case ["correct", card]:
            return c.CorrectCard(CROUPIER, parse_card(card))
        case ["correct", card, "at", at]:
            return c.CorrectCard(SUPERVISOR, parse_card(card), int(at))
        case ["propose", by, of_round, *amounts]:
            owed = (amount.split("=") for amount in amounts)
            return c.ProposeCorrection(by, int(of_round), {who: int(much) for who, much in owed}, "misread")
        case ["approve", by, number]:
            return c.ApproveCorrection(by, int(number))
        case _:
            return None


def _of_disputes(words: list[str]) -> Deed | None:
    match words:
        case ["dispute", name, *why]:
            return c.Dispute(name, " ".join(why))
        case ["form", name, *closed]:
            return c.FillDispute(name, on=not closed)
        case ["ok", name]:
            return c.ConfirmResult(name)
        case ["confirm", *why]:
            return c.CloseDispute(SUPERVISOR, " ".join(why))
        case _:
            return None
