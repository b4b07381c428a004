"""Every betting button of the terminal, pressed with a mouse (GUI-08, GUI-09)."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.terminal import Terminal, minor

pytestmark = pytest.mark.slow

TABLE = "multihand-etg-internal"
ONLINE = "multihand-online-internal"
BACCARAT = "punto-banco-internal"
BACCARAT_VIDEO = "punto-banco-video"
ROUNDS_MAX = 30


def bet_is(terminal: Terminal, amount: int) -> None:
    """The bet meter comes to show this."""
    expect(terminal.by("bet").first).to_have_text(f"€{amount // 100:,}")


def test_gui_08_undo_clear_double_and_raise(terminal: Terminal) -> None:
    terminal.open(TABLE)
    terminal.chip(500)
    terminal.place("main", 1)
    terminal.place("main", 2)
    bet_is(terminal, 1000)
    terminal.press("double")
    bet_is(terminal, 2000)
    terminal.press("undo")
    bet_is(terminal, 1000)
    terminal.chip(100)
    terminal.press("raise")
    bet_is(terminal, 1200)
    terminal.press("clear")
    bet_is(terminal, 1100)  # the last chip only
    terminal.press("clear")
    bet_is(terminal, 0)  # a second press clears everything


def test_gui_08_repeat_once_and_twice(terminal: Terminal) -> None:
    terminal.open(TABLE)
    terminal.chip(500)
    terminal.place("main", 1)
    terminal.deal()
    terminal.press("repeat")
    bet_is(terminal, 500)
    terminal.press("undo")
    terminal.press("repeat-double")
    bet_is(terminal, 1000)
    assert terminal.by("button-rebet-deal").count() == 0


def test_gui_08_rebet_double_rebet_rebet_and_deal_and_new_bet(terminal: Terminal) -> None:
    terminal.open(ONLINE)
    assert "Rebet" in terminal.by("button-repeat").inner_text()
    assert terminal.by("button-auto").count() == 0
    terminal.chip(500)
    terminal.place("main", 1)
    terminal.deal()
    terminal.press("new-bet")
    terminal.press("repeat-double")
    bet_is(terminal, 1000)
    terminal.press("undo")
    before = terminal.round()
    terminal.press("rebet-deal")
    terminal.finish(before)


def test_gui_08_bet_all_costs_what_it_says_and_names_what_it_leaves_out(terminal: Terminal) -> None:
    terminal.open(TABLE)
    terminal.chip(100)
    cost = terminal.by("bet-all-cost-1")
    assert minor(cost.inner_text()) == 1000  # main and nine special bets
    terminal.press("bet-all-1")
    bet_is(terminal, 1000)
    terminal.press("undo")
    terminal.chip(5000)
    expect(cost).to_have_text("€450")  # 7's would win too much
    assert "7's" in terminal.by("bet-all-left-out-1").inner_text()
    terminal.press("bet-all-1")
    expect(terminal.by("message").first).to_contain_text("7's")
    bet_is(terminal, 45_000)
    assert terminal.by("field-sevens-1").get_attribute("data-stake") == "0"


def test_gui_08_bet_all_at_baccarat_says_which_bets_exclude_each_other(terminal: Terminal) -> None:
    terminal.open("koi-bacc-internal")
    terminal.chip(500)
    left_out = terminal.by("bet-all-left-out-1")
    expect(left_out).to_contain_text("Banker (not beside another bet)")
    expect(left_out).not_to_contain_text("needs another bet")
    cost = int(str(terminal.by("bet-all-cost-1").get_attribute("data-amount")))
    terminal.press("bet-all-1")
    bet_is(terminal, cost)
    laid = terminal.page.locator("[data-testid^=field-]:visible:not([data-stake='0'])")
    expect(laid).to_have_count(cost // 500)
    expect(terminal.by("field-emperor-player-1")).to_have_attribute("data-stake", "500")
    expect(terminal.by("field-emperor-banker-1")).to_have_attribute("data-stake", "0")


def test_gui_07_a_field_that_takes_no_such_chip_is_grey_and_says_why_when_touched(terminal: Terminal) -> None:
    terminal.open(TABLE)
    sevens = terminal.by("field-sevens-1")
    expect(sevens).to_have_attribute("aria-disabled", "true")  # it needs a main bet
    terminal.chip(500)
    terminal.place("main", 1)
    expect(sevens).to_have_attribute("aria-disabled", "false")
    terminal.place("sevens", 1)
    bet_is(terminal, 1000)
    terminal.chip(2500)
    expect(sevens).to_have_attribute("aria-disabled", "true")
    sevens.click(force=True)
    expect(terminal.by("message").first).to_contain_text("50,000")  # the most that is paid
    terminal.press("denomination")
    expect(terminal.by("chip-250000")).to_be_disabled()  # above every field's maximum


def test_gui_08_auto_repeat_bets_at_once_starts_by_itself_and_ends_with_a_touch(terminal: Terminal) -> None:
    terminal.open(BACCARAT)
    expect(terminal.by("button-auto")).to_be_disabled()  # there is nothing to repeat
    terminal.chip(500)
    terminal.place("banker")
    terminal.deal()
    bet_is(terminal, 0)
    before = terminal.round()
    hold(terminal, "repeat")
    terminal.by("ask-yes").click()
    expect(terminal.by("field-banker-1")).to_have_attribute("data-stake", "500")
    expect(terminal.by("button-auto")).to_have_attribute("aria-pressed", "true")
    terminal.finish(before + 1)  # two rounds, and nobody has pressed Deal
    terminal.by("field-banker-1").and_(terminal.page.locator("[data-stake='500']")).wait_for()
    terminal.page.mouse.click(700, 5)
    expect(terminal.by("button-auto")).to_have_attribute("aria-pressed", "false")
    stays = terminal.round()
    terminal.page.wait_for_timeout(4000)
    assert terminal.round() == stays, "after a touch the round waits for Deal"
    bet_is(terminal, 500)


def hold(terminal: Terminal, name: str) -> None:
    """Press a button for three seconds."""
    box = terminal.by(f"button-{name}").bounding_box()
    assert box is not None
    terminal.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    terminal.page.mouse.down()
    terminal.by("ask-yes").wait_for()
    terminal.page.mouse.up()


def test_gui_08_repeat_takes_the_bets_of_another_table_of_the_kind(terminal: Terminal) -> None:
    terminal.open(BACCARAT)
    terminal.chip(500)
    terminal.place("banker")
    terminal.deal()
    terminal.open(BACCARAT_VIDEO)
    terminal.phase("betting")
    repeat = terminal.by("button-repeat")
    expect(repeat).to_be_enabled()
    repeat.click()
    expect(terminal.by("field-banker-1")).to_have_attribute("data-stake", "500")
    expect(repeat).to_be_disabled()  # they lie already
    expect(terminal.by("button-repeat-double")).to_be_enabled()


def test_gui_10_the_deal_key_deals_whatever_has_the_focus(terminal: Terminal) -> None:
    terminal.open(TABLE)
    terminal.chip(500)
    terminal.place("main", 1)  # the field has the focus now
    bet_is(terminal, 500)
    before = terminal.round()
    terminal.page.keyboard.press("F9")
    terminal.finish(before)
    terminal.press("options")
    key = terminal.by("deal-key")
    for taken in ("Enter", " ", "h"):
        key.press(taken)
        assert key.input_value() == "F9"
        assert terminal.by("deal-key-taken").count() == 1
    key.press("g")
    assert key.input_value() == "g"
    terminal.page.keyboard.press("Escape")
    terminal.press("repeat")
    bet_is(terminal, 500)
    terminal.by("field-main-2").focus()
    terminal.page.keyboard.press("g")
    terminal.finish(before + 1)


def test_gui_10_normal_or_turbo(terminal: Terminal) -> None:
    terminal.open(ONLINE)
    terminal.press("options")
    terminal.by("speed-turbo").wait_for()
    speeds = terminal.page.locator("[data-testid^=speed-]")
    assert [str(speed.get_attribute("data-testid")) for speed in speeds.all()] == [
        "speed-normal",
        "speed-turbo",
    ]
    terminal.by("speed-turbo").click()
    expect(terminal.by("speed-turbo")).to_have_attribute("aria-pressed", "true")
    terminal.page.keyboard.press("Escape")
    terminal.chip(500)
    terminal.place("main", 1)
    terminal.deal()


def test_gui_08_keep_bets_on_puts_them_back_without_starting(terminal: Terminal) -> None:
    terminal.open(TABLE)
    terminal.chip(500)
    terminal.place("main", 1)
    terminal.press("keep")
    terminal.deal()
    bet_is(terminal, 500)
    number = terminal.round()
    terminal.page.wait_for_timeout(1500)  # MO-01: nothing starts by itself
    assert terminal.round() == number
    terminal.phase("betting")
    bet_is(terminal, 500)


def test_gui_09_play_now_bets_only_on_positions_without_a_bet(terminal: Terminal) -> None:
    terminal.open(TABLE)
    terminal.chip(500)
    terminal.place("main", 2)
    terminal.chip(100)
    terminal.press("play-now")
    bet_is(terminal, 700)


def test_gui_09_let_it_play_stakes_what_a_hand_won_also_on_a_phone(terminal: Terminal) -> None:
    terminal.page.set_viewport_size({"width": 390, "height": 844})
    terminal.open(TABLE)
    terminal.chip(500)
    again = terminal.by("button-let-it-play-2")
    for _ in range(ROUNDS_MAX):
        terminal.bet(("main", 2))
        terminal.deal()
        if minor(terminal.by("last-win").first.inner_text()):
            break
    won = minor(terminal.by("last-win").first.inner_text())
    assert won > 0, "so many hands cannot all lose"
    again.click()
    expect(terminal.by("field-main-2")).to_have_attribute("data-stake", str(won))


def test_bj_07_a_chip_too_many_is_refused_with_the_reason_and_nothing_changes(terminal: Terminal) -> None:
    terminal.open(TABLE)
    terminal.chip(50_000)
    terminal.place("main", 1)
    bet_is(terminal, 50_000)
    terminal.by("field-main-1").click(force=True)  # grey by now
    expect(terminal.by("message").first).to_contain_text("500")
    bet_is(terminal, 50_000)
