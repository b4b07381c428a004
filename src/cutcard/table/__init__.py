"""A table's decider: betting, windows, strikes, results. Knows no purse, no clock, no socket.

decide(table, command, moment)  events, or a refusal
evolve(table, event, at_ms)     the table changed by an event
follow(table, at_ms)            what happens next by itself
want(table)                     what it waits for from whoever holds the cards
"""

from cutcard.table.dispatch import decide
from cutcard.table.evolve import evolve
from cutcard.table.follow import follow
from cutcard.table.moment import Moment
from cutcard.table.settings import Limits, Settings
from cutcard.table.state import Phase, Table, new_table
from cutcard.table.want import Want, next_ms, want

__all__ = [
    "Limits",
    "Moment",
    "Phase",
    "Settings",
    "Table",
    "Want",
    "decide",
    "evolve",
    "follow",
    "new_table",
    "next_ms",
    "want",
]
