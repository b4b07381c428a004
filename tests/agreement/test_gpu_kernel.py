"""The GPU's kernels agree with the CPU's, card by card, and with the exact values. No GPU is needed.

Their source is compiled here as plain C and run in one thread. Where there is a GPU, its counts must be
the same numbers.
"""

from __future__ import annotations

import ctypes
import os
import random
import shutil
import subprocess
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from typing import cast

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray

from cutcard.exact.par import bet_sheet
from cutcard.games import baccarat
from cutcard.games.blackjack.rules import LateBlackjack, Rules, SecondCard, Surrender
from cutcard.profiles import load, paytable, profile_ids
from cutcard.sim.compile.fused import STRIDE, Fused
from cutcard.sim.compile.layout import BIAS, END_BLACKJACK, SECOND_CARD
from cutcard.sim.compile.tables import Row
from cutcard.sim.kernels import gpu
from cutcard.sim.kernels.gpu import GpuCoups, GpuRounds, gpu_coups, gpu_rounds
from cutcard.sim.kernels.rounds import play_dealer, play_position, position_demand, position_net
from cutcard.sim.kernels.shoe import Shoe
from cutcard.sim.kernels.words import stream_seed
from cutcard.sim.plans import plan_of, shipped_chart
from tests.agreement.engine_rounds import LaidShoe

BLACKJACK = tuple(name for name in profile_ids() if isinstance(load(name).rules, Rules))


class Plain:
    """The kernels as plain C, by so many threads one after the other."""

    def __init__(self, library: ctypes.CDLL, threads: int = 1, held_most: int = 1 << 18) -> None:
        self.library, self.threads, self.held_most = library, threads, held_most

    def launch(
        self, kernel: str, held: int, read: Sequence[gpu.Argument], written: Sequence[gpu.Counts]
    ) -> None:
        kinds = {"uint32": ctypes.c_uint32, "uint64": ctypes.c_uint64}
        kept = [
            np.ascontiguousarray(value) if isinstance(value, np.ndarray) else value
            for value in (*read, *written)
        ]
        for thread in range(self.threads):
            self.library.as_thread(thread, self.threads)
            getattr(self.library, kernel)(
                *(
                    pointer(value)
                    if isinstance(value, np.ndarray)
                    else kinds[value.dtype.name](int(cast("int", value)))
                    for value in kept
                )
            )


def pointer(numbers: NDArray[np.generic]) -> ctypes.c_void_p:
    return ctypes.c_void_p(numbers.ctypes.data)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    compiler = shutil.which("gcc")
    if compiler is None:
        assert "CUTCARD_CI" not in os.environ, "the GPU's kernels are tested with gcc, which is missing"
        pytest.skip("gcc is missing")
    folder = tmp_path_factory.mktemp("gpu")
    (folder / "gpu.c").write_text(gpu.source(), encoding="utf-8")
    flags = (
        "-O2",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-fsanitize=undefined",
        "-fsanitize-undefined-trap-on-error",
    )
    made = Path(folder / "gpu.so")
    subprocess.run(
        [compiler, *flags, "-std=c11", "-shared", "-fPIC", "-o", made, folder / "gpu.c"], check=True
    )
    return ctypes.CDLL(str(made))


def rounds_of(library: ctypes.CDLL, profile_id: str, **changed: object) -> GpuRounds:
    rules = load(profile_id).rules
    assert isinstance(rules, Rules)
    plan = msgspec.structs.replace(plan_of(shipped_chart(profile_id)), insurance="insurance" in changed)
    return gpu_rounds(msgspec.structs.replace(rules, **changed), plan, Plain(library))


def coups_of(library: ctypes.CDLL, profile_id: str, bets: Sequence[str], threads: int = 1) -> GpuCoups:
    profile = load(profile_id)
    assert isinstance(profile.rules, baccarat.Rules)
    return gpu_coups(profile.rules, [(bet, paytable(profile, bet)) for bet in bets], Plain(library, threads))


# ---- the words


def test_the_plain_philox_is_the_published_one() -> None:
    # Random123, kat_vectors, philox4x32 10: all zero, all ones, and the digits of pi.
    ones = 0xFFFFFFFF
    assert philox((0, 0, 0, 0), 0) == [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]
    assert philox((ones,) * 4, ones << 32 | ones) == [0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD]
    pi = (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344)
    assert philox(pi, 0x299F31D0A4093822) == [0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1]


