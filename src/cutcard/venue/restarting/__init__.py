"""Reading a venue back: snapshots, replay, what an outage ends, and why a table stands still."""
