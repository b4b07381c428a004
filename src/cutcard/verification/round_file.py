"""The record of one round played again by the rules it names: the same result and money, or where not.

The file is all that is read. Who was at the table, and what they had chosen before the round, is not in it
and need not be: no result hangs on it. Where others' leaves are bare hashes, coups are played as ever, since
a coup is the same for all, and of hands those that the copy shows. What cannot be played again is said, never
guessed; what a file does not show enough of to be judged is named as well. Whether chain, commitment and
cards hold is asked of ``chain``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, get_args

import msgspec

from cutcard.record import UPGRADES, BadEvent, Entry, Kind, RoundFile, decode_event
from cutcard.record.encoding import plans_of
from cutcard.record.round_file import CopiedEntry
from cutcard.table import Settings, new_table
from cutcard.table import events as e
from cutcard.table.opening import UnknownRules, settings_of
from cutcard.table.phases import unsettled
from cutcard.table.state import Place
from cutcard.verification.fold import Fold
from cutcard.verification.judge import unmet
from cutcard.verification.need import Need, not_judged
from cutcard.verification.own_copy import CORRECTED, replay_own
from cutcard.verification.verdict import IMPOSSIBLE, Misfit, NotReplayed, Replayed

IN_PLAY: Final = frozenset(
    event.__struct_config__.tag
    for event in get_args(e.AnyEvent)
    if (event.in_story or event.frames_story) and {"patron", "shares"} & {*event.__struct_fields__}
)
"""The events without whose private leaves a round of hands cannot be played again as a whole."""

RULES_MISSING: Final = "the file does not name the rules of the round as this version does"

Happened = list[tuple[CopiedEntry, e.AnyEvent]]


def replay_round(file: RoundFile) -> Replayed:
    """The round of a file whose chain holds, played again as far as this copy of it goes."""
    try:
        return _replay(file)
    except NotReplayed as why:
        return Replayed(left_out=(str(why),))
    except Misfit as wrong:
        return Replayed((str(wrong),))


def _replay(file: RoundFile) -> Replayed:
    happened = list(_shown_events(file))
    begun = next((event for _, event in happened if isinstance(event, e.RoundOpened)), None)
    if begun is None:
        raise NotReplayed(RULES_MISSING)
    settings = _settings(file.stream, begun)
    hidden = any(_hides(entry) for entry in file.entries if entry.round == file.round)
    if hidden and begun.game == "blackjack":
        return replay_own(settings, file.patron, [event for _, event in happened], file.dealt_to)
    if hidden and _nothing_stands([event for _, event in happened]):
        raise NotReplayed(CORRECTED)
    return RoundReplay(settings, begun, _lacks(file, hidden=hidden)).all(happened)


def _lacks(file: RoundFile, *, hidden: bool) -> Need:
    """What this file does not show: never the table before the round, and of others what is a bare hash."""
    contributed = (
        entry for entry in file.entries if entry.round == file.round and entry.tag == "contributed"
    )
    texts = any(leaf.body is None for entry in contributed for leaf in entry.leaves)
    others = Need.EVERYBODY if hidden else Need.NOTHING
    return Need.TABLE | others | (Need.TEXTS if texts else Need.NOTHING)


def _nothing_stands(events: list[e.AnyEvent]) -> bool:
    """Whether a card was corrected and no wager that is shown outlived it: a coup is played for such."""
    voids = [event for event in events if isinstance(event, e.CardCorrected)]
    placed = {
        (patron, wager.position, wager.bet)
        for event in events
        if isinstance(event, e.BetsClosed)
        for patron, own in event.shares.items()
        for wager in own.wagers
    }
    void = {
        (patron, *wager) for event in voids for patron, own in event.shares.items() for wager in own.wagers
    }
    return bool(voids) and not placed - void


def _hides(entry: CopiedEntry) -> bool:
    return entry.tag in IN_PLAY and any(leaf.body is None for leaf in entry.leaves)


def _shown_events(file: RoundFile) -> Iterator[tuple[CopiedEntry, e.AnyEvent]]:
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
        event: e.AnyEvent = decode_event(entry, e.AnyEvent)
    except (KeyError, IndexError, BadEvent, msgspec.DecodeError):
        if copied.tag == "round_opened":
            raise NotReplayed(RULES_MISSING) from None
        raise NotReplayed(f"entry {copied.number}, {copied.tag}, is none that this version knows") from None
    if _kind(copied.tag) is Kind.PERSONAL and getattr(event, "patron", None) != shown[0][0]:
        raise Misfit(f"entry {copied.number}, {copied.tag}: it is another patron's than it says")
    return event


def _kind(tag: str) -> Kind:
    return UPGRADES[tag].kind if tag in UPGRADES else plans_of(e.AnyEvent)[tag].kind


def _settings(stream: str, begun: e.RoundOpened) -> Settings:
    try:
        return settings_of(begun, stream)
    except UnknownRules as why:
        raise NotReplayed(str(why)) from None


class RoundReplay:
    """A round from its opening on, with everybody whose leaves are open; ``lacks`` is what its file does."""

    def __init__(self, settings: Settings, begun: e.RoundOpened, lacks: Need) -> None:
        self.begun = begun
        self.fold = Fold(new_table(settings), lacks)
        self.settled = False
        self.left_out: list[str] = []

    def all(self, happened: Happened) -> Replayed:
        """Every event in order, up to the first that does not fit."""
        self.fold.table.patrons.places = {
            name: Place() for _, event in happened for name in _patrons_named(event)
        }
        for entry, event in happened:
            try:
                fault = self._one(event, entry.at_ms)
            except IMPOSSIBLE as wrong:
                if Need.EVERYBODY in self.fold.lacks and isinstance(event, e.CardCorrected):
                    raise NotReplayed(CORRECTED) from None
                fault = f"it does not follow by the rules: {wrong}"
            if fault is not None:
                return Replayed((f"entry {entry.number}, {entry.tag}: {fault}",), tuple(self.left_out))
        if not self.settled:
            self.left_out.append("this copy shows no result to be found again")
        unjudged = not_judged((entry.tag, unmet(event, self.fold.lacks)) for entry, event in happened)
        return Replayed((), tuple(self.left_out), self.settled, tuple(unjudged))

    def _one(self, event: e.AnyEvent, at_ms: int) -> str | None:
        table = self.fold.table
        match event:
            case e.RoundSettled():
                self.settled = bool(event.shares)
            case e.RoundVoided() if unsettled(table):
                self.settled = bool(event.shares)
                table.deal.settings = _as_paid(table.deal.settings, event)
            case e.HandForked():
                left_out = f"the interrupted game of seat {event.seat}, which has a record of its own"
                self.left_out.append(left_out)
            case _:
                pass
        return self.fold.happen(event, self.begun.round, at_ms)[0]


def _as_paid(settings: Settings, event: e.RoundVoided) -> Settings:
    """Whether a void pays special bets that were won is a setting, which a round names by what it paid."""
    won = any(share.won for share in event.shares.values())
    return msgspec.structs.replace(settings, void_pays_won_specials=won)


def _patrons_named(event: e.AnyEvent) -> Iterator[str]:
    yield from getattr(event, "shares", ())
    patron = getattr(event, "patron", None)
    if patron is not None:
        yield patron
