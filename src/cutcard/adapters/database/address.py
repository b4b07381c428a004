"""The address of a PostgreSQL database, and the same address as it may be shown. Nothing is connected here.

An address may hold a password. It is shown nowhere: not in a log, an error or a refusal.
"""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import unquote

from cutcard.adapters.database.errors import CannotOpen

POSTGRES: Final = ("postgresql://", "postgres://")
HIDDEN: Final = "***"
SECRETS: Final = frozenset(("password", "sslpassword"))

_ADDRESS: Final = re.compile(r"\bpostgres(?:ql)?://\S+", re.IGNORECASE)
_UNREADABLE: Final = (
    "the database's address cannot be read: in its names and its password, signs such as @ / : % and blanks"
    " are written as %40 %2F %3A %25 %20"
)


def is_postgres(address: str) -> bool:
    """The address of a PostgreSQL database, not of a folder."""
    return address.startswith(POSTGRES)


def has_password(address: str) -> bool:
    """Whether an address holds a password."""
    return is_postgres(address) and without_passwords(address) != address


def without_passwords(text: str) -> str:
    """A text with the passwords of all addresses in it hidden; everything else stays."""
    return _ADDRESS.sub(lambda match: _hidden(match[0]), text)


def _hidden(address: str) -> str:
    scheme, _, rest = address.partition("://")
    # Up to the last @: a password with an unescaped @ or / in it is hidden whole, although nobody can use it.
    login, at, place = rest.rpartition("@")
    user, colon, password = login.partition(":")
    login = f"{user}:{HIDDEN}" if colon and password else login
    place, mark, options = place.partition("?")
    hidden = "&".join(_hidden_option(option) for option in options.split("&"))
    return f"{scheme}://{login}{at}{place}{mark}{hidden}"


def _hidden_option(option: str) -> str:
    name, equals, value = option.partition("=")
    return f"{name}={HIDDEN}" if equals and value and unquote(name).lower() in SECRETS else option


def check_address(address: str) -> None:
    """CannotOpen where an address can be taken in two ways, before any part of it is tried as a host's name.

    What the driver says of such an address may quote the password, so its words are not passed on.
    """
    from psycopg import ProgrammingError
    from psycopg.conninfo import conninfo_to_dict

    login, _, _ = address.partition("://")[2].rpartition("@")
    if "@" in login or "/" in login:
        raise CannotOpen(_UNREADABLE)
    try:
        conninfo_to_dict(address)
    except ProgrammingError:
        raise CannotOpen(_UNREADABLE) from None
