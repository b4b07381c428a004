"""Coups as they are read aloud: what was dealt, what was said, what each bet came to.

Nothing is staked here; odds are what a bet comes to.
"""

from __future__ import annotations

import pytest

from cutcard.cards import parse_cards
from cutcard.games.baccarat.bets import CATALOGUE
from cutcard.games.baccarat.coup import Coup, Side, due, take
from cutcard.games.baccarat.rules import BankerPays, Rules
from cutcard.games.baccarat.settle import outcomes, paytable_in_force, reasons, view
from cutcard.games.baccarat.why import story
from cutcard.games.due import NOTHING, Card
from cutcard.games.reason import Reason
from cutcard.money import Odds
from cutcard.specials import PayTable, pays

COMMISSION = Rules()
SIX_HALF = Rules(banker_pays=BankerPays.SIX_HALF)
SEVEN_PUSHES = Rules(banker_pays=BankerPays.THREE_CARD_SEVEN_PUSHES)


def dealt(player: str, banker: str) -> Coup:
    """The coup with these cards, each taken when it was due; too few or too many fail."""
    cards = {Side.PLAYER: list(parse_cards(player)), Side.BANKER: list(parse_cards(banker))}
    coup = Coup()
    while isinstance(waits_for := due(coup), Card):
        taken = take(coup, cards[waits_for.to].pop(0))
        assert isinstance(taken, Coup)
        coup = taken
    assert not any(cards.values())
    return coup


PLAYER_WINS = dealt("Kc 7d", "Kd 6s")
TIE_AT_SEVEN = dealt("Kc 7d", "Qd 7s")
BANKER_THREE_CARD_SEVEN = dealt("Kc 2d 2h", "2c 2s 3h")
BANKER_TWO_CARD_SEVEN = dealt("Kc 6d", "Kd 7s")
BANKER_THREE_CARD_SIX = dealt("2h 2d 7c", "Kc 4s 2c")
BANKER_TWO_CARD_SIX = dealt("Ah Kd Kc", "Kh 6c")
TIGER_BEATS_OX = dealt("Kc 2d 4h", "Kd 3s 4c")
SEVENS_TIE = dealt("Kc 2d 5c", "Kh 4s 3d")
SIXES_TIE = dealt("Kc 2d 4h", "Kd 2s 4c")


def ended(rules: Rules, coup: Coup, *bets: str) -> list[str]:
    """Each outcome as it is called: its line and odds."""
    return [f"{end.id} {end.pays}" for end in outcomes(rules, coup, [(bet, None) for bet in bets])]


@pytest.mark.parametrize(
    ("rules", "coup", "player", "banker", "tie"),
    [
        (COMMISSION, PLAYER_WINS, "win 1:1", "lose -1:1", "lose -1:1"),
        (COMMISSION, TIE_AT_SEVEN, "push 0:1", "push 0:1", "win 8:1"),
        (COMMISSION, BANKER_THREE_CARD_SEVEN, "lose -1:1", "win 19:20", "lose -1:1"),
        (COMMISSION, BANKER_THREE_CARD_SIX, "lose -1:1", "win 19:20", "lose -1:1"),
        (SIX_HALF, BANKER_THREE_CARD_SIX, "lose -1:1", "six 1:2", "lose -1:1"),
        (SIX_HALF, BANKER_TWO_CARD_SIX, "lose -1:1", "six 1:2", "lose -1:1"),
        (SIX_HALF, BANKER_THREE_CARD_SEVEN, "lose -1:1", "win 1:1", "lose -1:1"),
        (SEVEN_PUSHES, BANKER_THREE_CARD_SEVEN, "lose -1:1", "push 0:1", "lose -1:1"),
        (SEVEN_PUSHES, BANKER_TWO_CARD_SEVEN, "lose -1:1", "win 1:1", "lose -1:1"),
        (SEVEN_PUSHES, BANKER_THREE_CARD_SIX, "lose -1:1", "win 1:1", "lose -1:1"),
        (SEVEN_PUSHES, TIE_AT_SEVEN, "push 0:1", "push 0:1", "win 8:1"),
        (Rules(tie_pays=Odds(9)), TIE_AT_SEVEN, "push 0:1", "push 0:1", "win 9:1"),
    ],
)
def test_ba_05_main_bets(rules: Rules, coup: Coup, player: str, banker: str, tie: str) -> None:
    assert ended(rules, coup, "player", "banker", "tie") == [player, banker, tie]


