"""Strategy files as people write them: what they say, and what is said about their mistakes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from cutcard.exact.codes import CODES, PAIRS, UPS
from cutcard.games.blackjack.hand import ACE, TEN, Hand
from cutcard.games.blackjack.options import Decision
from cutcard.sim.plan import Plan, code_for, decide, gives_up
from cutcard.sim.strategy_file import (
    CARDS_MAX,
    HARD,
    ROWS_MAX,
    SIZE_MAX,
    SOFT,
    BadStrategy,
    parse_strategy,
    read_strategy,
    strategy_csv,
)
from tests.house.checkout import ROOT

GUIDE = ROOT / "docs" / "guide" / "strategy-files.md"
HEAD = "hand,2,3,4,5,6,7,8,9,T,A"


def example() -> str:
    found = re.search(r"```csv\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    return found[1]


def changed(old: str, new: str) -> str:
    """The example with one line made another."""
    assert len(re.findall(f"(?m)^{re.escape(old)}", example())) == 1
    return re.sub(f"(?m)^{re.escape(old)}.*$", lambda _: new, example())


def refusal(written: str) -> str:
    with pytest.raises(BadStrategy) as refused:
        parse_strategy(written, "chart.csv")
    told = str(refused.value)
    assert "\n" not in told
    assert told.startswith("chart.csv")
    return told


# ---- what a file says


def test_the_guides_example_is_a_chart() -> None:
    plan = parse_strategy(example(), "guide")
    assert plan.insurance is False
    assert plan.hard[16][9] == "R"
    assert plan.soft[18][2] == "S"
    assert plan.soft[18][3] == "Ds"
    assert plan.pairs[8] == dict.fromkeys(sorted(UPS.values()), "P")
    assert plan.by_cards == {(3, False, 16): {TEN: "S"}}
    assert plan.by_hand == {(TEN, 2): {4: "H"}}


def test_exceptions_go_before_the_total() -> None:
    plan = parse_strategy(example(), "guide")
    assert code_for(plan, TEN, Hand(16, False, 2), (9, 7)) == "R"
    assert code_for(plan, TEN, Hand(16, False, 3), None) == "S"
    assert code_for(plan, 9, Hand(16, False, 3), None) == "R"
    assert code_for(plan, 4, Hand(12, False, 2), (TEN, 2)) == "H"
    assert code_for(plan, 4, Hand(12, False, 2), (9, 3)) == "S"


def test_a_blank_pair_is_played_as_its_total() -> None:
    plan = parse_strategy(example(), "guide")
    assert plan.pairs[5] == plan.hard[10]
    assert plan.pairs[TEN] == plan.hard[20]
    blank = '"pair {0},{0}",,,,,,,,,,'
    for card, total in (("8", 16), ("6", 12)):
        other = parse_strategy(changed(f'"pair {card},{card}"', blank.format(card)), "chart.csv")
        assert other.pairs[UPS[card]] == other.hard[total]
    for card in "2A":
        other = parse_strategy(changed(f'"pair {card},{card}"', blank.format(card)), "chart.csv")
        assert set(other.pairs[UPS[card]].values()) == {"H"}


def test_the_plan_is_played() -> None:
    plan = parse_strategy(example(), "guide")
    free = (Decision.HIT, Decision.STAND, Decision.DOUBLE, Decision.SURRENDER)
    assert decide(plan, 9, Hand(16, False, 2), (9, 7), free) is Decision.SURRENDER
    assert decide(plan, 9, Hand(16, False, 2), (9, 7), free[:2]) is Decision.HIT
    assert decide(plan, 6, Hand(18, True, 2), (7, ACE), free) is Decision.DOUBLE
    assert decide(plan, 6, Hand(18, True, 3), None, free[:2]) is Decision.STAND


def test_what_is_surrendered_before_the_look() -> None:
    """A pair that is split is not given up for what its total says; it can be split after the look."""
    plan = parse_strategy(example(), "guide")
    offered = (Decision.INSURE, Decision.SURRENDER, Decision.DECLINE)
    assert gives_up(plan, ACE, Hand(16, False, 2), (9, 7), offered)
    assert not gives_up(plan, ACE, Hand(16, False, 2), (9, 7), offered[::2])
    assert not gives_up(plan, ACE, Hand(16, False, 2, 8), (8, 8), offered)
    assert not gives_up(plan, ACE, Hand(15, False, 2), (9, 6), offered)


def test_hands_may_be_written_in_several_ways() -> None:
    plan = parse_strategy(example(), "guide")
    row = "P,P,P,P,P,P,P,P,P,P"
    for written in (f"pair 8,8,{row}", f'"8,8",{row}', f"8,8,{row}", f'"pair 8, 8",{row}', f"8,8,{row},,,"):
        assert parse_strategy(changed('"pair 8,8"', written), "chart.csv") == plan
    for written in ("T,2,,,H,,,,,,,", '"2,T",,,H,,,,,,,', "2,T,,,H,,,,,,,"):
        assert parse_strategy(changed('"T,2"', written), "chart.csv") == plan
    soft = parse_strategy(changed('"T,2"', '"A,7",H,,,,,,,,,'), "chart.csv")
    assert soft.by_hand == {(7, ACE): {2: "H"}}
    assert parse_strategy(changed('"T,2"', "7,A,H,,,,,,,,,"), "chart.csv") == soft


def test_columns_may_stand_in_any_order() -> None:
    turned = "\n".join(
        ",".join([name, *reversed(cells)])
        for name, *cells in (
            re.findall(r'(?:^|,)("[^"]*"|[^,]*)', line)
            for line in example().splitlines()
            if not line.startswith(("#", "insurance"))
        )
    )
    assert turned.startswith("hand,A,T,9")
    assert parse_strategy(turned, "chart.csv") == parse_strategy(example(), "guide")


def test_insurance_is_taken_where_the_file_says_so() -> None:
    assert parse_strategy(changed("insurance", "insurance,always,,,,,,,,,"), "chart.csv").insurance
    assert not parse_strategy(changed("insurance", "# nothing"), "chart.csv").insurance


def test_what_a_spreadsheet_program_saves_is_read(tmp_path: Path) -> None:
    rows = [f"{line},,," if line.startswith("#") else line for line in example().splitlines()]
    saved = "\ufeff" + "\r\n".join(['"# a chart, ours",,', *rows, ",,,,,,,,,,", ""])
    path = tmp_path / "chart.csv"
    path.write_bytes(saved.encode())
    assert read_strategy(path) == parse_strategy(example(), "guide")


# ---- what is refused


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "hard 15",
            "hard 15,S,S,S,S,S,H,H,H,X,H",
            "hard 15 against T: there is no code 'X'; there are H S D Ds R Rs",
        ),
        ("hard 15", "hard 15,S,S,S,S,S,H,H,H,h,H", "there is no code 'h'"),
        (
            "hard 15",
            "hard 15,P,S,S,S,S,H,H,H,R,H",
            "hard 15 against 2: P is for pairs; there are H S D Ds R Rs",
        ),
        ("hard 15", "hard 15,S,S,S,S,S,H,H,H,R", "hard 15 has 9 codes; there must be one for each of 2 3 4"),
        ("hard 15", "hard 15,S,S,S,S,S,H,H,H,R,H,S", "hard 15 has 11 codes"),
        ("hard 15", "hard 14,S,S,S,S,S,H,H,H,R,H", "hard 14 is there already, in line 12"),
        ("hard 15", "hard 3,S,S,S,S,S,H,H,H,R,H", "there is no hard 3; there are hard 4 to 21"),
        ("hard 15", "soft 22,S,S,S,S,S,H,H,H,R,H", "there is no soft 22; there are soft 12 to 21"),
        ("hard 15", "hart 15,S,S,S,S,S,H,H,H,R,H", "there is no hand 'hart 15'; hands are written hard 16,"),
        ("hard 15", "pair 8,7,S,S,S,S,S,H,H,H,R,H", "there is no hand 'pair 8,7'"),
        ("hard 15", ",S,S,S,S,S,H,H,H,R,H", "there is no hand ''"),
        ("hard 15", 'hard 15,"S,S,S,S,S,H,H,H,R,H', "is no row of cells with a comma between them"),
        (
            "hard 15",
            "hard 15 with 1 cards,S,S,S,S,S,H,H,H,R,H",
            "no hand is decided with 1 cards; there are 2 to 21",
        ),
        ("hard 15", "hard 15 with 22 cards,,,,,,,,,,", "no hand is decided with 22 cards"),
    ],
)
def test_a_bad_row_is_refused_by_its_line(old: str, new: str, told: str) -> None:
    said = refusal(changed(old, new))
    assert said.startswith("chart.csv, line 13: ")
    assert told in said


def test_a_row_twice_is_refused_however_it_is_written() -> None:
    assert refusal(example() + '"8,8",P,P,P,P,P,P,P,P,P,P\n').endswith("8,8 is there already, in line 34")
    assert "is there already" in refusal(example() + "2,T,H,,,,,,,,,\n")
    assert "insurance is there already" in refusal(example() + "insurance,never\n")


def test_columns_must_all_be_there_once() -> None:
    assert "there is no column 9 A" in refusal(changed(HEAD, "hand,2,3,4,5,6,7,8,T"))
    assert "the column 3 is there twice" in refusal(changed(HEAD, "hand,2,3,3,5,6,7,8,9,T,A"))
    assert "there is no up card '10'; there are 2 3 4" in refusal(changed(HEAD, "hand,2,3,4,5,6,7,8,9,10,A"))
    assert "there is no up card ''" in refusal(changed(HEAD, "hand,2,3,,5,6,7,8,9,T,A"))
    told = refusal(changed(HEAD, "# no head"))
    assert told == f"chart.csv, line 3: the first row is {HEAD}, not 'hard 5,H,H,H,H,H,H,H,H,H,H'"
    assert "not 'hand;2;3" in refusal(example().replace(",", ";"))
    assert refusal("# nothing\n\n") == f"chart.csv: it has no rows; the first is {HEAD}"


@pytest.mark.parametrize("row", ["hard 5", "hard 20", "soft 13", "soft 20", '"pair 2,2"', '"pair A,A"'])
def test_a_missing_row_is_refused(row: str) -> None:
    told = refusal(changed(row, "#"))
    assert told.endswith(f"the file ends, and there is no row for {row.strip(chr(34))}")
    assert told.startswith(f"chart.csv, line {len(example().splitlines())}: ")


def test_many_missing_rows_are_one_line() -> None:
    assert refusal(HEAD + "\n") == (
        "chart.csv, line 1: the file ends, and there is no row for "
        "hard 5; hard 6; hard 7; hard 8; hard 9 and 29 more"
    )


@pytest.mark.parametrize("said", ["insurance", "insurance,", "insurance,yes", "insurance,never,never"])
def test_insurance_is_always_or_never(said: str) -> None:
    assert "insurance is taken always or never, not " in refusal(changed("insurance", said))


def test_long_nonsense_is_quoted_in_part() -> None:
    told = refusal(changed("hard 15", "x" * 5000))
    assert len(told) < 200
    assert "\\x1b" in refusal(changed("hard 15", "\x1b[31m,S,S,S,S,S,H,H,H,R,H"))


def test_a_file_that_is_no_text_or_not_there(tmp_path: Path) -> None:
    path = tmp_path / "chart.csv"
    with pytest.raises(BadStrategy, match="it cannot be read: No such file"):
        read_strategy(path)
    with pytest.raises(BadStrategy, match="it cannot be read: Is a directory"):
        read_strategy(tmp_path)
    path.write_bytes(b"hand,2\n\xff\xfe")
    with pytest.raises(BadStrategy, match="line 2: there is a byte that is no UTF-8 text"):
        read_strategy(path)


def test_files_have_a_largest_size(tmp_path: Path) -> None:
    path = tmp_path / "chart.csv"
    written = example().encode()
    path.write_bytes(written + b"#" * (SIZE_MAX - len(written)))
    assert read_strategy(path) == parse_strategy(example(), "guide")
    path.write_bytes(written + b"#" * (SIZE_MAX - len(written) + 1))
    with pytest.raises(BadStrategy, match="longer than 64 KiB"):
        read_strategy(path)


def test_files_have_a_largest_number_of_rows() -> None:
    exceptions = [
        f"{kind} {total} with {cards} cards" + "," * 10
        for kind, totals in (("hard", HARD), ("soft", SOFT))
        for total in totals
        for cards in range(4, CARDS_MAX + 1)
    ]
    rows = sum(bool(line) and not line.startswith("#") for line in example().splitlines())
    allowed = example() + "\n".join(exceptions[: ROWS_MAX - rows])
    assert len(parse_strategy(allowed, "chart.csv").by_cards) == ROWS_MAX - rows + 1
    assert f"more than {ROWS_MAX} rows" in refusal(f"{allowed}\n{exceptions[-1]}\n")


# ---- there and back

UNSPLIT = [code for code in CODES if code not in ("P", "Rp")]


def some_rows(codes: list[str], blanks: bool = True) -> some.SearchStrategy[dict[int, str]]:
    fewest = 0 if blanks else len(UPS)
    return some.dictionaries(some.sampled_from(list(UPS.values())), some.sampled_from(codes), min_size=fewest)


@some.composite
def some_plans(draw: some.DrawFn, blanks_in_pairs: bool = False) -> Plan:
    totals = some_rows(UNSPLIT)
    pairs = some_rows(list(CODES), blanks_in_pairs)
    hard = [*HARD[1:-1], *draw(some.sets(some.sampled_from([4, 21])))]
    soft = [*SOFT[1:-1], *draw(some.sets(some.sampled_from([12, 21])))]
    by_cards = some.tuples(some.integers(2, 21), some.booleans(), some.integers(12, 21))
    two = some.tuples(some.integers(2, 10), some.integers(1, 9)).filter(lambda two: two[0] > two[1])
    return Plan(
        hard={total: draw(totals) for total in hard},
        soft={total: draw(totals) for total in soft},
        pairs={pair: draw(pairs) for pair in PAIRS},
        by_cards=draw(some.dictionaries(by_cards, totals, max_size=4)),
        by_hand=draw(some.dictionaries(two, totals, max_size=4)),
        insurance=draw(some.booleans()),
    )


@pytest.mark.slow
@given(some_plans())
@settings(max_examples=50, deadline=None)
def test_a_plan_that_is_written_reads_as_the_same_plan(plan: Plan) -> None:
    written = strategy_csv(plan)
    assert parse_strategy(written, "chart.csv") == plan
    assert strategy_csv(parse_strategy(written, "chart.csv")) == written


@given(some_plans(blanks_in_pairs=True))
@settings(max_examples=30, deadline=None)
def test_a_plan_with_open_pairs_reads_as_it_is_played(plan: Plan) -> None:
    other = parse_strategy(strategy_csv(plan), "chart.csv")
    for pair in PAIRS:
        hand = Hand(12 if pair == ACE else 2 * pair, pair == ACE, 2, pair)
        for up in UPS.values():
            assert code_for(other, up, hand, (pair, pair)) == code_for(plan, up, hand, (pair, pair))


def test_a_written_file_is_read(tmp_path: Path) -> None:
    plan = parse_strategy(example(), "guide")
    (tmp_path / "chart.csv").write_text(strategy_csv(plan), encoding="utf-8")
    assert read_strategy(tmp_path / "chart.csv") == plan


@given(some.text(alphabet='hard soft pair8,T2A"\n\r#HSPR0123\x00;é', max_size=400))
def test_any_other_text_is_refused_in_one_line(written: str) -> None:
    told = ""
    try:
        parse_strategy(f"{HEAD}\n{written}", "chart.csv")
    except BadStrategy as refused:
        told = str(refused)
    assert told.splitlines() == [told]
