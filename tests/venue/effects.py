"""What the record says that everybody has done: so often each thing that can be asked for has happened.

Compared with what terminals believe, it finds what was done twice, or promised and not done.
"""

from __future__ import annotations

from collections.abc import Mapping

from cutcard.ledger import cashier_events as ce
from cutcard.record import decode_event
from cutcard.table import events as e
from cutcard.table.forks.fork import FORK_MARK
from cutcard.venue.ports import Store
from cutcard.venue.requests import CASHIER
from tests.venue.terminals import CARD_CAME

Effects = dict[tuple[str, str, str], int]
"""Who, at which table, what: how often."""

OVER_A_CARD = ("impossible_card", "impossible_face_down", "misread_face_down")
"""Why a table halts over a card that came."""

_CARDS = (e.CardDealt, e.CardTurned, e.CardBurned, e.FaceDownDealt, e.Checked)


def effects_of(store: Store, dealers: Mapping[str, str] | None = None) -> Effects:
    """Everything that somebody asked for. ``dealers`` are those who deal, by table."""
    counts: Effects = {}
    for stream in store.streams():
        table = stream.partition(FORK_MARK)[0]
        dealer = (dealers or {}).get(table)
        for entry in store.entries(stream):
            event = decode_event(entry, ce.Event if stream == CASHIER else e.AnyEvent)
            who, how = _done(event, entry.tag, dealer)
            if who is not None:
                counts[who, table, how] = counts.get((who, table, how), 0) + 1
    return counts


def _done(event: ce.Event | e.AnyEvent, tag: str, dealer: str | None) -> tuple[str | None, str]:
    """Who asked for what happened, and by which name it is counted; nobody where it came by itself."""
    match event:
        case e.Decided(automatic=True) | e.ForkDecided(automatic=True):
            return None, tag
        case e.ForkDecided():
            return event.patron, "decided"
        case e.Paused(by="table") if event.reason.startswith(OVER_A_CARD):
            return dealer, CARD_CAME
        case e.RoundVoided(reason="correction"):
            return event.by, "card_corrected"
        case e.RoundVoided(reason="new_shoe"):
            return None, tag
        case e.RoundOpened():
            return dealer if event.mode == "live" else None, tag
        case _ if isinstance(event, _CARDS):
            return dealer, CARD_CAME
        case _:
            who = getattr(event, "patron", None) or getattr(event, "by", None)
            return who, getattr(event, "how", tag)
