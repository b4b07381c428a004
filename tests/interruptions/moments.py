"""The moments of a round at which a terminal can be lost, and the ways to lose it.

It brings a stage to a moment and lets the round go on after it. What must come of it is said by the tests.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

from cutcard.games import due
from cutcard.games.blackjack.options import Decision
from cutcard.profiles import Mode
from cutcard.table import commands as c
from cutcard.table import events as e
from cutcard.table.state import Phase
from tests.interruptions.stage import ANN, BOB, CYD, SECOND, Stage, shares_of

POLICIES = ("two-strikes", "no-decision", "resume", "fork", "stand")
MOMENTS = (
    *("betting", "last-bets", "dealing", "insurance", "own-hand", "others-hand", "split-hand"),
    *("dealer", "result"),
)
LOSSES = ("silent", "closed", "half-open", "reload")

NO_SUCH_MOMENT = {
    ("no-decision", "insurance"): "baccarat has no decision",
    ("no-decision", "own-hand"): "baccarat has no decision",
    ("no-decision", "others-hand"): "baccarat has no decision",
    ("no-decision", "split-hand"): "baccarat has no decision",
    ("no-decision", "dealer"): "baccarat has no dealer's hand",
    ("resume", "last-bets"): "a private table has no timers",
    ("resume", "dealing"): "a private table deals in one step, up to the first decision",
    ("resume", "dealer"): "a private table plays the dealer's hand in one step",
}

STAKE = 1_000
SEATS = {BOB: 1, ANN: 2, CYD: 3}
CARDS = {
    "insurance": "5c 5d 5h Ac 6c 7d 6h 8s",
    "split-hand": "5c 8d 5h 9c 6c 8h 6h 8s 3c 2s 9h",
}
PLAIN = "5c 5d 5h 9c 6c 7d 6h 8s"
SHARED_CARDS = {"insurance": "5c 5d 5h Ac 7c 7d 7h 8s", "split-hand": "8c 8d 5h 9c 8s 8h 7h 6s 5s"}


def at_moment(policy: str, moment: str) -> Stage:
    """A stage whose round has just come to this moment."""
    if policy == "resume":
        return private_round(moment)
    profile = {"two-strikes": "multihand-etg", "no-decision": "punto-banco", "fork": "live-seven"}.get(
        policy, "american-live"
    )
    stage = Stage(profile, Mode.LIVE)
    stage.do(c.OpenRound())
    if policy == "two-strikes":
        stage.script(SHARED_CARDS.get(moment, PLAIN))
        _bets(stage, [(ANN, "main", 1), (ANN, "main", 2), (BOB, "main", 1)])
    elif policy == "no-decision":
        _bets(stage, [(ANN, "player", 1), (BOB, "banker", 1)])
    else:
        stage.script(CARDS.get(moment, PLAIN))
        for patron, seat in SEATS.items():
            stage.do(c.TakeSeat(patron, seat))
        _bets(stage, [(patron, "main", seat) for patron, seat in SEATS.items()])
    stage.until(*_moment(stage, moment))
    if moment == "split-hand":
        stage.decide(ANN, Decision.SPLIT)
        stage.until(lambda: stage.asks(ANN))
    return stage


def _bets(stage: Stage, bets: list[tuple[str, str, int]]) -> None:
    for patron, bet, position in bets:
        stage.do(c.PlaceBet(patron, bet, STAKE, position))


def _offering(stage: Stage) -> bool:
    felt: Any = stage.table.deal.felt
    asked = stage.table.phase is Phase.PLAYING and isinstance(felt.due, due.Decision)
    return asked and bool(felt.offering)


def _stands(stage: Stage, *patrons: str) -> bool:
    asked = [patron for patron in patrons if stage.asks(patron)]
    if asked:
        stage.decide(asked[0], Decision.STAND)
    return bool(asked)


def _moment(stage: Stage, moment: str) -> tuple[Callable[[], bool], Callable[[], bool]]:
    """What is so at the moment, and who decides what on the way to it."""
    table = stage.table
    shared = table.deal.settings.profile.id == "multihand-etg"
    stands = partial(_stands, stage)
    match moment:
        case "betting":
            return lambda: True, lambda: False
        case "last-bets":
            return lambda: table.phase is Phase.LAST_BETS, lambda: False
        case "dealing":
            return lambda: len(table.deal.dealt) == 2, lambda: False
        case "insurance":
            return lambda: _offering(stage), lambda: False
        case "own-hand" | "split-hand":
            return lambda: stage.asks(ANN), lambda: not shared and stands(BOB)
        case "others-hand":
            mine = (lambda: stands(ANN)) if shared else (lambda: False)
            return lambda: stage.asks(BOB) and not (shared and stage.asks(ANN)), mine
        case "dealer":
            return lambda: _dealers_turn(stage), lambda: stands(BOB, ANN, CYD)
        case _:
            return lambda: table.phase in (Phase.DISPUTE, Phase.RESULT), lambda: stands(BOB, ANN, CYD)


def _dealers_turn(stage: Stage) -> bool:
    felt: Any = stage.table.deal.felt
    return stage.table.phase is Phase.PLAYING and felt.round.stage.value == "dealer"


@lru_cache
def _seed(moment: str) -> int:
    """The first seed whose private round comes to this moment."""
    for seed in range(1, 400):
        stage = _private(seed)
        felt: Any = stage.table.deal.felt
        if stage.table.phase is not Phase.PLAYING or not felt.hands_to_decide(ANN):
            continue
        first = felt.hands(ANN)[0].branches[0].hand
        if moment == "insurance":
            if felt.offering:
                return seed
            continue
        plain = not felt.offering and felt.hands_to_decide(ANN)[0].position == 1
        if plain and (moment != "split-hand" or (first.pair and first.pair not in (1, 10))):
            return seed
    raise AssertionError(f"no seed gives {moment}")


def _private(seed: int) -> Stage:
    stage = Stage("multihand-online", Mode.INTERNAL, seed)
    _bets(stage, [(ANN, "main", 1), (ANN, "main", 2)])
    stage.do(c.PressDeal(ANN))
    return stage


def private_round(moment: str) -> Stage:
    """A private table at this moment."""
    if moment == "betting":
        stage = Stage("multihand-online", Mode.INTERNAL)
        _bets(stage, [(ANN, "main", 1)])
        return stage
    stage = _private(_seed(moment))
    if moment == "split-hand":
        stage.decide(ANN, Decision.SPLIT)
        assert stage.asks(ANN), "a split hand is asked"
    if moment == "others-hand":
        while (felt := _felt(stage)).hands_to_decide(ANN)[0].position == 1:
            assert felt
            stage.decide(ANN, Decision.STAND)
    if moment == "result":
        while stage.asks(ANN):
            stage.decide(ANN, Decision.STAND)
    return stage


def _felt(stage: Stage) -> Any:
    return stage.table.deal.felt


def lose(stage: Stage, how: str) -> Callable[[], bool]:
    """Ann's terminal is lost; what is given says, now and then, whether it came back by itself."""
    since = stage.now
    if how in ("silent", "half-open"):
        stage.hang(ANN)
    else:
        stage.close(ANN)
    if how == "reload":
        stage.connect(ANN)

    def returns() -> bool:
        due_back = how == "half-open" and stage.now >= since + 16 * SECOND and not stage.there(ANN)
        if due_back:
            stage.connect(ANN)
        return due_back

    return returns


