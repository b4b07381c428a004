#!/usr/bin/env python3
"""The one command of a checkout: makes the environment, then runs a verb in it.

It knows how to install `lock.txt` and which tool answers which verb. It refuses to know
anything about the product, and needs nothing but the standard library.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - an older Python should say so, not fail on a line below
    sys.exit(f"run.py: Cutcard needs Python 3.11 or newer; this is {sys.version.split()[0]}")

if sys.platform == "win32":
    sys.exit("run.py: Cutcard runs on Linux and macOS. On Windows, run it in WSL (wsl --install).")

import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import time
import tomllib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / "bin"
PYTHON = BIN / "python"
STAMP = VENV / "installed"
LOCK = ROOT / "lock.txt"
PROJECT = ROOT / "pyproject.toml"
LOWEST = ROOT / "lowest.txt"
LOWEST_EXTRAS = ("math", "serve", "cluster", "parquet")  # another needs a machine of its own
LOWEST_HEAD = (
    "# The lower bounds as they were last tried; `python3 run.py lowest` tries them and writes this file."
)

# The interpreter behind any environment we were started from: that one may be about to be rebuilt.
HOST = getattr(sys, "_base_executable", sys.executable)

NO_PIP = (
    "this Python can install nothing: it has neither pip nor ensurepip. "
    "Install python3-venv (on Debian: apt-get install python3-venv) or uv, then try again."
)

BOOKS = ("rulebook", "traceability", "glossary", "sizes")  # what documents define and code keeps to

CHECKS = {
    "ruff check": ["ruff", "check"],
    "ruff format": ["ruff", "format", "--check"],
    "mypy": ["mypy"],
    "lint-imports": ["lint-imports"],
    "deptry": ["deptry", "--no-ansi", "src"],
    "typos": ["typos"],
    "rules, words": ["pytest", "-q", "-n0", *(f"tests/house/test_{what}.py" for what in BOOKS)],
    "web": ["python", "web/bundle.py", "--check"],
}


LENGTHS = ("--quick", "--all")

SOAKED = [
    "tests/processes",
    "tests/venue",
    "tests/store",
    "tests/record",
    "tests/server",
    "tests/interruptions",
]

Command = tuple[str | Path, ...]


class Trouble(Exception):
    """Something a person has to put right, said in one line."""


# Verbs: each first line of a docstring is its line of help.


def test(args: list[str]) -> int:
    """run the tests; --all adds the long ones, --quick leaves out the slow ones too; the rest is pytest's"""
    # Many tests wait for tables and browsers more than they compute, so a core has more than one to do.
    os.environ.setdefault("PYTEST_XDIST_AUTO_NUM_WORKERS", str((os.cpu_count() or 1) + 4))
    if is_whole(args):
        os.environ["CUTCARD_WHOLE"] = "1"
    become("python", "-m", "pytest", *pytest_arguments(args))


def check(args: list[str]) -> int:
    """lint, format, types, layers, dependencies, spelling, rules and words: all of them, then a table"""
    if args:
        say("check takes no arguments: it always runs everything")
        return 2
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = dict(zip(CHECKS, pool.map(timed, CHECKS.values()), strict=True))
    for name, (code, _, output) in results.items():
        if code:
            print(f"--- {name}\n{output.strip()}\n")
    for name, (code, seconds, _) in results.items():
        print(f"{name:<13} {'FAILED' if code else 'ok':<6} {seconds:5.1f} s")
    return int(any(code for code, _, _ in results.values()))


def bench(args: list[str]) -> int:
    """run the benchmarks, or those named"""
    become("python", "-m", "bench", *args)


def serve(args: list[str]) -> int:
    """serve the product at a printed address; --port, --host, --data, or PORT and HOST"""
    become("cutcard", "serve", *args)


def web(args: list[str]) -> int:
    """build the screens; --check compares them with their sources, --shots takes pictures of them"""
    become("python", str(ROOT / "web" / "bundle.py"), *args)


def soak(args: list[str]) -> int:
    """the long runs: crashes, faults and random streams, many times the tests' counts"""
    os.environ["CUTCARD_SOAK"] = "1"
    become("python", "-m", "pytest", *(args or SOAKED))


def docs(args: list[str]) -> int:
    """build the documentation into site/; a broken link fails"""
    for page in ("traceability", "python_reference"):
        code, output = captured(PYTHON, "-m", f"tests.house.{page}")
        if code:
            raise Trouble(f"the page of {page} cannot be written: {reason(output)}")
    become("zensical", "build", "--clean", "--strict", *args)


