"""Cutcard: electronic tables for blackjack and baccarat.

Each folder is a room that says what it knows; this file knows only which version they are.
"""

__version__ = "0.1.0"
