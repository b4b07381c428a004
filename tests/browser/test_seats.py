"""Seats on the screens (TB-20): taken from the lobby, changed, left, freed by staff; how many games fit."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.pit import CABINET, PHONE, Pit, decide
from tests.browser.staff import Staff, opened
from tests.browser.terminal import NOTE_LINES, Terminal, comes_to
from tests.server.running import Served, serving

pytestmark = pytest.mark.slow

SEVEN = "live-seven"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house whose live tables wait for a croupier."""
    with serving(tmp_path_factory.mktemp("seats") / "data", "--no-dealers") as started:
        yield started


@pytest.fixture
def staff(browser: Browser, served: Served) -> Iterator[Staff]:
    with Staff(browser, served) as started:
        yield started


def test_tb_20_a_seat_is_taken_from_the_lobby_changed_in_one_step_and_left(
    terminal: Terminal, served: Served
) -> None:
    """No round has been opened yet: seats are taken and left all the same."""
    table = opened(served, "from-the-lobby", SEVEN)
    page = terminal.page
    page.goto(served.url)
    terminal.by(f"seat-{table}-4").click()
    terminal.by("leave-seat-4").wait_for()
    expect(terminal.by("take-seat-2")).to_have_text("Move here")
    terminal.by("take-seat-2").click()
    terminal.by("leave-seat-2").wait_for()
    expect(terminal.by("leave-seat-4")).to_have_count(0)
    page.goto(served.url)
    terminal.by(f"seat-{table}-4").wait_for()
    expect(terminal.by(f"seat-{table}-2")).to_have_count(0)
    page.goto(f"{served.url}/play?table={table}")
    terminal.by("leave-seat-2").click()
    expect(terminal.by("take-seat-2")).to_have_text("Sit here")
    assert terminal.errors == []


@pytest.mark.parametrize("role", ["croupier", "supervisor"])
def test_tb_20_staff_frees_a_seat_and_its_player_sees_it(
    terminal: Terminal, served: Served, staff: Staff, role: str
) -> None:
    table = opened(served, f"freed-by-{role}", SEVEN)
    croupier = staff.at(role, f"/croupier/{table}")
    expect(croupier.by("button-free-seat")).to_be_disabled()
    terminal.page.goto(f"{served.url}/play?table={table}&seat=3")
    terminal.by("leave-seat-3").wait_for()
    expect(croupier.by("button-free-seat")).to_be_enabled()
    croupier.press("f")
    expect(croupier.by("free-seat-3")).to_be_visible()
    croupier.press("3")
    notice = terminal.by("notice")
    expect(notice).to_contain_text("Staff has freed seat 3.")
    terminal.by("take-seat-3").wait_for()
    terminal.page.reload()
    expect(notice).to_contain_text("Staff has freed seat 3.")
    terminal.by("notice-ok").click()
    expect(notice).to_have_count(0)
    terminal.page.reload()
    terminal.by("take-seat-3").wait_for()
    expect(notice).to_have_count(0)
    assert terminal.errors == []


def test_tb_20_tb_22_bets_that_go_back_with_a_seat_are_announced_and_stand_in_the_history(
    terminal: Terminal, browser: Browser, served: Served, staff: Staff
) -> None:
    """Staff frees a seat with a bet on it and one behind it: neither patron had another bet in the round."""
    table = opened(served, "freed-with-bets", "american-live", betting_s=120)
    croupier = staff.at("croupier", f"/croupier/{table}")
    terminal.page.goto(f"{served.url}/play?table={table}&seat=3")
    terminal.by("leave-seat-3").wait_for()
    with browser.new_context(locale="en-GB") as context:
        friend = Terminal(context.new_page(), served.url)
        friend.open_seated(table)
        expect(croupier.by("button-open-bets")).to_be_enabled()
        croupier.press("b")
        number = terminal.bet(("main", 3))
        friend.by("button-behind-3").click()
        friend.by("behind-100").click()
        friend.page.keyboard.press("Escape")
        friend.page.get_by_text("Yours behind").first.wait_for()
        croupier.press("f")
        expect(croupier.by("free-seat-3")).to_be_visible()
        croupier.press("3")
        went_back(terminal, number, "Seat 3 was freed by staff: your bets there were returned (€1.00).")
        went_back(
            friend, number, "Your bet behind seat 3 was returned (€1.00): its player has left the seat."
        )
        assert terminal.errors == friend.errors == []


