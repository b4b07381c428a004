"""What a round came to for a patron: won, stakes back, net. The words are the vocabulary's.

Won are the winnings of winning wagers. All else that is handed back is stakes back.
"""

from __future__ import annotations

import pytest

from cutcard.cards import parse_card
from cutcard.profiles import Mode
from cutcard.table import commands as c
from cutcard.table.betting.winnings import Handed, handed
from cutcard.table.events import LineShare, SettledShare
from cutcard.table.tempo import grade_of
from cutcard.views.messages.tables import OwnView
from tests.narration.test_table_info import Sitting
from tests.venue.house import settings

WON = LineShare(1, 0, "main", "win", "1:1", 1500, 3000)
PUSHED = LineShare(2, 0, "main", "push", "0:1", 1000, 1000)
SURRENDERED = LineShare(2, 0, "main", "surrender", "-1:2", 1000, 500)
LOST = LineShare(3, 0, "main", "lose", "-1:1", 2000, 0)


def share(*lines: LineShare) -> SettledShare:
    return SettledShare(sum(line.stake for line in lines), sum(line.returned for line in lines), lines)


@pytest.mark.parametrize(
    ("lines", "won", "back", "net"),
    [
        ((WON,), 1500, 1500, 1500),
        ((WON, LOST), 1500, 1500, -500),
        ((WON, PUSHED), 1500, 2500, 1500),
        ((PUSHED,), 0, 1000, 0),
        ((SURRENDERED,), 0, 500, -500),
        ((LOST,), 0, 0, -2000),
    ],
)
def test_gui_06_won_is_what_winning_wagers_won_and_the_rest_is_stakes_back(
    lines: tuple[LineShare, ...], won: int, back: int, net: int
) -> None:
    came = handed(share(*lines))
    assert (came.won, came.stakes_back, came.net) == (won, back, net)
    assert came.returned == share(*lines).returned


def test_tb_33_a_refund_before_the_result_is_stakes_back_and_counts_as_staked() -> None:
    assert handed(share(WON), 700) == Handed(2200, 1500, 2200)
    assert handed(None, 700, 40) == Handed(700, 40, 700), "a void that pays special bets already won"


@pytest.mark.parametrize(
    ("lines", "grade"),
    [((WON,), "regular"), ((WON, LOST), "regular"), ((PUSHED,), None), ((SURRENDERED,), None)],
)
def test_gui_12_something_is_made_of_any_win_and_of_nothing_else(
    lines: tuple[LineShare, ...], grade: str | None
) -> None:
    assert grade_of(settings("koi-bacc", Mode.VIDEO), share(*lines)) == grade


def coup(cards: str, *wagers: tuple[str, int]) -> Sitting:
    """A live coup up to its last card, where the table settles at once."""
    sitting = Sitting("punto-banco", Mode.LIVE)
    sitting.do(c.Join("ann"))
    for bet, stake in wagers:
        sitting.do(c.PlaceBet("ann", bet, stake))
    sitting.do(c.CloseBets("cro"))
    sitting.do(c.Burn(parse_card("Ac")))
    sitting.do(c.Burn())
    for card in cards.split():
        sitting.do(c.Deal(parse_card(card)))
    return sitting


def settled(sitting: Sitting) -> OwnView:
    sitting.follow()
    own: OwnView = sitting.own("ann")
    return own


def test_gui_06_a_tie_pays_the_tie_and_hands_the_stake_on_player_back() -> None:
    own = settled(coup("9h 9s Tc Td", ("player", 1000), ("tie", 500)))
    assert own.result is not None
    assert (own.result.staked, own.result.won, own.result.stakes_back) == (1500, 4000, 1500)
    assert own.last_win == 4000
    assert {line.bet: (line.won, line.stakes_back) for line in own.lines} == {
        "player": (0, 1000),
        "tie": (4000, 500),
    }
    assert [(prize.bet, prize.won) for prize in own.paid] == [("tie", 4000)]


def test_gui_06_a_win_beside_a_loss_is_still_won_and_the_net_says_the_rest() -> None:
    own = settled(coup("9h 3s Tc Td", ("player", 1000), ("tie", 2000)))
    assert own.result is not None
    assert (own.result.won, own.result.stakes_back, own.result.net) == (1000, 1000, -1000)
    assert (own.last_win, own.win) == (1000, "regular")


def test_gui_12_nothing_is_made_of_a_win_once_bets_are_open_again() -> None:
    sitting = coup("9h 3s Tc Td", ("player", 1000))
    assert settled(sitting).win == "regular"
    sitting.at_ms += 60_000
    sitting.do(c.OpenRound())
    own = sitting.own("ann")
    assert own.win is None
    assert (own.result.round, own.result.won) == (1, 1000), "the round stays on the felt"


def test_tb_31_a_void_wins_nothing_and_hands_the_stakes_back() -> None:
    sitting = coup("9h 3s", ("player", 1000), ("tie", 2000))
    sitting.do(c.VoidRound("sue", "misdeal"))
    own = sitting.own("ann")
    assert own.result is not None
    assert own.result.void
    assert (own.result.staked, own.result.won, own.result.stakes_back, own.result.net) == (3000, 0, 3000, 0)
    assert (own.last_win, own.win) == (0, None)


def test_tb_31_a_void_before_no_more_bets_hands_the_chips_back() -> None:
    sitting = Sitting("punto-banco", Mode.LIVE)
    sitting.do(c.Join("ann"))
    sitting.do(c.PlaceBet("ann", "player", 700))
    sitting.do(c.VoidRound("sue", "wrong shoe"))
    own = sitting.own("ann")
    assert own.result is not None
    assert own.result.void
    assert own.result.stakes_back == 700
