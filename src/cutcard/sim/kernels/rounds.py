"""A whole blackjack round, followed through tables: any positions, splits to any depth. Holds no rule.

It runs as it stands: loading a compiler takes seconds, and a small run is done by then. What a block of
rounds needs of it is compiled by `stages`; what a GPU needs is written again in ``gpu.cu``.

``game`` is a compiled game (`layout`), ``ended`` the classes that hands have ended as, ``pairs`` counts hands
by class and end.
"""

from __future__ import annotations

from typing import Any

from cutcard.sim.compile.layout import (
    BIAS,
    DRAWS,
    END_BLACKJACK,
    END_NONE,
    HIT,
    SECOND_CARD,
    SPLIT,
    WHOLE_HAND,
)
from cutcard.sim.compile.tables import Row
from cutcard.sim.kernels.bets import Bets, Lookups, bets_demand, settle_dealer, settle_position
from cutcard.sim.kernels.shoe import Shoe


def play_position(game: Row, shoe: Shoe, hand: int, up: int) -> list[int]:
    """Plays one position's hands to their ends; gives what they have ended as."""
    head, row = game
    act = head.act + up * head.hands_most * head.hands
    waiting: list[int] = []
    ended: list[int] = []
    while True:
        does = row[act + hand]
        if does == SPLIT:
            hand = row[head.half + hand]
            waiting.append(hand)
            act += head.hands
            continue
        if does >= HIT:
            hand = row[head.after + 10 * hand + row[head.value + shoe.draw()]]
            if does == HIT:
                continue
            does = row[head.doubled + hand]
        ended.append(does)
        if not waiting:
            return ended
        hand = waiting.pop()


def position_demand(game: Row, possible: int, ended: Any, first: int, count: int) -> int:
    """How far the dealer must play for the hands of one position, which are ``count`` from ``first`` on."""
    head, row = game
    classes = (head.busts - head.need) // 2
    need = head.need + possible * classes
    most, busted = 0, 0
    for i in range(first, first + count):
        most = max(most, row[need + ended[i]])
        busted += row[head.busts + ended[i]]
    if possible and head.busts_matter and busted > 1:
        most = max(most, SECOND_CARD)
    return most


def position_net(game: Row, ended: Any, first: int, count: int, end: int, pairs: Any) -> int:
    """What a position gains, in units; its hands are counted by class and end."""
    head, row = game
    net, beaten = 0, 0
    for i in range(first, first + count):
        pairs[8 * ended[i] + end] += 1
        if end == END_BLACKJACK and count > 1:
            net += row[head.split_pays + ended[i]] - BIAS
            beaten += 1 - row[head.spared + ended[i]]
        else:
            net += row[head.pays + 8 * ended[i] + end] - BIAS
    if beaten > 0:
        net += head.flat - BIAS
    return net


def play_dealer(game: Row, shoe: Shoe, up: int, second_at: int, demand: int) -> tuple[int, int, int]:
    """The dealer's hand as far as somebody needs it: the end, where the second card lies, how many cards.

    ``second_at`` is where the second card lies, or -1 where it has not been dealt.
    """
    head, row = game
    if demand < SECOND_CARD:
        return END_NONE, -1, 1
    if second_at < 0:
        second_at = shoe.at
        shoe.draw()
    dealer = after_two(game, up, row[head.value + shoe.cards[second_at]])
    cards = 2
    while demand == WHOLE_HAND and row[head.dealer_end + dealer] == DRAWS:
        dealer = row[head.dealer_after + 10 * dealer + row[head.value + shoe.draw()]]
        cards += 1
    end = row[head.dealer_end + dealer]
    return end if demand == WHOLE_HAND or end == END_BLACKJACK else END_NONE, second_at, cards


def after_two(game: Row, up: int, second: int) -> int:
    """The dealer's hand of two cards, by value."""
    head, row = game
    first: int = row[head.dealer_after + up]
    both: int = row[head.dealer_after + 10 * first + second]
    return both


def open_round(
    game: Row, shoe: Shoe, positions: int, up: int, found: bool
) -> tuple[list[int], list[list[int]], int]:
    """The first hands, what has ended (given up early, or stopped by a blackjack), how many are insured."""
    head, row = game
    offers, insured = row[head.offers + up], 0
    hands: list[int] = []
    ended: list[list[int]] = []
    for p in range(shoe.start, shoe.start + positions):
        first = row[head.after + row[head.value + shoe.cards[p]]]
        hand = row[head.after + 10 * first + row[head.value + shoe.cards[p + positions + 1]]]
        hands.append(hand)
        if offers and row[head.early + hand]:
            ended.append([head.surrendered])
            continue
        if offers and head.insured and row[head.insurable + hand]:
            insured += 1
        ended.append([row[head.stopped + hand]] if found else [])
    return hands, ended, insured


def play_round(
    game: Row, shoe: Shoe, positions: int, demand: int, pairs: Any, lookups: Lookups
) -> tuple[int, int, int, int]:
    """One round: the gain in units, how the dealer ended, where the second card lies, how many cards it took.

    The second card lies at -1 where nobody was shown one. ``demand`` is how far the dealer must play in any
    case; ``lookups`` say when special bets want more.
    """
    head, row = game
    start = shoe.start
    for _ in range(2 * positions + 1 + head.hole):
        shoe.draw()
    up = row[head.value + shoe.cards[start + positions]]
    second_at = start + 2 * positions + 1 if head.hole else -1
    looks = row[head.looks + up]
    found = False
    if looks:
        both = after_two(game, up, row[head.value + shoe.cards[second_at]])
        found = row[head.dealer_end + both] == END_BLACKJACK
    hands, ended, insured = open_round(game, shoe, positions, up, found)
    end, cards = END_BLACKJACK, 2
    if not found:
        possible = row[head.blackjacks + up] and not looks
        if insured > 0 and possible:
            demand = max(demand, SECOND_CARD)
        if len(lookups.matters) > 0:
            demand = max(demand, bets_demand(shoe.cards, start, positions, looks, lookups))
        for p in range(positions):
            ended[p] = ended[p] or play_position(game, shoe, hands[p], up)
            demand = max(demand, position_demand(game, possible, ended[p], 0, len(ended[p])))
        end, second_at, cards = play_dealer(game, shoe, up, second_at, demand)
    net = sum(position_net(game, classes, 0, len(classes), end, pairs) for classes in ended)
    if insured > 0:
        net += insured * ((head.insurance_won if end == END_BLACKJACK else head.insurance_lost) - BIAS)
    return net, end, second_at, cards


def play_rounds(
    game: Row, shoe: Shoe, rounds: int, positions: int, whole: int, nets: Any, pairs: Any, bets: Bets
) -> None:
    """So many rounds: gains are counted in ``nets``, joint outcomes and squares of gains in ``bets``."""
    gains, squares = bets.gains, bets.squares
    for _ in range(rounds):
        shoe.next_round()
        net, end, second_at, cards = play_round(game, shoe, positions, whole, pairs, bets.lookups)
        nets[len(nets) // 2 + net] += 1
        gains[:] = 0
        for p in range(positions):
            settle_position(shoe.cards, shoe.start, positions, p, second_at, bets)
        if len(bets.counts.bust) > 0:
            settle_dealer(end, cards, positions, bets)
        if positions > 1:
            for b in range(len(gains)):
                squares[b] += gains[b] * gains[b]
