"""Printing: one JSON document on stdout, or tables for people. What is printed is made elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence

import msgspec


def print_json(document: object) -> None:
    """One JSON document, and nothing else, on stdout."""
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n")
    sys.stdout.buffer.flush()


def print_table(title: str, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """A table for people, as wide as it needs to be."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_header=any(columns))
    for column in columns:
        table.add_column(column)
    for row in rows:
        table.add_row(*(_cell(value) for value in row))
    print_rich(f"[bold]{title}[/bold]", table)


def _cell(value: object) -> str:
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def print_facts(title: str, facts: Mapping[str, object]) -> None:
    """Names and values, one a line."""
    print_table(title, ("", ""), list(facts.items()))


def print_rich(*what: object) -> None:
    """Anything rich can draw. Piped text is never cut to a window's width."""
    from rich.console import Console

    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = max(console.width, 160)
    for part in what:
        console.print(part)


def print_lines(lines: Sequence[str]) -> None:
    """Plain lines for people."""
    sys.stdout.write("".join(f"{line}\n" for line in lines))
