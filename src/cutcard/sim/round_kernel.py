"""A whole blackjack round, followed through tables: any positions, splits to any depth. Holds no rule.

``head`` and ``row`` are a compiled game (`layout`). ``shoe`` is an array of cards of which ``at`` have been
dealt. The next card is picked among the rest by a random word and swapped into its place, so the
cards of a round lie in a row from where it started: first cards, up card, second cards, face-down
card, then as drawn. ``room`` is space for one round, ``pairs`` counts hands by class and end.
"""

from __future__ import annotations

from cutcard.sim.jit import njit
from cutcard.sim.layout import (
    ACT,
    AFTER,
    BIAS,
    BUSTS,
    BUSTS_MATTER,
    CHECK_ACE,
    CHECK_TEN,
    DEALER_AFTER,
    DEALER_END,
    DOUBLED,
    DRAWS,
    EARLY,
    END_BLACKJACK,
    END_NONE,
    FLAT,
    HALF,
    HANDS,
    HANDS_MAX,
    HANDS_MOST,
    HIT,
    HOLE,
    INSURABLE,
    INSURANCE_LOST,
    INSURANCE_WON,
    INSURED,
    NEED,
    PAYS,
    ROOM_COUNTS,
    ROOM_HANDS,
    ROOM_STACK,
    SECOND_CARD,
    SPARED,
    SPLIT,
    SPLIT_PAYS,
    STOPPED,
    SURRENDERED,
    VALUE,
    WHOLE_HAND,
)


@njit
def draw(shoe, size, at, word):
    """Puts the next card in its place and gives it. ``word`` has 32 random bits."""
    other = at + ((word * (size - at)) >> 32)
    card = shoe[other]
    shoe[other] = shoe[at]
    shoe[at] = card
    return card


@njit
def play_position(head, row, shoe, size, at, words, k, hand, up, room, place):
    """Plays one position's hands to their ends; gives where shoe and words are, and how many hands."""
    after, doubled, half, value = head[AFTER], head[DOUBLED], head[HALF], head[VALUE]
    act = head[ACT] + up * head[HANDS_MOST] * head[HANDS]
    waiting, count = 0, 0
    while True:
        does = row[act + hand]
        if does == SPLIT:
            hand = row[half + hand]
            room[ROOM_STACK + waiting] = hand
            waiting += 1
            act += head[HANDS]
            continue
        if does >= HIT:
            hand = row[after + 10 * hand + row[value + draw(shoe, size, at, words[k])]]
            at += 1
            k += 1
            if does == HIT:
                continue
            does = row[doubled + hand]
        room[place * HANDS_MAX + count] = does
        count += 1
        if waiting == 0:
            return at, k, count
        waiting -= 1
        hand = room[ROOM_STACK + waiting]


@njit
def position_demand(head, row, possible, room, place, count):
    """How far the dealer must play for the hands of one position."""
    classes = (head[BUSTS] - head[NEED]) // 2
    need, busts = head[NEED] + possible * classes, head[BUSTS]
    most, busted = 0, 0
    for i in range(count):
        ended = room[place * HANDS_MAX + i]
        most = max(most, row[need + ended])
        busted += row[busts + ended]
    if possible and head[BUSTS_MATTER] and busted > 1:
        most = max(most, SECOND_CARD)
    return most


@njit
def position_net(head, row, room, place, count, end, pairs):
    """What a position gains, in units; its hands are counted by class and end."""
    net, beaten = 0, 0
    for i in range(count):
        ended = room[place * HANDS_MAX + i]
        pairs[8 * ended + end] += 1
        if end == END_BLACKJACK and count > 1:
            net += row[head[SPLIT_PAYS] + ended] - BIAS
            beaten += 1 - row[head[SPARED] + ended]
        else:
            net += row[head[PAYS] + 8 * ended + end] - BIAS
    if beaten > 0:
        net += head[FLAT] - BIAS
    return net


@njit
def open_round(head, row, shoe, start, positions, up, found, room):
    """The first hands; those given up early, or stopped by a blackjack, are over. Gives how many insured."""
    after, value = head[AFTER], head[VALUE]
    insured = 0
    for p in range(positions):
        first = row[after + row[value + shoe[start + p]]]
        hand = row[after + 10 * first + row[value + shoe[start + positions + 1 + p]]]
        room[ROOM_HANDS + p] = hand
        room[ROOM_COUNTS + p] = 0
        if up == 0 and row[head[EARLY] + hand]:
            room[p * HANDS_MAX] = head[SURRENDERED]
            room[ROOM_COUNTS + p] = 1
        else:
            if up == 0 and head[INSURED] and row[head[INSURABLE] + hand]:
                insured += 1
            if found:
                room[p * HANDS_MAX] = row[head[STOPPED] + hand]
                room[ROOM_COUNTS + p] = 1
    return insured