def lock(args: list[str]) -> int:
    """write lock.txt anew from pyproject.toml; --upgrade takes newer versions"""
    become(
        *("uv", "pip", "compile", "--quiet", "--universal", "--generate-hashes", "--python-version=3.11"),
        *("--custom-compile-command=python3 run.py lock", "--extra=all", "--group=dev", "--group=bench"),
        *("--output-file=lock.txt", "pyproject.toml", *args),
    )


def lowest(args: list[str]) -> int:
    """try the lowest versions that pyproject.toml allows with the quick tests, and note them in lowest.txt"""
    place, found = VENV / "lowest", VENV / "lowest.txt"
    python, uv = place / "bin" / "python", BIN / "uv"
    into = (uv, "pip", "install", "--quiet", "--python", python)
    resolve = ("--resolution=lowest-direct", "--no-annotate", "--no-header", "--output-file", found)
    extras = [f"--extra={name}" for name in LOWEST_EXTRAS]
    done("no lowest versions", uv, "pip", "compile", "--quiet", *resolve, *extras, PROJECT)
    shutil.rmtree(place, ignore_errors=True)
    done("no environment", uv, "venv", "--quiet", "--python", PYTHON, place)
    done("the lowest versions cannot be installed", *into, "-r", found)
    done("the tools do not fit", *into, "-c", found, "--group", f"{PROJECT}:dev")
    done("Cutcard cannot be installed", *into, "--no-deps", "-e", ROOT)
    kept = {"NUMBA_CACHE_DIR": str(place / "kernels"), "PYTHONPYCACHEPREFIX": str(place / "bytecode")}
    command: Command = (python, "-m", "pytest", *pytest_arguments(["--quick", *args]))
    code = subprocess.run(command, env={**os.environ, **kept}, check=False).returncode
    if not code and not args:
        LOWEST.write_text(lowest_pins(found.read_text(), PROJECT.read_text()))
    return code


def lowest_pins(pins: str, project: str) -> str:
    """Of all that was installed, what the project names itself."""
    metadata = tomllib.loads(project)["project"]
    extras = metadata["optional-dependencies"]
    named = [
        *metadata["dependencies"],
        *(requirement for name in LOWEST_EXTRAS for requirement in extras[name]),
    ]
    names = {re.split(r"[^\w-]", requirement)[0] for requirement in named}
    kept = [line for line in pins.splitlines() if re.split(r"[^\w-]", line)[0] in names]
    return "\n".join([LOWEST_HEAD, *kept, ""])


VERBS: dict[str, Callable[[list[str]], int]] = {
    verb.__name__: verb for verb in (serve, test, check, bench, soak, web, docs, lock, lowest)
}

OPENING = "Installs what is missing into .venv, then runs a verb:"

EXAMPLES = """\
examples:
  python3 run.py serve --port 8000
  python3 run.py test --quick
  python3 run.py test --all
  python3 run.py test tests/rounds -k split
  python3 run.py check
  python3 run.py lock --upgrade-package ruff"""


def usage() -> str:
    lines = "\n".join(f"  {name:<6} {verb.__doc__}" for name, verb in VERBS.items())
    return f"usage: python3 run.py VERB [arguments]\n\n{OPENING}\n{lines}\n\n{EXAMPLES}"


def pytest_arguments(args: list[str]) -> list[str]:
    """What pytest is asked for: what somebody names is run whole, long tests too."""
    rest = [arg for arg in args if arg not in LENGTHS]
    if "--quick" in args:
        return ["-m", "not slow and not long", *rest]
    return rest if is_whole(args) else ["-m", "not long", *rest]


def is_whole(args: list[str]) -> bool:
    """Whether long tests are run too, and random ones as often as they should be before a change lands."""
    named = any((ROOT / arg.partition("::")[0]).exists() for arg in args)
    return "--quick" not in args and ("--all" in args or named)


# Running.


def keep_bytecode() -> None:
    """What Python compiles is kept in .venv, also where it is told to leave nothing beside its sources.

    The tests start servers by the dozen, and each would compile a thousand modules again.
    """
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = str(VENV / "bytecode")


def become(tool: str, *args: str) -> NoReturn:
    """Replace this process, so that signals and the exit code are the tool's own."""
    sys.stdout.flush()
    # Python finds its environment by the whole path it was called by.
    os.execv(BIN / tool, [str(BIN / tool), *args])


def timed(command: list[str]) -> tuple[int, float, str]:
    start = time.monotonic()
    code, output = captured(BIN / command[0], *command[1:])
    return code, time.monotonic() - start, output


