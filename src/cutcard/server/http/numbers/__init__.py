"""What the exact mathematics says, over HTTP: best play for a hand, returns of the bets."""
