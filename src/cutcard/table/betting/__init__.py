"""Chips and stakes until no more bets: limits, buttons, times."""
