"""Rounds that are over: as their patron reads them, as a supervisor judges by them, and what they came to."""
