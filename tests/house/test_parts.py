"""A bare installation is small and does what it says; whatever needs a part more says which, in one line."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from cutcard.analysis.parts import PARTS
from tests.house.checkout import ROOT

MAX_MB = {"": 25, "math": 390, "serve": 390}
"""The bare installation's limit is promised; the others are a tenth above the 352 and 345 MB measured."""

NOT_OF_MATH = [module for module, part in PARTS.items() if part != "math"]
NOT_OF_SERVE = [
    "typst",
    "xlsxwriter",
    *(module for module, part in PARTS.items() if part not in ("math", "serve")),
]
MISSING = f"import sys; sys.modules.update(dict.fromkeys({sorted(PARTS)!r}))"
UV = Path(sys.executable).with_name("uv")
COMMAND = "from cutcard.cli import main; main()"

BARE = [
    "--help",
    "profiles",
    "profiles koi-bacc --json",
    "deal multihand-online --cards 8h,6d,8c,Td,Ts,3c,Kd,2h --decisions split,stand,double",
    "deal punto-banco --cards 9h,3d,Kc,4s --bet player=100",
    "roads PBBTP",
    "par american-live --bet 21-plus-3 --json",
    "par american-live --bet bust",
    "par american-live --bet insurance",
    "par multihand-online --bet perfect-pairs --effects",
    "par koi-bacc --bet koi-7",
    "par punto-banco --json",
    "par punto-banco --bet tie --html {folder}/tie.html",
    "compare punto-banco punto-banco-no-commission",
    "compare koi-bacc dai-bacc --json",
    "sweep punto-banco --over decks=6 --csv {folder}/rows.csv",
    "sweep american-live --over decks=6 --bet perfect-pairs",
    "strategy --help",
    "serve --help",
    "verify --help",
]

NEEDS = {
    "par american-live": "math",
    "par american-live --bet kk --xlsx {folder}/kk.xlsx": "math",
    "par american-live --bet kk --pdf {folder}/kk.pdf": "math",
    "compare multihand-online": "math",
    "sweep multihand-online --over decks=6": "math",
    "sweep punto-banco --over decks=6 --xlsx {folder}/rows.xlsx": "math",
    "sweep punto-banco --over decks=6 --parquet {folder}/rows.parquet": "parquet",
    "strategy multihand-online": "math",
    "simulate punto-banco --rounds 10": "math",
    "serve --port 0 --data {folder}/data": "serve",
}


def words(line: str, folder: Path) -> list[str]:
    """The words of a command; a comma stands for a blank within one."""
    return [word.replace(",", " ") for word in line.format(folder=folder).split()]


def run(python: Path | str, line: str, folder: Path, before: str = "") -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, with nothing remembered from before."""
    program = f"{before}\n{COMMAND}"
    environment = {**os.environ, "CUTCARD_CACHE": str(folder / "cache")}
    command = [str(python), "-c", program, *words(line, folder)]
    return subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("line", BARE)
def test_a_bare_installation_does_this(line: str, tmp_path: Path) -> None:
    ran = run(sys.executable, line, tmp_path, MISSING)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout


@pytest.mark.parametrize(("line", "part"), NEEDS.items(), ids=list(NEEDS))
def test_a_command_says_which_part_it_misses(line: str, part: str, tmp_path: Path) -> None:
    assert_says_what_to_install(run(sys.executable, line, tmp_path, MISSING), part)


def assert_says_what_to_install(ran: subprocess.CompletedProcess[str], part: str) -> None:
    """One line on stderr that names the part, and nothing else."""
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("cutcard: ")
    assert ran.stderr.endswith(f"pip install 'cutcard[{part}]'\n")
    assert ran.stderr.count("\n") == 1


def test_every_module_of_a_part_is_known() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "optional-dependencies"
    ]
    wanted = {
        (re.split(r"[^\w-]", requirement)[0].lower(), part)
        for part, requirements in extras.items()
        for requirement in requirements
        if not requirement.startswith("cutcard[")
    }
    distributions = packages_distributions()
    known = {
        (name.lower().replace("_", "-"), part)
        for module, part in PARTS.items()
        for name in distributions.get(module, ["cupy-cuda13x"] if module == "cupy" else [])
    }
    counting = {("numba", "serve"), ("numpy", "serve")}  # serve brings them too, and math is what is missed
    assert known == (wanted - counting) | {("llvmlite", "math")}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is published."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    shutil.copytree(ROOT / "src", source / "src", ignore=shutil.ignore_patterns("__pycache__", "*.nb?"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    built = ("build", "--quiet", "--wheel", "--no-build-isolation", "--python", sys.executable)
    done(UV, *built, "--out-dir", str(folder), str(source))
    (found,) = folder.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def bare(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel in an environment of its own, with what it brings by itself."""
    return installed(f"{wheel}", tmp_path_factory.mktemp("bare"))


