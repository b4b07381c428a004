"""Rounds a second by the simulator, beside a plain scalar C loop compiled on the spot and public simulators.

All candidates take turns in one run; the first one is the baseline where a compiler is there. A slow
candidate plays fewer rounds, and its time is printed for as many as the others play.
"""

import atexit
import ctypes
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from subprocess import PIPE

import gymnasium
import numpy as np

from bench.ratio import Timing, Work, interleaved, table
from cutcard.exact.cache import folder
from cutcard.profiles import Profile, load
from cutcard.sim.plan import Plan
from cutcard.sim.request import chosen_bets, simulation_request
from cutcard.sim.run import Request, made_ready, simulate

ROUNDS = 16_000_000
TOY = 2_000
RIVAL = 50_000
RIVALS = {
    "@blackjacktrainer/blackjack-simulator": "blackjack",
    "baccarat-engine": "baccarat",
}
"""Packages of npm, and the game of each."""

CODES = {"S": 0, "H": 1, "D": 2, "Ds": 3, "P": 4, "R": 5, "Rs": 5, "Rp": 5}


def ours(
    profile: Profile, positions: int = 1, bets: tuple[str, ...] = (), threads: int = 1
) -> Callable[[], object]:
    """A run of ours, its tables and kernels made ready beforehand."""
    request = simulation_request(
        profile, ROUNDS, 1, positions, chosen_bets(profile, bets, None), None
    ).request
    ready = made_ready(request)
    return lambda: simulate(request, threads, ready=ready)


def plain_c(request: Request) -> Callable[[], object] | None:
    """The scalar loop in C with the same chart, where there is a compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None or request.plan is None:
        return None
    library = Path(tempfile.mkdtemp()) / "plain.so"
    source = Path(__file__).with_name("plain_loop.c")
    subprocess.run([compiler, "-O3", "-march=native", "-shared", "-fPIC", "-o", library, source], check=True)
    loop = ctypes.CDLL(str(library)).plain_rounds
    loop.argtypes, loop.restype = [ctypes.c_void_p, ctypes.c_int64, ctypes.c_uint64], ctypes.c_int64
    chart = flat_chart(request.plan)
    return lambda: loop(chart.ctypes.data, ROUNDS, 1)


def flat_chart(plan: Plan) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    """The plan as the C loop reads it."""
    chart = np.zeros(600, dtype=np.uint8)
    for up in range(1, 11):
        for total in range(4, 22):
            hard = plan.hard.get(total, {}).get(up) or ("H" if total < 12 else "S")
            soft = plan.soft.get(total, {}).get(up) or ("H" if total < 18 else "S")
            chart[(total - 4) * 11 + up], chart[200 + (total - 4) * 11 + up] = CODES[hard], CODES[soft]
        for pair in range(1, 11):
            chart[400 + pair * 11 + up] = CODES[plan.pairs[pair][up]]
    return chart


def toy() -> None:
    game = gymnasium.make("Blackjack-v1")
    game.reset(seed=7)
    for _ in range(TOY):
        (total, *_), _ = game.reset()
        over = False
        while not over:
            (total, *_), _, over, _, _ = game.step(1 if total < 17 else 0)


def rivals() -> dict[str, Work]:
    """The packages of npm as candidates, in one process of node; none of them where it is missing."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        print("without the rivals of npm: node or npm is missing")
        return {}
    cache = folder()
    assert cache is not None, "who measures has a home"
    place = cache / "rivals"
    place.mkdir(parents=True, exist_ok=True)
    install = [npm, "install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", str(place), *RIVALS]
    try:
        subprocess.run(install, cwd=place, check=True, capture_output=True, timeout=300)
    except (subprocess.SubprocessError, OSError):
        print("without the rivals of npm: they could not be installed")
        return {}
    script = Path(__file__).with_name("bench_simulation_rivals.js")
    running = subprocess.Popen([node, script], cwd=place, stdin=PIPE, stdout=PIPE, text=True)
    atexit.register(running.kill)

    def play(game: str) -> None:
        assert running.stdin is not None
        assert running.stdout is not None
        print(game, RIVAL, file=running.stdin, flush=True)
        assert running.stdout.readline() == "done\n"

    return {f"{name} (npm)": partial(play, game) for name, game in RIVALS.items()}


def per_round(timings: dict[str, Timing], rounds: dict[str, int]) -> dict[str, Timing]:
    """Times of candidates that play fewer rounds, as if they had played as many as the others."""
    more = {name: ROUNDS / rounds.get(name, ROUNDS) for name in timings}
    return {
        name: Timing(timing.best * more[name], timing.median * more[name]) for name, timing in timings.items()
    }


def main() -> None:
    online = load("multihand-online", {"charlie": "0"})
    etg = load("multihand-etg")
    fresh = load("punto-banco", {"shuffle": "every-round"})
    plain = plain_c(simulation_request(online, 1, 1, 1, (), None).request)
    candidates: dict[str, Work] = {"plain scalar C loop, one position": plain} if plain is not None else {}
    candidates |= {
        "blackjack, one position": ours(online),
        "blackjack, one position, two threads": ours(online, threads=2),
        "blackjack, one position, nine special bets": ours(etg, 1, etg.specials.enabled),
        "blackjack, three positions": ours(online, 3),
        "blackjack to a cut card, one position": ours(load("live-seven")),
        "baccarat, main bets": ours(fresh),
        "baccarat, main bets, two threads": ours(fresh, threads=2),
        "baccarat to a cut card, four special bets": ours(load("punto-banco"), 1, fresh.specials.enabled),
    }
    slow = rivals() | {"gymnasium Blackjack-v1": toy}
    fewer = dict.fromkeys(slow, RIVAL) | {"gymnasium Blackjack-v1": TOY}
    print(table(per_round(interleaved(candidates | slow, 5), fewer), ROUNDS, "rounds"))