def went_back(patron: Terminal, number: int, words: str) -> None:
    """A notice says so, and so does the round in the patron's history."""
    expect(patron.by("notice").filter(has_text=words)).to_have_count(1)
    patron.press("history")
    expect(patron.by(f"history-{number}")).to_be_visible()
    in_chips = words.replace("€1.00", "€1")  # the history writes amounts as the table does
    expect(patron.by(f"notes-{number}")).to_have_text(in_chips)


def test_gui_01_four_games_are_open_at_once_and_a_fifth_is_refused_in_words(
    terminal: Terminal, served: Served
) -> None:
    tables = ("punto-banco-video", "dai-bacc-video", "koi-bacc-video", "multihand-etg-video")
    query = "&".join(f"table={table}" for table in tables)
    terminal.page.goto(f"{served.url}/play?{query}")
    tabs = terminal.page.locator("[data-testid^=game-tab-]")
    expect(tabs).to_have_count(4)
    terminal.page.goto(f"{served.url}/play?table=punto-banco-no-commission-video")
    terminal.page.get_by_text("You have 4 games open. Close one first.").first.wait_for()
    expect(tabs).to_have_count(4)


def test_tb_20_a_seat_chosen_in_the_lobby_during_a_round_is_taken_when_it_is_over(
    browser: Browser, served: Served
) -> None:
    """Of the two who chose seat 4 one sits, and the other sees that it is gone; Dan has cancelled."""
    with ExitStack() as stack:
        pit = Pit(browser, served, stack, "chosen-in-a-round", SEVEN)
        ann = pit.terminal(CABINET)
        ann.sit(1)
        ann.bet(("main", 1))
        pit.close_bets()
        pit.deal("Ts 6d 9h")
        pit.face_down()
        ann.by("decision-stand").wait_for()
        bob, carla, dan = (guest(browser, served, stack, size) for size in (CABINET, CABINET, PHONE))
        for terminal, seat in ((bob, 4), (carla, 4), (dan, 5)):
            choose(terminal, pit.table, seat)
        dan.by("seat-wished-cancel").click()
        expect(dan.by("seat-wished")).to_have_count(0)
        expect(bob.by("seat-wished")).to_be_visible()
        decide(ann, "stand")
        pit.turn("Td")
        pit.deal("9c")
        assert sits(bob, 4) != sits(carla, 4), "one sits there, and the other sees that the seat is gone"
        expect(dan.by("take-seat-5")).to_be_enabled()
        for terminal in (bob, carla, dan):
            expect(terminal.by("seat-wished")).to_have_count(0)
            assert terminal.errors == []


def guest(browser: Browser, served: Served, stack: ExitStack, size: tuple[int, int]) -> Terminal:
    """Somebody new, who stands in the lobby."""
    viewport = {"width": size[0], "height": size[1]}
    context = stack.enter_context(browser.new_context(viewport=viewport, reduced_motion="reduce"))  # type: ignore[arg-type]
    terminal = Terminal(context.new_page(), served.url)
    terminal.page.goto(served.url)
    return terminal


def choose(terminal: Terminal, table: str, seat: int) -> None:
    """A seat is chosen in the lobby, and the wish is kept."""
    terminal.by(f"seat-{table}-{seat}").click()
    said = f"You take seat {seat} as soon as the round is over."
    expect(terminal.by("seat-wished")).to_contain_text(said)
    terminal.page.evaluate(NOTE_LINES)


def sits(terminal: Terminal, seat: int) -> bool:
    """Whether the patron sits there once the wish is gone; who does not has read that somebody else does."""
    expect(terminal.by("seat-wished")).to_have_count(0)
    there, gone = terminal.by(f"leave-seat-{seat}"), f"Seat {seat} is taken."
    comes_to(lambda: there.count() > 0 or gone in terminal.page.evaluate("lines"), True)
    return there.count() > 0
