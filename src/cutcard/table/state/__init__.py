"""A table as it stands, in groups by what they are about. It judges nothing and knows no purse."""

from cutcard.table.state.clock import Clock
from cutcard.table.state.deal import Begun, Burns, Deal, Destination, felt_of
from cutcard.table.state.fairness import Fairness
from cutcard.table.state.halt import MISREAD_FACE_DOWN, Halt, OpenDispute
from cutcard.table.state.past import RESULTS_KEPT, Past, Proposal
from cutcard.table.state.patrons import (
    PARTS_KEPT,
    ROUNDS_KEPT,
    UNDO_KEPT,
    Layout,
    Patrons,
    Place,
    total,
    wagers_of,
)
from cutcard.table.state.seating import FREED_KEPT, Seating
from cutcard.table.state.shoe_watch import IN_A_ROW, ShoeWatch
from cutcard.table.state.table import Phase, Table, new_table

__all__ = [
    "FREED_KEPT",
    "IN_A_ROW",
    "MISREAD_FACE_DOWN",
    "PARTS_KEPT",
    "RESULTS_KEPT",
    "ROUNDS_KEPT",
    "UNDO_KEPT",
    "Begun",
    "Burns",
    "Clock",
    "Deal",
    "Destination",
    "Fairness",
    "Halt",
    "Layout",
    "OpenDispute",
    "Past",
    "Patrons",
    "Phase",
    "Place",
    "Proposal",
    "Seating",
    "ShoeWatch",
    "Table",
    "felt_of",
    "new_table",
    "total",
    "wagers_of",
]