def installed(what: str, folder: Path) -> Path:
    """An environment of its own with the wheel or a part of it: its Python."""
    place = folder / "environment"
    python = place / "bin" / "python"
    done(UV, "venv", "--quiet", "--python", sys.executable, str(place))
    into = ("pip", "install", "--quiet", "--python", str(python))
    ran = subprocess.run(
        [UV, *into, "--constraint", str(pins(folder)), what], capture_output=True, text=True, check=False
    )
    if ran.returncode:
        assert "CUTCARD_CI" not in os.environ, ran.stderr
        pytest.skip("nothing can be installed here: neither a registry nor uv's cache has it")
    return python


def pins(folder: Path) -> Path:
    """The versions of lock.txt, which `run.py` has just installed, without their hashes."""
    path = folder / "pins.txt"
    locked = (ROOT / "lock.txt").read_text(encoding="utf-8")
    # With the markers: some are there in two versions, each for other Pythons.
    path.write_text("\n".join(re.findall(r"^[\w.-]+==[^\\\n]+", locked, re.MULTILINE)))
    return path


def done(*command: str | Path) -> None:
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr


@pytest.mark.slow
def test_a_bare_installation_is_small(bare: Path) -> None:
    assert size_mb(bare) <= MAX_MB[""]
    assert brought(bare, PARTS) == []


@pytest.mark.long
@pytest.mark.parametrize(("part", "others"), [("math", NOT_OF_MATH), ("serve", NOT_OF_SERVE)])
def test_a_part_brings_what_it_needs_and_no_more(
    part: str, others: list[str], wheel: Path, tmp_path: Path
) -> None:
    python = installed(f"{wheel}[{part}]", tmp_path)
    assert size_mb(python) <= MAX_MB[part]
    assert brought(python, others) == []
    line, missing = {"math": ("serve --port 0", "serve"), "serve": ("par koi-bacc --pdf sheet.pdf", "math")}[
        part
    ]
    assert_says_what_to_install(run(python, line, tmp_path), missing)
    works = {
        "math": "import cutcard.reports.xlsx, cutcard.exact.main.kernel",
        "serve": "import cutcard.server.serving",
    }
    done(python, "-c", works[part])


def size_mb(python: Path) -> float:
    """How large what is installed there is."""
    return sum(path.stat().st_size for path in site_of(python).rglob("*") if path.is_file()) / 10**6


def brought(python: Path, modules: Iterable[str]) -> list[str]:
    """Those of the modules that are installed there."""
    return [module for module in modules if list(site_of(python).glob(f"{module}*"))]


def site_of(python: Path) -> Path:
    program = "import json, sysconfig; print(json.dumps(sysconfig.get_paths()))"
    run = subprocess.run([python, "-c", program], capture_output=True, text=True, check=True)
    return Path(json.loads(run.stdout)["purelib"])


@pytest.mark.slow
def test_a_bare_installation_works(bare: Path, tmp_path: Path) -> None:
    for line in ("roads PBBTP", "par american-live --bet bust", "deal punto-banco --cards 9h,3d,Kc,4s"):
        ran = run(bare, line, tmp_path)
        assert (ran.returncode, ran.stderr) == (0, ""), line
    assert_says_what_to_install(run(bare, "strategy multihand-online", tmp_path), "math")
    assert_says_what_to_install(run(bare, "serve --port 0", tmp_path), "serve")
    client = subprocess.run([bare, "-c", "import cutcard.client"], capture_output=True, check=False)
    assert client.returncode == 0, client.stderr
