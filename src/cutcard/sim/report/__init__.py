"""What a run has counted, and what that says. Nothing is played here."""
