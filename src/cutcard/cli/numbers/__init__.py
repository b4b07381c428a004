"""Commands that count and simulate."""
