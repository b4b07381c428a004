"""The staff's screens in a browser: a croupier deals by keyboard, a supervisor judges beside the record."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.axe import nothing_found
from tests.browser.player import Player, player_at
from tests.browser.staff import SIZES, Screen, Staff, called, opened
from tests.browser.terminal import Terminal
from tests.server.running import Served, serving

pytestmark = pytest.mark.slow

BACCARAT = "punto-banco"
SEVEN = "live-seven"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house whose live tables wait for a croupier."""
    with serving(tmp_path_factory.mktemp("house") / "data", "--no-dealers") as started:
        opened(started, "plain-baccarat", BACCARAT)
        opened(started, "plain-seven", SEVEN)
        yield started


@pytest.fixture
def staff(browser: Browser, house: Served) -> Iterator[Staff]:
    with Staff(browser, house) as started:
        yield started


def burn(croupier: Screen) -> None:
    """The first cards of a fresh baccarat shoe: a deuce is shown, so two more go, by hand or scanned."""
    croupier.expect_next("Burn the first card, face up")
    croupier.card("2c")
    croupier.expect_next("Burn a card, face down")
    croupier.page.wait_for_timeout(300)
    croupier.press("Enter")
    croupier.page.wait_for_timeout(300)
    croupier.card("9s")


def coup(croupier: Screen, player: Player, *cards: str) -> None:
    """Bets, no more bets, and these cards, one for each side in turn."""
    croupier.press("Enter")
    player.bet("player", 500)
    expect(croupier.by("button-primary")).to_contain_text("No more bets")
    croupier.press("n")
    if croupier.by("next").inner_text() != "Card for Player":
        burn(croupier)
    for index, card in enumerate(cards):
        croupier.expect_next("Card for Banker" if index % 2 else "Card for Player")
        croupier.card(card)


def test_gui_32_a_baccarat_coup_is_dealt_by_keyboard_and_the_last_card_put_right(
    house: Served, staff: Staff
) -> None:
    table = opened(house, "keyboard-baccarat", BACCARAT, dispute_s=1)
    croupier = staff.at("croupier", f"/croupier/{table}")
    with player_at(house.url, table) as player:
        croupier.expect_next("Open the bets")
        coup(croupier, player, "9h", "3s", "Tc")
        croupier.expect_next("Card for Banker")
        croupier.press("x")
        croupier.expect_next("Enter the card that really lies there")
        croupier.page.keyboard.type("10d")
        croupier.expect_next("Card for Banker")
        croupier.entered("2c", "9h", "3s", "Td")
        croupier.card("4d")
        player.until(lambda: player.game.own.lines)
        (line,) = player.game.own.lines
        assert (line.bet, line.returned) == ("player", 1000)
        assert player.game.public.player is not None
        assert player.game.public.player.cards == ("9h", "Td")


def read_face_down(croupier: Screen) -> None:
    """The reader types the card, and the screen shows a back, never the card (MO-04, BJ-11)."""
    croupier.expect_next("Your second card, face down over the reader")
    expect(croupier.by("button-primary")).to_be_visible()
    croupier.page.keyboard.type("Q")
    croupier.page.wait_for_timeout(100)
    expect(croupier.by("typed")).to_have_count(0)
    croupier.page.keyboard.type("d")
    croupier.press("Enter")
    croupier.expect_next("Wait for the players")
    expect(croupier.page.locator("[data-card='??']").first).to_be_visible()
    expect(croupier.page.locator("[data-card=Qd]")).to_have_count(0)


def resume_after_misreading(house: Served, croupier: Screen, table: str) -> None:
    """Another card was turned than was read: the table halts, until the supervisor has looked."""
    croupier.expect_next("Table paused: wait for the supervisor")
    expect(croupier.by("paused-notice")).to_contain_text("the face-down card was misread")
    path = f"/api/house/tables/{table}/resume"
    assert house.http("POST", path, {"ask": house.ask_id()}, house.token("supervisor")).status == 201
    croupier.expect_next("Turn your second card")


