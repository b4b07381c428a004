"""A program that has imported the server and starts one for each line it reads. It serves nothing itself.

    python -m tests.processes.nursery LOG

Each line it reads is the words after `cutcard`, and each line it writes the id of a process that runs them.
Such a child is a real process with the real command in it, to be killed at will; only the seconds that Python
takes to import everything are spent once. It must stay without threads: only one would survive a fork.
"""

from __future__ import annotations

import os
import shlex
import signal
import sys

import uvloop  # noqa: F401  # the server imports it late, and every child would do it again

import cutcard.adapters.database.sqlite_driver
import cutcard.cli.house.serve
import cutcard.robots
import cutcard.server.serving  # noqa: F401  # what a child needs is there when it is born
from cutcard.cli import main


def born(words: list[str], log: str) -> int:
    """The process id of a new child."""
    child = os.fork()
    if child:
        return child
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    out = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    for stream in (1, 2):
        os.dup2(out, stream)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    try:
        main(words)
    except SystemExit as left:
        os._exit(left.code if isinstance(left.code, int) else 1)
    except BaseException as wrong:  # noqa: BLE001  # the child's last words, and then it must not return
        sys.stderr.write(f"{type(wrong).__name__}: {wrong}\n")
        sys.stderr.flush()
        os._exit(70)
    os._exit(0)


if __name__ == "__main__":
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks how a child ended, and none stays a zombie
    for line in sys.stdin:
        sys.stdout.write(f"{born(shlex.split(line), sys.argv[1])}\n")
        sys.stdout.flush()
