"""Files and functions stay short enough to read in one sitting.

Nothing here judges what they say.
"""

import ast

from tests.house.checkout import PACKAGE, modules, nodes, place

FILE_LINES_MAX = 400
FUNCTION_LINES_MAX = 40
DISPATCH = PACKAGE / "table" / "dispatch.py"
"""A dispatch is as long as there are commands: one line for each, and nothing to take apart."""


def test_no_file_is_longer_than_400_lines() -> None:
    sizes = {path: len(path.read_text().splitlines()) for path in modules()}
    assert [f"{place(path)} has {size}" for path, size in sizes.items() if size > FILE_LINES_MAX] == []


def test_no_function_is_longer_than_40_lines() -> None:
    offenders = [
        f"{place(path, node.lineno)} {node.name} has {lines(node)}"
        for path, node in nodes()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and lines(node) > FUNCTION_LINES_MAX
        and path != DISPATCH
    ]
    assert offenders == []


def lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    assert node.end_lineno is not None
    return node.end_lineno - node.lineno + 1
