"""A process that answers questions about the main game, one after another, for the one that started it.

Questions come on its stdin and answers go out on its stdout, so it needs nothing of whoever started it: no
fork of a process with threads, no second run of somebody's script. It ends when its stdin does.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Literal

import cutcard
from cutcard.exact.compile_notice import listening, notify
from cutcard.exact.main.returns import Question, Returns, returns

PROGRAM: Final = "from cutcard.analysis.worker import main; main()"
Kind = Literal["answer", "refusal", "compiling"]


class WorkerLost(RuntimeError):
    """A worker ended before it answered: it was killed, or its memory was."""


class Worker:
    """The end of the process that asks."""

    def __init__(self) -> None:
        package = str(Path(cutcard.__file__).parents[1])
        paths = os.pathsep.join([package, *filter(None, [os.environ.get("PYTHONPATH")])])
        self._process = subprocess.Popen(  # noqa: S603  # ourselves, and nothing that was typed
            [sys.executable, "-c", PROGRAM],
            env={**os.environ, "PYTHONPATH": paths},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def ask(self, question: Question) -> Returns:
        """The answer; a refusal of the rooms below is raised here as it was there."""
        kind, content = self._ask(question)
        while kind == "compiling":
            notify()
            kind, content = self._hear()
        if kind == "refusal":
            raise content
        assert isinstance(content, Returns)
        return content

    def end(self) -> None:
        """Ends the process, whatever it is doing: what it has answered is kept, and nothing else is."""
        self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        self._process.wait()

    def _ask(self, question: Question) -> tuple[Kind, Any]:
        assert self._process.stdin is not None
        try:
            pickle.dump(question, self._process.stdin)
            self._process.stdin.flush()
        except (OSError, ValueError):  # ended by itself, or by us
            raise WorkerLost("a process that counted has ended") from None
        return self._hear()

    def _hear(self) -> tuple[Kind, Any]:
        assert self._process.stdout is not None
        try:
            kind, content = pickle.load(self._process.stdout)  # noqa: S301  # our own process wrote it
        except (EOFError, OSError, ValueError, pickle.UnpicklingError):
            raise WorkerLost("a process that counted has ended") from None
        return kind, content


def main() -> None:
    """Answers until nobody asks any more. Who started it is the one to be interrupted by Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever prints must not be taken for an answer

    def say(kind: Kind, content: object) -> None:
        pickle.dump((kind, content), out)
        out.flush()

    with suppress(EOFError, BrokenPipeError), listening(lambda: say("compiling", None)):
        while True:
            question = pickle.load(sys.stdin.buffer)  # noqa: S301  # who started us wrote it
            try:
                say("answer", returns(question))
            except (ValueError, ImportError) as wrong:  # what is asked cannot be, or a part is missing
                say("refusal", wrong)
