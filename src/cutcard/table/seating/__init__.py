"""Who is at the table and where: places, seats, bets behind them."""
