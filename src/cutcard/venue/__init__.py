"""Runs tables: ports, the step loop, what moves in the ledger. Reaches the outside only through its ports."""