def test_words_agree_with_the_plain_philox(library: ctypes.CDLL) -> None:
    chance = random.Random(11)
    for _ in range(200):
        block, lane, key = chance.getrandbits(32), chance.getrandbits(32), chance.getrandbits(64)
        assert words_of(library, block, lane, key) == philox((block, lane, 0, 0), key)


def words_of(library: ctypes.CDLL, block: int, lane: int, key: int) -> list[int]:
    found = np.zeros(4, dtype=np.uint32)
    library.block_of_words(
        ctypes.c_uint32(block), ctypes.c_uint32(lane), ctypes.c_uint64(key), pointer(found)
    )
    return [int(word) for word in found]


def philox(counter: tuple[int, ...], key: int) -> list[int]:
    """Philox4x32-10 as it was published."""
    a, b, c, d = counter
    low, high = key & 0xFFFFFFFF, key >> 32
    for _ in range(10):
        first, second = 0xD2511F53 * a, 0xCD9E8D57 * c
        a, b, c, d = second >> 32 ^ b ^ low, second & 0xFFFFFFFF, first >> 32 ^ d ^ high, first & 0xFFFFFFFF
        low, high = low + 0x9E3779B9 & 0xFFFFFFFF, high + 0xBB67AE85 & 0xFFFFFFFF
    return [a, b, c, d]


# ---- the same cards, the same ends


