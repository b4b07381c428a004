"""Where a run is counted: on threads of this machine, on its GPU, or on a cluster. Counts nothing itself."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from cutcard.analysis.refusal import BadQuestion
from cutcard.games import blackjack
from cutcard.sim.cluster import simulate_on_cluster
from cutcard.sim.kernels import gpu
from cutcard.sim.report.tally import Tally
from cutcard.sim.run import Prepared, Request, Watch, made_ready, simulate

Counting = Callable[[Watch], Tally]


class Place(msgspec.Struct, frozen=True):
    """The threads, the device and the cluster that were asked for."""

    threads: int
    device: str
    cluster: str | None

    def counting(self, request: Request) -> Counting:
        """What counts the request here, made ready; refused where it cannot be."""
        cluster = self.cluster
        if self.device == "cuda":
            if cluster is not None:
                raise BadQuestion("--device cuda and --cluster do not go together")
            on_gpu = _on_gpu(request)
            return lambda watch: simulate(request, 1, watch, on_gpu, gpu.CHUNK)
        if cluster is not None:
            return lambda watch: simulate_on_cluster(request, cluster, watch)
        ready = made_ready(request)
        return lambda watch: simulate(request, self.threads, watch, ready)

    def place_name(self) -> str:
        """What the run was counted on, in words."""
        if self.device == "cuda":
            return gpu.Cupy().name
        return "CPU" if self.cluster is None else f"cluster {self.cluster}"


def _on_gpu(request: Request) -> Prepared:
    rules = request.profile.rules
    if request.positions > 1:
        raise BadQuestion("--device cuda plays one position: leave --positions out")
    if request.profile.specials.declared:
        raise BadQuestion("--device cuda plays shipped bets: leave --bet FILE out")
    if isinstance(rules, blackjack.Rules) and request.bets:
        raise BadQuestion("--device cuda plays blackjack without special bets: leave --bet out")
    missing = gpu.available()
    if missing is not None:
        raise BadQuestion(f"--device cuda cannot be used: {missing}")
    if isinstance(rules, blackjack.Rules):
        assert request.plan is not None, "blackjack needs a plan"
        return gpu.gpu_rounds(rules, request.plan, gpu.Cupy())
    return gpu.gpu_coups(rules, request.bets, gpu.Cupy())
