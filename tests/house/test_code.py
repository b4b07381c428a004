"""Habits that the linters do not know: who may print, count in floats, or replace a part.

It reads syntax trees and runs no product code.
"""

import ast
from pathlib import Path

from tests.house.checkout import PACKAGE, ROOT, nodes, place

MAY_PRINT = (PACKAGE / "cli", ROOT / "bench", ROOT / "run.py", ROOT / "web" / "bundle.py")
WHOLE_NUMBERS = (PACKAGE / "money", PACKAGE / "ledger")
MOCKS = {"mock", "unittest.mock", "pytest_mock"}


def called(node: ast.AST) -> str | None:
    """The name called, with its owner if that is a plain name."""
    match node:
        case ast.Call(func=ast.Name(id=name)):
            return name
        case ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr=name)):
            return f"{owner}.{name}"
        case _:
            return None


def imported(node: ast.AST) -> set[str]:
    match node:
        case ast.Import(names=names):
            return {alias.name for alias in names}
        case ast.ImportFrom(module=str(module), names=names):
            return {module} | {f"{module}.{alias.name}" for alias in names}
        case _:
            return set()


def is_float(node: ast.AST) -> bool:
    match node:
        case ast.Constant(value=float()) | ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()):
            return True
        case _:
            return called(node) == "float"


def at(path: Path, node: ast.AST) -> str:
    return place(path, getattr(node, "lineno", 1))


def test_only_commands_and_benchmarks_print() -> None:
    printing = [
        at(path, node)
        for path, node in nodes()
        if called(node) == "print" and not any(path.is_relative_to(room) for room in MAY_PRINT)
    ]
    assert printing == []


def test_money_is_counted_in_whole_numbers() -> None:
    assert [at(path, node) for path, node in nodes(*WHOLE_NUMBERS) if is_float(node)] == []


def test_a_float_is_noticed() -> None:
    body = ast.parse("a = 1.5\nb = a / 2\na /= 2\nc = float(3)\nd = 7 // 2\ne = 1").body
    assert [any(map(is_float, ast.walk(line))) for line in body] == [True, True, True, True, False, False]


def test_nothing_is_mocked() -> None:
    assert [at(path, node) for path, node in nodes() if imported(node) & MOCKS] == []


def test_no_part_is_patched() -> None:
    patching = {f"monkeypatch.{verb}" for verb in ("setattr", "delattr", "setitem", "delitem")}
    assert [at(path, node) for path, node in nodes() if called(node) in patching] == []


def test_bj_24_the_rules_know_no_money() -> None:
    """Odds are ratios and may be known; amounts and their settlement may not."""
    offenders = [
        f"{path.name} imports {alias.name}"
        for path in sorted((ROOT / "src" / "cutcard" / "games").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("cutcard.money")
        for alias in node.names
        if alias.name not in {"EVEN", "LOSE", "PUSH", "Odds"}
    ]
    assert offenders == []


FELTS = {"CoupFelt", "SharedFelt", "TurnsFelt", "HandsFelt"}
MAY_DISTINGUISH_FELTS = (
    PACKAGE / "views" / "felts.py",  # pictures
    PACKAGE / "table" / "correction" / "story.py",  # what a correction no longer fits
    PACKAGE / "table" / "correction" / "affected_wagers.py",  # whom that touches
)


def distinguishes_felts(node: ast.AST) -> bool:
    """Whether it asks which class a felt has: by name in a call of isinstance, or in a pattern."""
    match node:
        case ast.Call(func=ast.Name(id="isinstance"), args=[_, kinds]):
            return any(isinstance(part, ast.Name) and part.id in FELTS for part in ast.walk(kinds))
        case ast.MatchClass(cls=ast.Name(id=name)):
            return name in FELTS
        case _:
            return False


def test_felts_are_distinguished_in_few_places() -> None:
    offenders = [
        at(path, node)
        for path, node in nodes(PACKAGE)
        if distinguishes_felts(node) and path not in MAY_DISTINGUISH_FELTS
    ]
    assert offenders == [], "everybody else asks the felt"


def test_asking_for_the_class_of_a_felt_is_noticed() -> None:
    asking = (
        "isinstance(felt, CoupFelt)\nisinstance(felt, SharedFelt | TurnsFelt)\nisinstance(felt.due, Card)"
    )
    matching = "match felt:\n case TurnsFelt() as felt: pass"
    lines = [*ast.parse(asking).body, *ast.parse(matching).body]
    assert [any(map(distinguishes_felts, ast.walk(line))) for line in lines] == [True, True, False, True]


GAMES_DISTINGUISHED = PACKAGE / "table" / "settings.py"


def distinguishes_games(node: ast.AST) -> bool:
    """Whether it asks by which game's rules a table is played."""
    match node:
        case ast.Call(func=ast.Name(id="isinstance"), args=[_, kind]):
            return ast.unparse(kind) in ("baccarat.Rules", "blackjack.Rules")
        case _:
            return False


def test_the_game_of_a_table_is_asked_in_one_place() -> None:
    """What must be so may be asserted anywhere."""
    rooms = (PACKAGE / "table", PACKAGE / "views", PACKAGE / "venue", PACKAGE / "verification")
    asserted = {id(node.test) for _, node in nodes(*rooms) if isinstance(node, ast.Assert)}
    found = [
        (path, node) for path, node in nodes(*rooms) if distinguishes_games(node) and id(node) not in asserted
    ]
    offenders = [at(path, node) for path, node in found if path != GAMES_DISTINGUISHED]
    assert offenders == [], "everybody else asks the settings"
    assert len(found) > len(offenders), "it is asked there"


def test_rules_and_tables_name_no_text() -> None:
    """What is refused carries values; how they are worded is chosen in texts and views."""
    offenders = [
        at(path, node)
        for path, node in nodes(PACKAGE / "games", PACKAGE / "table")
        if path.name != "explain.py"  # reasons in words are what it is for
        and isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and node.value.startswith("@")
    ]
    assert offenders == []