def test_sb_30_tiger_7_is_paid_while_banker_is_returned() -> None:
    tiger = ended(SEVEN_PUSHES, BANKER_THREE_CARD_SEVEN, "banker", "tiger-7", "koi-7")
    assert tiger == ["push 0:1", "three-card-seven 40:1", "three-card-seven 40:1"]
    assert ended(SEVEN_PUSHES, BANKER_TWO_CARD_SEVEN, "tiger-7") == ["lose -1:1"]


def test_sb_31_ox_6_is_paid_beside_player() -> None:
    ox = ended(SEVEN_PUSHES, dealt("Kc 2d 4h", "Kd 5s 8c"), "player", "ox-6", "frog-6")
    assert ox == ["win 1:1", "three-card-six 40:1", "three-card-six 40:1"]
    assert ended(SEVEN_PUSHES, dealt("Kc 6d", "Kd 2s 3h"), "ox-6") == ["lose -1:1"]


def test_sb_32_both_tiger_and_kill_win_when_tiger_beats_ox() -> None:
    killed = ended(SEVEN_PUSHES, TIGER_BEATS_OX, "tiger-7", "ox-6", "kill")
    assert killed == ["three-card-seven 40:1", "lose -1:1", "ox-killed 30:1"]


@pytest.mark.parametrize(
    ("player", "banker", "kill"),
    [
        ("Kc 2d 4h", "Kd 6s", "ox-killed"),  # three-card 6 ties two-card 6
        ("Kc 7d", "Kd 5s 2h", "tiger-killed"),  # two-card 7 ties three-card 7
        ("Kc 2d 6h", "Kd 4s 3h", "tiger-killed"),  # three-card 7 loses to 8
        ("Kc 2d 4h", "Kd 5s 8c", "lose"),  # three-card 6 wins
        ("Kc 2d 2h", "2c 2s 3h", "lose"),  # three-card 7 wins against no 6
        ("Kc 6d", "Kd 7s", "lose"),  # two cards only
    ],
)
def test_sb_32_kill(player: str, banker: str, kill: str) -> None:
    (end,) = outcomes(SEVEN_PUSHES, dealt(player, banker), [("kill", None)])
    assert end.id == kill


def test_sb_33_and_sb_34_frog_6_and_koi_7_lose_on_ties() -> None:
    assert ended(SEVEN_PUSHES, SEVENS_TIE, "koi-7", "kill") == ["lose -1:1", "tiger-killed 30:1"]
    assert ended(SEVEN_PUSHES, SIXES_TIE, "frog-6", "kill") == ["lose -1:1", "ox-killed 30:1"]


@pytest.mark.parametrize(
    ("player", "banker", "on_player", "on_banker"),
    [
        ("Kc 9d", "Kd Qs", "natural", "lose"),  # by nine, but a natural
        ("Kc 8d", "Kd 9s", "lose", "natural"),
        ("Kc 8d", "Kd 8s", "push", "push"),
        ("Kc 7d", "Qd 7s", "lose", "lose"),  # a tie of no naturals
        ("Kc 2d 7h", "Kd 5s 5h", "by-9", "lose"),
        ("Kc Td Ah", "Kd 3s 6h", "lose", "by-8"),
        ("Kc 7d", "Kd 5s 8h", "by-4", "lose"),
        ("Kc 7d", "Kd 5s 9h", "lose", "lose"),  # by three
    ],
)
def test_sb_35_emperor(player: str, banker: str, on_player: str, on_banker: str) -> None:
    ends = outcomes(SEVEN_PUSHES, dealt(player, banker), [("emperor-player", None), ("emperor-banker", None)])
    assert [end.id for end in ends] == [on_player, on_banker]


