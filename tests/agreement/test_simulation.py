"""Whole runs: one seed gives the same counts however they are made, in agreement with the exact values."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from cutcard.cli import main
from cutcard.profiles import load, paytable, profile_ids
from cutcard.sim import run as runs
from cutcard.sim.kernels.words import LANES, long_stream, stream_seed, words
from cutcard.sim.plans import count_chart, plan_of, shipped_chart
from cutcard.sim.report.tally import Tally, together
from cutcard.sim.request import chosen_bets, simulation_request
from cutcard.sim.run import CHUNK, Request, chunks, prepare, simulate

Bytes = pytest.CaptureFixture[bytes]


def request_of(
    name: str, rounds: int, seed: int = 7, positions: int = 1, bets: tuple[str, ...] = ()
) -> Request:
    profile = load(name)
    return simulation_request(
        profile, rounds, seed, positions, chosen_bets(profile, bets, None), None
    ).request


@pytest.mark.parametrize("name", ["multihand-online", "american-live", "punto-banco"])
def test_the_same_counts_on_one_thread_and_on_two(name: str) -> None:
    request = request_of(name, CHUNK + 50_000)
    first, second = simulate(request, 1), simulate(request, 2)
    assert first == second
    assert first.rounds == CHUNK + 50_000


def test_chunks_counted_apart_add_up_to_the_whole() -> None:
    request = request_of("multihand-online", CHUNK + 1234)
    ready = prepare(request, compiled=True)
    parts = [ready.chunk(request.seed, number, rounds) for number, rounds in chunks(request.rounds)]
    assert together(reversed(parts)) == together(parts) == simulate(request)


def test_another_seed_gives_other_counts() -> None:
    assert simulate(request_of("punto-banco", 50_000, seed=1)) != simulate(
        request_of("punto-banco", 50_000, seed=2)
    )


def test_a_run_may_be_ended_early() -> None:
    request = request_of("punto-banco", 3 * CHUNK)
    seen: list[Tally] = []

    def enough(tally: Tally) -> bool:
        seen.append(tally)
        return False

    assert simulate(request, 1, enough).rounds == CHUNK
    assert seen == [simulate(request_of("punto-banco", CHUNK))]


def test_the_words_of_a_stream_are_those_of_the_published_splitmix() -> None:
    # The first outputs of SplitMix64 from the state 1234567, as its author's code gives them.
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431]
    assert words(1234567, 1, 4).tolist() == published


def test_a_long_stream_is_the_published_xoshiro_in_lanes() -> None:
    from cutcard.sim.kernels.stream import fill_words

    # The first outputs of xoshiro256++ from the state 1, 2, 3, 4, as its authors' code gives them.
    published = [41943041, 58720359, 3588806011781223, 3591011842654386, 9228616714210784205]
    state = np.repeat(np.array([[1], [2], [3], [4]], dtype=np.uint64), LANES, axis=1)
    made = np.empty(5 * LANES, dtype=np.uint64)
    fill_words(made, len(made), state)
    assert made.reshape(5, LANES).T.tolist() == [published] * LANES
    begun = long_stream(stream_seed(5, 3))
    assert begun.reshape(-1).tolist() == words(stream_seed(5, 3), 0, 4 * LANES).tolist()
    assert len(set(begun.reshape(-1).tolist())) == 4 * LANES


@pytest.mark.parametrize("rounds", [3_000, runs.SMALL + 1])
def test_the_same_counts_whether_or_not_a_compiler_is_loaded(rounds: int) -> None:
    request = request_of("koi-bacc", rounds)
    assert simulate(request) == prepare(request, compiled=rounds > runs.SMALL).chunk(request.seed, 0, rounds)


@pytest.mark.slow
@pytest.mark.parametrize("name", profile_ids())
def test_every_profile_agrees_with_the_exact_values(name: str) -> None:
    profile = load(name)
    told = simulation_request(profile, 400_000, 11, 1, chosen_bets(profile, ("all",), None), None)
    tally = simulate(told.request, 2)
    for bet, bet_tally in tally.bets.items():
        for outcome, chance in told.exact.outcomes[bet].items():
            expected = float(chance) * tally.rounds
            spread = max((expected * (1 - float(chance))) ** 0.5, 1.0)
            # Five spreads: one figure in two million is beyond it by chance, and there are some five hundred.
            assert abs(bet_tally.outcomes.get(outcome, 0) - expected) < 5 * spread + 1, (bet, outcome)


@pytest.mark.parametrize(
    "changes", [{}, {"second_card": "none", "surrender": "late"}, {"shuffle": "cut-card"}]
)
@pytest.mark.parametrize("positions", [1, pytest.param(3, marks=pytest.mark.slow)])
def test_the_main_game_agrees_with_the_exact_chart(changes: dict[str, object], positions: int) -> None:
    profile = load("multihand-etg", {**changes, "penetration": "0.5"})
    told = simulation_request(profile, 1_500_000, 3, positions, (), None)
    tally = simulate(told.request, 2)
    total = sum(net * count for net, count in tally.nets.items())
    squares = sum(net * net * count for net, count in tally.nets.items())
    stake = tally.unit * positions
    mean = total / tally.rounds / stake
    error = (squares / tally.rounds / stake**2 - mean**2) ** 0.5 / tally.rounds**0.5
    exact = count_chart(profile.rules).chart_returned  # type: ignore[arg-type]
    # A cut card at half the shoe shifts the return by far less than this run could tell.
    assert abs(1 + mean - exact) < 5 * error


@pytest.mark.parametrize("name", [name for name in profile_ids() if load(name).game == "blackjack"])
def test_the_committed_charts_are_those_of_the_exact_values(name: str) -> None:
    rules = load(name).rules
    made = count_chart(rules)  # type: ignore[arg-type]
    kept = shipped_chart(name)
    assert kept.chart == made.chart
    assert kept.by_cards == made.by_cards
    assert kept.chart_returned == pytest.approx(made.chart_returned, abs=1e-12)
    assert plan_of(kept) == plan_of(made)


def document(capture: Bytes, *words_: str) -> Any:
    main([*words_, "--json"])
    return json.loads(capture.readouterr().out)


def test_the_command_has_the_promised_shape(capsysbinary: Bytes) -> None:
    told = document(
        capsysbinary, "simulate", "live-seven", "--rounds", "5000", "--seed", "1", "--bet", "top-3"
    )
    assert {"profile", "rounds", "seconds", "rounds_per_second", "main", "bets"} <= set(told)
    assert {"return_float", "standard_error_float"} <= set(told["main"])
    assert {"return_float", "standard_error_float", "outcomes"} <= set(told["bets"]["top-3"])
    assert sum(told["bets"]["top-3"]["outcomes"].values()) == told["rounds"] == 5000


def test_baccarats_main_bets(capsysbinary: Bytes) -> None:
    told = document(capsysbinary, "simulate", "dai-bacc", "--rounds", "5000", "--seed", "1")
    assert list(told["main"]) == ["player", "banker", "tie"]
    assert told["bets"] == {}


def test_until_the_error_is_small_enough(capsysbinary: Bytes) -> None:
    words_ = ("simulate", "punto-banco", "--rounds", "100000000", "--seed", "1", "--until-error", "0.006")
    assert document(capsysbinary, *words_)["rounds"] == CHUNK


def test_a_report_is_written(capsysbinary: Bytes, tmp_path: Path) -> None:
    page = tmp_path / "run.html"
    document(
        capsysbinary, "simulate", "multihand-online", "--rounds", "5000", "--seed", "1", "--html", str(page)
    )
    assert "multihand-online" in page.read_text(encoding="utf-8")


def test_a_table_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    main(["simulate", "american-live", "--rounds", "2000", "--seed", "1"])
    assert "standard error" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words_", "said"),
    [
        ("simulate multihand-online --rounds 0", "--rounds is 1 to"),
        ("simulate multihand-online --rounds 10 --threads 0", "--threads is 1 to"),
        ("simulate multihand-online --rounds 10 --positions 9", "--positions is 1 to 7"),
        ("simulate multihand-online --rounds 10 --positions 4", "--positions is 1 to 3 here"),
        ("simulate punto-banco --rounds 10 --positions 2", "baccarat has no positions"),
        ("simulate punto-banco --rounds 10 --until-error -1", "--until-error is above 0"),
        ("simulate punto-banco --rounds 10 --bet moon", "no bet called 'moon'"),
        ("simulate punto-banco --rounds 10 --paytable x", "--paytable goes with one --bet"),
        ("simulate punto-banco --rounds 10 --strategy none.csv", "none.csv"),
        ("simulate multihand-online --rounds 10 --strategy none.csv", "none.csv"),
        ("simulate multihand-online --rounds 10 --html /no/such/folder/x.html", "cannot be written"),
        ("simulate moon --rounds 10", "no profile called 'moon'"),
        ("simulate multihand-online --rounds ten", "ten"),
        ("simulate multihand-online --rounds 10 --device abacus", "abacus"),
        ("simulate multihand-online --rounds 10 --device cuda --cluster local", "do not go together"),
        ("simulate multihand-online --rounds 10 --device cuda --positions 2", "one position"),
        ("simulate live-seven --rounds 10 --device cuda --bet top-3", "without special bets"),
        ("simulate multihand-online --rounds 10 --session 0", "a session has 1 to"),
    ],
)
def test_bad_input_gets_one_clear_line(capsysbinary: Bytes, words_: str, said: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words_.split())
    assert ended.value.code == 2
    printed = capsysbinary.readouterr()
    assert printed.out == b""
    lines = [line for line in printed.err.decode().splitlines() if "first use" not in line]
    assert len(lines) == 1
    assert said in lines[0]


def test_a_request_is_a_value() -> None:
    first, other = (
        request_of("live-seven", 10, bets=("top-3",)),
        request_of("live-seven", 10, bets=("top-3",)),
    )
    assert first == other
    assert msgspec.structs.replace(first, seed=8) != other
    assert runs.SMALL < CHUNK
    assert paytable(first.profile, "top-3") == first.bets[0][1]
