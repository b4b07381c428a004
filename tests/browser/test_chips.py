"""Every chip a patron can reach for: a field takes it, or it is seen beforehand that it will not (GUI-07)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from time import monotonic
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Locator, WebSocket, expect

from cutcard.server.first_tables import DENOMINATIONS, SPECIALS
from tests.browser.pit import CABINET, Pit
from tests.browser.terminal import WAIT_MS, Terminal, comes_to, minor
from tests.server.running import Served, serving

pytestmark = pytest.mark.slow

PRIVATE = (
    *("multihand-etg", "multihand-online", "punto-banco", "punto-banco-no-commission", "dai-bacc"),
    "koi-bacc",
)
SEATED = ("live-seven", "american-live")
LONG = {"betting_s": 600}
SHIPPED = {"denominations": DENOMINATIONS, "special": msgspec.to_builtins(SPECIALS)}
"""What the tables of a fresh house have."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house whose live tables wait for a croupier."""
    with serving(tmp_path_factory.mktemp("chips") / "data", "--no-dealers") as served:
        yield served


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as contexts:
        yield contexts


class Answers:
    """What the table answers to each chip, in the order in which they were sent."""

    def __init__(self, terminal: Terminal) -> None:
        self._page = terminal.page
        self._sent: list[str] = []
        self._answers: dict[str, str | None] = {}
        terminal.page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: self._send(json.loads(frame)))
        socket.on("framereceived", lambda frame: self._hear(json.loads(frame)))

    def _send(self, message: dict[str, Any]) -> None:
        if message.get("do", {}).get("type") == "place_bet":
            self._sent.append(message["ask"])

    def _hear(self, message: dict[str, Any]) -> None:
        if message["type"] == "answer":
            refusal = message.get("refusal")
            self._answers[message["ask"]] = refusal and refusal["code"]

    def touch(self, what: Locator) -> str | None:
        """Touch a field or a chip of the sheet; the code of the refusal, or None where the chip was taken."""
        number = len(self._sent)
        what.dispatch_event("click")  # a grey field answers a touch, too
        until = monotonic() + WAIT_MS / 1000
        while len(self._sent) == number or self._sent[-1] not in self._answers:
            assert monotonic() < until, "the touch has no answer"
            self._page.wait_for_timeout(10)
        return self._answers[self._sent[-1]]


def is_grey(chip: Locator) -> bool:
    """Whether the chip can be seen to be out of reach; the rule of the styles is the screen's."""
    look: tuple[bool, str] = chip.evaluate("chip => [chip.disabled, getComputedStyle(chip).opacity]")
    out_of_reach, opacity = look
    assert out_of_reach == (float(opacity) < 1), "what cannot be taken looks so"
    return out_of_reach


def stake_on(field: Locator) -> int:
    return int(field.get_attribute("data-stake") or 0)


def field_of(terminal: Terminal, position: int, bet: str) -> Locator:
    return terminal.by(f"field-{bet}-{position}").first


def under(terminal: Terminal, denomination: int) -> None:
    """The rack counts in this denomination."""
    key = terminal.by("button-denomination").first
    for _ in range(8):
        if minor(key.locator("b").inner_text()) == denomination:
            return
        key.click()
    raise AssertionError(f"the rack never counts in {denomination}")


def try_rack(terminal: Terminal, answers: Answers, rack: dict[str, Any], field: Locator) -> list[str]:
    """Each chip of the rack on one field: what came of it."""
    found = []
    for row in rack["chips"]:
        chip = terminal.by(f"chip-{row['amount']}").first
        if is_grey(chip):
            found.append("grey")
            continue
        chip.click()
        expect(chip).to_have_attribute("aria-checked", "true")
        before = stake_on(field)
        refusal = answers.touch(field)
        if refusal is None:
            comes_to(lambda: stake_on(field), before + row["amount"])
            terminal.press("undo")
            comes_to(lambda: stake_on(field), before)
        else:
            expect(field).to_have_attribute("data-closed", refusal)
            expect(field).to_have_attribute("aria-disabled", "true")
        found.append(refusal or "taken")
    return found


def one_of_each_kind(terminal: Terminal, shown: dict[str, Any], position: int) -> dict[str, str]:
    """A bet of every kind of field that lies before the patron, the main one first."""
    bets: dict[str, str] = {}
    for field in shown["fields"]:
        if field["position"] == position and field_of(terminal, position, field["bet"]).is_visible():
            bets.setdefault(field["group"], field["bet"])
    return bets


