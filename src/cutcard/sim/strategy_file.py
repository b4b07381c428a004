"""Strategy files: a chart as comma-separated text, read into a plan and written from one. Knows no rule.

A file that is not a whole chart is refused with one line that says where and what there is
instead; nothing is guessed. What a decision code does at a table is the plan's affair.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

import msgspec

from cutcard.exact.codes import CODES, FOR_TOTALS, PAIRS, UPS, default_code
from cutcard.games.blackjack.hand import ACE, Hand
from cutcard.sim.plan import Place, Plan, code_for

SIZE_MAX: Final = 64 * 1024  # forty times a whole chart
ROWS_MAX: Final = 400
"""More than any chart needs: 46 rows of totals and pairs, 45 of two cards, some by number of cards."""
CARDS_MAX: Final = 21  # 21 aces; any hand of more is bust

HARD: Final = range(4, 22)
SOFT: Final = range(12, 22)
"""The totals a file may have: one more at either end than a chart prints."""

_HEAD: Final = ("hand", *UPS)
_INSURANCE: Final = {"always": True, "never": False}
_CARDS: Final = {value: name for name, value in UPS.items()}
_TOTAL: Final = re.compile(r"(hard|soft) (\d{1,2})(?: with (\d{1,2}) cards)?")
_TWO: Final = re.compile(r"(pair )?([2-9TA]), ?([2-9TA])")
_ONE: Final = re.compile(r"(?:pair )?[2-9TA]")
_HANDS: Final = "hard 16, soft 18, pair 8,8, hard 16 with 3 cards and T,2"
_SHOWN_MAX: Final = 40  # a refusal is one line

Codes = dict[int, str]


class BadStrategy(ValueError):
    """The file is no chart; the text is one line that says where and why."""


def read_strategy(path: Path) -> Plan:
    """The plan in a file."""
    try:
        with path.open("rb") as file:
            data = file.read(SIZE_MAX + 1)
    except OSError as error:
        raise BadStrategy(f"{path}: it cannot be read: {error.strerror}") from None
    if len(data) > SIZE_MAX:
        raise BadStrategy(f"{path}: it is longer than {SIZE_MAX // 1024} KiB, so it is no strategy file")
    try:
        written = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadStrategy(f"{path}, line {line}: there is a byte that is no UTF-8 text") from None
    return parse_strategy(written, str(path))


class _Row(msgspec.Struct, frozen=True):
    """One line that says something, and where it stands."""

    file: str
    line: int
    cells: tuple[str, ...]

    def bad(self, why: str) -> BadStrategy:
        return BadStrategy(f"{self.file}, line {self.line}: {why}")


def parse_strategy(written: str, file: str) -> Plan:
    """The plan in a text; ``file`` is what a refusal calls it."""
    rows = _rows(written, file)
    head = next(rows, None)
    if head is None:
        raise BadStrategy(f"{file}: it has no rows; the first is {','.join(_HEAD)}")
    ups = _columns(head)
    codes: dict[Place, Codes] = {}
    lines: dict[Place | str, int] = {}
    insurance, last = False, head
    for number, last in enumerate(rows, 2):
        if number > ROWS_MAX:
            raise last.bad(f"more than {ROWS_MAX} rows, which no chart needs")
        if last.cells[0] == "insurance":
            _once(last, "insurance", lines)
            insurance = _insurance(last)
        else:
            row = _join(last)
            key = _key(row)
            _once(row, key, lines)
            codes[key] = _codes(row, key, ups)
    _complete(last, codes)
    return _plan(codes, insurance)


def _rows(written: str, file: str) -> Iterator[_Row]:
    """Line by line, so that a quotation mark left open spoils one line only."""
    for number, line in enumerate(written.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        row = _Row(file, number, ())
        if line.lstrip(' "').startswith("#"):
            continue
        try:
            cells = [cell.strip() for cell in next(csv.reader([line], strict=True), [])]
        except csv.Error:
            raise row.bad(f"{_short(line)} is no row of cells with a comma between them") from None
        if any(cells):
            yield _Row(file, number, tuple(cells))


def _columns(head: _Row) -> tuple[int, ...]:
    """The up card of each column, in the file's own order."""
    names = head.cells
    if names[0] != "hand":
        raise head.bad(f"the first row is {','.join(_HEAD)}, not {_short(','.join(names))}")
    while names and not names[-1]:
        names = names[:-1]
    for name in names[1:]:
        if name not in UPS:
            raise head.bad(f"there is no up card {_short(name)}; there are {' '.join(UPS)}")
        if names.count(name) > 1:
            raise head.bad(f"the column {name} is there twice")
    missing = [name for name in UPS if name not in names]
    if missing:
        raise head.bad(f"there is no column {' '.join(missing)}; there must be {' '.join(UPS)}")
    return tuple(UPS[name] for name in names[1:])


