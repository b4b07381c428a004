"""What each audience may see of a table, built up field by field, never stripped down. Moves nothing."""

from cutcard.views.croupier import croupier_view
from cutcard.views.lobby import help_page, info, lobby_row
from cutcard.views.patron import own_view
from cutcard.views.public import hands_view, line_key, public_view, roads_view

__all__ = [
    "croupier_view",
    "hands_view",
    "help_page",
    "info",
    "line_key",
    "lobby_row",
    "own_view",
    "public_view",
    "roads_view",
]
