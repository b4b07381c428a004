"""A round as it lies on the felt, by kind of game. It knows no clock and no place of a patron."""
