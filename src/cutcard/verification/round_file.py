"""The record of one round played again by the rules it names: the same result and money, or where not.

The file is all that is read. Who was at the table, and what they had chosen before the round, is not in it
and need not be: no result hangs on it. Where others' leaves are bare hashes, coups are played as ever, since
a coup is the same for all, and of hands those that the copy shows. What cannot be played again is said, never
guessed. Whether chain, commitment and cards hold is asked of ``chain``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from cutcard.games import due
from cutcard.ledger import escrow
from cutcard.record import LIFTS, BadEvent, Entry, Kind, RoundFile, opened
from cutcard.record.encoding import plans_of
from cutcard.record.round_file import CopiedEntry
from cutcard.table import Settings, evolve, new_table
from cutcard.table import events as e
from cutcard.table.behind_refunds import wrong_chips
from cutcard.table.opening import UnknownRules, settings_of
from cutcard.table.phases import unsettled
from cutcard.table.state import Place
from cutcard.table.voids import refunds, stakes_back
from cutcard.venue.projection import moves
from cutcard.verification.judge import unfounded
from cutcard.verification.own_copy import CORRECTED, replay_own
from cutcard.verification.verdict import (
    IMPOSSIBLE,
    Misfit,
    NotReplayed,
    Replayed,
    other_paytable,
    other_result,
    other_wagers,
)

IN_PLAY: Final = (
    *("bets_closed", "decided", "window_closed", "behind_followed", "card_corrected", "round_settled"),
    *("round_voided", "hand_forked", "fork_raised", "fork_settled"),
)
"""The events without whose private leaves a round of hands cannot be played again as a whole."""

RULES_MISSING: Final = "the file does not name the rules of the round as this version does"

Happened = list[tuple[CopiedEntry, e.AnyEvent]]


def replay_round(file: RoundFile) -> Replayed:
    """The round of a file whose chain holds, played again as far as this copy of it goes."""
    try:
        return _replayed(file)
    except NotReplayed as why:
        return Replayed(left_out=(str(why),))
    except Misfit as wrong:
        return Replayed((str(wrong),))


def _replayed(file: RoundFile) -> Replayed:
    happened = list(_happened(file))
    begun = next((event for _, event in happened if isinstance(event, e.RoundOpened)), None)
    if begun is None:
        raise NotReplayed(RULES_MISSING)
    settings = _settings(file.stream, begun)
    hidden = any(_hides(entry) for entry in file.entries if entry.round == file.round)
    if hidden and begun.game == "blackjack":
        return replay_own(settings, file.patron, [event for _, event in happened], file.dealt_to)
    if hidden and _nothing_stands([event for _, event in happened]):
        raise NotReplayed(CORRECTED)
    return RoundReplay(settings, begun, hidden=hidden).all(happened)


def _nothing_stands(events: list[e.AnyEvent]) -> bool:
    """Whether a card was corrected and no wager that is shown outlived it: a coup is played for such."""
    voids = [event for event in events if isinstance(event, e.CardCorrected)]
    placed = {
        (patron, one.position, one.bet)
        for event in events
        if isinstance(event, e.BetsClosed)
        for patron, own in event.shares.items()
        for one in own.wagers
    }
    void = {(patron, *one) for event in voids for patron, own in event.shares.items() for one in own.wagers}
    return bool(voids) and not placed - void


def _hides(entry: CopiedEntry) -> bool:
    return entry.tag in IN_PLAY and any(leaf.body is None for leaf in entry.leaves)


def _happened(file: RoundFile) -> Iterator[tuple[CopiedEntry, e.AnyEvent]]:
    """The events of the round that this copy shows; of shared ones the shares it shows."""
    for copied in file.entries:
        if copied.round != file.round:
            continue
        event = _event(file.stream, copied)
        if event is not None:
            yield copied, event


def _event(stream: str, copied: CopiedEntry) -> e.AnyEvent | None:
    """One of them; None where it is somebody else's own affair."""
    public, *private = copied.leaves
    shown = tuple((leaf.patron or "", leaf.body.encode()) for leaf in private if leaf.body is not None)
    at = (copied.number, copied.round, copied.at_ms, copied.wall_ms, copied.tag)
    entry = Entry(stream, *at, (public.body or "").encode(), shown, b"", b"")
    try:
        if private and not shown and _kind(copied.tag) is Kind.PERSONAL:
            return None
        event: e.AnyEvent = opened(entry, e.AnyEvent)
    except (KeyError, IndexError, BadEvent, msgspec.DecodeError):
        if copied.tag == "round_opened":
            raise NotReplayed(RULES_MISSING) from None
        raise NotReplayed(f"entry {copied.number}, {copied.tag}, is none that this version knows") from None
    if _kind(copied.tag) is Kind.PERSONAL and getattr(event, "patron", None) != shown[0][0]:
        raise Misfit(f"entry {copied.number}, {copied.tag}: it is another patron's than it says")
    return event


