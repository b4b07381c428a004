"""The first page of a bundle of evidence: what is in it, what was found, how to make it again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from cutcard.analysis.evidence.shown_rules import ShownRule
from cutcard.analysis.evidence.simulated import returns
from cutcard.exact.sheet import Sheet

AGAIN: Final = """To make this bundle again, byte by byte, in the folder where it was unpacked:

    {command}

To have it made again and compared:

    cutcard evidence --check bundle.zip

The same bytes need the same program, dependencies and Python: `origin` says which.

| file | what it is |
| --- | --- |
| `MANIFEST.json` | the SHA-256 of every file |
| `request.json`, `profile.toml` | what was asked; the profile, complete, before `--set` |
| `definition.json` | the rule values in force, and the hash of all that the figures hang on |
| `sheets/par.*` | the PAR sheets of the main game and every bet |
| `simulated.json` | simulated returns with seed, standard errors, z and counts of outcomes |
| `rounds/` | rounds that show {shown} of {rules} rule values, and why the others have none |
| `origin/` | the program's revision and source hashes; its dependencies, with hashes |"""

COMPARED: Final = """## Exact beside simulated

{rounds:,} rounds each, seed {seed}, by the chart of best play. z is how many standard errors the simulated
return is above the exact one; beyond ± 3 lies one right figure in 370. Where a line pays much and seldom,
few rounds say little."""


def readme(sheet: Sheet, runs: dict[str, Any], rules: Sequence[ShownRule], command: str) -> str:
    """The page as Markdown."""
    shown = sum(bool(rule.rounds) for rule in rules)
    parts = [
        f"# Evidence: {sheet.name}",
        f"Profile `{sheet.profile}`, Cutcard {sheet.version}, definition\n`{sheet.definition}`.",
        AGAIN.format(command=command, shown=shown, rules=len(rules)),
        COMPARED.format(rounds=runs["rounds"], seed=runs["seed"]),
        *(_table(run) for run in runs["runs"]),
        "## Rule values and the rounds that show them",
        _rules(rules),
    ]
    return "\n\n".join(parts) + "\n"


def _table(run: dict[str, Any]) -> str:
    lines = [
        f"DealtShoes {run['dealt']}:",
        "",
        "| bet | exact | simulated | standard error | z |",
        "| --- | --- | --- | --- | --- |",
    ]
    return "\n".join((*lines, *(_row(name, measured) for name, measured in returns(run))))


def _row(name: str, measured: dict[str, Any]) -> str:
    exact, z = measured["exact_return_float"], measured["z_float"]
    error = measured["standard_error_float"]
    cells = (
        name,
        "–" if exact is None else f"{exact:.6%}",
        f"{measured['return_float']:.6%}",
        "–" if error is None else f"{error:.6%}",
        "–" if z is None else f"{z:+.2f}",
    )
    return f"| {' | '.join(cells)} |"


def _rules(rules: Sequence[ShownRule]) -> str:
    return "\n".join(("| rule | value | shown by |", "| --- | --- | --- |", *_rule_rows(rules)))


def _rule_rows(rules: Sequence[ShownRule]) -> Iterator[str]:
    for rule in rules:
        value = str(rule.value).lower() if isinstance(rule.value, bool) else rule.value
        by = "; ".join(shown.about for shown in rule.rounds)
        yield f"| `{rule.rule}` | {value} | {by or f'not shown: {rule.reason}'} |"
