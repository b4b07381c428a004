"""A patron who does not come back in time, and a house whose disk is full: what each reads afterwards."""

from __future__ import annotations

import resource
import sys
from pathlib import Path
from time import monotonic
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.record import of, own_events, paid_as_recorded
from tests.browser.terminal import ROUND_S, Terminal
from tests.server.running import Served, serving, started

pytestmark = pytest.mark.slow

WAIT_S = 60
"""The shortest time for which a house may let a round wait for its patron."""
DEALS_MAX = 8


def short_wait(served: Served) -> str:
    """A table at which a round waits for its patron as shortly as may be."""
    new = {"id": "left", "name": "left", "profile": "multihand-online", "mode": "internal"}
    asked = {"ask": served.ask_id(), **new, "policy": {"resume_wait_s": WAIT_S}}
    made = served.http("POST", "/api/house/tables", asked, served.token("operator"))
    assert made.status == 201, made
    return new["id"]


def asked_to_decide(terminal: Terminal) -> tuple[int, int]:
    """Deal until a hand has something to decide; gives that round, and the credit before it."""
    for _ in range(DEALS_MAX):
        number, before = terminal.round(), terminal.balance()
        terminal.bet(("main", 1))
        terminal.press("deal")
        while terminal.round() == number:
            if terminal.by("decision-stand").is_visible():
                return number, before
            decline = terminal.by("offer-decline-1")
            if decline.is_visible() and decline.is_enabled():
                decline.click()
            terminal.page.wait_for_timeout(50)
    raise AssertionError("so many blackjacks cannot be")


def finished_without_patron(terminal: Terminal, table: str, number: int) -> None:
    """The history has the round as settled, though nobody is at the table."""
    until = monotonic() + WAIT_S + ROUND_S
    path = f"/api/rounds?table={table}"
    while not any(row["round"] == number and row["net"] is not None for row in terminal.api(path)):
        assert monotonic() < until, "nobody finishes the round"
        terminal.page.wait_for_timeout(1000)


def test_tb_42_a_round_that_waited_too_long_is_finished_and_marked_over_a_restart_too(
    browser: Browser, tmp_path: Path
) -> None:
    with serving(tmp_path / "data", "--no-dealers") as first, browser.new_context() as context:
        terminal = Terminal(context.new_page(), first.url)
        terminal.open(short_wait(first))
        number, before = asked_to_decide(terminal)
        table = terminal.table()
        terminal.page.goto("about:blank")
        first.stop()
        second = started(tmp_path / "data", "--no-dealers", "--port", str(urlsplit(first.url).port))
        try:
            finished_without_patron(terminal, table, number)
            terminal.open(table)
            note = terminal.by("notice")
            expect(note).to_have_count(1)
            expect(note).to_contain_text("the house finished the round for you")
            paid_as_recorded(terminal, number, before)
            events = own_events(terminal.api(f"/api/rounds/{table}/{number}"))
            assert [event for event in of(events, "decided") if event["automatic"]], "marked on record"
            terminal.by("notice-ok").click()
            terminal.press("history")
            expect(terminal.by(f"notes-{number}")).to_contain_text("the house finished the round for you")
        finally:
            second.stop()
            assert second.process.stdout is not None
            second.process.stdout.close()


def writes_no_file(served: Served, *, full: bool) -> None:
    """The operating system lets no file of the server grow, its log neither; or lets all of them again."""
    pid = served.process.pid
    _, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (1 if full else resource.RLIM_INFINITY, hard))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits of other processes are set on Linux")
def test_tb_44_a_full_disk_refuses_in_words_and_what_was_taken_stays(
    browser: Browser, tmp_path: Path
) -> None:
    with serving(tmp_path / "data", "--no-dealers") as house, browser.new_context() as context:
        terminal = Terminal(context.new_page(), house.url)
        terminal.open("punto-banco-internal")
        terminal.chip(500)
        terminal.bet(("banker", 1))
        writes_no_file(house, full=True)
        terminal.place("banker")
        expect(terminal.by("message").first).to_contain_text("Nothing can be stored just now")
        expect(terminal.by("field-banker-1")).to_have_attribute("data-stake", "500")
        writes_no_file(house, full=False)
        goes_on(terminal)
        number, before = terminal.round(), terminal.balance()
        terminal.deal()
        paid_as_recorded(terminal, number, before)
        assert terminal.errors == []


def goes_on(terminal: Terminal) -> None:
    """As soon as the disk has room a second chip is taken: the table goes on by itself."""
    until = monotonic() + ROUND_S
    while terminal.by("field-banker-1").get_attribute("data-stake") == "500":
        assert monotonic() < until, "the table stays suspended"
        terminal.place("banker")
        terminal.page.wait_for_timeout(1000)
    expect(terminal.by("field-banker-1")).to_have_attribute("data-stake", "1000")
