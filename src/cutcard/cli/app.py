"""The command ``cutcard`` and its verbs. What a verb does is in its own file, imported when it is called.

Bad input ends with one line on stderr and exit code 2; no traceback reaches a user.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Final

from cyclopts import App, CycloptsError

from cutcard import __version__
from cutcard.cli.help import VERBS
from cutcard.cli.refusal import BadInput

BAD_INPUT: Final = 2

app = App(
    name="cutcard",
    version=__version__,
    version_flags=["--version"],
    help_format="plaintext",
    help="""Blackjack and baccarat: the rules, the bets, the roads.

Every command takes `--json`, and `--help` with examples.
""",
)
for verb, about in VERBS.items():
    app.command(f"cutcard.cli.{verb}:{verb}", name=verb, help=about)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command and leave with its exit code."""
    try:
        app(arguments, exit_on_error=False, print_error=False, result_action="return_value")
    except CycloptsError as wrong:
        _refuse(_one_line(str(wrong)))
    except BadInput as wrong:
        _refuse(_one_line(str(wrong)))
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        # The reader has gone, as in `cutcard roads … | head`: nothing is left to say.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _refuse(line: str) -> None:
    sys.stderr.write(f"cutcard: {line}\n")
    sys.exit(BAD_INPUT)


def _one_line(message: str) -> str:
    return " ".join(message.split())
