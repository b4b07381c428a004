"""Commands that play a round, draw roads, list profiles, and deal at a table."""
