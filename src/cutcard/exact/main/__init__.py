"""The main game of blackjack, counted: every hand, splits, the chart, best play."""
