"""Commands that run a house, and read and keep its record."""
