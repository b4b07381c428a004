"""Decisions of hands, and the events of a round."""