@pytest.mark.parametrize(
    ("player", "banker", "plain", "suited"),
    [
        ("9c 9d", "9h 9s", "four-nines 1000:1", "four-nines 1000:1"),
        ("9c 9c", "9c As", "three-nines 50:1", "three-nines-suited 500:1"),
        ("9c 9d", "9h Qs", "three-nines 50:1", "three-nines 35:1"),
        ("9c Kd", "9c As", "two-nines 10:1", "two-nines-suited 16:1"),
        ("9c Kd", "9d As", "two-nines 10:1", "two-nines 5:1"),
        ("9d Kd", "Ac As", "one-nine 1:1", "nine-of-diamonds 2:1"),
        ("9c Kd", "Ac As", "one-nine 1:1", "one-nine 1:1"),
        ("Kc Td 9h", "4c 3s", "lose -1:1", "lose -1:1"),  # a third card does not count
    ],
)
def test_sb_36_lucky_nines(player: str, banker: str, plain: str, suited: str) -> None:
    with_suits = CATALOGUE.paytable("lucky-nines", "1000-500-35-16-5-2-1")
    ends = outcomes(COMMISSION, dealt(player, banker), [("lucky-nines", None), ("lucky-nines", with_suits)])
    assert [f"{end.id} {end.pays}" for end in ends] == [plain, suited]


def test_sb_37_super_6_by_pay_table() -> None:
    tables = [("super-6", table) for table in CATALOGUE["super-6"].paytables]
    three, two = (
        [f"{end.id} {end.pays}" for end in outcomes(SIX_HALF, coup, tables)]
        for coup in (BANKER_THREE_CARD_SIX, BANKER_TWO_CARD_SIX)
    )
    assert three == ["six 12:1", "six 15:1", "three-card-six 23:1", "three-card-six 20:1"]
    assert two == ["six 12:1", "six 15:1", "two-card-six 12:1", "two-card-six 12:1"]
    assert ended(SIX_HALF, SIXES_TIE, "super-6") == ["lose -1:1"]


def test_sb_38_any_pair_on_either_side() -> None:
    nines = CATALOGUE.paytable("any-pair-player", "20-11")
    both = [("any-pair-player", nines), ("any-pair-banker", None)]
    assert [e.id for e in outcomes(COMMISSION, dealt("9c 9h", "Jc Jd"), both)] == ["nines", "pair"]
    assert [e.id for e in outcomes(COMMISSION, dealt("4c 4h", "Jc Qd"), both)] == ["pair", "lose"]
    assert ended(COMMISSION, dealt("9c 9h", "Jc Qd"), "any-pair-player", "any-pair-banker") == [
        *("pair 11:1", "lose -1:1")
    ]


def test_sb_39_to_sb_41_a_total_in_a_range() -> None:
    bets = "hi-ti-7-9 hi-ti-4-6 straight-up-tie-7 straight-up-player-7 grouped-tie-7-9 grouped-player-7-9"
    assert ended(SEVEN_PUSHES, TIE_AT_SEVEN, *bets.split()) == [
        *("win 21:1", "lose -1:1", "win 45:1", "lose -1:1", "win 21:1", "lose -1:1")
    ]
    bets = (
        "straight-up-player-7 straight-up-player-6 grouped-player-7-9 grouped-banker-4-6 straight-up-banker-6"
    )
    assert ended(SEVEN_PUSHES, PLAYER_WINS, *bets.split()) == [
        *("win 21:2", "lose -1:1", "win 2:1", "lose -1:1", "lose -1:1")
    ]


def test_the_pay_table_in_force() -> None:
    chosen = PayTable("house", pays("three-card-seven 39:1"))
    assert paytable_in_force(SIX_HALF, "banker").id == "six-half"
    assert paytable_in_force(Rules(tie_pays=Odds(9)), "tie", chosen).id == "9:1"
    assert paytable_in_force(COMMISSION, "koi-7", chosen) is chosen
    assert paytable_in_force(COMMISSION, "koi-7").id == "40:1"


