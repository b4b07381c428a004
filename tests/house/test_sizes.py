"""Files and functions stay short enough to read in one sitting.

Nothing here judges what they say.
"""

import ast
import re
from pathlib import Path

from tests.house.checkout import PACKAGE, ROOT, modules, nodes, place

FILE_LINES_MAX = 400
FUNCTION_LINES_MAX = 40
DISPATCH = PACKAGE / "table" / "dispatch.py"
"""A dispatch is as long as there are commands: one line for each, and nothing to take apart."""
COMPONENT_LINES_MAX = 200
SCREEN_LINE_MAX = 120
"""A component's styles count for neither: they are read beside the screen, not beside the code."""
SCREENS = (".ts", ".svelte", ".mjs")
STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)


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


def test_no_component_has_more_than_200_lines_of_script_and_markup() -> None:
    sizes = {path: len(without_style(path)) for path in screens() if path.suffix == ".svelte"}
    assert len(sizes) > 50, "components are found"
    assert [f"{place(path)} has {size}" for path, size in sizes.items() if size > COMPONENT_LINES_MAX] == []


def test_no_line_of_a_screen_is_longer_than_120_characters() -> None:
    offenders = [
        f"{place(path, number)} has {len(line)}"
        for path in screens()
        for number, line in enumerate(without_style(path), 1)
        if len(line) > SCREEN_LINE_MAX
    ]
    assert offenders == []


def screens() -> list[Path]:
    """The sources of the screens, and the scripts that make and try them."""
    web = ROOT / "web"
    folders = (path for path in web.iterdir() if path.is_dir() and path.name != "node_modules")
    return sorted(
        path
        for path in (*web.iterdir(), *(inner for folder in folders for inner in folder.rglob("*")))
        if path.suffix in SCREENS
    )


def without_style(path: Path) -> list[str]:
    """Its lines, with one where the styles stood, so that numbers before them are true."""
    return STYLE.sub("", path.read_text(encoding="utf-8")).splitlines()


def lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    assert node.end_lineno is not None
    return node.end_lineno - node.lineno + 1
