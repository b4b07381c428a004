"""Tables that do not keep anybody waiting: short times, set by the operator as at any house."""

from __future__ import annotations

from tests.server.running import Served

QUICK = {
    "betting_s": 9,
    "last_bets_s": 1,
    "decision_s": 8,
    "result_s": 1,
    "dispute_s": 1,
    "animation_s": 0,
    "nice_win_s": 0,
    "big_win_s": 0,
}
CARD_MS = 100


def hurry(served: Served) -> None:
    """Short times at every table, from its next round on; most have none yet, right after the start."""
    token = served.token("operator")
    for row in served.http("GET", "/api/tables").body:
        change = {"ask": served.ask_id(), "times": QUICK, "settings": {"card_ms": CARD_MS}}
        changed = served.http("PATCH", f"/api/house/tables/{row['id']}", change, token)
        assert changed.status == 200, changed
