"""Runs tables: ports, the step loop, the projection to money. Reaches the outside only through its ports."""