@njit
def play_dealer(head, row, shoe, size, at, words, k, up, second_at, demand):
    """The dealer's hand as far as somebody needs it: shoe, words, the end, the second card, how many.

    ``second_at`` is where the second card lies, or -1 where it has not been dealt.
    """
    value, dealer_after, dealer_end = head[VALUE], head[DEALER_AFTER], head[DEALER_END]
    if demand < SECOND_CARD:
        return at, k, END_NONE, -1, 1
    if second_at < 0:
        draw(shoe, size, at, words[k])
        second_at = at
        at += 1
        k += 1
    dealer = row[dealer_after + 10 * row[dealer_after + up] + row[value + shoe[second_at]]]
    cards = 2
    while demand == WHOLE_HAND and row[dealer_end + dealer] == DRAWS:
        card = draw(shoe, size, at, words[k])
        dealer = row[dealer_after + 10 * dealer + row[value + card]]
        at += 1
        k += 1
        cards += 1
    end = row[dealer_end + dealer]
    return at, k, end if demand == WHOLE_HAND or end == END_BLACKJACK else END_NONE, second_at, cards


@njit
def finds_blackjack(head, row, up, second):
    """Whether these two cards of the dealer's, by value, are a blackjack."""
    both = row[head[DEALER_AFTER] + 10 * row[head[DEALER_AFTER] + up] + second]
    return row[head[DEALER_END] + both] == END_BLACKJACK


@njit
def bets_demand(shoe, start, positions, looked, classes, matters):
    """Whether some special bet still wants to see the dealer's second card."""
    known = len(matters) // 2
    for p in range(positions):
        place = (shoe[start + p] * 52 + shoe[start + positions + 1 + p]) * 52 + shoe[start + positions]
        if matters[looked * known + classes[place]]:
            return SECOND_CARD
    return 0


@njit
def play_round(head, row, shoe, size, at, words, k, positions, demand, room, pairs, classes, matters):
    """One round from here on.

    Gives where shoe and words are, the gain in units, how the dealer ended, where the dealer's second
    card lies (-1 where nobody was shown one), and how many cards the dealer has. ``demand`` is how
    far the dealer must play in any case; ``classes`` and ``matters`` say when special bets want more.
    """
    start = at
    for _ in range(2 * positions + 1 + head[HOLE]):
        draw(shoe, size, at, words[k])
        at += 1
        k += 1
    up = row[head[VALUE] + shoe[start + positions]]
    second_at = start + 2 * positions + 1 if head[HOLE] else -1
    looks = (up == 0 and head[CHECK_ACE] > 0) or (up == 9 and head[CHECK_TEN] > 0)
    found = looks and finds_blackjack(head, row, up, row[head[VALUE] + shoe[second_at]])
    insured = open_round(head, row, shoe, start, positions, up, found, room)
    end, cards = END_BLACKJACK, 2
    if not found:
        possible = 1 if up in (0, 9) and not looks else 0
        if insured > 0 and possible:
            demand = max(demand, SECOND_CARD)
        if len(matters) > 0:
            looked = 1 if looks else 0
            demand = max(demand, bets_demand(shoe, start, positions, looked, classes, matters))
        for p in range(positions):
            count = room[ROOM_COUNTS + p]
            if count == 0:
                hand = room[ROOM_HANDS + p]
                at, k, count = play_position(head, row, shoe, size, at, words, k, hand, up, room, p)
                room[ROOM_COUNTS + p] = count
            demand = max(demand, position_demand(head, row, possible, room, p, count))
        at, k, end, second_at, cards = play_dealer(head, row, shoe, size, at, words, k, up, second_at, demand)
    net = 0
    for p in range(positions):
        net += position_net(head, row, room, p, room[ROOM_COUNTS + p], end, pairs)
    if insured > 0:
        net += insured * ((head[INSURANCE_WON] if end == END_BLACKJACK else head[INSURANCE_LOST]) - BIAS)
    return at, k, net, end, second_at, cards


@njit
def finish_split(head, row, shoe, size, at, words, k, hand, up, second_at, room, pairs):
    """The rest of a round of one position that splits its first two cards: shoe, words, and the gain.

    ``second_at`` is where the dealer's second card lies if somebody has looked at it, else -1.
    """
    possible = 1 if up in (0, 9) and second_at < 0 else 0
    at, k, count = play_position(head, row, shoe, size, at, words, k, hand, up, room, 0)
    demand = position_demand(head, row, possible, room, 0, count)
    insured = up == 0 and head[INSURED] > 0 and row[head[INSURABLE] + hand] > 0
    if insured and possible:
        demand = max(demand, SECOND_CARD)
    at, k, end, _, _ = play_dealer(head, row, shoe, size, at, words, k, up, second_at, demand)
    net = position_net(head, row, room, 0, count, end, pairs)
    if insured:
        net += (head[INSURANCE_WON] if end == END_BLACKJACK else head[INSURANCE_LOST]) - BIAS
    return at, k, net
