"""A service user who has no home and may not write to the package: nothing fails, and no traceback is shown.

Both are made so that not even root can write there: a folder below a file, a file where a folder is wanted.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

import cutcard
from tests.server.running import INTERNAL, Served, serving, socket

CLI = [sys.executable, "-m", "cutcard"]
COMPILED_S = 240
BETTING_S = 60


@pytest.fixture
def homeless(tmp_path: Path) -> dict[str, str]:
    """The environment of a user who can write to no cache."""
    package, file = tmp_path / "site" / "cutcard", tmp_path / "file"
    shutil.copytree(Path(cutcard.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    for module in [*package.glob("exact/**/__init__.py"), *package.glob("sim/**/__init__.py")]:
        (module.parent / "__pycache__").write_text("no folder")
    file.write_text("no folder")
    left = {
        name: value for name, value in os.environ.items() if name not in ("CUTCARD_CACHE", "NUMBA_CACHE_DIR")
    }
    no_home = {"HOME": str(file / "home"), "XDG_CACHE_HOME": str(file / "cache")}
    return {**left, **no_home, "PYTHONPATH": str(package.parent), "PYTHONDONTWRITEBYTECODE": "1"}


def ran(env: dict[str, str], cwd: Path, *command: str) -> str:
    done = subprocess.run([*command], env=env, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout


def test_kernels_can_be_loaded_where_none_can_be_kept(homeless: dict[str, str], tmp_path: Path) -> None:
    loaded = (
        "import cutcard.exact.main.kernel as kernel\n"
        "import cutcard.sim.kernels.blocks, cutcard.sim.kernels.fused\n"
        "print(kernel.__file__)\n"
    )
    assert ran(homeless, tmp_path, sys.executable, "-c", loaded).startswith(str(tmp_path / "site"))
    here = {**homeless, "CUTCARD_CACHE": str(tmp_path / "cache")}
    ran(here, tmp_path, sys.executable, "-c", loaded)
    assert (tmp_path / "cache" / "kernels").is_dir()


@pytest.mark.slow
def test_a_command_counts_without_a_home(homeless: dict[str, str], tmp_path: Path) -> None:
    body = json.loads(ran(homeless, tmp_path, *CLI, "par", "multihand-online", "--json"))
    assert 0.99 < body["main"]["return_float"] < 1
    assert not (tmp_path / "data").exists()


async def decision_due(served: Served, token: str) -> str:
    """A table of their own at which a patron is asked to decide."""
    async with socket(served, token) as terminal:
        table = str((await terminal.ask("join", table=INTERNAL))["result"]["table"])
        while True:
            async with asyncio.timeout(BETTING_S):  # the last result is shown before bets open again
                while not (await terminal.ask("place_bet", table=table, bet="main", amount=500))["ok"]:
                    await terminal.hear()
                while (terminal.last(table, "own") or {}).get("bet") != 500:
                    await terminal.hear()  # with the last round's lines, which are not of this round
            terminal.forget()
            assert (await terminal.ask("press_deal", table=table))["ok"]
            while True:
                own = terminal.last(table, "own") or {"lines": (), "asks": ()}
                open_to = {choice["decision"] for ask in own["asks"] for choice in ask["choices"]}
                if "stand" in open_to:
                    return table
                if own["lines"]:
                    break  # a blackjack: nothing was asked, and another round is played
                if open_to:  # insurance comes first where the dealer shows an ace
                    terminal.forget()
                    await terminal.ask("decide", table=table, decision="decline", position=1, branch=0)
                else:
                    await terminal.hear()


@pytest.mark.slow
def test_advice_is_given_and_kept_in_the_data_folder(homeless: dict[str, str], tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data, "--no-dealers", program=[*CLI, "serve"], env=homeless) as served:
        token = served.guest()["token"]
        table = asyncio.run(decision_due(served, token))
        asked = Request(f"{served.url}/api/advice/{table}", headers={"Authorization": f"Bearer {token}"})
        with urlopen(asked, timeout=COMPILED_S) as answer:
            body = json.load(answer)
        assert served.stop() == 0
    assert set(body[0]["values"]) >= {"hit", "stand"}
    assert any((data / "cache" / "kernels").rglob("*.nbi"))
    assert "Traceback" not in Path(f"{data}.log").read_text()
