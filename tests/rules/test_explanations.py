"""A round explains itself: one plain line for every outcome and every card the dealer draws (TB-65)."""

from __future__ import annotations

import pytest

from cutcard.analysis.public.deal_blackjack import Wagers, play_round
from cutcard.cards import parse_cards
from cutcard.games.blackjack.rules import Rules
from cutcard.profiles import load
from cutcard.texts.catalogue import catalogue

NO_HOLE = "second_card=none"
LEFT = "unneeded_hole_card=left"

# Profile, changes, cards, decisions, bets; then the reason of the last outcome and the dealer's last.
ROUNDS = [
    ("multihand-online", "", "Th 6d 6c 9d Ts", "hit", "", "bust", "dealer_second_card_only"),
    ("multihand-online", LEFT, "Th 6d 6c 9d Ts", "hit", "", "bust", "card_stays_face_down"),
    ("multihand-online", "", "As 6d Kc Td", "", "", "blackjack_pays", "dealer_second_card_only"),
    ("multihand-etg", NO_HOLE, "As 6d Kc", "", "", "blackjack_pays", "dealer_not_needed"),
    ("multihand-online", "", "As Td Kc Ad", "", "", "both_blackjack", "dealer_ends_with_blackjack"),
    ("multihand-online", "", "9h Td 9c Ad", "", "", "dealer_blackjack", "dealer_ends_with_blackjack"),
    ("multihand-online", "", "Th 6d 6c Td Ks", "stand", "", "dealer_bust", "dealer_is_bust"),
    ("multihand-online", "", "Th 7d 9c Td", "stand", "", "higher", "dealer_stands"),
    ("multihand-online", "", "Th 7d 7c Td", "stand", "", "equal", "dealer_stands"),
    ("multihand-online", "", "Th 7d 6c Td", "stand", "", "lower", "dealer_stands"),
    ("multihand-online", "", "Th 7d 6c Td", "surrender", "", "surrendered", "dealer_stands"),
    ("american-live", "", "Th As 6c Td", "surrender", "", "surrendered_early", "dealer_ends_with_blackjack"),
    ("american-live", "", "Th 6s 9c Ad 2h", "stand", "", "equal", "dealer_stands"),
    ("multihand-online", "", "Th 6s 9c Ad", "stand", "", "higher", "dealer_stands_on_soft_17"),
    (
        *("multihand-etg", f"{NO_HOLE} surrender=late", "Th Kd 6c Ad", "surrender", ""),
        *("surrender_beaten", "dealer_ends_with_blackjack"),
    ),
    (
        *("multihand-etg", f"{NO_HOLE} charlie=5", "2h Kd 2c 2d 2s 3c Ad", "hit hit hit", ""),
        *("charlie_beaten", "dealer_ends_with_blackjack"),
    ),
    (
        *("multihand-etg", f"{NO_HOLE} charlie=5", "2h Kd 2c 2d 2s 3c 9d", "hit hit hit", ""),
        *("charlie", "dealer_stands"),
    ),
    (
        *("multihand-etg", f"{NO_HOLE} charlie=5 charlie_beats_blackjack=true dealer_draws_to_end=true"),
        *("2h Kd 2c 2d 2s 3c Ad", "hit hit hit", "", "charlie_stands", "dealer_ends_with_blackjack"),
    ),
    ("live-seven", "", "6h Kd 5c Ad 9c", "double", "", "double_returned", "dealer_ends_with_blackjack"),
    (
        *("multihand-etg", f"{NO_HOLE} late_blackjack_returns=original-only", "8h Kd 8c Ts Tc Ad"),
        *("split stand stand", "", "stake_returned", "dealer_ends_with_blackjack"),
    ),
    ("multihand-online", "", "Th Ad 9c Td", "insure", "", "insurance_paid", "dealer_ends_with_blackjack"),
    ("multihand-online", "", "Th Ad 9c 8d", "insure stand", "", "insurance_lost", "dealer_stands"),
    ("live-seven", "", "Th 7d Tc 6d 4c", "stand", "player-pair=10", "special_paid", "dealer_stands"),
    ("live-seven", "", "Th 7d 9c Td", "stand", "player-pair=10", "special_lost", "dealer_stands"),
    ("live-seven", "", "Th 7d 6c 7s Ts", "hit", "dealer-pair=10", "special_paid", "dealer_second_card_only"),
]


def worded(key: str, said: str) -> bool:
    """Whether a line is the text of this key with its facts filled in."""
    parts = catalogue("en")[f"blackjack.{key}"].split("{")
    pieces = [parts[0], *(part.partition("}")[2] for part in parts[1:])]
    at = 0
    for piece in pieces:
        found = said.find(piece, at)
        if found < 0:
            return False
        at = found + len(piece)
    return True


def explained(profile: str, changes: str, cards: str, decisions: str, bets: str) -> tuple[str, str]:
    """The reason of the last outcome, and the last thing said of the dealer."""
    chosen = load(profile, dict(change.split("=") for change in changes.split()))
    assert isinstance(chosen.rules, Rules)
    placed = {name: int(stake) for name, _, stake in (bet.partition("=") for bet in bets.split())}
    wagers = Wagers.of(chosen.rules, 1, 100, placed)
    played = play_round(chosen, chosen.rules, parse_cards(cards), decisions.split(), wagers)
    return played["outcomes"][-1]["why"], played["story"][-1]


@pytest.mark.parametrize(("profile", "changes", "cards", "decisions", "bets", "why", "dealer"), ROUNDS)
def test_tb_65_a_round_explains_itself(
    profile: str, changes: str, cards: str, decisions: str, bets: str, why: str, dealer: str
) -> None:
    outcome, story = explained(profile, changes, cards, decisions, bets)
    assert worded(why, outcome), outcome
    assert worded(dealer, story), story


def test_every_reason_of_the_results_is_shown_by_a_round() -> None:
    shown = {f"blackjack.{key}" for *_, why, dealer in ROUNDS for key in (why, dealer)}
    known = {key for key in catalogue("en") if key.startswith("blackjack.")}
    said_on_the_way = {"blackjack.dealer_draws_below_17", "blackjack.dealer_hits_soft_17"}
    assert known - shown == said_on_the_way


def test_why_the_dealer_drew_each_card() -> None:
    chosen = load("american-live")
    assert isinstance(chosen.rules, Rules)
    wagers = Wagers.of(chosen.rules, 1, 100, {})
    played = play_round(chosen, chosen.rules, parse_cards("Th 2s 9c 4d Ah 9d 3c"), ["stand"], wagers)
    assert played["story"] == [
        "Dealer has 6 and draws: below 17 the dealer always takes a card.",
        "Dealer has a soft 17 and draws: this table hits soft 17.",
        "Dealer has 16 and draws: below 17 the dealer always takes a card.",
        "Dealer stands on 19.",
    ]