def _kind(tag: str) -> Kind:
    return LIFTS[tag].kind if tag in LIFTS else plans_of(e.AnyEvent)[tag].kind


def _settings(stream: str, begun: e.RoundOpened) -> Settings:
    try:
        return settings_of(begun, stream)
    except UnknownRules as why:
        raise NotReplayed(str(why)) from None


class RoundReplay:
    """A round from its opening on, with everybody whose leaves are open; ``hidden`` where some are not."""

    def __init__(self, settings: Settings, begun: e.RoundOpened, *, hidden: bool) -> None:
        self.hidden = hidden
        self.table = new_table(settings)
        self.begun = begun
        self.in_escrow = 0
        self.settled = False
        self.left_out: list[str] = []

    def all(self, happened: Happened) -> Replayed:
        """Every event in order, up to the first that does not fit."""
        self.table.places = {name: Place() for _, event in happened for name in _named(event)}
        for entry, event in happened:
            try:
                fault = self._one(event, entry.at_ms)
            except IMPOSSIBLE as wrong:
                if self.hidden and isinstance(event, e.CardCorrected):
                    raise NotReplayed(CORRECTED) from None
                fault = f"it does not follow by the rules: {wrong}"
            if fault is not None:
                return Replayed((f"entry {entry.number}, {entry.tag}: {fault}",), tuple(self.left_out))
        if not self.settled:
            self.left_out.append("this copy shows no result to be found again")
        return Replayed((), tuple(self.left_out), self.settled)

    def _one(self, event: e.AnyEvent, at_ms: int) -> str | None:
        why = self._unfounded(event)
        if why is not None:
            return why
        self._count(event)
        evolve(self.table, event, at_ms)
        if isinstance(event, e.RoundSettled | e.RoundVoided) and self.in_escrow:
            return f"{self.in_escrow} of what was staked went to nobody"
        return None

    def _count(self, event: e.AnyEvent) -> None:
        """What lies in escrow: all that was staked, until the result empties it."""
        stream = self.table.settings.id
        for transfer in moves(stream, self.begun.round, event)[1]:
            self.in_escrow += sum(one.amount for one in transfer.postings if one.account == escrow(stream))

    def _unfounded(self, event: e.AnyEvent) -> str | None:
        """Why an event that decides over money does not follow from what this round shows."""
        match event:
            case e.RoundOpened():
                return other_paytable(self.table.settings, event)
            case e.BetsClosed():
                places = self.table.places
                wrong = (
                    other_wagers(one, places[one].chips, own.wagers) for one, own in event.shares.items()
                )
                return next(filter(None, wrong), None)
            case e.BehindRefunded():  # who sat where before the round is not in its file
                return wrong_chips(self.table.places[event.patron], event)
            case e.RoundSettled():
                return self._result(event)
            case e.RoundVoided():
                return self._void(event)
            case e.HandForked():
                told = f"the interrupted game of seat {event.seat}, which has a record of its own"
                self.left_out.append(told)
                return None
            case _:
                return unfounded(self.table, event)

    def _result(self, event: e.RoundSettled) -> str | None:
        felt = self.table.felt
        if felt is None or not isinstance(felt.due, due.Nothing):
            return "the round was not played to its end"
        self.settled = bool(event.shares)
        again = felt.shares()
        for patron in sorted({*again, *event.shares}):
            why = other_result(patron, event.shares.get(patron), again.get(patron))
            if why is not None:
                return why
        return None

    def _void(self, event: e.RoundVoided) -> str | None:
        if self.table.felt is None or not unsettled(self.table):
            return None  # chips that were no wagers yet go back by themselves
        self.settled = bool(event.shares)
        back = stakes_back(self.table)
        if event.shares == back:
            return None
        # Whether a void pays special bets that were won is a setting, which a round does not name.
        table = msgspec.structs.replace(
            self.table, settings=msgspec.structs.replace(self.table.settings, void_pays_won_specials=True)
        )
        return None if event.shares == refunds(table) else "a void hands back what was staked"


def _named(event: e.AnyEvent) -> Iterator[str]:
    yield from getattr(event, "shares", ())
    patron = getattr(event, "patron", None)
    if patron is not None:
        yield patron
