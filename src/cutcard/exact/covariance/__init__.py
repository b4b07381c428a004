"""What varies together in one round: several positions of one patron, the main game and its special bets."""
