"""Rounds a second on a GPU: whole chunks, with all that is done for them. Says so where there is none.

The measured figures are kept in gpu_figures.md.
"""

from statistics import median
from time import perf_counter

from cutcard.games import baccarat, blackjack
from cutcard.profiles import load, paytable
from cutcard.sim.kernels.gpu import CHUNK, Cupy, GpuCoups, GpuRounds, available, gpu_coups, gpu_rounds
from cutcard.sim.plans import plan_of, shipped_chart

CHUNKS = 9


def prepared(profile_id: str, device: Cupy, *, all_bets: bool) -> GpuRounds | GpuCoups:
    profile = load(profile_id)
    if isinstance(profile.rules, blackjack.Rules):
        return gpu_rounds(profile.rules, plan_of(shipped_chart(profile_id)), device)
    bets = (*baccarat.MAIN_BETS, *(profile.specials.offers if all_bets else ()))
    return gpu_coups(profile.rules, [(bet, paytable(profile, bet)) for bet in bets], device)


def main() -> None:
    wrong = available()
    if wrong is not None:
        print(wrong)
        return
    device = Cupy()
    print(f"{device.name}, chunks of {CHUNK:,} rounds")
    for name, all_bets in (
        ("multihand-online", False),
        ("multihand-etg", False),
        ("live-seven", False),
        ("american-live", False),
        ("punto-banco", False),
        ("punto-banco", True),
    ):
        ready = prepared(name, device, all_bets=all_bets)
        ready.chunk(1, 0, CHUNK)
        times = []
        for number in range(1, CHUNKS + 1):
            started = perf_counter()
            ready.chunk(1, number, CHUNK)
            times.append(perf_counter() - started)
        suffix = ", all bets" if all_bets else ""
        rates = [CHUNK / seconds / 1e9 for seconds in (median(times), min(times), max(times))]
        print(f"{name + suffix:<24} median {rates[0]:6.1f} G/s  best {rates[1]:6.1f}  worst {rates[2]:6.1f}")
