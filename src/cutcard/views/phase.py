"""The message line: what is true at a table now, as a key and its facts (TB-01, TB-02, GUI-03).

One function for each thing that can be due, and one for what a patron alone must know. Screens word nothing
about the round themselves; they only put a patron's own decision first.
"""

from __future__ import annotations

from cutcard.games import due
from cutcard.games.blackjack.dealer import HIDDEN
from cutcard.games.blackjack.rules import Rules, Surrender
from cutcard.games.reason import Reason
from cutcard.profiles import Mode
from cutcard.table.phases import between_rounds, playing
from cutcard.table.settings import seat_count
from cutcard.table.state import Phase, Table
from cutcard.views.felts import next_card


def phase_name(table: Table) -> str:
    """The step of the round, as screens name it; what halts a table goes before."""
    if table.halt.paused is not None:
        return "paused"
    return "dispute" if table.halt.dispute is not None else step_name(table)


def step_name(table: Table) -> str:
    """The step of the round, whether the table is halted in it or not: the felt stays as it is (TB-31)."""
    if table.phase is Phase.WAITING:
        return "closed" if table.halt.closed else "waiting"
    if table.phase is not Phase.PLAYING:
        return table.phase.value
    felt = table.deal.felt
    assert felt is not None, "a round that is played lies on the felt"
    if felt.dealer is None:
        return "dealing"
    if isinstance(felt.due, due.Decision):
        return "offer" if felt.offering else "decisions"
    return "dealer" if felt.shows_result else "dealing"


def message(table: Table) -> Reason:
    """What the message line says to everybody."""
    if table.halt.paused is not None:
        return paused_reason(table.halt.paused)
    if table.halt.dispute is not None:
        return _says(table, "disputed")
    match table.phase:
        case Phase.PLAYING:
            return _in_play(table)
        case Phase.RESULT:
            return _result(table)
        case Phase.DISPUTE:
            result = _result(table)
            return Reason("message.dispute", {**result.facts, "result": f"@{result.key}"})
        case Phase.WAITING if table.deal.settings.mode is Mode.LIVE and not table.halt.closed:
            return _says(table, "waiting_croupier")
        case _:
            return _says(table, step_name(table))


def note(table: Table, patron: str) -> Reason | None:
    """What one patron must know beside what everybody sees: a latecomer waits (TB-05)."""
    if between_rounds(table) or playing(table, patron):
        return None
    return _says(table, "next_round")


def _says(table: Table, name: str, **facts: str | int) -> Reason:
    return Reason(f"message.{name}", {"round": table.deal.round, **facts})


def _in_play(table: Table) -> Reason:
    """What happens at this moment of a round, by what is due."""
    felt = table.deal.felt
    assert felt is not None, "a round that is played lies on the felt"
    if table.deal.burns.due:
        return _says(table, "burning")
    match felt.due:
        case due.Nothing():
            return _says(table, "interrupted") if waits_for_fork(table) else _result(table)
        case due.Decision():
            return _decision(table)
        case due.Check():
            return _says(table, "check")
        case due.Turn():
            return _says(table, "turn")
        case _:
            key, facts = next_card(table, felt)
            return _says(table, key, **facts)


def waits_for_fork(table: Table) -> bool:
    """Whether the round is played but for interrupted games, whose patrons or the house still finish them."""
    felt = table.deal.felt
    return (
        table.phase is Phase.PLAYING
        and felt is not None
        and isinstance(felt.due, due.Nothing)
        and bool(felt.forks_open)
    )


def _decision(table: Table) -> Reason:
    """Whose decision is waited for. Only where patrons sit is there a seat to name (TB-02)."""
    felt = table.deal.felt
    assert felt is not None, "a decision is waited for in a round"
    if felt.offering:
        rules = table.deal.settings.profile.rules
        early = isinstance(rules, Rules) and rules.surrender is Surrender.EARLY_ACE
        return _says(table, "offer_or_surrender" if early else "offer")
    if not felt.one_by_one:
        return _says(table, "decisions")
    wanted = felt.due
    if seat_count(table.deal.settings) and isinstance(wanted, due.Decision):
        return _says(table, "seat_decides", seat=wanted.hands[0].position)
    return _says(table, "player_decides")


def paused_reason(reason: str) -> Reason:
    """Why a table halts: what the table itself found is worded, what a person wrote is quoted."""
    found, _, card = reason.partition(" ")
    if found in FOUND:
        return Reason(f"message.paused.{found}", {"card": card})
    return Reason("message.paused", {"reason": reason})


FOUND = (
    *("impossible_card", "unshuffled_shoe", "shoe_does_not_add_up"),
    *("impossible_face_down", "misread_face_down"),
    *("device_lost", "device_late", "device_out_of_order", "device_unknown_line", "device_not_asked"),
)


def results_shown(table: Table) -> tuple[str, ...]:
    """The results of the last rounds, the one that may still be disputed among them (TB-30)."""
    noted = (
        table.deal.felt.result_word()
        if table.phase is Phase.DISPUTE and table.deal.felt is not None
        else None
    )
    return (*table.past.results, *(() if noted is None else (noted,)))


def _result(table: Table) -> Reason:
    """How the round on the felt has ended, settled or not yet."""
    if table.past.settled is not None and not table.past.settled:
        return _says(table, "void")
    assert table.deal.felt is not None, "a result lies on the felt"
    last = table.deal.felt.result_word()
    if last is None:
        return _says(table, "void")
    kind = "dealer" if last.isdigit() else last
    if last == HIDDEN and not _lies_face_down(table):
        kind = "undrawn"
    return _says(table, f"result.{kind}", total=last)


def _lies_face_down(table: Table) -> bool:
    felt = table.deal.felt
    return felt is not None and felt.dealer is not None and felt.dealer.face_down
