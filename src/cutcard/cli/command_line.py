"""The command line as it was typed, and as everybody on the machine may read it. It knows no command.

Whoever lists the processes reads every command line, whereas a process's environment is its own user's. So
a command that was given a database's password begins once more, at once and as the same process, with the
password hidden in its command line and the whole of what was typed in its environment.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import MutableMapping, Sequence
from typing import Final

from cutcard.adapters.database.address import without_passwords

TYPED: Final = "CUTCARD_TYPED"
"""Where what was typed is handed over. It is taken out again before anything else is started."""


def typed_arguments(environment: MutableMapping[str, str] = os.environ) -> list[str]:
    """The arguments with which this process was called, whatever its command line shows."""
    arguments = sys.argv[1:]
    given = environment.pop(TYPED, "")
    if given:
        return _handed_over(given, arguments)
    if _without_passwords(arguments) != arguments:
        again = [sys.executable, *_without_passwords(sys.orig_argv[1:])]
        kept = {**environment, TYPED: json.dumps(arguments)}
        os.execve(sys.executable, again, kept)  # noqa: S606  # ourselves, and no shell is wanted
    return arguments


def _handed_over(given: str, arguments: list[str]) -> list[str]:
    """What was typed, unless somebody else set the variable: then it does not go with the command line."""
    try:
        whole = json.loads(given)
    except (ValueError, RecursionError):
        return arguments
    is_text = isinstance(whole, list) and all(isinstance(argument, str) for argument in whole)
    return whole if is_text and _without_passwords(whole) == arguments else arguments


def _without_passwords(arguments: Sequence[str]) -> list[str]:
    return [without_passwords(argument) for argument in arguments]
