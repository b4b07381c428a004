"""The reference of the Python API as a page, from the docstrings of what it describes.

``python -m tests.house.python_reference`` writes the page; what it says is written beside the code.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from typing import Any, Final, get_type_hints

import msgspec

import cutcard
from cutcard.analysis.answer import Answer
from cutcard.analysis.comparison import ComparedRow, Comparison, Difference, Side, Together
from cutcard.analysis.design import Design, DesignRow
from cutcard.analysis.figures import Figures
from cutcard.analysis.sweep import Sweep, SweepRow
from tests.house.checkout import ROOT

PAGE: Final = ROOT / "docs" / "reference" / "python.md"
HEAD: Final = """\
# In Python

`import cutcard` brings a function for each command that works something out; `randomness` and `evidence`,
which judge and hand over whole reports, are commands alone. The functions take what the commands take, and
answer with typed values; what an answer's `to_dict()` gives is what the command prints with
`--json`, letter by letter. `import cutcard` itself loads next to nothing: a function's room is loaded when it
is first named, and a part of Cutcard that is missing for it is asked for by name.

Whatever cannot be asked raises `cutcard.BadQuestion`, which is a `ValueError`, with the one line that the
command would print; options are called there as on the command line. `profile` is a shipped profile's name
or a path to a `.toml` file, `set` has rule values by name, cards and decisions are one text or a list, and
`pays` is `"35-33-10-5"` or odds by line.

This page is written from the docstrings by `python3 run.py docs`, and every example on it is run as a test.
"""

BESIDE: Final[dict[type, tuple[type[msgspec.Struct], ...]]] = {
    Comparison: (Side, Difference, ComparedRow, Together),
    Design: (DesignRow,),
    Sweep: (SweepRow, Figures),
}
"""What an answer is made of that is described with it."""


def functions() -> list[Callable[..., Any]]:
    """The public functions, by the alphabet."""
    return [inspect.unwrap(getattr(cutcard, name)) for name in cutcard.__all__ if name[0].islower()]


def page() -> str:
    """The whole page."""
    parts = [HEAD, *(part for function in functions() for part in _function(function))]
    return "\n".join([*parts, *_class("Every answer", Answer)])


def _function(function: Callable[..., Any]) -> Iterator[str]:
    yield f"## cutcard.{function.__name__}\n"
    yield f"```python\n{_signature(function)}\n```\n"
    yield f"{_text(function)}\n"
    answer = get_type_hints(function)["return"]
    for described in (answer, *BESIDE.get(answer, ())):
        yield from _class(described.__name__, described)


def _signature(function: Callable[..., Any]) -> str:
    signature = inspect.signature(function)
    lines, starred = [], False
    for parameter in signature.parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and not starred:
            lines.append("    *,")
            starred = True
        default = "" if parameter.default is parameter.empty else f" = {_default(parameter.default)}"
        lines.append(f"    {parameter.name}: {parameter.annotation}{default},")
    return "\n".join([f"{function.__name__}(", *lines, f") -> {signature.return_annotation}"])


def _default(value: object) -> str:
    return value.__name__ if inspect.isfunction(value) else repr(value)


def _class(title: str, answer: type[msgspec.Struct]) -> Iterator[str]:
    yield f"### {title}\n"
    yield f"{_text(answer)}\n"
    hidden = ("document", *answer.__struct_fields__)
    own = [name for name in vars(answer) if not name.startswith("_") and name not in hidden]
    rows = [f"| `{name}` | `{annotation}` |" for name, annotation in _fields(answer)]
    rows += [f"| `{_member(answer, name)}` | {_text(inspect.getattr_static(answer, name))} |" for name in own]
    yield "\n".join(["| | |", "| --- | --- |", *rows, ""])


def _fields(answer: type[msgspec.Struct]) -> list[tuple[str, str]]:
    return [
        (name, str(answer.__annotations__[name]).replace(" | ", " or ")) for name in answer.__struct_fields__
    ]


def _member(answer: type, name: str) -> str:
    return name if isinstance(inspect.getattr_static(answer, name), property) else f"{name}()"


def _text(described: object) -> str:
    """A docstring as it stands on a page: its code marks are the page's, its examples stand in a block."""
    text = inspect.getdoc(described)
    assert text, f"{described} says nothing"
    marked = re.sub(r"``(.+?)``", r"`\1`", text)
    return re.sub(r"(^>>> .*\Z)", r"```pycon\n\1\n```", marked, flags=re.DOTALL | re.MULTILINE)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