def _insurance(row: _Row) -> bool:
    said = ",".join(row.cells[1:]).rstrip(",")
    if said not in _INSURANCE:
        raise row.bad(f"insurance is taken always or never, not {_short(said)}")
    return _INSURANCE[said]


def _join(row: _Row) -> _Row:
    """The row with its hand in one cell, whether or not it stood in quotation marks."""
    cells = row.cells
    if len(cells) > 1 and _ONE.fullmatch(cells[0]) and cells[1] in UPS:
        return _Row(row.file, row.line, (f"{cells[0]},{cells[1]}", *cells[2:]))
    return row


def _key(row: _Row) -> Place:
    hand = row.cells[0]
    if found := _TWO.fullmatch(hand):
        first, second = UPS[found[2]], UPS[found[3]]
        if first == second:
            return "pair", (first,)
        if not found[1]:
            return "two", (max(first, second), min(first, second))
    if found := _TOTAL.fullmatch(hand):
        soft, total, cards = found[1] == "soft", int(found[2]), found[3]
        if total not in (SOFT if soft else HARD):
            least, most = (SOFT[0], SOFT[-1]) if soft else (HARD[0], HARD[-1])
            raise row.bad(f"there is no {found[1]} {total}; there are {found[1]} {least} to {most}")
        if cards is None:
            return found[1], (total,)
        if not 2 <= int(cards) <= CARDS_MAX:
            raise row.bad(f"no hand is decided with {int(cards)} cards; there are 2 to {CARDS_MAX}")
        return "with", (int(cards), int(soft), total)
    raise row.bad(f"there is no hand {_short(hand)}; hands are written {_HANDS}")


def _once(row: _Row, key: Place | str, lines: dict[Place | str, int]) -> None:
    if key in lines:
        raise row.bad(f"{row.cells[0]} is there already, in line {lines[key]}")
    lines[key] = row.line


def _codes(row: _Row, key: Place, ups: tuple[int, ...]) -> Codes:
    hand, *cells = row.cells
    while len(cells) > len(ups) and not cells[-1]:
        cells.pop()
    if len(cells) != len(ups):
        raise row.bad(f"{hand} has {len(cells)} codes; there must be one for each of {' '.join(UPS)}")
    there = CODES if key[0] == "pair" else FOR_TOTALS
    for up, code in zip(ups, cells, strict=True):
        if code and code not in there:
            why = f"{hand} against {_CARDS[up]}: there is no code {_short(code)}"
            if code in CODES:
                why = f"{hand} against {_CARDS[up]}: {code} is for pairs"
            raise row.bad(f"{why}; there are {' '.join(there)}")
    return {up: code for up, code in sorted(zip(ups, cells, strict=True)) if code}


def _complete(last: _Row, codes: Mapping[Place, Codes]) -> None:
    needed: list[Place] = [("hard", (total,)) for total in HARD[1:-1]]
    needed += [("soft", (total,)) for total in SOFT[1:-1]]
    needed += [("pair", (pair,)) for pair in PAIRS]
    missing = [hand_name(key) for key in needed if key not in codes]
    if missing:
        shown = "; ".join(missing[:5]) + (f" and {len(missing) - 5} more" if len(missing) > 5 else "")
        raise last.bad(f"the file ends, and there is no row for {shown}")


