"""What the tests of random cards found, as a page or as Markdown. Knows no test: it prints the findings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec

from cutcard.analysis.randomness import Assessment, DieharderLine
from cutcard.reports.markup import Markup, element, join
from cutcard.reports.page import facts, row, table, whole

FORMATS: Final = (".md", ".html")
TITLE: Final = "Random cards"
SUBJECTS: Final = {
    "live": "Cards of tables with random cards: a round's secret to its cards",
    "simulator": "Cards of `cutcard simulate`: xoshiro256++ to its cards",
}
HEADS: Final = ("Test", "What it looks at", "Statistic", "Law", "p", "Holm", "p of batches", "Holm of these")
DIEHARDER_HEADS: Final = ("Test", "Pattern", "Samples", "p", "Assessment")


class RandomnessReport(msgspec.Struct, frozen=True):
    """A run, and what is needed to do it again. Without a seed it was the operating system's chance."""

    subject: str
    seed: int | None
    version: str
    date: str
    command: str
    assessment: Assessment
    dieharder: tuple[DieharderLine, ...] = ()
    dieharder_note: str = ""

    @property
    def failed(self) -> tuple[str, ...]:
        """The tests that do not hold, ours and others'."""
        outside = (f"{line.test} {line.pattern}" for line in self.dieharder if line.failed)
        return (*self.assessment.failed, *outside)

    @property
    def holds(self) -> bool:
        """Whether every test holds."""
        return not self.failed


def write_randomness(report: RandomnessReport, path: Path) -> None:
    """Write the report in the format that the file's name asks for."""
    text = randomness_page(report) if path.suffix == ".html" else randomness_markdown(report)
    path.write_text(text, encoding="utf-8", newline="\n")


def randomness_markdown(report: RandomnessReport) -> str:
    """The report as a page of documentation."""
    parts = [f"# {TITLE}: {verdict(report)}", SUBJECTS[report.subject] + "."]
    parts.append("\n".join(f"- {name}: {value}" for name, value in _facts(report)))
    parts += list(_reading(report))
    parts += ["## Tests of cards and bits", _markdown_table(HEADS, _rows(report))]
    if report.dieharder or report.dieharder_note:
        parts.append("## dieharder")
        parts += [report.dieharder_note] if report.dieharder_note else []
        parts += [_markdown_table(DIEHARDER_HEADS, _dieharder_rows(report))] if report.dieharder else []
    return "\n\n".join(parts) + "\n"


def randomness_page(report: RandomnessReport) -> str:
    """The report as one self-contained page."""
    sections = [
        element(
            "header",
            element("p", TITLE, class_="kind"),
            element("h1", verdict(report)),
            element("p", SUBJECTS[report.subject].replace("`", "")),
            facts((name, value.strip("`")) for name, value in _facts(report)),
        ),
        element("section", *(element("p", line) for line in _reading(report))),
        element("section", _page_table("Tests of cards and bits", HEADS, _rows(report))),
    ]
    if report.dieharder:
        rows = _dieharder_rows(report)
        sections.append(element("section", _page_table("dieharder", DIEHARDER_HEADS, rows)))
    elif report.dieharder_note:
        sections.append(element("section", element("p", report.dieharder_note)))
    closing = element("footer", f"Cutcard {report.version} · {report.date}")
    return whole(f"{TITLE}: {verdict(report)}", element("body", element("main", join(sections)), closing))


def verdict(report: RandomnessReport) -> str:
    """What came of it, in a few words."""
    if report.holds:
        return "every test holds"
    return f"these do not hold: {', '.join(report.failed)}"


def _facts(report: RandomnessReport) -> Iterator[tuple[str, str]]:
    assessment = report.assessment
    plan = assessment.plan
    yield "Date", report.date
    yield "Product", f"Cutcard {report.version}"
    yield "Seed", "none: the operating system's secure source" if report.seed is None else str(report.seed)
    yield "Decks", str(plan.decks)
    yield "Rounds", f"{plan.rounds:,}"
    yield "Shoes", f"{plan.shoes:,}, each dealt to its last card"
    yield "Cards", f"{plan.cards:,}"
    yield "Words behind them", f"{assessment.words:,}"
    yield "Batches", str(len(plan.batches))
    yield "Smallest of all chances", f"{chance(assessment.smallest)} of {assessment.chances}"
    yield "With Bonferroni's correction", chance(assessment.bonferroni)
    distance, p = assessment.uniform_distance, assessment.uniform_p
    yield "All p together", f"at most {distance:.4f} from uniform, p {chance(p)} (Kolmogorov and Smirnov)"
    yield "To run it again", f"`{report.command}`"


def _reading(report: RandomnessReport) -> Iterator[str]:
    level = report.assessment.level
    yield (
        "Each p is two-sided: the chance that cards in which each order of the shoe is equally likely are at "
        "least so far off, in either direction. Each test is judged over the whole run, and by whether its p "
        "over the batches, which share nothing, are uniform (Kolmogorov and Smirnov, exact). Holm's "
        f"correction is over all these chances, and a test fails where it comes to {level} or less: good "
        f"cards fail one run in {round(1 / level):,}."
    )
    yield (
        "All p together are shown and not judged, because tests of the same cards hang together a little. "
        "dieharder's tests fail where dieharder says so."
    )


def _rows(report: RandomnessReport) -> list[tuple[str, ...]]:
    return [
        (
            judged.finding.id,
            judged.finding.about,
            f"{judged.finding.statistic:.3f}",
            judged.finding.law,
            chance(judged.finding.p),
            chance(judged.corrected),
            chance(judged.batches_p),
            chance(judged.batches_corrected),
        )
        for judged in report.assessment.judged
    ]


def _dieharder_rows(report: RandomnessReport) -> list[tuple[str, ...]]:
    return [
        (line.test, str(line.pattern), f"{line.samples:,}", chance(line.p), line.assessment.lower())
        for line in report.dieharder
    ]


def chance(value: float | None) -> str:
    """A chance, to as many places as can be told from nought."""
    if value is None:
        return "–"
    return f"{value:.4f}" if value >= 0.0001 else f"{value:.1e}"


def _markdown_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _page_table(caption: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Markup:
    return table(caption, heads, (row(*cells) for cells in rows))