def test_a_bet_sees_its_cards_in_their_order() -> None:
    coup = dealt("2h 2d 7c", "Kc 4s 2c")
    assert view(CATALOGUE["lucky-nines"], coup) == parse_cards("2h 2d Kc 4s")
    assert view(CATALOGUE["any-pair-banker"], coup) == parse_cards("Kc 4s")
    assert view(CATALOGUE["banker"], coup) is coup


def test_only_a_finished_coup_is_settled() -> None:
    with pytest.raises(AssertionError):
        outcomes(COMMISSION, Coup(parse_cards("2h 2d"), parse_cards("Kc 4s")), [("banker", None)])
    with pytest.raises(AssertionError):
        reasons(COMMISSION, Coup(), [])


def keys(coup: Coup) -> list[str]:
    return [reason.key.removeprefix("baccarat.") for reason in story(coup)]


@pytest.mark.parametrize(
    ("player", "banker", "why"),
    [
        ("Kc 9d", "Kd 2s", "natural.player result.player"),
        ("Kc 2d", "Kd 8s", "natural.banker result.banker"),
        ("Kc 8d", "Kd 8s", "natural.both result.tie"),
        ("Kc 7d", "Kd 6s", "player.stands banker.stands_after_stand result.player"),
        ("Kc 6d", "Kd 5s 2s", "player.stands banker.draws_after_stand result.banker"),
        ("Kc 2d 8h", "Kd 3s", "player.draws banker.stands_against result.banker"),
        ("Kc 2d 7h", "Kd 3s 2s", "player.draws banker.draws_against result.player"),
        ("Kc 2d 8h", "Kd 2s 2h", "player.draws banker.draws_always result.banker"),
        ("Kc 2d 8h", "Kd 7s", "player.draws banker.stands_always result.banker"),
    ],
)
def test_tb_65_the_coup_explains_itself(player: str, banker: str, why: str) -> None:
    assert keys(dealt(player, banker)) == why.split()


def test_tb_65_a_coup_under_way_explains_what_has_happened() -> None:
    assert keys(Coup(parse_cards("Kc 2d"), parse_cards("Kd"))) == []
    assert keys(Coup(parse_cards("Kc 2d"), parse_cards("Kd 3s"))) == ["player.draws"]
    assert keys(Coup(parse_cards("Kc 2d 4h"), parse_cards("Kd 3s"))) == [
        "player.draws",
        "banker.draws_against",
    ]
    assert keys(Coup(parse_cards("Kc 6d"), parse_cards("Kd 3s"))) == [
        *("player.stands", "banker.draws_after_stand")
    ]
    facts = story(Coup(parse_cards("Kc 2d 4h"), parse_cards("Kd 3s")))[1].facts
    assert facts == {"total": 3, "third": 4}


def test_tb_65_each_bet_says_why() -> None:
    why = reasons(
        SEVEN_PUSHES, BANKER_THREE_CARD_SEVEN, [("banker", None), ("koi-7", None), ("hi-ti-0-3", None)]
    )
    facts = {"player": 4, "banker": 7}
    assert why == (
        Reason("baccarat.why.three_card_seven_pushes", {**facts, "odds": "0:1"}),
        Reason("baccarat.why.koi-7.three-card-seven", {**facts, "odds": "40:1"}),
        Reason("baccarat.why.hi-ti.lose", {**facts, "low": 0, "high": 3, "odds": "-1:1"}),
    )


def test_tb_65_a_line_that_only_returns_the_stake_says_so() -> None:
    house = PayTable("house", pays("nines 20:1, pair 0:1"))
    (why,) = reasons(COMMISSION, dealt("4c 4h", "Jc 7d"), [("any-pair-player", house)])
    assert why.key == "baccarat.why.line_pushes"


def test_nothing_is_due_after_the_last_card() -> None:
    assert due(TIGER_BEATS_OX) is NOTHING
