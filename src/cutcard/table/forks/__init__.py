"""Interrupted games: hands that are played on without their patron."""
