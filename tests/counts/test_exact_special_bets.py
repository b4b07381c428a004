"""The product's counting of bets, against published figures and against the slow witnesses beside it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import perm
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutcard.cards import CARDS, RANKS, Pack, parse_cards, text
from cutcard.exact.bets.baccarat import CoupCounts, coup_counts, kind
from cutcard.exact.bets.counted import Counted, TooFewCards
from cutcard.exact.bets.removal import effect_of_removal
from cutcard.exact.bets.specials import count_bet
from cutcard.games import baccarat, blackjack
from cutcard.games.baccarat.coup import Winner, winner
from cutcard.money import Odds
from cutcard.specials import Bet, PayTable, paid_lines
from tests.counts import coups, special_bets
from tests.counts import published_baccarat as of_baccarat
from tests.counts import published_blackjack as of_blackjack

BLACKJACK, BACCARAT = blackjack.Rules(), baccarat.Rules()
STANDS, HITS = BLACKJACK, blackjack.Rules(dealer_hits_soft_17=True)
DECKS = (1, 6, 8)

EVERY_BET: list[tuple[Bet[Any], blackjack.Rules | baccarat.Rules]] = [
    *((bet, rules) for bet in blackjack.CATALOGUE for rules in (STANDS, HITS)),
    *((bet, BACCARAT) for bet in baccarat.CATALOGUE),
]

every_blackjack_table = pytest.mark.parametrize(
    ("bet", "table"),
    [(bet, table) for bet in blackjack.CATALOGUE for table in bet.paytables],
    ids=lambda part: part.id,
)
every_baccarat_table = pytest.mark.parametrize(
    ("bet", "table"),
    [(bet, table) for bet in baccarat.CATALOGUE for table in bet.paytables],
    ids=lambda part: part.id,
)


def of_blackjacks(bet_id: str, table_id: str, pack: Pack, rules: blackjack.Rules = BLACKJACK) -> Fraction:
    table = blackjack.CATALOGUE.paytable(bet_id, table_id)
    return count_bet(blackjack.CATALOGUE[bet_id], table, pack, rules).returned(table)


def of_baccarats(bet_id: str, table_id: str, pack: Pack) -> Fraction:
    table = baccarat.CATALOGUE.paytable(bet_id, table_id)
    return count_bet(baccarat.CATALOGUE[bet_id], table, pack, BACCARAT).returned(table)


def chances(counted: Counted) -> dict[str, Fraction]:
    """The probability of every outcome that comes."""
    return {ended: Fraction(count, counted.total) for ended, count in counted.counts if count}


@pytest.mark.parametrize(("bet_id", "table_id", "decks", "printed"), of_blackjack.EDGES)
def test_blackjack_edges_are_the_published_ones(bet_id: str, table_id: str, decks: int, printed: str) -> None:
    edge = 1 - of_blackjacks(bet_id, table_id, Pack.of_decks(decks))
    assert of_blackjack.as_printed(100 * edge, printed) == Fraction(printed)


@pytest.mark.parametrize(("decks", "stands", "hits"), of_blackjack.BUSTS)
def test_sb_21_bust_edges_are_the_published_ones(decks: int, stands: str, hits: str) -> None:
    for printed, rules in ((stands, STANDS), (hits, HITS)):
        edge = 1 - of_blackjacks("bust", "250-50-12-4-2-2", Pack.of_decks(decks), rules)
        assert of_blackjack.as_printed(100 * edge, printed) == Fraction(printed)


@pytest.mark.parametrize(("bet_id", "table_id", "decks", "printed", "source"), of_baccarat.EDGES)
def test_baccarat_edges_are_the_published_ones(
    bet_id: str, table_id: str, decks: int, printed: str, source: str
) -> None:
    edge = 1 - of_baccarats(bet_id, table_id, Pack.of_decks(decks))
    assert of_baccarat.as_printed(edge, printed), f"{source} prints {printed}"


@pytest.mark.parametrize("points", of_baccarat.TIES)
def test_sb_40_straight_up_ties_are_counted_as_published(points: int) -> None:
    count, _, printed = of_baccarat.TIES[points]
    bet = baccarat.CATALOGUE[f"straight-up-tie-{points}"]
    counted = count_bet(bet, bet.paytables[0], Pack.of_decks(8), BACCARAT)
    assert dict(counted.counts)["win"] == count
    assert of_baccarat.as_printed(1 - counted.returned(bet.paytables[0]), printed)


def test_sb_35_margins_are_counted_as_published() -> None:
    for place, bet_id in enumerate(("emperor-player", "emperor-banker")):
        bet = baccarat.CATALOGUE[bet_id]
        counted = count_bet(bet, bet.paytables[0], Pack.of_decks(8), BACCARAT)
        assert [*dict(counted.counts)] == [*of_baccarat.MARGINS, "lose"]
        for ended, count in counted.counts[:-1]:
            assert count == of_baccarat.MARGINS[ended][place]


def won_by(counted: CoupCounts, side: Winner) -> int:
    """How many deals this side wins; of Tie, nobody."""
    return sum(count for coup, count in counted.ways if winner(coup) is side)


@pytest.mark.parametrize("decks", of_baccarat.COUNTS)
def test_coups_are_counted_as_published(decks: int) -> None:
    counted = coup_counts(Pack.of_decks(decks))
    assert counted.total == of_baccarat.COUNTS[decks]["all"]
    for side in Winner:
        assert won_by(counted, side) == of_baccarat.COUNTS[decks][side]


def test_a_coup_takes_as_many_cards_as_published() -> None:
    # Wizard of Odds, 4-5-6
    counted = coup_counts(Pack.of_decks(8))
    dealt = Counter[int]()
    for coup, count in counted.ways:
        dealt[len(coup.player) + len(coup.banker)] += count
    parts = {cards: round(Fraction(count, counted.total), 6) for cards, count in dealt.items()}
    assert parts == {4: Fraction("0.378868"), 5: Fraction("0.303444"), 6: Fraction("0.317687")}
    mean = Fraction(sum(cards * count for cards, count in dealt.items()), counted.total)
    assert round(mean, 4) == Fraction("4.9388")


@pytest.mark.parametrize("decks", DECKS)
def test_every_kind_of_coup_is_counted_as_the_witness_does(decks: int) -> None:
    witnessed = {kind(coup): count for coup, count in coups.coups(decks).values()}
    counted = {kind(coup): count for coup, count in coup_counts(Pack.of_decks(decks)).ways}
    assert counted == witnessed


@every_baccarat_table
def test_baccarat_bets_are_counted_as_the_witness_does(bet: Bet[Any], table: PayTable) -> None:
    for decks in DECKS:
        counted = count_bet(bet, table, Pack.of_decks(decks), BACCARAT)
        found = {ended: chance for ended, chance in coups.chances(bet, table, decks).items() if chance}
        assert chances(counted) == found


@every_blackjack_table
def test_blackjack_bets_are_counted_as_the_witness_does(bet: Bet[Any], table: PayTable) -> None:
    for decks in DECKS:
        for rules in (STANDS, HITS):
            counted = count_bet(bet, table, Pack.of_decks(decks), rules)
            witnessed = special_bets.outcomes(bet, table, decks, rules.dealer_hits_soft_17)
            assert chances(counted) == witnessed


@every_blackjack_table
def test_outcomes_are_the_paid_lines_in_their_order_and_losing(bet: Bet[Any], table: PayTable) -> None:
    counted = count_bet(bet, table, Pack.of_decks(8), BLACKJACK)
    assert [ended for ended, _ in counted.counts] == [
        *(line.id for line, _ in paid_lines(bet, table)),
        "lose",
    ]


def test_ba_05_a_line_that_pays_nothing_counts_as_a_push() -> None:
    bet = baccarat.CATALOGUE["banker"]
    table = baccarat.CATALOGUE.paytable("banker", "three-card-seven-pushes")
    counted = count_bet(bet, table, Pack.of_decks(8), BACCARAT)
    assert [ended for ended, _ in counted.counts] == ["win", "push", "lose"]
    tied = of_baccarat.COUNTS[8][Winner.TIE]
    tiger = baccarat.CATALOGUE["tiger-7"]
    sevens = count_bet(tiger, tiger.paytables[0], Pack.of_decks(8), BACCARAT)
    assert dict(counted.counts)["push"] == tied + dict(sevens.counts)["three-card-seven"]


def test_a_pay_table_that_pushes_a_line_of_the_first_cards() -> None:
    pair = blackjack.CATALOGUE["pair"]
    table = PayTable("push", {"suited-pair": Odds(30), "non-suited-pair": Odds(0)})
    counted = count_bet(pair, table, Pack.of_decks(6), BLACKJACK)
    # Twice the combinations: deals have an order.
    assert counted == Counted(312 * 311, (("suited-pair", 1_560), ("push", 5_616), ("lose", 89_856)))


@pytest.mark.parametrize("bet_id", ["hi-ti-0-9", "grouped-player-1-9"])
def test_sb_41_a_range_with_a_houses_own_pay_table_is_counted_too(bet_id: str) -> None:
    counted = count_bet(
        baccarat.CATALOGUE[bet_id], PayTable("own", {"win": Odds(1)}), Pack.of_decks(8), BACCARAT
    )
    side = Winner.TIE if bet_id.startswith("hi-ti") else Winner.PLAYER
    assert dict(counted.counts)["win"] == of_baccarat.COUNTS[8][side]


def test_removed_cards_change_what_is_left_to_count() -> None:
    without_queens = Pack.of_decks(1).without(parse_cards("Qh Qs Qd Qc"))
    ladies = blackjack.CATALOGUE["lucky-ladies"]
    counted = count_bet(ladies, ladies.paytables[0], without_queens, BLACKJACK)
    assert counted.total == perm(48, 4)
    assert dict(counted.counts)["queen-of-hearts-pair"] == 0
    assert counted.probability("any-20") > 0


def test_a_pair_cannot_come_where_no_rank_is_there_twice() -> None:
    one_suit = Pack.of_decks(1).without(card for card in CARDS if text(card)[1] != "s")
    assert of_baccarats("any-pair-player", "11:1", one_suit) == 0
    assert of_blackjacks("perfect-pairs", "25-12-6", one_suit) == 0
    assert of_blackjacks("21-plus-3", "9-9-9-9", one_suit) == 10


@pytest.mark.parametrize(("cards", "enough"), [(5, False), (6, True)])
def test_a_coup_needs_six_cards(cards: int, enough: bool) -> None:
    pack = Pack.of_decks(1).without(CARDS[cards:])
    if enough:
        assert coup_counts(pack).total == 720
    else:
        with pytest.raises(TooFewCards):
            coup_counts(pack)


@pytest.mark.parametrize(("bet_id", "least"), [("pair", 2), ("21-plus-3", 3), ("lucky-aces", 4)])
def test_a_bet_needs_the_cards_it_sees(bet_id: str, least: int) -> None:
    bet = blackjack.CATALOGUE[bet_id]
    for cards in (least - 1, least):
        pack = Pack.of_decks(1).without(CARDS[cards:])
        if cards == least:
            assert count_bet(bet, bet.paytables[0], pack, BLACKJACK).total == perm(cards, cards)
        else:
            with pytest.raises(TooFewCards):
                count_bet(bet, bet.paytables[0], pack, BLACKJACK)


@pytest.mark.parametrize(
    ("cards", "enough"),
    [("2c 2d 2h", False), ("Tc 7d", True), ("Tc 6d", False), ("Tc 6d 5h", True), ("", False), ("Tc", False)],
)
def test_sb_21_the_dealer_may_run_out_of_cards(cards: str, enough: bool) -> None:
    left = set(parse_cards(cards))
    pack = Pack.of_decks(1).without(card for card in CARDS if card not in left)
    bet = blackjack.CATALOGUE["bust"]
    if enough:
        assert count_bet(bet, bet.paytables[0], pack, BLACKJACK).total == perm(pack.size, pack.size)
    else:
        with pytest.raises(TooFewCards):
            count_bet(bet, bet.paytables[0], pack, BLACKJACK)


packs = st.lists(st.integers(0, 8), min_size=52, max_size=52).map(
    lambda counts: Pack(tuple(counts), sum(counts))
)
small_packs = st.lists(st.sampled_from(CARDS), max_size=14).map(
    lambda cards: Pack(tuple(cards.count(card) for card in CARDS), len(cards))
)


@given(pack=packs | small_packs, data=st.data())
def test_any_pack_at_all_is_counted_to_its_last_deal_or_refused(pack: Pack, data: st.DataObject) -> None:
    bet, rules = data.draw(st.sampled_from(EVERY_BET))
    table = data.draw(st.sampled_from(bet.paytables))
    try:
        counted = count_bet(bet, table, pack, rules)
    except TooFewCards:
        # The dealer never takes more than thirteen: seven aces, a five, five more aces.
        assert pack.size < 6 or (bet.sees == ("dealer",) and pack.size < 13)
        return
    assert sum(count for _, count in counted.counts) == counted.total > 0
    assert all(count >= 0 for _, count in counted.counts)
    assert 0 <= counted.returned(table) <= 1 + max(odds.ratio for odds in table.pays.values())


def test_a_pack_beyond_64_bits_is_counted_all_the_same() -> None:
    assert coup_counts(Pack.of_decks(100)).total == perm(5_200, 6) > 2**63


# excelpunks.com, Concepts 16: how one card less of eight decks moves the probability that Player wins.
REMOVED = {"4": "-0.0000435175", "A": "-0.0000295798", "3": "-0.0000217068"} | dict.fromkeys(
    "TJQK", "-0.0000373810"
)


def test_effects_of_removal_are_the_published_ones() -> None:
    def player_wins(pack: Pack) -> Fraction:
        counted = coup_counts(pack)
        return Fraction(won_by(counted, Winner.PLAYER), counted.total)

    moved = effect_of_removal(player_wins, Pack.of_decks(8))
    assert "".join(moved) == RANKS
    assert {name: round(moved[name], 10) for name in REMOVED} == {
        name: Fraction(printed) for name, printed in REMOVED.items()
    }


@pytest.mark.parametrize("bet_id", ["match", "bust", "kk", "tie", "lucky-nines"])
def test_the_mean_effect_of_all_removals_is_nothing(bet_id: str) -> None:
    """A card removed unseen tells nothing: the next deal is as it was."""
    bet = next(bet for bet, _ in EVERY_BET if bet.id == bet_id)
    table = bet.paytables[0]
    pack = Pack.of_decks(2).without(parse_cards("Ks Kd 7c 9h 9h"))
    moved = effect_of_removal(
        lambda left: count_bet(bet, table, left, STANDS).returned(table), pack, bet.classes
    )
    copies = {name: sum(pack.counts[at::13]) for at, name in enumerate(RANKS)}
    assert sum(copies[name] * moved[name] for name in RANKS) == 0
    assert any(moved.values())


def test_a_rank_that_is_gone_has_no_effect_to_tell() -> None:
    pack = Pack.of_decks(1).without(parse_cards("5c 5d 5h 5s"))
    moved = effect_of_removal(lambda left: of_baccarats("any-pair-player", "11:1", left), pack)
    assert "".join(moved) == RANKS.replace("5", "")
    assert set(moved.values()) == {moved["A"]}
