"""Cards, burns, looks and turns, and who may deal them."""
