"""What messages say of a table's buttons, speeds and wins, so that no screen has to know a rule.

Whether the buttons do what they say is tested with the commands.
"""

from __future__ import annotations

import ast
from typing import Any

import msgspec
import pytest

from cutcard.cards import parse_card
from cutcard.games.blackjack.options import Decision
from cutcard.games.reason import Refusal
from cutcard.profiles import Mode, contradictions, load
from cutcard.profiles.profile import Grade, Speed
from cutcard.server.realtime import commands
from cutcard.table import Moment, Settings, Table, Want, decide, evolve, new_table, want
from cutcard.table import commands as c
from cutcard.table import events as e
from cutcard.table.command import Source
from cutcard.table.follow import follow
from cutcard.table.settings import Limits
from cutcard.table.tempo import grade_of, result_ms
from cutcard.texts import languages, say, spoken_facts
from cutcard.views import help_page, info, own_view, public_view
from cutcard.views.croupier import croupier_view
from tests.house.checkout import PACKAGE, nodes
from tests.venue.house import settings, timed


class Sitting:
    """One table without money, cards or time of its own."""

    def __init__(self, profile: str, mode: Mode, **changes: Any) -> None:
        self.table: Table = new_table(settings(profile, mode, **changes))
        self.at_ms = 0
        self.do(c.OpenRound())

    def ask(self, command: c.Command) -> Any:
        return decide(self.table, command, Moment(self.at_ms, Source.CENTER, 100_000))

    def do(self, command: c.Command) -> None:
        decided = self.ask(command)
        assert not isinstance(decided, Refusal), decided
        for event in decided:
            evolve(self.table, event, self.at_ms)

    def follow(self) -> None:
        """Whatever happens by itself by now, the dispute time over."""
        for _ in range(2):
            while (event := follow(self.table, self.at_ms)) is not None:
                evolve(self.table, event, self.at_ms)
            self.at_ms += 60_000
            self.do(c.Tick())

    def own(self, patron: str) -> Any:
        return own_view(self.table, patron, 100_000, self.at_ms)


def seated(profile: str = "american-live") -> Sitting:
    sitting = Sitting(profile, Mode.LIVE)
    sitting.do(c.Join("ann"))
    sitting.do(c.TakeSeat("ann", 3))
    return sitting


def test_tb_22_a_seated_patron_can_refuse_bets_behind_and_take_them_again() -> None:
    sitting = seated()
    assert "refuse_behind@3" in sitting.own("ann").can
    assert sitting.own("ann").behind_refused == ()
    sitting.do(c.RefuseBehind("ann", 3, True))
    assert "take_behind@3" in sitting.own("ann").can
    assert "refuse_behind@3" not in sitting.own("ann").can
    assert sitting.own("ann").behind_refused == (3,)
    assert not public_view(sitting.table, 0).seats[2].behind_refused, "from the next round on"


def test_tb_22_where_there_are_no_bets_behind_nothing_is_refused() -> None:
    sitting = seated("live-seven")
    assert not any("behind" in button for button in sitting.own("ann").can)
    assert sitting.ask(c.RefuseBehind("ann", 3, True)).code == "no_bets_behind"


def test_gui_32_a_croupier_is_offered_to_open_the_bets_only_where_that_would_be_taken() -> None:
    sitting = Sitting("live-seven", Mode.LIVE)
    sitting.do(c.VoidRound("misdeal", "sue"))
    assert "open_round" in croupier_view(sitting.table).can
    sitting.do(c.Pause("break", "sue"))
    assert "open_round" not in croupier_view(sitting.table).can
    assert sitting.ask(c.OpenRound()).code == "round_is_running"
    sitting.do(c.Resume("sue"))
    sitting.do(c.CloseTable("sue"))
    assert "open_round" not in croupier_view(sitting.table).can