def test_gui_32_a_seated_round_is_dealt_by_keyboard(house: Served, staff: Staff) -> None:
    """The player stands on nineteen, the dealer turns a ten under the seven and stands on seventeen.

    The cards are called in the order of BJ-09, and the dealer stands as BJ-19 says.
    """
    table = opened(house, "keyboard-seven", SEVEN, dispute_s=1)
    croupier = staff.at("croupier", f"/croupier/{table}")
    with player_at(house.url, table) as player:
        player.do(player.game.do("take_seat", seat=1))
        croupier.expect_next("Open the bets")
        croupier.press("b")
        player.bet("main", 500)
        expect(croupier.by("button-close-bets")).to_be_enabled()
        croupier.press("Enter")
        for whose, card in (("seat 1", "Kh"), ("the dealer", "7s"), ("seat 1", "9c")):
            croupier.expect_next(f"Card for {whose}")
            croupier.card(card)
        read_face_down(croupier)
        player.until(lambda: player.game.asks)
        player.do(player.game.decide("stand"))
        croupier.expect_next("Turn your second card")
        croupier.card("9d")
        croupier.expect_next("Table paused: wait for the supervisor")
        expect(croupier.by("paused-notice")).to_contain_text("the face-down card was misread")
        assert not player.game.own.lines
        house.http(
            "POST", f"/api/house/tables/{table}/resume", {"ask": house.ask_id()}, house.token("supervisor")
        )
        croupier.expect_next("Turn your second card")
        croupier.card("Qd")
        player.until(lambda: player.game.own.lines)
        assert [line.returned for line in player.game.own.lines] == [1000]


def test_a_scanners_line_end_presses_nothing(house: Served, staff: Staff) -> None:
    """The Enter that a scanner types after a card is not the croupier's, whatever is due by then."""
    table = opened(house, "scanner", SEVEN)
    croupier = staff.at("croupier", f"/croupier/{table}")
    with player_at(house.url, table) as player:
        player.do(player.game.do("take_seat", seat=1))
        croupier.expect_next("Open the bets")
        croupier.press("Enter")
        player.bet("main", 500)
        expect(croupier.by("button-close-bets")).to_be_enabled()
        croupier.press("n")
        for card in ("Kh", "7s"):
            croupier.card(card)
            croupier.page.wait_for_timeout(300)
        croupier.page.keyboard.type("9c")
        croupier.page.wait_for_timeout(60)
        croupier.press("Enter")
        croupier.page.wait_for_timeout(500)
        croupier.expect_next("Your second card, face down over the reader")


def test_tb_30_a_dispute_is_shown_and_closed_with_a_reason_by_two_keys(house: Served, staff: Staff) -> None:
    table = opened(house, "disputed", BACCARAT)
    croupier = staff.at("croupier", f"/croupier/{table}", "phone")
    supervisor = staff.at("supervisor", "/supervisor")
    with player_at(house.url, table) as player:
        croupier.expect_next("Open the bets")
        coup(croupier, player, "9h", "3s", "Tc", "4d")
        player.until(lambda: player.game.public.phase == "dispute")
        player.do(player.game.do("dispute", about="That was an eight"))
        croupier.expect_next("A dispute is open. Close it with a reason, or call a supervisor.")
        expect(croupier.by("dispute")).to_contain_text("That was an eight")
        expect(croupier.by("dispute")).to_contain_text(called(house, player))
        call = supervisor.page.locator(f"[data-testid^=call-][data-table={table}]")
        expect(call).to_contain_text(f"That was an eight ({called(house, player)})")
        call.locator("[data-testid^=answer-]").click()
        expect(call).to_contain_text("supervisor is on the way")
        croupier.press("l")
        expect(croupier.by("sheet-dispute")).to_be_visible()
        croupier.press("1")
        expect(call).to_have_count(0)  # with what it was for
        croupier.expect_next("Clear the table, then open the bets")


def test_tb_30_tb_33_a_supervisor_sees_the_record_and_corrects_a_card_by_its_place(
    house: Served, staff: Staff
) -> None:
    table = opened(house, "judged", BACCARAT)
    croupier = staff.at("croupier", f"/croupier/{table}")
    supervisor = staff.at("supervisor", "/supervisor", "laptop")
    with player_at(house.url, table) as player:
        croupier.expect_next("Open the bets")
        coup(croupier, player, "9h", "3s", "Tc", "4d")
        player.until(lambda: player.game.public.phase == "dispute")
        player.do(player.game.do("dispute", about="Banker had a six"))
        supervisor.by(f"house-{table}").click()
        expect(supervisor.by("disputed")).to_contain_text(f"{called(house, player)}: Banker had a six")
        expect(supervisor.by("record")).to_contain_text("Card 5")
        supervisor.by("correct-5").click()
        supervisor.by("real-card").fill("6d")
        supervisor.by("real-card-why").fill("The camera shows it")
        supervisor.by("real-card-go").click()
        expect(supervisor.by("record")).to_contain_text("Card 5 was 4d and is 6d: The camera shows it")
        supervisor.by(f"stands-{table}").click()
        supervisor.by("why").fill("Nine and nine")
        supervisor.by("why-go").click()
        expect(supervisor.by("record")).to_contain_text("The result stands: Nine and nine")
        player.until(lambda: player.game.public.winner == "tie")