def play_on(stage: Stage, returns: Callable[[], bool]) -> None:
    """The round goes on: the others stay silent, Ann stands whenever she is there and asked."""

    def ann_decides() -> bool:
        if returns():
            return True
        if not stage.there(ANN) or not stage.asks(ANN):
            return False
        felt: Any = stage.table.deal.felt
        stage.decide(ANN, Decision.DECLINE if felt.offering else Decision.STAND)
        return True

    stage.until(lambda: stage.table.deal.round == 1 and stage.table.phase is Phase.RESULT, ann_decides)


def marks(stage: Stage, since: int) -> set[str]:
    """What the record says happened to Ann after this many entries, in a word each."""
    events = stage.events()[since:]
    found = set()
    for event in events:
        match event:
            case e.BetsChanged(patron=ann, how="gone") if ann == ANN:
                found.add("bets returned")
            case e.HandForked(patron=ann) if ann == ANN:
                found |= {"forked", *_in_fork(stage, event.seat)}
            case e.Decided(patron=ann, decision=Decision.DECLINE) if ann == ANN:
                found.add("declined" if event.automatic else "declines")
            case e.Decided(patron=ann) if ann == ANN:
                found.add(f"{event.decision.value} by the house" if event.automatic else "decides")
    for share in shares_of(events, ANN):
        found |= {"struck"} if share.struck else set()
        found |= {f"{act.decision.value} by the house" for act in share.acts}
    return {"declined" if mark == "decline by the house" else mark for mark in found}


def _in_fork(stage: Stage, seat: int) -> set[str]:
    decided = [event for event in stage.fork_events(seat) if isinstance(event, e.ForkDecided)]
    return {"fork completed" if event.automatic else "decides in fork" for event in decided}
