"""Bets counted: special bets of either game, and coups. Best play is not needed here."""