def test_tb_31_gui_33_a_table_that_halts_is_resumed_or_voided_by_the_supervisor(
    house: Served, staff: Staff
) -> None:
    table = opened(house, "halted", BACCARAT)
    croupier = staff.at("croupier", f"/croupier/{table}")
    supervisor = staff.at("supervisor", "/supervisor")
    with player_at(house.url, table) as player:
        croupier.expect_next("Open the bets")
        coup(croupier, player, "9h", "3s")
        croupier.press("p")
        expect(croupier.by("sheet-pause")).to_be_visible()
        croupier.press("2")
        croupier.expect_next("Table paused: wait for the supervisor")
        expect(croupier.by("button-resume")).to_have_count(0)  # not the croupier's to press
        supervisor.by(f"house-{table}").click()
        expect(supervisor.by("waits")).to_contain_text("A card was exposed")
        supervisor.by(f"resume-{table}").click()
        croupier.expect_next("Card for Player")
        supervisor.by(f"void-{table}").click()
        supervisor.by("why").fill("A card fell")
        supervisor.by("why-go").click()
        expect(supervisor.by("record")).to_contain_text("Void: A card fell")
        player.until(lambda: player.terminal.purse and player.terminal.purse.held == 0)
        assert player.terminal.purse is not None
        assert player.terminal.purse.balance == 1_000_000


def test_tb_32_a_settled_round_is_put_right_by_two_people(house: Served, staff: Staff) -> None:
    table = opened(house, "put-right", BACCARAT, dispute_s=1)
    croupier = staff.at("croupier", f"/croupier/{table}")
    with player_at(house.url, table) as player:
        croupier.expect_next("Open the bets")
        coup(croupier, player, "2h", "9s", "Tc", "Kd")
        player.until(lambda: player.game.own.lines)
        first = staff.at("supervisor", "/supervisor")
        first.by(f"house-{table}").click()
        first.by("propose").click()
        first.by(f"amount-{player.name}").fill("10")
        croupier.expect_next("Clear the table, then open the bets")
        expect(croupier.by("button-open-bets")).to_be_disabled()  # for as long as the result is shown
        expect(croupier.by("button-primary")).to_have_text("Open the bets⏎")
        croupier.press("Enter")
        expect(first.by("judge")).to_contain_text("Round 2")  # and who writes goes on with the first
        expect(first.by("record")).to_have_attribute("data-round", "1")
        first.by("propose-why").fill("The deuce was a nine")
        first.by("propose-go").click()
        expect(first.by("proposal-1")).to_contain_text("Another person must approve it.")
        second = staff.at("operator", "/supervisor")
        second.by(f"house-{table}").click()
        guest = f"{called(house, player)} (Play money)"
        expect(second.by("proposal-1")).to_contain_text(re.compile(rf"{re.escape(guest)}\s*€10.00"))
        expect(second.by("proposal-1")).to_contain_text(re.compile(r"House \(Play money\)\s*-€10.00"))
        expect(second.by("record")).to_contain_text(f"{guest}: €10.00")
        expect(second.page.locator("main")).not_to_contain_text(player.name)
        second.by("approve-1").click()
        expect(second.by("proposal-1")).to_have_count(0)
        player.until(
            lambda: player.terminal.purse and player.terminal.purse.balance == 1_000_000 - 500 + 1000
        )


def test_tb_34_a_shoe_is_counted_card_by_card_before_it_is_changed(house: Served, staff: Staff) -> None:
    table = opened(house, "counted", BACCARAT)
    croupier = staff.at("croupier", f"/croupier/{table}")
    croupier.expect_next("Open the bets")
    croupier.press("w")
    for card in ("9h", "3s"):
        croupier.page.keyboard.type(card)
    expect(croupier.by("counted")).to_have_text("2 cards counted")
    croupier.press("Enter")
    croupier.expect_next("Table paused: wait for the supervisor")
    expect(croupier.by("paused-notice")).to_contain_text("do not add up")


def test_tb_52_vouchers_are_sold_looked_up_and_paid_once(house: Served, staff: Staff) -> None:
    attendant = staff.at("attendant", "/supervisor", "phone")
    attendant.by("sell-amount").fill("25")
    attendant.by("sell-go").click()
    code = attendant.by("sold").inner_text()
    attendant.by("desk-voucher").fill(code)
    attendant.by("voucher-look").click()
    found = attendant.by("voucher-found")
    expect(found).to_contain_text("€25.00 still owed")
    expect(found).to_contain_text("Voucher sold (attendant)")
    attendant.by("voucher-pay").click()
    expect(found).to_contain_text("no longer owed")
    expect(found).to_contain_text("Voucher paid in cash (attendant)")


