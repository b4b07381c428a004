"""The public Python API: for each command that works something out, a function that answers the same."""
