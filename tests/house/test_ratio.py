"""The benchmarks' ratios are taken turn by turn and read against the first candidate.

No real time is judged here.
"""

from bench.ratio import Timing, interleaved, table


def test_candidates_take_turns() -> None:
    turns: list[str] = []
    timings = interleaved({"a": lambda: turns.append("a"), "b": lambda: turns.append("b")}, repeats=3)
    assert turns == ["a", "b"] * 4
    assert all(0 <= timing.best <= timing.median for timing in timings.values())


def test_the_table_gives_rates_and_ratios() -> None:
    lines = table({"plain": Timing(2.0, 4.0), "quick": Timing(0.5, 0.5)}, units=1000, unit="rounds")
    rows = [line.split() for line in lines.splitlines()]
    assert rows == [
        ["rounds/s", "median", "ratio"],
        ["plain", "500", "250", "1.00x"],
        ["quick", "2,000", "2,000", "4.00x"],
    ]
