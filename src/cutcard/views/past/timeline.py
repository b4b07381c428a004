"""A past round from the record: what of it everybody sees, in which order, and how it is said.

Patrons and the house hear it in words of their own, and each a little more: their own modules add that.

An interrupted game has a record of its own, which is silent about what came between its entries at the table.
The clock says it. Where that shows the same instant, the table came first: a card it turned is turned in the
game only then. But its result waited for the game (TB-40).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from cutcard.games.reason import Facts, Reason
from cutcard.record import Entry, decode_event
from cutcard.table import events as e
from cutcard.table.forks.fork import fork_stream
from cutcard.views.names import NameOf

Read = Callable[[str], Iterable[Entry]]
"""The entries of another record, by its name."""


def woven(entries: Sequence[Entry], read: Read, patron: str | None) -> Iterator[tuple[e.AnyEvent, Entry]]:
    """What happened in a round and in the patron's interrupted games, or in all of them for the house."""
    games: list[Entry] = []
    for entry in entries:
        event = decode_event(entry, e.AnyEvent)
        settled = event.stream if isinstance(event, e.ForkSettled) else None
        first = [game for game in games if game.at_ms < entry.at_ms or game.stream == settled]
        games = [game for game in games if game not in first]
        yield from ((decode_event(entry, e.AnyEvent), entry) for entry in first)
        yield event, entry
        if isinstance(event, e.HandForked) and patron in (None, event.patron):
            games += read(fork_stream(entry.stream, entry.round, event.seat))
            games.sort(key=lambda entry: entry.at_ms)
    yield from ((decode_event(game, e.AnyEvent), game) for game in games)


def acts_of(
    words: str, shares: Mapping[str, e.WindowShare], name_of: NameOf, *, seated: bool
) -> Iterator[Reason]:
    """What was decided for hands whose time was up when a window closed, hand by hand (TB-12, TB-13)."""
    for patron, share in shares.items():
        for act in share.acts:
            decision = f"@screen.decision_{act.decision}"
            facts = {
                "patron": name_of(patron),
                **hand_facts(words, act.position, seated),
                "decision": decision,
            }
            yield Reason(f"{words}time_was_up", facts)


def hand_facts(words: str, position: int, seated: bool) -> Facts:
    """Where a hand lies: at a table with seats it is the seat that is named, and no position."""
    whose = "record" if words == "record." else "screen"
    return {"hand": f"@{whose}.{'seat' if seated else 'position'}", "position": position}


def words_of(words: str, tag: str, event: e.AnyEvent, facts: Facts, *, seated: bool) -> Reason:
    """The text that these words have for an event; a decision's says whose it was and for which hand."""
    if not isinstance(event, e.Decided | e.ForkDecided):
        return Reason(f"{words}{tag}", facts)
    decision = f"@screen.decision_{event.decision}"
    by_house = "_by_house" if event.automatic else ""
    # An interrupted game is a seat's, and its texts say so.
    where: Facts = (
        {"position": event.seat}
        if isinstance(event, e.ForkDecided)
        else hand_facts(words, event.position, seated)
    )
    return Reason(f"{words}{tag}{by_house}", {**facts, **where, "decision": decision})
