"""The command ``cutcard`` and its verbs. What a verb does is in its own file, imported when it is called.

Bad input ends with one line on stderr and exit code 2; no traceback reaches a user.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from io import TextIOWrapper
from typing import Final, NoReturn

from cyclopts import App, CycloptsError, UnknownCommandError

from cutcard import __version__
from cutcard.adapters.database.address import without_passwords
from cutcard.analysis.parts import missing_part
from cutcard.cli.command_line import typed_arguments
from cutcard.cli.help import FOLDERS, VERBS
from cutcard.cli.refusal import BadInput, short

BAD_INPUT: Final = 2  # promised to scripts: 1 says that the answer is no, 2 that the question was wrong

app = App(
    name="cutcard",
    version=__version__,
    version_flags=["--version"],
    help_format="plaintext",
    help="""Blackjack and baccarat: the rules, the bets, the roads.

Every command takes `--help`, with examples. Every one but `serve`, `device`
and `croupier`, which run until told to stop, takes `--json`.
""",
)
for verb, about in VERBS.items():
    app.command(f"cutcard.cli.{FOLDERS[verb]}.{verb}:{verb}", name=verb, help=about)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command and leave with its exit code."""
    if sys.stdout is None:
        _refuse("there is no stdout to print on: it is closed")
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal without a sign shows another, and goes on
    try:
        _run(typed_arguments() if arguments is None else arguments)
    except UnknownCommandError as wrong:
        _refuse(_no_such_command("".join((wrong.unused_tokens or [])[:1])))
    except (CycloptsError, BadInput) as wrong:
        _refuse(str(wrong))
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        # The reader has gone, as in `cutcard roads … | head`: nothing is left to say.
        _let_go_of_stdout()
    except UnicodeError as wrong:
        _refuse(f"what was given or read is no text: {wrong}")
    except OSError as wrong:
        _let_go_of_stdout()
        _refuse(_explain_error(wrong))


def _run(arguments: Sequence[str] | None) -> None:
    try:
        app(arguments, exit_on_error=False, print_error=False, result_action="return_value")
        sys.stdout.flush()  # here, where a full disk can still be told
    except SystemExit as left:
        if isinstance(left.__context__, BrokenPipeError):
            # Rich leaves with 1 when its reader has gone, which is no failure.
            raise left.__context__ from None
        raise
    except ImportError as wrong:
        line = missing_part(wrong)
        if line is None:
            raise
        raise BadInput(line) from None


def _refuse(line: str) -> NoReturn:
    with suppress(OSError, AttributeError):  # a closed or full stderr hears nothing, and the code says it
        # What was typed may be repeated in the line, and there may be a database's password in it.
        sys.stderr.write(f"cutcard: {without_passwords(_one_line(line))}\n")
        sys.stderr.flush()
    sys.exit(BAD_INPUT)


def _let_go_of_stdout() -> None:
    """What is still to be written goes nowhere, so that Python does not try again on its way out."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _no_such_command(given: str) -> str:
    # Imported here, so that `--help` need not wait for the rooms below.
    from cutcard.specials import unknown

    return unknown("command", short(given), VERBS)


def _explain_error(wrong: OSError) -> str:
    """What the system refused, and of which file where it says so."""
    what = wrong.strerror or str(wrong) or type(wrong).__name__
    return what if wrong.filename is None else f"{short(wrong.filename)}: {what}"


def _one_line(message: str) -> str:
    return " ".join(message.split())