def test_gui_04_a_place_can_be_reserved_and_says_for_how_long() -> None:
    sitting = seated()
    assert "reserve" in sitting.own("ann").can
    assert info(sitting.table.deal.settings).reserve_ms == 180_000
    sitting.do(c.Reserve("ann"))
    sitting.at_ms = 50_000
    assert sitting.own("ann").reserved_ms == 130_000
    assert "reserve" not in sitting.own("ann").can
    assert public_view(sitting.table, 0).seats[2].reserved
    sitting.do(c.PlaceBet("ann", "main", 1_000, 3))
    assert sitting.own("ann").reserved_ms is None
    assert not public_view(sitting.table, 0).seats[2].reserved


def test_gui_04_a_terminal_that_comes_back_by_itself_ends_no_reservation() -> None:
    sitting = seated()
    sitting.do(c.Reserve("ann"))
    for command in (c.GoAway("ann"), c.ComeBack("ann"), c.Join("ann")):
        sitting.do(command)
        assert sitting.own("ann").reserved_ms is not None
    sitting.do(c.Leave("ann"))
    assert not sitting.table.patrons.reserved


def test_gui_10_the_speeds_are_those_of_the_profile() -> None:
    etg = settings("multihand-etg", Mode.INTERNAL)
    assert info(etg).speeds == ("slow", "normal", "fast")
    turbo = timed(etg, speed=False)
    assert info(turbo).speeds == ("normal", "turbo")
    assert info(timed(turbo, turbo=False)).speeds == ()
    assert info(settings("multihand-etg", Mode.VIDEO)).speeds == ()


def test_gui_10_the_chosen_speed_is_shown() -> None:
    sitting = Sitting("multihand-etg", Mode.INTERNAL, owner="ann")
    sitting.do(c.Join("ann"))
    assert sitting.own("ann").speed == "normal"
    sitting.do(c.SetSpeed("ann", sitting.table.patrons.places["ann"].speed.FAST))
    assert sitting.own("ann").speed == "fast"
    shared = Sitting("multihand-etg", Mode.VIDEO)
    shared.do(c.Join("ann"))
    assert shared.own("ann").speed is None


@pytest.mark.parametrize(
    ("won", "grade"),
    [(-100, None), (0, None), (1, "regular"), (299, "regular"), (300, "nice"), (999, "nice"), (1000, "big")],
)
def test_gui_12_a_win_is_graded_by_how_many_times_all_stakes_it_is(won: int, grade: str | None) -> None:
    line = e.LineShare(1, 0, "main", "", "", 100, 100 + won)
    assert grade_of(settings("koi-bacc", Mode.VIDEO), e.SettledShare(100, 100 + won, (line,))) == grade


def test_gui_12_the_grades_are_sent_with_how_long_each_lasts() -> None:
    table = timed(settings("koi-bacc", Mode.VIDEO), animation_s=2, nice_win_s=0, big_win_s=7, nice_win_from=5)
    assert [(win.grade, win.from_times, win.lasts_ms) for win in info(table).wins] == [
        ("regular", 0, 2_000),
        ("nice", 5, 2_000),
        ("big", 10, 9_000),
    ]
    assert [win.grade for win in info(table).wins] == list(Grade)


def test_gui_12_a_big_win_begins_above_a_nice_one() -> None:
    koi = load("koi-bacc")
    wrong = msgspec.structs.replace(koi, table=msgspec.structs.replace(koi.table, nice_win_from=11))
    assert contradictions(wrong) == ("a big win begins at 10 times, below a nice one at 11",)


def test_pf_03_no_private_round_is_shorter_than_the_law_has_it() -> None:
    hasty = timed(settings("koi-bacc", Mode.INTERNAL, jurisdiction="unhurried"), result_s=0, animation_s=0)
    table = new_table(hasty)
    table.clock.bets_closed_ms, table.clock.at_ms = 10_000, 11_500
    assert result_ms(table, ()) == 3_500
    table.clock.at_ms = 20_000
    assert result_ms(table, ()) == 0


def beads(**changes: Any) -> list[bool]:
    each = [settings("punto-banco", mode, **changes) for mode in Mode]
    return [info(kind).features["bead_plate"] for kind in each]


