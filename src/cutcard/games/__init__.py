"""The rules of the games: what is due, what may be decided, what each hand is worth. Knows no money."""
