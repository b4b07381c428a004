"""Every requirement is shown by a test, and the page that says by which is true.

Which of several equally good tests the page links may lag behind; a dead link, or a level that is not the
outermost any more, may not.
"""

from __future__ import annotations

import re

from tests.house.traceability import PAGE, SAID, elsewhere, gaps, linked, page, requirements, shown

ROW = re.compile(
    r"^\| \[([A-Z]+-\d\d)\]\(.*?\) \| (.*?) \| (\w+) \| \[(.*?)\]\(\.\./\.\./(.*?)\) \|$", re.MULTILINE
)
ANEW = "python3 run.py docs writes the page anew"


def rows() -> dict[str, tuple[str, str, str, str]]:
    """What the page says of each id: title, level, test, file."""
    return {match[1]: (match[2], match[3], match[4], match[5]) for match in ROW.finditer(PAGE.read_text())}


def test_every_requirement_is_named_by_a_test() -> None:
    missing = [known for known in requirements() if known not in shown()]
    assert not missing, f"no test names {', '.join(missing)}"


def test_no_test_names_a_requirement_that_is_unknown_or_not_built() -> None:
    unknown = {known: tests[0].path for known, tests in shown().items() if known not in requirements()}
    assert not unknown


def test_the_page_names_tests_that_show_each_requirement_furthest_out() -> None:
    stale = [known for known, row in rows().items() if known in shown() and row not in good_rows(known)]
    assert not stale, ANEW


def good_rows(known: str) -> list[tuple[str, str, str, str]]:
    """What the page may say of a requirement: any of the outermost tests will do."""
    tests = shown()[known]
    best = [test for test in tests if test.level is tests[0].level]
    return [(requirements()[known], SAID[test.level], linked(test), test.path) for test in best]


def test_what_is_a_screens_own_rule_is_met_on_a_screen() -> None:
    assert not [known for known in elsewhere() if known.startswith("GUI-")]
    assert set(elsewhere()) <= set(requirements()), "a rule that nobody meets is a rule"


def test_the_page_begins_with_what_is_met_on_a_screen_and_not_shown_there() -> None:
    section = PAGE.read_text().split("\n## ")[1]
    assert re.findall(r"^- \*\*(.*?)\*\*", section, re.MULTILINE) == gaps(), ANEW


def test_the_page_has_every_requirement_once_in_order() -> None:
    assert list(rows()) == list(requirements()), ANEW
    assert ROW.findall(page())
