"""One round's record played again: honest ones hold, and a result that the cards do not give is found.

The chain of every forgery holds, for whoever forges can hash: only the rules can find it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from cutcard.cards import parse_card
from cutcard.games.blackjack.options import Decision
from cutcard.profiles import Mode
from cutcard.record import BadRecord, RoundFile, encode_round_file, read_round_file
from cutcard.table import commands as c
from cutcard.verification import verify_round
from cutcard.verification.round_file import replay_round
from tests.interruptions.stage import ANN, BOB, CYD, Stage
from tests.record.replaying import (
    STAKE,
    changed,
    coup,
    every_file,
    files_of,
    forged,
    over,
    private,
    record_of,
    seated,
    shared,
    with_lines,
)
from tests.venue.simulation import Simulation

PLAIN = "5c 9d 5h 9c 6c Td 6h 8s Td 9h 2c"

KINDS: dict[str, Callable[[], Stage]] = {
    "a coup": coup,
    "a coup dealt by hand": lambda: coup(Mode.LIVE),
    "a private split": lambda: private(Decision.SPLIT),
    "a private double": lambda: private(Decision.DOUBLE),
    "a private surrender": lambda: private(Decision.SURRENDER),
    "private insurance": lambda: private(Decision.INSURE),
    "shared cards": shared,
    "shared cards dealt by hand": lambda: shared(Mode.LIVE),
    "seats": lambda: seated(PLAIN),
}


def judged(file: RoundFile) -> tuple[str, ...]:
    """What the replay has against a file that holds in itself."""
    assert verify_round(file).holds
    return replay_round(file).faults


@pytest.mark.parametrize("kind", KINDS)
def test_an_honest_round_holds_in_every_copy(kind: str) -> None:
    for file in files_of(KINDS[kind]()):
        assert judged(file) == (), file.copy_for


@pytest.mark.parametrize("kind", KINDS)
def test_a_forged_result_is_found_by_its_patron_and_by_an_auditor(kind: str) -> None:
    record = record_of(KINDS[kind]())
    for file in (record.for_patron(ANN), record.for_auditor()):
        assert replay_round(file).settled
        (fault,) = judged(forged(file))
        assert ANN in fault


@pytest.mark.parametrize("seed", range(12))
def test_patrons_who_share_cards_find_only_what_is_theirs(seed: int) -> None:
    record = record_of(shared(seed=seed))
    for patron in (ANN, BOB, CYD):
        file = record.for_patron(patron)
        assert replay_round(file).settled
        assert judged(file) == ()
        assert judged(forged(file, patron)) != ()


@pytest.mark.parametrize("seed", [3, pytest.param(11, marks=pytest.mark.slow)])
def test_a_whole_day_holds_in_every_copy_and_no_forgery_of_it_does(seed: int) -> None:
    """Everything that tables do, on a bad day: wherever a result was found again, no other one passes."""
    day = Simulation(seed)
    day.run(60_000)
    found = 0
    for file in every_file(day.house.store):
        fault = verify_round(file).fault
        if fault is not None:
            assert fault.key == "record.round_is_open", "the day ended in the middle of this round"
            continue
        again = replay_round(file)
        assert again.faults == (), (file.stream, file.round, file.patron)
        for patron in with_lines(file)[:1]:
            found += again.settled
            assert not again.settled or judged(forged(file, patron)) != (), (file.stream, file.round, patron)
    assert found > 40


def test_a_stake_and_the_chips_it_was_made_of_have_to_agree() -> None:
    def more(body: Any) -> None:
        body["wagers"][0]["stake"] += STAKE

    def won_more(body: Any) -> None:
        line = body["lines"][0]
        line["returned"] += line["returned"] * STAKE // line["stake"]
        line["stake"] += STAKE
        for name, field in (("staked", "stake"), ("returned", "returned")):
            body[name] = sum(line[field] for line in body["lines"])

    for stage in (coup(), shared()):
        file = changed(record_of(stage).for_patron(ANN), "bets_closed", more, ANN)
        (fault,) = judged(changed(file, "round_settled", won_more, ANN))
        assert "chips" in fault


def test_baccarats_main_bets_are_paid_as_the_rules_say() -> None:
    def doubled(body: Any) -> None:
        body["paytables"]["player"] = dict.fromkeys(body["paytables"]["player"], "2:1")

    (fault,) = judged(changed(record_of(coup()).for_patron(ANN), "round_opened", doubled))
    assert "pay table of player" in fault


def test_a_private_leaf_is_its_own_patrons() -> None:
    def of_bob(body: Any) -> None:
        body["patron"] = BOB

    (fault,) = judged(changed(record_of(coup()).for_patron(ANN), "bets_changed", of_bob, ANN))
    assert "another patron's" in fault


def test_tb_31_a_void_hands_back_what_was_staked() -> None:
    def kept(body: Any) -> None:
        body["returned"] -= 1

    stage = Stage("live-seven", Mode.LIVE)
    stage.do(c.OpenRound())
    for seat, patron in enumerate((BOB, ANN), 1):
        stage.do(c.TakeSeat(patron, seat))
        stage.do(c.PlaceBet(patron, "main", STAKE, seat))
    stage.do(c.CloseBets("croupier"))
    stage.script(PLAIN)
    stage.until(lambda: stage.asks(BOB))
    stage.do(c.VoidRound("floor", "spilled drink"))
    record = record_of(stage)
    for file in (record.for_patron(ANN), record.for_auditor()):
        assert judged(file) == ()
        assert judged(changed(file, "round_voided", kept, ANN)) != ()


def test_a_seated_copy_says_who_had_cards_and_that_no_hash_binds_it() -> None:
    file = record_of(seated(PLAIN)).for_patron(ANN)
    assert file.dealt_to == (1, 2, 7)
    assert any("no hash binds" in what for what in replay_round(file).left_out)


def test_without_that_a_result_that_may_be_is_no_fault_and_no_proof() -> None:
    """As files were before: Ann's seat may have been dealt to first or later."""
    file = msgspec.structs.replace(record_of(seated(PLAIN)).for_patron(ANN), dealt_to=())
    assert read_round_file(encode_round_file(file)) == file
    again = replay_round(file)
    assert (again.faults, again.settled) == ((), False)
    assert any("does not say" in what for what in again.left_out)

    def blackjack(body: Any) -> None:
        line = body["lines"][0]
        line["outcome"], line["pays"], line["returned"] = "blackjack", "3:2", 5 * line["stake"] // 2
        body["returned"] = line["returned"]

    assert judged(changed(file, "round_settled", blackjack, ANN)) != ()