def test_tb_51_a_button_pressed_again_before_the_answer_sells_one_voucher(staff: Staff) -> None:
    attendant = staff.at("attendant", "/supervisor")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    attendant.page.route("**/api/cashier/sell-voucher", hold)
    attendant.by("sell-amount").fill("25")
    for _ in range(2):
        with attendant.page.expect_request("**/api/cashier/sell-voucher"):
            attendant.by("sell-go").click()
    assert len(held) == 2
    answers = [route.fetch() for route in held]
    codes = [answer.json()["result"]["code"] for answer in answers]
    for each, answer in zip(held, answers, strict=True):
        each.fulfill(response=answer)
    assert codes[0] == codes[1]
    expect(attendant.by("sold")).to_have_text("-".join(re.findall(".{1,4}", codes[0])))


def test_tb_52_a_hand_pay_is_confirmed_with_its_record_beside(house: Served, staff: Staff) -> None:
    with player_at(house.url, "punto-banco-video", house.patron(500_000)["token"]) as player:
        paper = player.do(player.terminal.ask("cash_out"))["id"]
        attendant = staff.at("attendant", "/supervisor")
        row = attendant.by(f"hand-pay-{paper}")
        row.get_by_text("Record").click()
        expect(row).to_contain_text(f"Hand pay called ({called(house, player)})")
        row.get_by_test_id("hand-pay-paid").click()
        expect(row).to_have_count(0)


def test_tb_70_a_page_of_the_staff_shows_nothing_to_who_has_no_such_role(house: Served, staff: Staff) -> None:
    table = opened(house, "not-yours", BACCARAT)
    for role, path in (("patron", "/supervisor"), ("patron", f"/croupier/{table}")):
        screen = staff.at(role, path)
        expect(screen.by("sign-in")).to_be_visible()
        expect(screen.page.get_by_test_id("supervisor")).to_have_count(0)
        expect(screen.page.locator("[data-testid^=button-]")).to_have_count(0)


def test_gui_04_staff_sign_in_through_the_attendant_button_and_the_patron_is_there_again_after(
    browser: Browser, house: Served
) -> None:
    with browser.new_context(viewport={"width": 1366, "height": 768}, locale="en-GB") as context:
        terminal = Terminal(context.new_page(), house.url)
        terminal.open("punto-banco-internal")
        patron = terminal.api("/api/me")["patron"]
        terminal.press("attendant")
        terminal.by("staff-sign-in").click()
        for password in ("wrong", house.passwords["attendant"]):
            terminal.by("sign-in-name").fill("attendant")
            terminal.by("sign-in-password").fill(password)
            terminal.by("sign-in-go").click()
            if password == "wrong":  # it opens nothing
                expect(terminal.by("sign-in-problem")).to_have_text("The name or the password is wrong.")
        expect(terminal.by("signed-in")).to_have_text("attendant")
        terminal.by("sign-out").click()
        terminal.by("balance").first.wait_for()
        assert terminal.api("/api/me")["patron"] == patron


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("role", "path"),
    [
        ("croupier", "/croupier/plain-baccarat"),
        ("croupier", "/croupier/plain-seven"),
        ("supervisor", "/supervisor"),
        ("attendant", "/supervisor"),
        ("auditor", "/supervisor"),
    ],
)
def test_gui_18_axe_finds_nothing_on_the_staffs_screens(
    staff: Staff, role: str, path: str, size: str
) -> None:
    screen = staff.at(role, path, size)
    expect(screen.by("signed-in")).to_have_text(role)
    screen.page.wait_for_load_state("networkidle")
    nothing_found(screen.page)
    sideways = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert screen.page.evaluate(sideways) <= 0


@pytest.mark.parametrize(
    ("language", "word"), [("es", "Llamar al supervisor"), ("de", "Aufsicht rufen"), ("zh", "呼叫主管")]
)
def test_the_staff_choose_their_language(staff: Staff, language: str, word: str) -> None:
    croupier = staff.at("croupier", "/croupier/plain-baccarat")
    expect(croupier.by("signed-in")).to_be_visible()
    croupier.page.get_by_test_id("staff-language").select_option(language)
    try:
        expect(croupier.by("button-supervisor")).to_contain_text(word)
    finally:
        croupier.page.get_by_test_id("staff-language").select_option("en")
        expect(croupier.by("button-supervisor")).to_contain_text("Call supervisor")
