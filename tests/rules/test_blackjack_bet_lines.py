"""Every line of every special bet, shown by cards. Read: bet, the cards it sees, the line they make."""

from __future__ import annotations

import re

import pytest

from cutcard.cards import parse_cards
from cutcard.games.blackjack.specials import CATALOGUE
from cutcard.money import Odds
from cutcard.specials import PayTable, outcome, pays

# Where a hand needs saying why, the reason stands behind it.
SHOWN = """
SB-01   lucky-aces            Ac Ad Ah As        four-aces
SB-01   lucky-aces            Ad Ad Ad Ad        four-aces                   even all of one suit
SB-01   lucky-aces            Ac Ac 9h Ac        three-aces-suited
SB-01   lucky-aces            Ac Ac 9h Ad        three-aces
SB-01   lucky-aces            As 2c 9h As        two-aces-suited             one of them the dealer's
SB-01   lucky-aces            As 2c 9h Ad        two-aces                    diamonds add nothing here
SB-01   lucky-aces            2c Ad 9h Ts        ace-of-diamonds
SB-01   lucky-aces            2c 3d 9h Ah        one-ace
SB-01   lucky-aces            2c 3d 9h Kh        lose

SB-02   21-plus-3             9h 9h 9h           suited-three-of-a-kind
SB-02   21-plus-3             9h 7h 8h           straight-flush
SB-02   21-plus-3             9h 9h 9d           three-of-a-kind
SB-02   21-plus-3             Ah 2c 3d           straight                    an ace is low
SB-02   21-plus-3             Kh Ac Qd           straight                    or high
SB-02   21-plus-3             Kh Ac 2d           lose                        but not round the corner
SB-02   21-plus-3             Kh Ah 2h           flush                       and so no straight flush
SB-02   21-plus-3             2h 9h Kh           flush
SB-02   21-plus-3             2h 2c 3h           lose

SB-03   lucky-lucky           7d 7d 7d           suited-777
SB-03   lucky-lucky           8d 6d 7d           suited-678
SB-03   lucky-lucky           7d 7d 7c           777
SB-03   lucky-lucky           8d 6d 7c           678
SB-03   lucky-lucky           Ts 9s 2s           suited-21
SB-03   lucky-lucky           Ts 9s 2d           21
SB-03   lucky-lucky           Ah 4s 6d           21                          the ace counts 11, not 1
SB-03   lucky-lucky           Ah Ts Td           21                          the ace counts 1
SB-03   lucky-lucky           As Ah 9c           21                          one ace counts 11, one 1
SB-03   lucky-lucky           As Ah 8c           any-20
SB-03   lucky-lucky           Ah Kh 9h           any-20                      suits matter at 21 only
SB-03   lucky-lucky           Ah 2h 6c           any-19
SB-03   lucky-lucky           9d 5d 5c           any-19
SB-03   lucky-lucky           Ah As Ad           lose                        3, 13, 23 or 33
SB-03   lucky-lucky           Td 8d 4c           lose

SB-04   c3                    Ah Ah Ah           highest-hearts
SB-04   c3                    Js Jc Js           jacks-in-black
SB-04   c3                    Jh Jc Js           triplets
SB-04   c3                    Ah Ad Ah           triplets                    red as well
SB-04   c3                    2h 9d Kh           red-carpet
SB-04   c3                    2s 9c Ks           lose

SB-05   top-21-plus-3         4c 4c 4c           suited-three-of-a-kind
SB-05   top-21-plus-3         Ac Kc Qc           straight-flush
SB-05   top-21-plus-3         4c 4d 4c           three-of-a-kind
SB-05   top-21-plus-3         4c 5d 6c           lose
SB-05   top-3                 4c 4c 4c           suited-three-of-a-kind
SB-05   top-3                 4c 5c 6c           straight-flush
SB-05   top-3                 4c 4d 4h           three-of-a-kind
SB-05   top-3                 4c 9c Kc           lose

SB-06   lucky-ladies          Qh Qh As Kd        queen-of-hearts-pair-and-dealer-blackjack
SB-06   lucky-ladies          Qh Qh Td Ac        queen-of-hearts-pair-and-dealer-blackjack
SB-06   lucky-ladies          Qh Qh As 9d        queen-of-hearts-pair
SB-06   lucky-ladies          Kc Kc 5s 6d        matched-20
SB-06   lucky-ladies          Kc Jc 5s 6d        suited-20
SB-06   lucky-ladies          Ac 9c 5s 6d        suited-20                   ace and nine count 20
SB-06   lucky-ladies          9h Ac 5s 6d        any-20
SB-06   lucky-ladies          Kc Kd 5s 6d        any-20                      of one rank only is not matched
SB-06   lucky-ladies          Qh Qd As Kd        any-20
SB-06   lucky-ladies          Kc 9c As Kd        lose
SB-06   lucky-ladies          Ac Ad As Kd        lose

SB-07   poker-3               Tc Jc Qc           straight-flush
SB-07   poker-3               Tc Tc Tc           three-of-a-kind             suited or not
SB-07   poker-3               Tc Jd Qc           straight
SB-07   poker-3               2c 7c Qc           flush
SB-07   poker-3               2c 7c Qd           lose

SB-08   poker-3-bonus         5s 5s 5s           suited-three-of-a-kind
SB-08   poker-3-bonus         5s 6s 4s           straight-flush
SB-08   poker-3-bonus         5s 5d 5h           three-of-a-kind
SB-08   poker-3-bonus         5s 6d 4s           lose

SB-09   19-plus               7s 7s 7s           suited-777
SB-09   19-plus               6s 7s 8s           suited-678
SB-09   19-plus               7s 7s 7h           777
SB-09   19-plus               6s 7s 8h           678
SB-09   19-plus               Ks 5s 6s           suited-21
SB-09   19-plus               Ks 5s 6h           21
SB-09   19-plus               Ks 5s 5h           any-20
SB-09   19-plus               Ks 4s 5h           any-19
SB-09   19-plus               Ks 4s 4h           lose

SB-10   kk                    Kd Kd              king-of-diamonds-pair
SB-10   kk                    Jc Jc              matched-20
SB-10   kk                    Kd Kh              any-20
SB-10   kk                    Kd Qd              any-20                      one king, but counting 20
SB-10   kk                    As 9d              any-20
SB-10   kk                    Ks As              one-king
SB-10   kk                    5s Kh              one-king
SB-10   kk                    Qs 9h              lose
SB-11   qq                    Qd Qd              queen-of-diamonds-pair
SB-11   qq                    Kd Kd              matched-20
SB-11   qq                    Qd Th              any-20
SB-11   qq                    Qd 2h              one-queen
SB-11   qq                    Kd 2h              lose
SB-12   jj                    Jd Jd              jack-of-diamonds-pair
SB-12   jj                    Ts Ts              matched-20
SB-12   jj                    Jd Jh              any-20
SB-12   jj                    Jd Ah              one-jack
SB-12   jj                    7d 7d              lose

SB-13   pair                  8c 8c              suited-pair
SB-13   pair                  8c 8s              non-suited-pair
SB-13   pair                  Tc Jc              lose                        equal in value, not in rank

SB-14   match                 8c 8c 8c           two-suited
SB-14   match                 8d 8c 8c           one-suited-one-non-suited
SB-14   match                 9d 8c 8c           one-suited
SB-14   match                 8d 8h 8c           two-non-suited
SB-14   match                 8d 9c 8c           one-non-suited
SB-14   match                 9c 9c 8c           lose                        a pair, but not with the up card

SB-15   suits                 Qh Kh              suited-king-and-queen
SB-15   suits                 2h Kh              suited
SB-15   suits                 Kh Kh              suited
SB-15   suits                 Qh Kd              lose

SB-16   blackjack-bonus       Ah Th              suited-blackjack
SB-16   blackjack-bonus       Kd Ah              same-colour-blackjack
SB-16   blackjack-bonus       Ks Ah              lose
SB-16   blackjack-bonus       9h Ah              lose

SB-17   a-2                   4c 4d 4h           three-of-a-kind
SB-17   a-2                   6c 4d 5h           one-card-spread
SB-17   a-2                   Ac Qd Kh           one-card-spread             an ace is highest
SB-17   a-2                   4c 7d 6h           two-card-spread
SB-17   a-2                   4c Td 9h           all-other-spreads
SB-17   a-2                   2c Ad Kh           all-other-spreads
SB-17   a-2                   4c 8d 6h           all-other-spreads           three ranks between, or more
SB-17   a-2                   4c 8d 8h           lose                        on the edge is not between
SB-17   a-2                   4c 5d 4h           lose                        nothing fits between neighbours
SB-17   a-2                   4c 4d 5h           lose                        nor between a pair
SB-17   a-2                   2c 4d Ah           lose                        an ace is never low

SB-18   sevens                7c 7c 7c           three-sevens-suited
SB-18   sevens                7c 7c 7d           three-sevens
SB-18   sevens                7c 7c 2d           two-sevens-suited
SB-18   sevens                7c 7d 2d           two-sevens
SB-18   sevens                7c 2d 7c           first-card-seven            the second card breaks it
SB-18   sevens                7c 2d 3d           first-card-seven
SB-18   sevens                2d 7c 7c           lose                        the first card must be a seven

SB-19   qq-as-lucky-ladies    Qh Qh Ad Jd        queen-of-hearts-pair-and-dealer-blackjack
SB-19   qq-as-lucky-ladies    Qh Qh Ad 2d        queen-of-hearts-pair
SB-19   qq-as-lucky-ladies    Qd Qd Ad Jd        matched-20
SB-19   qq-as-lucky-ladies    Qd Td Ad Jd        suited-20
SB-19   qq-as-lucky-ladies    Qd Th Ad Jd        any-20
SB-19   qq-as-lucky-ladies    Qd 9h Ad Jd        lose

SB-20   perfect-pairs         As As              perfect-pair
SB-20   perfect-pairs         2d 2h              coloured-pair
SB-20   perfect-pairs         Th Tc              mixed-pair
SB-20   perfect-pairs         Th Jh              lose
SB-20   player-pair           3c 3c              perfect-pair
SB-20   player-pair           3c 3s              coloured-pair
SB-20   player-pair           3c 3d              mixed-pair
SB-20   player-pair           3c 4c              lose
SB-20   dealer-pair           Kh Kh              perfect-pair
SB-20   dealer-pair           Kh Kd              coloured-pair
SB-20   dealer-pair           Kh Ks              mixed-pair
SB-20   dealer-pair           Kh Qh              lose

SB-21   bust                  2c 2d 2h 2s 2c 3d 3h Ts         bust-8-or-more
SB-21   bust                  Ac Ac Ad Ah As As 6c 4d Ts      bust-8-or-more    nine cards
SB-21   bust                  2c 2d 2h 3s 3c 4d Ts            bust-7
SB-21   bust                  2c 3d 2h 3s 4c Td               bust-6
SB-21   bust                  2c 3d 4h 5s Jc                  bust-5
SB-21   bust                  5c 3d 6h 9s                     bust-4
SB-21   bust                  Tc 6d 6h                        bust-3
SB-21   bust                  Tc 6d 5h                        lose              21 is no bust
SB-21   bust                  Ac 5d 9h 6s                     lose              nor with the ace as 1
SB-21   bust                  Ac Kd                           lose              nor is a blackjack
"""


