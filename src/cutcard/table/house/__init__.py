"""What the house does to a table: opening, settings, pauses, rounds."""
