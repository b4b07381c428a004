"""The command in a real process whose streams are closed, full, or show few signs: one line, no traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from shlex import quote

import pytest

PROGRAM = 'exec "$0" -c "from cutcard.cli import main; main()" '


def ran(words: str, given: bytes = b"", before: str = "", **environment: str) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of ``cutcard`` with these words, redirections among them."""
    shell = ["/bin/sh", "-c", before + PROGRAM + words, sys.executable]
    done = subprocess.run(
        shell, input=given, capture_output=True, check=False, env={**os.environ, **environment}
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("roads - <&-", "stdin is closed"),
        ("roads PB >&-", "no stdout to print on"),
    ],
)
def test_a_stream_that_cannot_be_used_gets_one_line(words: str, said: str) -> None:
    is_told(said, *ran(words))


def test_a_file_that_may_not_grow_gets_one_line(tmp_path: Path) -> None:
    """As on a full disk: the file is there, and nothing more can be written to it."""
    is_told("too large", *ran(f"roads PB >{quote(str(tmp_path / 'out'))}", before="ulimit -f 0; "))


def is_told(said: str, code: int, out: str, err: str) -> None:
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("cutcard: ")
    assert said in err


def test_bytes_that_are_no_text_get_one_line() -> None:
    code, out, err = ran("roads -", b"P\xff\xfeB", PYTHONUTF8="0", PYTHONIOENCODING="utf-8:strict")
    assert (code, out) == (2, "")
    assert err == "cutcard: stdin cannot be read: it is no text\n"


@pytest.mark.parametrize("words", ["--help", "profiles", "profiles --json", "roads PBPB"])
def test_a_reader_who_has_gone_is_no_failure(words: str) -> None:
    """As ``cutcard … | head`` leaves it; here the reader is gone before the first line."""
    reader, writer = os.pipe()
    os.close(reader)
    program = [sys.executable, "-m", "cutcard", *words.split()]
    done = subprocess.run(program, stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_closed_stderr_leaves_the_code() -> None:
    assert ran("roads X 2>&-")[0] == 2


def test_a_terminal_that_shows_few_signs_shows_others() -> None:
    code, out, err = ran("strategy multihand-online", PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert (code, "Traceback" in err) == (0, False)
    assert "H hit ? S stand" in out