def test_gui_15_the_bead_plate_is_shown_in_video_mode_unless_the_house_says_otherwise() -> None:
    assert beads() == [mode is Mode.VIDEO for mode in Mode]
    assert beads(bead_plate=True) == [True] * 4
    assert beads(bead_plate=False) == [False] * 4


@pytest.mark.parametrize("language", languages())
def test_tb_65_a_decision_that_is_not_offered_is_named_in_words(language: str) -> None:
    refused = Refusal("not_offered", {"decision": Decision.HIT.value})
    assert "@" not in say(refused, language)
    assert "hit " not in say(refused, language)
    assert spoken_facts(refused) == {"decision": "@screen.decision_hit"}, "screens get a text's key"


@pytest.mark.parametrize("language", languages())
def test_gui_10_a_speed_that_cannot_be_chosen_is_named_in_words(language: str) -> None:
    said = {say(Refusal("no_such_speed", {"speed": speed.value}), language) for speed in Speed}
    assert len(said) == len(Speed)
    assert not [line for line in said if "@" in line]


def test_tb_64_what_others_call_a_patron_is_put_in_and_never_said() -> None:
    (join,) = (shape for shape, command in commands.COMMANDS.items() if command is c.Join)
    assert join.__struct_fields__ == ("table",)
    assert commands.patron_command(join("t"), "p-7f3a", "Dora") == c.Join("p-7f3a", "Dora")


def test_tb_30_a_dispute_before_the_cards_is_too_early_not_too_late() -> None:
    sitting = seated()
    assert sitting.ask(c.Dispute("ann", "now")).code == "deal_comes_first"


def test_no_setting_is_left_that_nobody_reads() -> None:
    read = {node.attr for _, node in nodes(PACKAGE) if isinstance(node, ast.Attribute)}
    assert [name for name in Settings.__struct_fields__ if name not in read] == []


SIX_AND_BLACKJACK = "As 6c Ks 5c"


def all_done(profile: str, cards: str = SIX_AND_BLACKJACK, **rules: Any) -> tuple[Table, Any]:
    """A live round whose only seat has blackjack at once; the table and what it tells when all is over."""
    sitting = Sitting(profile, Mode.LIVE, **rules)
    sitting.do(c.Join("ann"))
    sitting.do(c.TakeSeat("ann", 1))
    sitting.do(c.PlaceBet("ann", "main", 1_000, 1))
    sitting.do(c.CloseBets("croupier"))
    for card in cards.split():
        match want(sitting.table):
            case Want.FACE_DOWN:
                sitting.do(c.DealFaceDown())
            case Want.TURN:
                sitting.do(c.TurnUp(parse_card(card)))
            case _:
                sitting.do(c.Deal(parse_card(card)))
    return sitting.table, public_view(sitting.table, 0)


def settled_now(table: Table) -> Any:
    """The view once the dispute time is over and the round is settled."""
    evolve(table, e.RoundSettled(table.deal.felt.shares()), 0)  # type: ignore[union-attr]
    return public_view(table, 0)


def test_bj_20_a_hand_that_stayed_hidden_is_shown_as_such_and_never_by_its_up_card() -> None:
    table, _ = all_done("live-seven")
    view = settled_now(table)
    assert view.results[-1] == "hidden"
    assert (view.dealer.cards, view.dealer.total, view.dealer.state) == (("6c", "??"), 0, "hidden")
    assert (view.message.key, view.why[-1].key) == ("message.result.hidden", "blackjack.card_stays_face_down")

    table, _ = all_done("live-seven", "As 6c Ks", second_card="none")
    view = settled_now(table)
    assert (view.results[-1], view.message.key) == ("hidden", "message.result.undrawn")
    assert view.why[-1].key == "blackjack.dealer_not_needed"