def dealt_by_hand(fused: Fused, letters: list[int], rounds: int, lanes: int, key: int) -> dict[int, int]:
    """The documented stream, followed without any kernel: which cards are gone is remembered card by card."""
    places = [letters[:i].count(letter) for i, letter in enumerate(letters)]
    seen: dict[int, int] = {}
    for lane in range(lanes):
        coming = (word for block in range(1 << 20) for word in philox((block, lane, 0, 0), key))
        for _ in range(rounds // lanes + (lane < rounds % lanes)):
            gone: list[int] = []
            state = 0
            while state < fused.ends:
                word = next(coming)
                index, low = divmod(word * len(letters), 1 << 32)
                letter = letters[index]
                if low < (1 << 32) % len(letters) or places[index] < gone.count(letter):
                    continue
                gone.append(letter)
                state = int(fused.after[STRIDE * state + letter])
            seen[state - fused.ends] = seen.get(state - fused.ends, 0) + 1
    return seen


@pytest.mark.parametrize("decks", [1, 6, 8])
def test_a_run_is_the_documented_stream(library: ctypes.CDLL, decks: int) -> None:
    ready = rounds_of(library, "multihand-online", decks=decks)
    letters = sorted([*range(10)] * 4 * decks + [9] * 12 * decks)
    found = gpu.seen_ends(ready.device, ready.fused, ready.pack(), 500, 12345, lanes=7)
    expected = dealt_by_hand(ready.fused, letters, 500, 7, 12345)
    assert {place: count for place, count in enumerate(found.tolist()) if count} == expected


def test_a_run_of_coups_is_the_documented_stream(library: ctypes.CDLL) -> None:
    ready = coups_of(library, "punto-banco", ("player", "banker", "tie", "lucky-nines"))
    letters = sorted(ready.machine.letters * 8)
    pack = gpu.dealt_from(np.array(letters))
    found = gpu.seen_ends(ready.device, ready.machine.fused, pack, 500, 99, lanes=7)
    expected = dealt_by_hand(ready.machine.fused, letters, 500, 7, 99)
    assert {place: count for place, count in enumerate(found.tolist()) if count} == expected


def followed(
    library: ctypes.CDLL, fused: Fused, after: NDArray[np.uint16], given: list[int]
) -> tuple[int, int]:
    """Where these cards lead by the kernel's table, and how many of them."""
    cards, used = np.array(given, dtype=np.uint16), np.zeros(1, dtype=np.uint32)
    letters = len(after) // fused.ends
    state = library.follow(pointer(after), fused.ends, letters, pointer(cards), pointer(used))
    return int(state), int(used[0])


@pytest.mark.parametrize("profile_id", BLACKJACK)
def test_the_same_cards_lead_to_the_same_end(library: ctypes.CDLL, profile_id: str) -> None:
    fused, chance = rounds_of(library, profile_id).fused, random.Random(5)
    table = np.ascontiguousarray(fused.after.reshape(-1, STRIDE)[: fused.ends, :10]).reshape(-1)
    for _ in range(2000):
        given = chance.choices(range(10), (1,) * 9 + (4,), k=40)
        state, used = 0, 0
        while state < fused.ends:
            state, used = int(fused.after[STRIDE * state + given[used]]), used + 1
        assert followed(library, fused, table, given) == (state, used)


VARIED: dict[str, dict[str, object]] = {
    "aces resplit": {"max_split_depth": 7, "max_hands": 8, "resplit_aces": True, "hit_split_aces": True},
    "original only": {
        "second_card": SecondCard.NONE,
        "late_blackjack_returns": LateBlackjack.ORIGINAL_ONLY,
        "max_split_depth": 3,
        "max_hands": 4,
        "insurance": True,
    },
    "soft 17, insured": {
        "dealer_hits_soft_17": True,
        "second_card": SecondCard.NONE,
        "late_blackjack_returns": LateBlackjack.DOUBLES,
        "insurance": True,
    },
    "early surrender": {
        "second_card": SecondCard.HOLE,
        "checks_under_ten": False,
        "surrender": Surrender.EARLY_ACE,
    },
    "charlie": {"charlie": 5, "max_split_depth": 2, "max_hands": 3, "double_split_aces": True},
}
GAMES = [*((name, {}) for name in BLACKJACK), *(("multihand-online", rules) for rules in VARIED.values())]


def finish_split(game: Row, shoe: Shoe, hand: int, up: int, second_at: int, pairs: list[int]) -> int:
    """What a split gains by the CPU's kernel; ``second_at`` is where the second card was seen, else -1."""
    head, row = game
    possible = row[head.blackjacks + up] and second_at < 0
    ended = play_position(game, shoe, hand, up)
    demand = position_demand(game, possible, ended, 0, len(ended))
    insured = row[head.offers + up] and head.insured and row[head.insurable + hand]
    if insured and possible:
        demand = max(demand, SECOND_CARD)
    end, _, _ = play_dealer(game, shoe, up, second_at, demand)
    net = position_net(game, ended, 0, len(ended), end, pairs)
    if insured:
        net += (head.insurance_won if end == END_BLACKJACK else head.insurance_lost) - BIAS
    return int(net)


def split_by_both(
    library: ctypes.CDLL, ready: GpuRounds, row: NDArray[np.uint16], chance: random.Random, splits: int
) -> tuple[list[object], list[object]]:
    """Splits of any kind from random shoes: gain, cards used and hands, by the CPU's kernel and the GPU's."""
    plain: list[object] = []
    ours: list[object] = []
    values = np.arange(10).tolist()
    # The shoe holds values, not cards.
    by_value = Row(ready.row.head._replace(value=len(ready.row.row)), [*ready.row.row.tolist(), *values])
    head = np.array(ready.row.head, dtype=np.uint32)
    pack = sorted(values * 32 + [9] * 96)
    kinds, pairs_size = ready.fused.split.tolist(), 8 * len(ready.game.classes)
    for _ in range(splits):
        hand, up, second, pair = chance.choice(kinds)
        shoe = [*pack]
        first = [pair, up, pair, *([second] if second >= 0 else [])]
        for value in first:
            shoe.remove(value)
        chance.shuffle(shoe)
        shoe = [*first, *shoe]
        pairs, laid = [0] * pairs_size, LaidShoe(shoe, at=len(first))
        net = finish_split(by_value, laid, hand, up, 3 if second >= 0 else -1, pairs)
        plain.append((net, laid.at - len(first), pairs))
        counted, used = np.zeros(pairs_size, dtype=np.uint32), np.zeros(1, dtype=np.uint32)
        cards = np.array(shoe[len(first) :], dtype=np.uint16)
        given = (hand, up, second, pointer(cards), pointer(used), pointer(counted))
        gain = library.finish_split_given(pointer(head), pointer(row), *given)
        ours.append((gain, int(used[0]), counted.tolist()))
    return plain, ours


@pytest.mark.slow
@pytest.mark.parametrize(("profile_id", "changed"), GAMES)
def test_a_split_ends_as_on_the_cpu(
    library: ctypes.CDLL, profile_id: str, changed: dict[str, object]
) -> None:
    ready = rounds_of(library, profile_id, **changed)
    plain, ours = split_by_both(library, ready, ready.row.row, random.Random(7), 1500)
    assert ours == plain


def test_a_wrong_number_in_the_dealers_table_is_noticed(library: ctypes.CDLL) -> None:
    ready = rounds_of(library, "multihand-online")
    dealer, row = ready.row.head.dealer_after, ready.row.row.copy()
    # A dealer's first card of six is taken for a five.
    row[dealer + 5] = row[dealer + 4]
    plain, ours = split_by_both(library, ready, row, random.Random(7), 1500)
    assert ours != plain


def test_a_wrong_number_in_the_machine_is_noticed(library: ctypes.CDLL) -> None:
    ready = rounds_of(library, "multihand-online")
    table = ready.fused.after.copy()
    table[9] = table[8]
    wrong = msgspec.structs.replace(ready, fused=msgspec.structs.replace(ready.fused, after=table))
    assert wrong.chunk(1, 0, 5000) != ready.chunk(1, 0, 5000)


# ---- counts


@pytest.mark.parametrize("profile_id", BLACKJACK)
def test_the_return_is_that_of_the_chart(library: ctypes.CDLL, profile_id: str) -> None:
    chart, profile = shipped_chart(profile_id), load(profile_id)
    assert isinstance(profile.rules, Rules)
    tally = gpu_rounds(profile.rules, plan_of(chart), Plain(library)).chunk(2024, 0, 4_000_000)
    assert sum(tally.nets.values()) == tally.rounds == 4_000_000
    mean = sum(net * count for net, count in tally.nets.items()) / tally.rounds
    spread = sum((net - mean) ** 2 * count for net, count in tally.nets.items()) / tally.rounds
    error = sqrt(spread / tally.rounds) / tally.unit
    assert abs(1 + mean / tally.unit - chart.chart_returned) < 4 * error


def test_every_bet_of_baccarat_ends_as_often_as_it_should(library: ctypes.CDLL) -> None:
    profile, rounds = load("punto-banco"), 3_000_000
    tally = coups_of(library, profile.id, (*baccarat.MAIN_BETS, *profile.specials.offers)).chunk(
        2024, 0, rounds
    )
    assert len(tally.bets) > 40
    for bet, found in tally.bets.items():
        sheet = bet_sheet(profile, bet)
        assert sum(found.outcomes.values()) == rounds
        for row in sheet.rows:
            chance = float(sheet.probability(row))
            off = found.outcomes.get(row.id, 0) - rounds * chance
            assert abs(off) < 4.5 * sqrt(rounds * chance * (1 - chance)), (bet, row.id)


def test_the_same_seed_gives_the_same_counts_on_any_number_of_threads(library: ctypes.CDLL) -> None:
    rounds = rounds_of(library, "multihand-online", insurance=True)
    first = rounds.chunk(3, 1, 300_000)
    for device in (Plain(library), Plain(library, threads=3), Plain(library, held_most=0)):
        assert msgspec.structs.replace(rounds, device=device).chunk(3, 1, 300_000) == first
    assert rounds.chunk(3, 2, 300_000) != first
    assert rounds.chunk(4, 1, 300_000) != first
    bets = (*baccarat.MAIN_BETS, "super-6")
    coups = coups_of(library, "punto-banco", bets)
    threaded = coups_of(library, "punto-banco", bets, threads=5)
    assert threaded.chunk(3, 1, 300_000) == coups.chunk(3, 1, 300_000)


def test_a_split_stream_is_not_that_of_the_rounds() -> None:
    assert len({stream_seed(1, 0, stream) for stream in (0, 1, gpu.STREAM_ROUNDS, gpu.STREAM_SPLITS)}) == 4


# ---- a GPU, where there is one

needs_gpu = pytest.mark.skipif(gpu.available() is not None, reason=str(gpu.available()))


def test_a_missing_gpu_is_one_plain_line() -> None:
    told = gpu.available()
    assert told is None or (told and "\n" not in told)


@needs_gpu
@pytest.mark.parametrize("profile_id", BLACKJACK)
def test_a_gpu_counts_the_same_rounds(library: ctypes.CDLL, profile_id: str) -> None:
    plain = rounds_of(library, profile_id)
    there = msgspec.structs.replace(plain, device=gpu.Cupy())
    assert there.chunk(8, 0, 3_000_000) == plain.chunk(8, 0, 3_000_000)


@needs_gpu
def test_a_gpu_counts_the_same_coups(library: ctypes.CDLL) -> None:
    plain = coups_of(library, "punto-banco", (*baccarat.MAIN_BETS, *load("punto-banco").specials.offers))
    there = msgspec.structs.replace(plain, device=gpu.Cupy())
    assert there.chunk(8, 0, 3_000_000) == plain.chunk(8, 0, 3_000_000)
