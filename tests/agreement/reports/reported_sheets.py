"""PAR sheets made by hand from published counts, for the reports to print. Counts nothing by the product."""

from __future__ import annotations

from math import comb

from cutcard.exact.sheet import BetSheet, Chart, Gain, MainSheet, MainSpread, Row, Sheet, Spread
from cutcard.money import LOSE, PUSH, Odds

UP = "23456789TA"
DEFINITION = "5f0c6b1d4e8a97320b6c1f58d7a94e03c2b5f6d81a79e4305cb2d6f81e97a043"
CUT_CARD = (
    "These figures are those of a fresh pack. A cut card's effect is not part of an exact number: "
    "see it by simulation, cutcard simulate."
)


def _bet(bet: str, name: str, table: str, total: int, paid: dict[str, tuple[int, str]]) -> BetSheet:
    rows = [Row(line, count, Odds.parse(odds)) for line, (count, odds) in paid.items()]
    lost = total - sum(row.count for row in rows)
    return BetSheet(bet, name, table, "own design", 8, total, (*rows, Row("lose", lost, LOSE)))


def perfect_pairs() -> BetSheet:
    """Two cards of eight decks: the same card twice, two of one colour, or of two colours."""
    return _bet(
        "perfect-pairs",
        "Perfect Pairs",
        "25-12-6",
        comb(416, 2),
        {
            "perfect-pair": (52 * comb(8, 2), "25:1"),
            "coloured-pair": (13 * 2 * 8 * 8, "12:1"),
            "mixed-pair": (13 * 4 * 8 * 8, "6:1"),
        },
    )


def three_cards() -> BetSheet:
    """21+3 on eight decks: twelve sequences, an ace being low or high."""
    suited_three = 52 * comb(8, 3)
    straight_flush = 12 * 4 * 8**3
    return _bet(
        "21-plus-3",
        "21+3",
        "100-40-25-10-5",
        comb(416, 3),
        {
            "suited-three-of-a-kind": (suited_three, "100:1"),
            "straight-flush": (straight_flush, "40:1"),
            "three-of-a-kind": (13 * comb(32, 3) - suited_three, "25:1"),
            "straight": (12 * 32**3 - straight_flush, "10:1"),
            "flush": (4 * comb(104, 3) - straight_flush - suited_three, "5:1"),
        },
    )


def endless() -> BetSheet:
    """Counts far beyond what a cell holds, without a common divisor."""
    return _bet(
        "bust", "Bust", "250-50", 10**40 + 1, {"bust-8-or-more": (0, "250:1"), "bust-3": (10**39, "5:2")}
    )


# casinoexploit.com/baccarat.html: ordered six-card deals of eight decks
DEALS, BANKER, PLAYER, TIE = (
    4_998_398_275_503_360,
    2_292_252_566_437_888,
    2_230_518_282_592_256,
    475_627_426_473_216,
)


def main_bets() -> tuple[BetSheet, ...]:
    """Baccarat's three main bets with commission on Banker."""
    push = Row("push", TIE, PUSH)

    def single_row(bet: str, name: str, table: str, *rows: Row) -> BetSheet:
        return BetSheet(bet, name, table, "the usual odds", 8, DEALS, rows)

    return (
        single_row("player", "Player", "1", Row("win", PLAYER, Odds(1)), push, Row("lose", BANKER, LOSE)),
        single_row(
            "banker",
            "Banker",
            "commission",
            Row("win", BANKER, Odds(19, 20)),
            push,
            Row("lose", PLAYER, LOSE),
        ),
        single_row("tie", "Tie", "8", Row("win", TIE, Odds(8)), Row("lose", DEALS - TIE, LOSE)),
    )


def _rows(written: str) -> dict[str, dict[str, str]]:
    rows = (line.split() for line in written.strip().splitlines())
    return {
        hand: {up: {"d": "Ds"}.get(code, code) for up, code in zip(UP, codes, strict=True)}
        for hand, codes in rows
    }