def test_bj_20_tb_21_where_the_house_always_turns_the_card_the_croupier_is_asked_to() -> None:
    table, view = all_done("american-live")
    assert want(table) is Want.TURN
    assert view.results == ()
    table, _ = all_done("american-live", SIX_AND_BLACKJACK + " 5c")
    view = settled_now(table)
    assert (view.results[-1], view.dealer.cards, view.dealer.total) == ("11", ("6c", "5c"), 11)
    assert view.message.key == "message.result.dealer"
    assert view.why[-1].key == "blackjack.dealer_second_card_only"


def noted(profile: str, language: str = "en") -> str:
    """What stands beside the odds on Banker's field."""
    fields = info(settings(profile, Mode.VIDEO), language).fields
    return next(field.note for field in fields if field.bet == "banker")


def test_ba_05_bankers_field_says_what_is_pushed_or_paid_less() -> None:
    assert noted("dai-bacc") == noted("koi-bacc") == "three-card 7 pushes"
    assert noted("punto-banco-no-commission") == "winning 6 pays 1:2"
    assert noted("punto-banco") == ""
    assert noted("koi-bacc", "de") == "7 mit drei Karten: Einsatz zurück"


@pytest.mark.parametrize(
    ("profile", "places"),
    [
        ("koi-bacc", {"player": ("main", "player"), "tie": ("main", "tie"), "frog-6": ("special", "player")}),
        (
            "dai-bacc",
            {"banker": ("main", "banker"), "tiger-7": ("special", "banker"), "kill": ("special", "tie")},
        ),
        ("american-live", {"main": ("main", ""), "21-plus-3": ("special", ""), "behind": ("behind", "")}),
    ],
)
def test_gui_15_every_field_says_where_it_lies(profile: str, places: dict[str, tuple[str, str]]) -> None:
    where = {field.bet: (field.group, field.side) for field in info(settings(profile, Mode.LIVE)).fields}
    assert {bet: where[bet] for bet in places} == places


def test_gui_05_the_plate_has_the_limits_of_the_main_bets() -> None:
    sides = {"banker": Limits(200, 9000, 0), "tie": Limits(50, 90_000, 0)}
    at_baccarat = info(settings("punto-banco", Mode.LIVE, limits=sides))
    player = settings("punto-banco", Mode.LIVE).main
    assert (at_baccarat.stake_min, at_baccarat.stake_max) == (
        min(player.stake_min, 200),
        max(player.stake_max, 9000),
    )
    at_blackjack = settings("american-live", Mode.LIVE)
    assert info(at_blackjack).stake_min == at_blackjack.main.stake_min


def test_tb_22_one_may_bet_behind_others_while_bets_are_taken() -> None:
    sitting = seated()
    sitting.do(c.Join("bob"))
    behind = [button for button in sitting.own("bob").can if button.startswith("bet_behind@")]
    assert behind == ["bet_behind@3"]
    assert "bet_behind@3" not in sitting.own("ann").can, "not behind oneself"
    sitting.do(c.PlaceBet("ann", "main", 500, 3))
    sitting.do(c.CloseBets("croupier"))
    assert "bet_behind@3" not in sitting.own("bob").can


def test_rd_03_gui_11_the_house_says_whether_naturals_show_and_doubles_lie_across() -> None:
    usual = info(settings("punto-banco", Mode.VIDEO)).features
    plain = info(settings("punto-banco", Mode.VIDEO, naturals=False, double_sideways=False)).features
    assert (usual["naturals"], usual["double_sideways"]) == (True, True)
    assert (plain["naturals"], plain["double_sideways"]) == (False, False)


def test_bj_07_help_says_what_is_outside_the_payout_limit() -> None:
    def texts(profile: str, **changes: Any) -> list[str]:
        help_texts: list[str] = help_page(settings(profile, Mode.VIDEO, **changes))["texts"]
        return help_texts

    assert any("Doubles, splits and insurance" in line for line in texts("multihand-etg"))
    assert not any("Doubles" in line for line in texts("punto-banco"))
    assert any("when it is placed" in line for line in texts("punto-banco"))
    unlimited = Limits(100, 10_000, 0)
    assert not any("when it is placed" in line for line in texts("punto-banco", special=unlimited))
