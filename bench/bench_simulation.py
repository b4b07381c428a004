"""Rounds a second by the simulator, beside a plain scalar C loop compiled on the spot and gymnasium's toy.

All candidates take turns in one run; the first one is the baseline where a compiler is there.
"""

import ctypes
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

import gymnasium
import numpy as np

from bench.ratio import interleaved, table
from cutcard.profiles import Profile, load
from cutcard.sim.asked import asked, chosen_bets
from cutcard.sim.plan import Plan
from cutcard.sim.run import Request, made_ready, simulate

ROUNDS = 4_000_000
TOY = 2_000
CODES = {"S": 0, "H": 1, "D": 2, "Ds": 3, "P": 4, "R": 5, "Rs": 5, "Rp": 5}


def ours(
    profile: Profile, positions: int = 1, bets: tuple[str, ...] = (), threads: int = 1
) -> Callable[[], object]:
    """A run of ours, its tables and kernels made ready beforehand."""
    request = asked(profile, ROUNDS, 1, positions, chosen_bets(profile, bets, None), None).request
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


def main() -> None:
    online = load("multihand-online", {"charlie": "0"})
    etg = load("multihand-etg")
    fresh = load("punto-banco", {"shuffle": "every-round"})
    plain = plain_c(asked(online, 1, 1, 1, (), None).request)
    candidates = {"plain scalar C loop, one position": plain} if plain is not None else {}
    candidates |= {
        "blackjack, one position": ours(online),
        "blackjack, one position, two threads": ours(online, threads=2),
        "blackjack, three positions": ours(online, 3),
        "blackjack, one position, nine special bets": ours(etg, 1, etg.specials.enabled),
        "baccarat, main bets": ours(fresh),
        "baccarat, main bets, two threads": ours(fresh, threads=2),
        "baccarat to a cut card, four special bets": ours(load("punto-banco"), 1, fresh.specials.enabled),
    }
    print(table(interleaved(candidates, 3), ROUNDS, "rounds"))
    print(table(interleaved({"gymnasium Blackjack-v1": toy}, 3), TOY, "rounds"))
