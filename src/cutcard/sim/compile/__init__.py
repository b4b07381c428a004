"""The rules compiled: tables made by walking every state that play can reach. No round is played here."""
