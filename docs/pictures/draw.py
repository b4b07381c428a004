"""Draws the pictures of the README from what the commands really print."""

import io
import re
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

from cutcard.cli import main

HERE = Path(__file__).parent
COMMANDS = {
    "deal": [
        *("deal", "multihand-online", "--cards", "8h 6d 8c Td Ts 3c Kd 2h"),
        *("--decisions", "split stand double"),
    ],
}


def drawn(name: str, words: list[str]) -> None:
    stdout, sys.stdout = sys.stdout, io.StringIO()
    try:
        main(words)
        printed = sys.stdout.getvalue()
    finally:
        sys.stdout = stdout
    shown = " ".join(f'"{word}"' if " " in word else word for word in words)
    console = Console(record=True, width=112, file=io.StringIO())
    console.print(Text(f"$ cutcard {shown}", style="bold green"))
    console.print(Text("\n".join(line.rstrip() for line in printed.splitlines())))
    svg = console.export_svg(title="cutcard", unique_id=f"cutcard-{name}")
    # Without the fonts that rich would fetch: a picture must not ask another host for anything.
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL).replace("Fira Code, ", "")
    (HERE / f"{name}.svg").write_text(svg, encoding="utf-8")


for each, command in COMMANDS.items():
    drawn(each, command)