def _read(shown: str) -> list[tuple[str, str, str]]:
    """Bet, cards and line of each row; the id in front and the reason behind are for people."""
    rows = (re.split(r"\s{2,}", row) for row in shown.splitlines() if row)
    return [(bet_id, cards, line) for _, bet_id, cards, line, *_ in rows]


ROWS = _read(SHOWN)


@pytest.mark.parametrize(("bet_id", "cards", "line"), ROWS)
def test_the_cards_make_this_line(bet_id: str, cards: str, line: str) -> None:
    ended = outcome(CATALOGUE[bet_id], CATALOGUE.paytable(bet_id), parse_cards(cards))
    assert ended.id == line
    assert ended.pays == CATALOGUE.paytable(bet_id).pays.get(line, Odds(-1))


def test_every_line_that_the_first_pay_table_pays_is_shown() -> None:
    shown = {(bet_id, line) for bet_id, _, line in ROWS}
    paid = {(bet.id, line) for bet in CATALOGUE for line in bet.paytables[0].pays}
    assert {row for row in shown if row[1] != "lose"} == paid
    assert {bet for bet, line in shown if line == "lose"} == {bet.id for bet in CATALOGUE}


def test_sb_02_without_its_own_line_a_suited_three_of_a_kind_is_three_of_a_kind() -> None:
    flat = CATALOGUE.paytable("21-plus-3", "9-9-9-9")
    assert outcome(CATALOGUE["21-plus-3"], flat, parse_cards("9h 9h 9h")).id == "three-of-a-kind"


