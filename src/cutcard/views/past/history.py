"""A patron's past rounds as a list: where they played, what it came to, and what was out of the ordinary.

Reads the entries of a round, of others' only what everybody may read. Lays no card out: that is ``past``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from cutcard.games.reason import Reason
from cutcard.record import Entry, decode_event_for
from cutcard.table import events as e
from cutcard.table.betting.winnings import NOTHING_HANDED, Handed, handed
from cutcard.table.forks.fork import fork_stream
from cutcard.table.state import total
from cutcard.views.past.incidents import Occasion, incidents, void_reason
from cutcard.views.past.timeline import Read, hand_facts


class PastRound(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the history. What it came to is the asker's own, and missing for the house.

    ``places`` are the asker's positions, or seats where ``seated``. ``returned`` is ``won`` and
    ``stakes_back`` together; ``net`` counts what a later correction gave or took, ``corrected``. ``notes``
    say what was out of the ordinary.
    """

    table: str
    round: int
    opened_ms: int
    profile: str
    over: bool
    void: bool = False
    seated: bool = False
    places: tuple[int, ...] = ()
    staked: int | None = None
    won: int | None = None
    stakes_back: int | None = None
    returned: int | None = None
    corrected: int = 0
    net: int | None = None
    notes: tuple[Reason, ...] = ()


class Correction(msgspec.Struct, frozen=True):
    """A settled round was put right later: how, and why it was proposed (TB-32)."""

    event: e.CorrectionMade
    why: str


def past_round(
    entries: Sequence[Entry], patron: str | None, read: Read, corrections: Sequence[Correction] = ()
) -> PastRound | None:
    """A round in a line, from its entries; None where it is not the round's record, or none of theirs."""
    readable = [(event, entry) for entry in entries if (event := _readable(entry, patron)) is not None]
    begun = next(((event, entry) for event, entry in readable if isinstance(event, e.RoundOpened)), None)
    if begun is None:
        return None
    opening, first = begun
    events = [event for event, _ in readable]
    over = next((event for event in events if isinstance(event, e.RoundSettled | e.RoundVoided)), None)
    line = PastRound(
        table=first.stream,
        round=first.round,
        opened_ms=first.wall_ms,
        profile=opening.profile,
        over=over is not None,
        void=isinstance(over, e.RoundVoided),
        seated=bool(opening.rules.get("seats")),
    )
    if patron is None:
        if not isinstance(over, e.RoundVoided):
            return line
        return msgspec.structs.replace(
            line, notes=(Reason("history.void", {"reason": void_reason(over.reason)}),)
        )
    return _own(line, opening, events, patron, read, corrections)


def _readable(entry: Entry, patron: str | None) -> Any | None:
    """For the house, in whose list no patron stands, the public part is enough."""
    return decode_event_for(entry, patron or "", e.AnyEvent)


def _own(
    line: PastRound,
    opening: e.RoundOpened,
    events: Sequence[Any],
    patron: str,
    read: Read,
    corrections: Sequence[Correction],
) -> PastRound | None:
    chips = _last_chips(events, patron)
    came = _came_to(events, patron, total(chips))
    if came is None:
        # All that they had there went back before it was final: that stands there, and nothing else.
        events = [event for event in events if isinstance(event, e.BetsChanged | e.BehindRefunded)]
    corrected = sum(
        correction.event.shares[patron].amount
        for correction in corrections
        if patron in correction.event.shares
    )
    notes = [*_notes(line, opening, events, patron, total(chips), read)]
    for correction in corrections:
        notes.extend(incidents(correction.event, patron, Occasion(why=correction.why)))
    if came is None and not notes:
        return None
    own = msgspec.structs.replace(
        line, places=tuple(sorted({chip.position for chip in chips})), notes=_each_once(notes)
    )
    if not line.over:
        return own
    came = came or NOTHING_HANDED
    return msgspec.structs.replace(
        own,
        staked=came.staked,
        won=came.won,
        stakes_back=came.stakes_back,
        returned=came.returned,
        corrected=corrected,
        net=came.net + corrected,
    )


def _each_once(notes: Sequence[Reason]) -> tuple[Reason, ...]:
    return tuple({(note.key, *note.facts.values()): note for note in notes}.values())


def _last_chips(events: Sequence[Any], patron: str) -> e.Wagers:
    """What the patron wagered; of a round void before no more bets, what lay there."""
    chips: e.Wagers = ()
    for event in events:
        match event:
            case e.BetsChanged() | e.BehindRefunded():
                chips = event.chips
            case e.BetsClosed():
                return event.shares[patron].wagers if patron in event.shares else ()
            case _:
                pass
    return chips


def _came_to(events: Sequence[Any], patron: str, chips: int) -> Handed | None:
    """What the round came to; None where the patron had no part in it."""
    refunded = gained = 0
    share: e.SettledShare | None = None
    for event in events:
        match event:
            case e.CardCorrected() | e.RoundVoided() if patron in event.shares:
                refunded += event.shares[patron].returned or chips
                gained += event.shares[patron].won
            case e.RoundSettled():
                share = event.shares.get(patron)
            case _:
                pass
    if share is None and not refunded and not chips:
        return None
    return handed(share, refunded, gained) if share or refunded else NOTHING_HANDED


def _notes(
    line: PastRound, opening: e.RoundOpened, events: Sequence[Any], patron: str, chips: int, read: Read
) -> Iterator[Reason]:
    forked = frozenset(event.seat for event in events if isinstance(event, e.HandForked))
    occasion = Occasion(opening.mode == "internal", forked, chips)
    lay: e.Wagers = ()
    for event in events:
        if isinstance(event, e.CorrectionMade):
            continue  # of an earlier round, and listed there
        if isinstance(event, e.WindowClosed) and patron in event.shares:
            for act in event.shares[patron].acts:
                decision = f"@screen.decision_{act.decision}"
                where = hand_facts("history.", act.position, line.seated)
                yield Reason("history.time_was_up", {**where, "decision": decision})
        if isinstance(event, e.HandForked):
            yield Reason("history.interrupted", {"seat": event.seat})
            for entry in read(fork_stream(line.table, line.round, event.seat)):
                played = decode_event_for(entry, patron, e.AnyEvent)
                if played is not None:
                    yield from incidents(played, patron, occasion)
        yield from incidents(event, patron, msgspec.structs.replace(occasion, lay=lay))
        if isinstance(event, e.BetsChanged | e.BehindRefunded):
            lay = event.chips
