"""Exact mathematics: returns, best play, PAR sheets, by counting. Plays no round and knows no table."""