# Two public charts agree in all cells: 4–8 decks, S17, double after split, late surrender.
HARD = """
5 HHHHHHHHHH
6 HHHHHHHHHH
7 HHHHHHHHHH
8 HHHHHHHHHH
9 HDDDDHHHHH
10 DDDDDDDDHH
11 DDDDDDDDDH
12 HHSSSHHHHH
13 SSSSSHHHHH
14 SSSSSHHHHH
15 SSSSSHHHRH
16 SSSSSHHRRR
17 SSSSSSSSSS
18 SSSSSSSSSS
19 SSSSSSSSSS
20 SSSSSSSSSS
"""
SOFT = """
13 HHHDDHHHHH
14 HHHDDHHHHH
15 HHDDDHHHHH
16 HHDDDHHHHH
17 HDDDDHHHHH
18 SddddSSHHH
19 SSSSSSSSSS
20 SSSSSSSSSS
"""
PAIRS = """
2,2 PPPPPPHHHH
3,3 PPPPPPHHHH
4,4 HHHPPHHHHH
5,5 DDDDDDDDHH
6,6 PPPPPHHHHH
7,7 PPPPPPHHHH
8,8 PPPPPPPPPP
9,9 PPPPPSPPSS
T,T SSSSSSSSSS
A,A PPPPPPPPPP
"""


def blackjack(*bets: BetSheet) -> Sheet:
    """A blackjack profile with its strategy chart and these bets."""
    rules: dict[str, object] = {
        "decks": 8,
        "shuffle": "cut-card",
        "penetration": "1/2",
        "dealer_hits_soft_17": False,
        "second_card": "hole",
        "checks_under_ace": True,
        "checks_under_ten": True,
        "late_blackjack_returns": "nothing",
        "blackjack_pays": Odds(3, 2),
        "insurance": True,
        "insurance_pays": Odds(2),
        "double_on": "any",
        "double_after_split": "any",
        "max_split_depth": 3,
        "max_hands": 4,
        "hit_split_aces": False,
        "surrender": "late",
        "charlie": 0,
    }
    # E. Farmer's analyser: 8 decks, S17, double after split
    main = MainSheet(
        1 - 0.0043058063,
        1 - 0.0043291,
        1 - 0.0043291,
        1 - 0.0072021,
        "composition-dependent, one strategy for all split hands",
        1e-9,
        Chart(_rows(HARD), _rows(SOFT), _rows(PAIRS), insurance=False),
        MainSpread(_spread(1.3456789, 0.0431234), _spread(1.3467891, 0.0431235)),
    )
    return _sheet("american-live", "American live blackjack", "blackjack", rules, main, (), bets)


def _spread(variance: float, blackjacks: float) -> Spread:
    """Gains as they might be: all that is asked of them here is to be printed."""
    gains = {"2:1": 0.0512345, "3:2": blackjacks, "1:1": 0.3212345, "0:1": 0.0876543, "-1:1": 0.4212346}
    lost = 1 - sum(gains.values())
    return Spread(variance, 1e-11, tuple(Gain(*gain) for gain in {**gains, "-2:1": lost}.items()), 0.0021234)


def baccarat() -> Sheet:
    """Baccarat's main bets, and no other."""
    rules: dict[str, object] = {
        "decks": 8,
        "shuffle": "cut-card",
        "penetration": "0.95",
        "burn": "by-first-card",
        "banker_pays": "commission",
        "tie_pays": Odds(8),
    }
    return _sheet("punto-banco", "Punto Banco", "baccarat", rules, None, main_bets(), ())


def one_bet() -> Sheet:
    """A single bet on a pack that lacks two cards, as it was asked for by name."""
    return _sheet(
        "live-seven", "Live <blackjack> & more", "blackjack", {"decks": 8}, None, (), (endless(),), "As Kd"
    )


def _sheet(
    profile: str,
    name: str,
    game: str,
    rules: dict[str, object],
    main: MainSheet | None,
    main_bets: tuple[BetSheet, ...],
    bets: tuple[BetSheet, ...],
    removed: str = "",
) -> Sheet:
    return Sheet(
        profile=profile,
        name=name,
        game=game,
        version="0.1.0",
        definition=DEFINITION,
        rules=rules,
        decks=8,
        removed=tuple(removed.split()),
        main=main,
        main_bets=main_bets,
        bets=bets,
        notes=(CUT_CARD,),
    )


ALL = {
    "blackjack": blackjack(perfect_pairs(), three_cards()),
    "baccarat": baccarat(),
    "one bet": one_bet(),
}
