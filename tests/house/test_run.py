"""`run.py` answers clearly and installs again exactly when it has to.

Nothing is installed here: whoever runs these tests has just seen it work.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import run
from tests.house.checkout import ROOT


def answer(*args: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "run.py"), *args]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    (tmp_path / "lock.txt").write_text("ruff==1\n")
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    return tmp_path


def test_help_names_every_verb_and_gives_examples() -> None:
    result = answer("--help")
    assert result.returncode == 0
    assert "examples:" in result.stdout
    assert [verb for verb in run.VERBS if f"  {verb} " not in result.stdout] == []


def test_without_a_verb_it_prints_the_usage(tmp_path: Path) -> None:
    result = answer(cwd=tmp_path)
    assert result.returncode == 2
    assert result.stdout.startswith("usage: python3 run.py VERB")


def test_windows_learns_what_there_is_in_one_line() -> None:
    program = "import runpy, sys; sys.platform = 'win32'; runpy.run_path('run.py', run_name='__main__')"
    command = [sys.executable, "-c", program]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout, result.stderr.count("\n")) == (1, "", 1)
    assert result.stderr.startswith("run.py: Cutcard runs on Linux and macOS.")


def test_an_unknown_verb_is_refused_in_one_line(tmp_path: Path) -> None:
    result = answer("tset", cwd=tmp_path)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.splitlines() == [
        f"run.py: there is no verb 'tset'; there are {', '.join(run.VERBS)}"
    ]


def test_quick_leaves_out_the_slow_and_all_leaves_out_nothing() -> None:
    assert run.pytest_arguments(["-x"]) == ["-m", "not long", "-x"]
    assert run.pytest_arguments(["--all", "-x"]) == ["-x"]
    assert run.pytest_arguments(["tests/rounds", "--quick", "-k", "split"]) == [
        *("-m", "not slow and not long"),
        *("tests/rounds", "-k", "split"),
    ]


def test_random_tests_run_as_often_as_before_a_landing_with_all_and_where_they_are_named() -> None:
    assert all(run.is_whole(args) for args in (["--all"], ["tests/house"]))
    assert not any(run.is_whole(args) for args in ([], ["-x"], ["--quick", "tests/house"]))
    for whole, often in (("1", "30"), ("", "10")):
        program = "from tests.soak import as_often; print(as_often(30, 2_000, usual=10))"
        env = {**os.environ, "CUTCARD_WHOLE": whole, "CUTCARD_SOAK": ""}
        command = [sys.executable, "-c", program]
        ran = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=True)
        assert ran.stdout.strip() == often


def test_what_is_named_is_run_whole() -> None:
    assert run.pytest_arguments(["tests/house", "-k", "split"]) == ["tests/house", "-k", "split"]
    assert run.pytest_arguments(["tests/house/test_run.py::test_it"]) == ["tests/house/test_run.py::test_it"]


def test_bytecode_is_kept_whatever_the_surroundings_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.setenv("PYTHONPYCACHEPREFIX", "elsewhere")
    run.keep_bytecode()
    assert "PYTHONDONTWRITEBYTECODE" not in os.environ
    assert Path(os.environ["PYTHONPYCACHEPREFIX"]).is_relative_to(run.VENV)


def test_the_fingerprint_is_stable(checkout: Path) -> None:
    assert run.fingerprint(checkout) == run.fingerprint(checkout)


@pytest.mark.parametrize("name", ["lock.txt", "pyproject.toml"])
def test_the_fingerprint_follows_what_is_installed(checkout: Path, name: str) -> None:
    before = run.fingerprint(checkout)
    (checkout / name).write_text("changed\n")
    assert run.fingerprint(checkout) != before


def test_the_fingerprint_follows_python_and_the_place(checkout: Path) -> None:
    moved = checkout / "moved"
    moved.mkdir()
    for name in ("lock.txt", "pyproject.toml"):
        (moved / name).write_bytes((checkout / name).read_bytes())
    here, other_python = run.fingerprint(checkout, "3.11"), run.fingerprint(checkout, "3.12")
    assert len({here, other_python, run.fingerprint(moved, "3.11")}) == 3


def test_an_interrupted_or_stale_installation_is_not_installed(tmp_path: Path) -> None:
    stamp = tmp_path / "installed"
    assert not run.installed(stamp, "wanted")
    stamp.write_text("other")
    assert not run.installed(stamp, "wanted")
    stamp.write_text("wanted")
    assert run.installed(stamp, "wanted")


def test_the_reason_of_a_failure_is_printed() -> None:
    assert run.reason("Collecting\nERROR: no such package\n\nhint: see above\n") == "ERROR: no such package"
    assert run.reason("Collecting\nKilled\n") == "Killed"
    assert run.reason("\n") == "it gave no reason"
