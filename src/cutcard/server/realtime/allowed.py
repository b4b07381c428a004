"""What a member of staff may use, by name, so that a screen offers no more. It decides nothing."""

from __future__ import annotations

from cutcard.server.realtime import commands
from cutcard.venue.roles import COMMANDS, ROUTES, Role, may


def open_to_staff(roles: tuple[str, ...]) -> tuple[str, ...]:
    """The messages and routes that somebody with these roles may use, by name; nothing for patrons."""
    if not any(role != Role.PATRON for role in roles):
        return ()
    messages = [
        commands.tag_of(shape)
        for shape, command in commands.STAFF_COMMANDS.items()
        if may(roles, COMMANDS[command])
    ]
    return (*messages, *(name for name, row in ROUTES.items() if None not in row and may(roles, row)))
