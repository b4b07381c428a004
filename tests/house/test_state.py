"""A table's state stays in small groups, and what changes it is imported, never handed in.

It reads syntax trees and runs no product code.
"""

import ast
from collections.abc import Iterator

from tests.house.checkout import PACKAGE, nodes, place

FIELDS_MAX = 12
STATE = PACKAGE / "table" / "state"
OF_THE_STATE = {"Table", "Deal", "AnyEvent", "Event"}
"""A function over these decides, or changes a table: whoever needs it imports it."""


def fields(node: ast.ClassDef) -> list[str]:
    return [ast.unparse(part.target) for part in node.body if isinstance(part, ast.AnnAssign)]


def test_a_table_has_at_most_12_fields() -> None:
    (table,) = (node for _, node in nodes(STATE) if isinstance(node, ast.ClassDef) and node.name == "Table")
    assert 0 < len(fields(table)) <= FIELDS_MAX, "a new field joins the group that it is about"


def test_a_group_has_a_file_and_at_most_12_fields() -> None:
    (table,) = (node for _, node in nodes(STATE) if isinstance(node, ast.ClassDef) and node.name == "Table")
    kinds = {ast.unparse(part.annotation) for part in table.body if isinstance(part, ast.AnnAssign)}
    groups = {
        node.name: (path, node)
        for path, node in nodes(STATE)
        if isinstance(node, ast.ClassDef) and node.name in kinds and path.stem != "table"
    }
    assert len(groups) == 8, sorted(groups)
    assert len({path for path, _ in groups.values()}) == len(groups)
    assert [name for name, (_, node) in groups.items() if len(fields(node)) > FIELDS_MAX] == []


def functions_over_the_state(tree: ast.AST) -> bool:
    """Whether a type speaks of a function that takes a table, its deal or an event."""
    for part in ast.walk(tree):
        if isinstance(part, ast.Subscript) and ast.unparse(part.value).endswith("Callable"):
            named = (ast.unparse(inner).split(".")[-1] for inner in ast.walk(part.slice))
            if any(name in OF_THE_STATE for name in named):
                return True
    return False


def handed_in(node: ast.AST, aliases: frozenset[str]) -> Iterator[str]:
    """The parameters of a function, and the fields of a class, that are such a function.

    One that is private to a module may take it: what it is called with lies beside it and hides no cycle.
    """
    parts: list[tuple[str, ast.expr | None]] = []
    match node:
        case ast.FunctionDef(name=name, args=args) if not name.startswith("_"):
            each = (*args.posonlyargs, *args.args, *args.kwonlyargs)
            parts = [(argument.arg, argument.annotation) for argument in each]
        case ast.ClassDef(body=body):
            stated = (part for part in body if isinstance(part, ast.AnnAssign))
            parts = [(ast.unparse(part.target), part.annotation) for part in stated]
        case _:
            pass
    for name, kind in parts:
        names = {inner.id for inner in ast.walk(kind or ast.Pass()) if isinstance(inner, ast.Name)}
        if kind is not None and (functions_over_the_state(kind) or names & aliases):
            yield name


def aliases_in(tree: list[ast.AST]) -> frozenset[str]:
    """The names given to the type of such a function."""
    return frozenset(
        ast.unparse(node.targets[0])
        for node in tree
        if isinstance(node, ast.Assign) and functions_over_the_state(node.value)
    )


def test_no_function_over_the_state_is_handed_in() -> None:
    room = list(nodes(PACKAGE / "table"))
    aliases = aliases_in([node for _, node in room])
    offenders = [
        f"{place(path, node.lineno)} {name}"  # type: ignore[attr-defined]
        for path, node in room
        for name in handed_in(node, aliases)
    ]
    assert offenders == [], "a cycle is taken apart, not hidden"


def test_a_function_handed_in_is_noticed() -> None:
    written = """
Evolve = Callable[[Table, e.AnyEvent, int], None]
def by_its_type(table: Table, evolve: Callable[[Table], None]): ...
def by_a_name(table: Table, evolve: Evolve): ...
class ByAField:
    evolve: Evolve
def another(playable: Callable[[str], int], table: Table): ...
def _beside_what_it_is_called_with(table: Table, evolve: Evolve): ...
"""
    tree = list(ast.walk(ast.parse(written)))
    assert [name for node in tree for name in handed_in(node, aliases_in(tree))] == ["evolve"] * 3
