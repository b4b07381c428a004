"""Logs as lines for people or as JSON, on stderr. What could be a secret is left out before it is written."""

from __future__ import annotations

import logging
import sys
from collections.abc import MutableMapping
from contextlib import suppress
from typing import Any, Final

import structlog

from cutcard.adapters.database.address import without_passwords

SECRETS: Final = frozenset(
    ("token", "password", "secret", "cookie", "authorization", "salt", "voucher", "card", "hole", "chance")
)


def without_secrets(
    _logger: object, _method: str, event: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """No field with the name of a secret is written, and no password of a database's address."""
    for name, value in list(event.items()):
        if name in SECRETS:
            event[name] = "***"
        elif isinstance(value, str):
            event[name] = without_passwords(value)
    return event


def set_up_logs(*, as_json: bool) -> None:
    """One line for each thing worth knowing."""
    plain = structlog.processors.LogfmtRenderer(key_order=["timestamp", "level", "event"])
    render: Any = structlog.processors.JSONRenderer() if as_json else plain
    heard: Any = _Unfailing()
    shared: list[Any] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        # Plain tracebacks: prettier ones show the values of variables, whatever they are.
        structlog.processors.format_exc_info,
        without_secrets,
    ]
    structlog.configure(
        processors=[*shared, render],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(heard),
        cache_logger_on_first_use=False,
    )
    other = logging.StreamHandler(sys.stderr)
    other.setFormatter(_WithoutPasswords("%(levelname)s %(name)s %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[other])
    # It warns of every request that is none: strangers would fill the log. They are counted instead.
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)


class _Unfailing:
    """Stderr, but for what it does not take: on a full disk the tables matter more than the log (TB-44)."""

    def write(self, text: str) -> int:
        """As much of it as can be."""
        with suppress(OSError):
            sys.stderr.write(text)
        return len(text)

    def flush(self) -> None:
        """What did not go out goes out with a later line."""
        with suppress(OSError):
            sys.stderr.flush()


class _WithoutPasswords(logging.Formatter):
    """What the libraries below us log."""

    def format(self, record: logging.LogRecord) -> str:
        """One record, its traceback included."""
        return without_passwords(super().format(record))
