"""What people changed, as a supervisor reads it: who, when, and what was set before and after."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.browser.staff import Staff, opened
from tests.server.running import Served


def test_tb_71_a_supervisor_reads_what_was_set_before_and_after(browser: Browser, served: Served) -> None:
    table = opened(served, "changed-by-hand", "punto-banco")
    changes = {"ask": served.ask_id(), "settings": {"name": "High stakes"}, "times": {"betting_s": 9}}
    done = served.http("PATCH", f"/api/house/tables/{table}", changes, served.token("operator"))
    assert done.status == 200, done.body
    with Staff(browser, served) as staff:
        deed = staff.at("supervisor", "/supervisor").page.locator("li", has_text="High stakes").first
        expect(deed).to_contain_text(table)
        expect(deed).to_contain_text("operator")
        changed = deed.get_by_test_id("deed-change")
        expect(changed).to_contain_text(["changed-by-hand → High stakes", "betting_s: 20 → 9"])