def captured(*command: str | Path) -> tuple[int, str]:
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return done.returncode, done.stdout


# Installing.


def fingerprint(root: Path, version: str = sys.version) -> str:
    """Changes whenever the environment must be made anew; moving a checkout breaks the scripts in it."""
    inputs = [(root / name).read_bytes() for name in (LOCK.name, PROJECT.name)]
    parts = [*inputs, version.encode(), bytes(root)]
    return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()


def installed(stamp: Path, wanted: str) -> bool:
    """The stamp is written last, so an interrupted installation has none."""
    return stamp.is_file() and stamp.read_text() == wanted


def prepare() -> None:
    wanted = fingerprint(ROOT)
    if installed(STAMP, wanted):
        return
    # Of two runs started at once, the second waits here and finds the work done.
    with LOCK.open() as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        if not installed(STAMP, wanted):
            start = time.monotonic()
            say("installing into .venv, which is done once and can take a minute")
            install()
            STAMP.write_text(wanted)
            say(f"installed in {time.monotonic() - start:.0f} s")


def install() -> None:
    shutil.rmtree(VENV, ignore_errors=True)
    code, output = captured(HOST, "-m", "venv", "--without-pip", VENV)
    if code:
        raise Trouble(f"no environment could be made in .venv: {reason(output)}")
    trouble = NO_PIP
    for installer in installers():
        code, output = install_with(installer)
        if not code:
            return
        (VENV / "install.log").write_text(output)
        trouble = f"lock.txt could not be installed: {reason(output)} (more in .venv/install.log)"
    raise Trouble(trouble)


def install_with(installer: Command) -> tuple[int, str]:
    code, output = captured(*installer, "--require-hashes", "-r", LOCK)
    if code:
        return code, output
    return captured(*installer, "--no-deps", "--no-build-isolation", "-e", ROOT)


def installers() -> Iterator[Command]:
    """Commands that may be able to install, the quickest first: what takes pip a minute takes uv seconds."""
    if uv := shutil.which("uv"):
        yield uv, "pip", "install", "--python", PYTHON
    for pip in pips():
        if works(*pip, "--require-hashes", "-r", locked("uv")):
            yield BIN / "uv", "pip", "install", "--python", PYTHON
        yield pip


def pips() -> Iterator[Command]:
    """Debian's Python can lack pip, ensurepip or both."""
    if works(HOST, "-m", "pip", "--python", PYTHON, "--version"):
        yield HOST, "-m", "pip", "--python", PYTHON, "install"
    if works(PYTHON, "-m", "ensurepip") or (apt_get_ensurepip() and works(PYTHON, "-m", "ensurepip")):
        yield PYTHON, "-m", "pip", "install"


def apt_get_ensurepip() -> bool:
    if os.geteuid() or not shutil.which("apt-get") or not str(HOST).startswith("/usr/bin/"):
        return False
    package = f"python3.{sys.version_info.minor}-venv"
    say(f"installing Debian's {package}, since this Python has no pip")
    return works("apt-get", "update") and works("apt-get", "install", "-y", package)


def locked(name: str) -> Path:
    """A requirements file with this one locked package and its hashes."""
    found = re.search(rf"^{name}==.*(?:\n\s.*)*", LOCK.read_text(), re.MULTILINE)
    if not found:
        raise Trouble(f"lock.txt does not name {name}")
    path = VENV / f"{name}.txt"
    path.write_text(found.group() + "\n")
    return path


def done(trouble: str, *command: str | Path) -> None:
    """Run a step that the next one needs."""
    code, output = captured(*command)
    if code:
        raise Trouble(f"{trouble}: {reason(output)}")


def works(*command: str | Path) -> bool:
    return captured(*command)[0] == 0


def reason(output: str) -> str:
    """The line of a failed tool's output that is most likely to say why."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if line.lower().startswith("error")]
    return (errors or lines or ["it gave no reason"])[-1]


def say(line: str) -> None:
    print(f"run.py: {line}", file=sys.stderr, flush=True)


def main(args: list[str]) -> int:
    if not args or args[0] in ("-h", "--help", "help"):
        print(usage())
        return 0 if args else 2
    name, *rest = args
    if name not in VERBS:
        say(f"there is no verb {name!r}; there are {', '.join(VERBS)}")
        return 2
    try:
        os.chdir(ROOT)
        prepare()
        keep_bytecode()
        return VERBS[name](rest)
    except Trouble as trouble:
        say(str(trouble))
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
