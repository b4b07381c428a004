"""Everything baccarat says has a text, and no text waits for a fact it is not given.

What the texts say is for readers to judge.
"""

from __future__ import annotations

import json
from itertools import product
from string import Formatter

import pytest
from hypothesis import given

from cutcard.cards import parse_card, parse_cards
from cutcard.games.baccarat.bets import CATALOGUE, bet_about, bet_name, line_name
from cutcard.games.baccarat.coup import NO_CARD_IS_DUE, Coup, Side, due, take
from cutcard.games.baccarat.rules import BankerPays, Rules
from cutcard.games.baccarat.settle import reasons
from cutcard.games.baccarat.wagers import together
from cutcard.games.baccarat.why import story
from cutcard.games.due import Card
from cutcard.games.reason import Reason
from cutcard.games.wagers import declared_clash
from cutcard.specials import Bet
from cutcard.texts import languages, say
from tests.counts.coups import coups
from tests.house.checkout import PACKAGE
from tests.random_play.coups import finished_coups

ENGLISH = PACKAGE / "texts" / "en"
TEXTS: dict[str, str] = {
    **json.loads((ENGLISH / "baccarat.json").read_text()),
    **json.loads((ENGLISH / "bets-baccarat.json").read_text()),
}
KING = parse_card("Kc")
WAGERED = [(bet.id, table) for bet in CATALOGUE for table in bet.paytables]
HOUSES = [Rules(banker_pays=each) for each in BankerPays]

# Families whose ranges a house may choose itself.
FAMILIES = ["hi-ti-2-2", "hi-ti-0-9", "grouped-player-5-6", "grouped-tie-1-2"]


def opened() -> list[Coup]:
    """Coups with every total of two cards on both sides and every third card; Banker draws a king."""
    worth_0_to_9 = parse_cards("Kc Ac 2c 3c 4c 5c 6c 7c 8c 9c")
    found = []
    for player, banker, third in product(worth_0_to_9, repeat=3):
        coup = Coup((KING, player), (KING, banker))
        while isinstance(waits_for := due(coup), Card):
            taken = take(coup, third if waits_for.to is Side.PLAYER else KING)
            assert isinstance(taken, Coup)
            coup = taken
        found.append(coup)
    return found


def all_reasons() -> set[str]:
    """Every key that some coup brings up under some pay table."""
    coup_reasons = [line for coup in opened() for line in story(coup)]
    for rules in HOUSES:
        for coup, _ in coups(8).values():
            coup_reasons += reasons(rules, coup, WAGERED)
    return {reason.key for reason in coup_reasons}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("bet_id", [*(bet.id for bet in CATALOGUE), *FAMILIES])
def test_every_bet_has_a_name_help_and_a_text_for_each_line(bet_id: str, language: str) -> None:
    assert say(bet_name(bet_id), language)
    assert say(bet_about(bet_id), language).endswith((".", "。"))
    assert all(say(line_name(bet_id, line.id), language) for line in CATALOGUE[bet_id].lines)


def test_families_are_named_with_their_numbers() -> None:
    assert say(bet_name("hi-ti-0-3")) == "Hi-Ti 0–3"
    assert say(bet_name("straight-up-player-7")) == "Player 7"
    assert say(line_name("grouped-tie-4-6", "win")) == "Tie with 4 to 6"
    assert line_name("kill", "ox-killed") == Reason("line.kill.ox-killed")


def test_families_are_named_with_their_numbers_in_every_language() -> None:
    assert say(bet_name("straight-up-player-7"), "es") == "Punto 7"
    assert say(bet_about("straight-up-banker-1"), "de").endswith("mit genau 1 Punkt gewinnt.")
    assert say(line_name("grouped-tie-4-6", "win"), "zh") == "4至6点和局"


@pytest.mark.parametrize("language", languages())
def test_the_names_of_bets_differ(language: str) -> None:
    names = [say(bet_name(bet.id), language) for bet in CATALOGUE]
    assert len(set(names)) == len(names)


@given(coup=finished_coups())
def test_tb_65_every_reason_can_be_say(coup: Coup) -> None:
    for rules in HOUSES:
        for reason in (*story(coup), *reasons(rules, coup, WAGERED)):
            assert all("{" not in say(reason, language) for language in languages())


def test_no_text_of_a_reason_is_left_over() -> None:
    by_cards = {key for key in TEXTS if key.startswith(("baccarat.why.lucky-nines", "baccarat.why.any-pair"))}
    never_shipped = {"baccarat.why.line_pushes"}
    written = {key for key in TEXTS if key.startswith("baccarat.")}
    assert written - by_cards - never_shipped == all_reasons() - by_cards
    lines = {f"baccarat.why.{bet.id}.{end}" for bet in card_bets() for end in ends(bet)}
    assert by_cards == lines


def card_bets() -> list[Bet[tuple[int, ...]]]:
    return [bet for bet in CATALOGUE if bet.sees != ("coup",)]


def ends(bet: Bet[tuple[int, ...]]) -> list[str]:
    return [*(line.id for line in bet.lines), "lose"]


def test_refusals_have_their_texts() -> None:
    koi = CATALOGUE["koi-7"]
    echo = Bet("echo", koi.sees, koi.lines, koi.paytables, needs=koi.id)
    refused = [
        NO_CARD_IS_DUE,
        together(Rules(both_sides=False), ["player", "banker"]),
        together(Rules(tie_with_side=False), ["player", "tie"]),
        together(Rules(), ["emperor-player", "emperor-banker"]),
        declared_clash([echo], [echo.id]),
    ]
    assert all(refusal is not None and say(refusal, each) for refusal in refused for each in languages())


def test_texts_are_whole_sentences_without_blanks_at_their_ends() -> None:
    assert all(text == text.strip() and text for text in TEXTS.values())
    assert all(field != "" for text in TEXTS.values() for _, field, _, _ in Formatter().parse(text))