def try_all(terminal: Terminal, answers: Answers, table: str, position: int = 1) -> None:
    """Every chip of every denomination on one field of each kind, beside the least main bet."""
    shown = terminal.api(f"/api/tables/{table}")
    bets = one_of_each_kind(terminal, shown, position)
    assert "main" in bets
    least = min(chip["amount"] for rack in shown["racks"] for chip in rack["chips"] if chip["useful"])
    for group, bet in bets.items():
        field = field_of(terminal, position, bet)
        for rack in shown["racks"]:
            under(terminal, rack["denomination"])
            came = try_rack(terminal, answers, rack, field)
            assert "taken" in came, f"{bet} takes no chip of {rack['denomination']}: {came}"
            useful = [chip["useful"] for chip in rack["chips"]]
            assert [colour != "grey" for colour in came] == useful, "grey are those that no field takes"
        if group == "main":
            under(terminal, min(shown["denominations"]))
            terminal.chip(least)
            assert answers.touch(field) is None


def grey_values(terminal: Terminal, prefix: str) -> list[int]:
    """The values of the chips that are out of reach."""
    chips = terminal.page.locator(f"[data-testid^={prefix}-]").all()
    names = [str(chip.get_attribute("data-testid")) for chip in chips]
    worth = {name: int(figure[1]) for name in names if (figure := re.search(r"-(\d+)$", name))}
    return [value for name, value in worth.items() if is_grey(terminal.by(name).first)]


def test_gui_07_tb_22_a_chip_above_the_maximum_is_grey_in_the_rack_and_in_the_sheet(
    browser: Browser, served: Served, stack: ExitStack
) -> None:
    """At most 500 behind a seat: with 5 there, the chip of 500 goes out of reach, and comes back."""
    pit = Pit(browser, served, stack, "chips-behind", "american-live", SHIPPED, **LONG)
    ann, bob = pit.terminal(CABINET), pit.terminal(CABINET)
    ann.sit(2)
    under(bob, 500)
    assert grey_values(bob, "chip") == [250_000]
    bob.by("button-behind-2").click()
    comes_to(lambda: grey_values(bob, "behind"), [250_000])
    bob.by("behind-500").click()
    bob.page.get_by_text("Yours behind").wait_for()
    comes_to(lambda: grey_values(bob, "behind"), [50_000, 250_000])
    bob.by("behind-25000").click()
    comes_to(lambda: grey_values(bob, "behind"), [25_000, 50_000, 250_000])
    bob.page.keyboard.press("Escape")
    for laid in (500, 0):
        bob.press("undo")
        comes_to(lambda: minor(bob.by("bet").first.inner_text()), laid)
    bob.by("button-behind-2").click()
    comes_to(lambda: grey_values(bob, "behind"), [250_000])
    ann.bet(("main", 2))
    pit.close_bets()
    comes_to(lambda: len(grey_values(bob, "behind")), 8)
    assert not bob.errors


@pytest.mark.long
@pytest.mark.parametrize("profile", PRIVATE)
def test_gui_07_every_chip_is_taken_or_seen_not_to_be_available(
    terminal: Terminal, served: Served, profile: str
) -> None:
    answers = Answers(terminal)
    terminal.open(f"{profile}-internal")
    try_all(terminal, answers, terminal.table())
    assert not terminal.errors


@pytest.mark.long
@pytest.mark.parametrize("profile", SEATED)
def test_gui_07_every_chip_at_a_seat_and_behind_one_is_taken_or_seen_not_to_be_available(
    browser: Browser, served: Served, stack: ExitStack, profile: str
) -> None:
    pit = Pit(browser, served, stack, f"chips-{profile}", profile, SHIPPED, **LONG)
    ann, bob = pit.terminal(CABINET), pit.terminal(CABINET)
    answers = Answers(ann)
    ann.page.reload()
    ann.sit(1)
    bob.sit(2)
    try_all(ann, answers, pit.table)
    shown = ann.api(f"/api/tables/{pit.table}")
    for rack in shown["racks"] if shown["features"]["behind"] else ():
        under(ann, rack["denomination"])
        ann.by("button-behind-2").click()
        for row in rack["chips"]:
            chip = ann.by(f"behind-{row['amount']}").first
            assert is_grey(chip) == (row["amount"] > 50_000)
            if not is_grey(chip):
                assert answers.touch(chip) is None
                ann.by("button-undo").first.dispatch_event("click")
                expect(ann.page.get_by_text("Yours behind")).to_have_count(0)
        ann.page.keyboard.press("Escape")
    assert not ann.errors
