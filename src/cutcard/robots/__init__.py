"""Patrons who play by themselves over the client library, for an empty house and for tests.

They know what any terminal receives and nothing else; they have no access to a table's state.
"""

from cutcard.robots.crowd import run_robots
from cutcard.robots.temper import Temper, tempers

__all__ = ["Temper", "run_robots", "tempers"]