def _plan(codes: Mapping[Place, Codes], insurance: bool) -> Plan:
    def part(name: str) -> dict[tuple[int, ...], Codes]:
        return {place: row for (kind, place), row in sorted(codes.items()) if kind == name}

    hard = {total: row for (total,), row in part("hard").items()}
    softs = {total: row for (total,), row in part("soft").items()}
    return Plan(
        hard=hard,
        soft=softs,
        pairs={pair: _fill_blanks(pair, row, hard, softs) for (pair,), row in part("pair").items()},
        by_cards={(cards, soft == 1, total): row for (cards, soft, total), row in part("with").items()},
        by_hand={(first, second): row for (first, second), row in part("two").items()},
        insurance=insurance,
    )


def _fill_blanks(pair: int, row: Codes, hard: Mapping[int, Codes], soft: Mapping[int, Codes]) -> Codes:
    """A blank cell of a pair is played as its total; two aces and two twos need no row of it, and hit."""
    total = soft.get(12, {}) if pair == ACE else hard.get(2 * pair, {})
    default = default_code(True, 12) if pair == ACE else default_code(False, 2 * pair)
    return {up: row.get(up) or total.get(up) or default for up in sorted(UPS.values())}


def _short(said: str) -> str:
    """What the file says, on one line and not endless."""
    return repr(said if len(said) <= _SHOWN_MAX else said[:_SHOWN_MAX] + "…")


def hand_name(key: Place) -> str:
    """A row's hand as it is written."""
    match key:
        case "pair", (pair,):
            return f"pair {_CARDS[pair]},{_CARDS[pair]}"
        case "two", (first, second):
            # An ace is named first, as everybody does.
            return f"A,{_CARDS[first]}" if second == ACE else f"{_CARDS[first]},{_CARDS[second]}"
        case "with", (cards, soft, total):
            return f"{'soft' if soft else 'hard'} {total} with {cards} cards"
        case _:
            return f"{key[0]} {key[1][0]}"


def strategy_csv(plan: Plan) -> str:
    """The plan as a file that reads as the same plan.

    A pair's cell that the plan leaves open is written as the plan plays it.
    """
    assert all(first > second for first, second in plan.by_hand), "two cards of one value are a pair"
    lines = [",".join(_HEAD)]
    lines += _row_lines("hard", ((total,) for total in _totals(plan.hard, HARD)), plan)
    lines += _row_lines("soft", ((total,) for total in _totals(plan.soft, SOFT)), plan)
    lines += _row_lines("pair", ((pair,) for pair in PAIRS), plan)
    lines += _row_lines(
        "with", sorted((cards, int(soft), total) for cards, soft, total in plan.by_cards), plan
    )
    lines += _row_lines("two", sorted(plan.by_hand), plan)
    lines.append(f"insurance,{'always' if plan.insurance else 'never'}")
    return "\n".join(lines) + "\n"


def _totals(rows: Mapping[int, Mapping[int, str]], totals: range) -> list[int]:
    """The totals a file must have, and those besides that the plan has."""
    assert all(total in totals for total in rows), "a plan's totals can be written"
    return sorted({*totals[1:-1], *rows})


def _row_lines(kind: str, places: Iterable[tuple[int, ...]], plan: Plan) -> Iterator[str]:
    for place in places:
        row = _row(kind, place, plan)
        name = hand_name((kind, place))
        quoted = f'"{name}"' if "," in name else name
        yield ",".join([quoted, *(row.get(up, "") for up in UPS.values())])


def _row(kind: str, place: tuple[int, ...], plan: Plan) -> Mapping[int, str]:
    match kind, place:
        case "pair", (pair,):
            hand = Hand(12 if pair == ACE else 2 * pair, pair == ACE, 2, pair)
            return {up: code_for(plan, up, hand, None) for up in UPS.values()}
        case "two", (first, second):
            return plan.by_hand[first, second]
        case "with", (cards, soft, total):
            return plan.by_cards[cards, bool(soft), total]
        case _:
            return (plan.hard if kind == "hard" else plan.soft).get(place[0], {})