@pytest.mark.parametrize("seed", range(6))
def test_with_no_card_face_down_the_dealers_cards_are_the_last(seed: int) -> None:
    record = record_of(shared(seed=seed, second_card="none"))
    assert replay_round(record.for_auditor()).settled
    for patron in (ANN, BOB, CYD):
        file = record.for_patron(patron)
        assert judged(file) == ()
        again = replay_round(forged(file, patron))
        assert again.faults or any("does not say" in what for what in again.left_out)


def test_tb_22_what_hangs_on_others_decisions_is_left_out_and_named() -> None:
    record = record_of(seated(PLAIN, behind=True))
    again = replay_round(record.for_patron(CYD))
    assert again.faults == ()
    assert any("bets behind" in what for what in again.left_out)
    assert replay_round(record.for_auditor()).left_out == ()


def corrected() -> Stage:
    """The seat's first card was misread, and what was entered for it comes out of the shoe later."""
    stage = Stage("live-seven", Mode.LIVE, decks=1)
    stage.do(c.OpenRound())
    for seat, patron in enumerate((BOB, ANN), 1):
        stage.do(c.TakeSeat(patron, seat))
        stage.do(c.PlaceBet(patron, "main", STAKE, seat))
    stage.do(c.CloseBets("croupier"))
    stage.script("9c 9d 8c Td Tc 9s 8s")
    stage.until(lambda: len(stage.table.deal.dealt) == 1)
    stage.do(c.CorrectCard("floor", parse_card("9h"), 1))
    stage.cards[2] = parse_card("9c")
    return over(stage)


def test_tb_33_a_corrected_card_counts_and_not_the_one_that_was_misread() -> None:
    stage = corrected()
    for file in files_of(stage):
        assert judged(file) == ()
    assert judged(forged(record_of(stage).for_auditor())) != ()
    assert any("corrected" in what for what in replay_round(record_of(stage).for_patron(ANN)).left_out)


def test_the_reader_that_a_file_names_is_the_one_its_leaves_are_for() -> None:
    file = record_of(coup()).for_patron(ANN)
    raw = json.loads(encode_round_file(file))
    other = verify_round(read_round_file(json.dumps({**raw, "patron": BOB}).encode()))
    assert other.fault is not None
    assert other.fault.key == "record.other_reader"
    assert not verify_round(
        read_round_file(json.dumps({**raw, "copy_for": "everybody", "patron": None}).encode())
    ).holds
    for header in ({"patron": None}, {"copy_for": "auditor"}):
        with pytest.raises(BadRecord):
            read_round_file(json.dumps({**raw, **header}).encode())


def test_rules_of_another_version_are_no_fault() -> None:
    def older(body: Any) -> None:
        del body["rules"]["decks"]

    again = replay_round(changed(record_of(coup()).for_patron(ANN), "round_opened", older))
    assert (again.faults, again.settled) == ((), False)
    assert again.left_out != ()


ALL_BLACKJACK = "As Ah Ad 6c Ks Kh Kd 5c"


def test_bj_20_a_record_that_does_not_name_the_unneeded_card_was_played_with_it_left() -> None:
    def older(body: Any) -> None:
        del body["rules"]["unneeded_hole_card"]

    def always_turned(body: Any) -> None:
        body["rules"]["unneeded_hole_card"] = "turned"

    record = record_of(seated(ALL_BLACKJACK))
    assert "card_turned" not in [entry.tag for entry in record.entries]
    for copy in (record.for_auditor(), record.for_patron(ANN)):
        again = replay_round(changed(copy, "round_opened", older))
        assert (again.faults, again.settled) == ((), True)
        assert judged(changed(copy, "round_opened", always_turned)) != ()