def test_sb_17_a_pay_table_may_set_three_ranks_between_apart() -> None:
    published = CATALOGUE.paytable("a-2", "30-12-6-4-1")
    ended = outcome(CATALOGUE["a-2"], published, parse_cards("4c 8d 6h"))
    assert (ended.id, str(ended.pays)) == ("three-card-spread", "4:1")


def test_cards_of_an_unpaid_line_fall_to_the_next_paid_line_that_fits() -> None:
    aces = CATALOGUE["lucky-aces"]
    two_or_one = PayTable("two or one", pays("two-aces 10:1, one-ace 1:1"))
    assert outcome(aces, two_or_one, parse_cards("Ac Ad Ah As")).id == "two-aces"
    assert outcome(aces, two_or_one, parse_cards("2c Ad 3h 4s")).id == "one-ace"
    match = CATALOGUE["match"]
    single = PayTable("single", pays("one-suited 10:1, one-non-suited 3:1"))
    assert outcome(match, single, parse_cards("8c 8c 8c")).id == "one-suited"
    assert outcome(match, single, parse_cards("8d 8h 8c")).id == "one-non-suited"


def test_sb_10_one_king_that_counts_20_is_not_one_king() -> None:
    only_one = PayTable("only one", pays("one-king 1:1"))
    assert outcome(CATALOGUE["kk"], only_one, parse_cards("Kd 9h")).id == "one-king"
    assert outcome(CATALOGUE["kk"], only_one, parse_cards("Kd Qd")).id == "lose"
    assert outcome(CATALOGUE["kk"], only_one, parse_cards("Kd Kh")).id == "lose"


def test_sb_05_top_3_stands_alone_where_top_21_plus_3_does_not() -> None:
    assert CATALOGUE["top-21-plus-3"].lines == CATALOGUE["top-3"].lines
    assert CATALOGUE["top-21-plus-3"].needs == "21-plus-3"
    assert CATALOGUE["top-3"].needs is None


def test_sb_19_has_two_pay_tables_of_its_own() -> None:
    own = {table.id for table in CATALOGUE["qq-as-lucky-ladies"].paytables}
    assert len(own) == 2
    assert not own & {table.id for table in CATALOGUE["lucky-ladies"].paytables}


def test_sb_21_bust_is_left_out_of_bet_all_and_nothing_else_is() -> None:
    assert [bet.id for bet in CATALOGUE if not bet.in_bet_all] == ["bust"]
