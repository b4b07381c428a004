"""Every key that the product can utter has a text in every language, and every text its facts (TB-65).

Whether a text is well said is for its readers to judge.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from cutcard.games.blackjack.specials import CATALOGUE
from cutcard.games.reason import Reason, Refusal
from cutcard.ledger import refusal as ledger
from cutcard.texts import NoSuchText, languages, say, text
from cutcard.texts.catalogue import ARM, FACT, PLURAL, PLURALS, asks, catalogue
from tests.house.checkout import PACKAGE, nodes

ENGLISH = catalogue("en")
OTHERS = [language for language in languages() if language != "en"]

# Names and figures that a language may take over as they are.
ALIKE = {
    *("19", "20", "21", "6-7-8", "7-7", "7-7-7"),
    *("19+", "21+3", "A-2", "C3", "JJ", "KK", "QQ", "Hi-Ti {low}–{high}", "Lucky Lucky", "Poker 3", "Flush"),
    *("Blackjack", "Punto Banco", "Dai Bacc", "Koi Bacc", "Baccarat", "Charlie", "Naturals", "Chips"),
    *("17", "18", "BJ", "B", "P", "No", "no", "Normal", "Name", "Supervisor", "Terminal", "Fairness"),
    *("Deutsch", "English", "Español", "简体中文", "OK"),
    *("{road}: {color}", "{side}: {cards}. Total {total}", "{hand}: {cards}. Total {total}", "–"),
    *("{hand}: {decision}", "{patron}, {hand}: {decision}", "{bet}, {hand}: {stake}"),
}

# Every form that some number takes: the rules look at one, and at whole millions.
NUMBERS = [*range(200), 1_000_000, 1_000_001, 2_000_000]


def none(what: str, names: list[str]) -> None:
    """Nothing is wrong; what is, is named in full, since a comparison of lists would be cut short."""
    assert not names, f"{what} {', '.join(names)}"


def keys_of(file: Path) -> list[str]:
    return list(json.loads(file.read_text(encoding="utf-8")))


def called(node: ast.AST) -> tuple[str, str]:
    """The name and the first literal of a call such as ``Refusal("no_card_is_due")``; else nothing."""
    if not isinstance(node, ast.Call) or not node.args:
        return "", ""
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    first = node.args[0]
    if isinstance(first, ast.Constant) and isinstance(first.value, str):
        return name, first.value
    return "", ""


def uttered() -> Iterator[str]:
    """The key of every refusal and every reason that the product's code writes as a plain literal."""
    for _, node in nodes(PACKAGE):
        name, literal = called(node)
        if name == "Refusal":
            yield f"refused.{literal}"
        elif name == "Reason":
            yield literal


def literals() -> set[str]:
    """Every string in the product's code: a code may be handed on before it is refused with."""
    return {
        node.value
        for _, node in nodes(PACKAGE)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def test_tb_65_every_refusal_and_reason_is_worded() -> None:
    keys = sorted(set(uttered()))
    assert len(keys) > 30
    none("en has no text for", [key for key in keys if key not in ENGLISH])


def test_no_refusal_is_worded_that_nobody_utters() -> None:
    known = literals()
    worded = [key for key in ENGLISH if key.startswith("refused.")]
    none("nobody utters", [key for key in worded if key.removeprefix("refused.") not in known])


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("bet", list(CATALOGUE), ids=lambda bet: bet.id)
def test_every_bet_and_line_has_a_name(bet: object, language: str) -> None:
    bet_id, lines = bet.id, bet.lines  # type: ignore[attr-defined]  # a bet, whatever it sees
    assert text(f"bet.{bet_id}.name", language=language)
    assert text(f"bet.{bet_id}.about", language=language).endswith((".", "。"))
    for line in lines:
        assert text(f"line.{bet_id}.{line.id}", language=language)


@pytest.mark.parametrize("language", languages())
def test_texts_are_plain_lines(language: str) -> None:
    for key, worded in catalogue(language).items():
        assert worded, f"{key} is empty"
        assert worded == worded.strip(), key
        assert "\n" not in worded, key
        rest = FACT.sub("", PLURAL.sub("", worded))
        assert "{" not in rest, f"{key} has braces that are neither a fact nor a plural: {worded}"
        assert "}" not in rest, f"{key} has braces that are neither a fact nor a plural: {worded}"


@pytest.mark.parametrize("language", OTHERS)
def test_no_text_is_missing_or_left_over(language: str) -> None:
    texts = catalogue(language)
    none(f"{language} has no text for", [key for key in ENGLISH if key not in texts])
    none("en has no text for", [key for key in texts if key not in ENGLISH])


@pytest.mark.parametrize("language", OTHERS)
def test_the_files_are_those_of_english(language: str) -> None:
    kept = {path.name: keys_of(path) for path in (PACKAGE / "texts" / language).iterdir()}
    for english in sorted((PACKAGE / "texts" / "en").iterdir()):
        keys = [key for key in keys_of(english) if key in catalogue(language)]
        assert kept.get(english.name, []) == keys, (
            f"{language}/{english.name} keeps another order or other keys"
        )


@pytest.mark.parametrize("language", OTHERS)
def test_all_languages_ask_for_the_same_facts(language: str) -> None:
    both = [(key, asks(worded), asks(ENGLISH.get(key, ""))) for key, worded in catalogue(language).items()]
    differ = [f"{key} {sorted(mine ^ other)}" for key, mine, other in both if mine != other]
    none(f"{language} asks for other facts than English in", differ)


@pytest.mark.parametrize("language", OTHERS)
def test_no_text_was_left_in_english(language: str) -> None:
    same = [key for key, worded in catalogue(language).items() if worded == ENGLISH.get(key)]
    none(f"{language} is still English in", [key for key in same if ENGLISH[key] not in ALIKE])


def test_nothing_is_listed_as_alike_that_differs_everywhere() -> None:
    same = {said for each in OTHERS for key, said in catalogue(each).items() if said == ENGLISH.get(key)}
    none("no language takes over", sorted(ALIKE - same))


@pytest.mark.parametrize("language", languages())
def test_every_plural_has_the_forms_of_its_language(language: str) -> None:
    forms = {PLURALS[language](number) for number in NUMBERS}
    assert "other" in forms
    for key, worded in catalogue(language).items():
        for plural in PLURAL.finditer(worded):
            arms = [arm[1] for arm in ARM.finditer(plural[2])]
            assert len(set(arms)) == len(arms), key
            assert "other" in arms, key
            assert {arm for arm in arms if not arm.startswith("=")} <= forms, key


def test_plurals_follow_the_language() -> None:
    refused = Refusal("too_many_special_bets", {"most": 1})
    assert "1 apuesta especial." in say(refused, "es")
    assert "passt höchstens 1 Zusatzwette." in say(refused, "de")
    refused = Refusal("too_many_special_bets", {"most": 3})
    assert "3 apuestas especiales." in say(refused, "es")
    assert "passen höchstens 3 Zusatzwetten." in say(refused, "de")
    assert say(refused, "zh") == "每个位置最多下3个边注。"


def test_whole_millions_are_spoken_of_in_spanish_as_a_kind() -> None:
    facts = {"needed": 2_000_000, "bytes": 1}
    assert "2000000 de bytes" in text("refused.too_little_chance", facts, "es")


def test_a_number_that_is_already_written_out_takes_the_common_form() -> None:
    assert "1,5 apuestas" in say(Refusal("too_many_special_bets", {"most": "1,5"}), "es")
    assert "1 apuesta " in say(Refusal("too_many_special_bets", {"most": "1"}), "es")


@pytest.mark.parametrize("language", languages())
def test_a_fact_may_itself_be_a_key(language: str) -> None:
    said = say(Reason("blackjack.special_lost", {"bet": "@bet.lucky-aces.name"}), language)
    assert said.startswith(text("bet.lucky-aces.name", language=language))


def test_a_refusal_is_said_with_its_facts() -> None:
    assert say(Refusal("too_many_hands", {"hands": 4})).startswith("There are 4 hands")


def test_a_refusal_of_any_room_can_be_said() -> None:
    refused = ledger.Refusal("nothing_to_cash_out")
    assert say(refused, "de") == "Es gibt nichts auszuzahlen."


@pytest.mark.parametrize("language", languages())
def test_an_unknown_key_or_a_missing_fact_is_an_error(language: str) -> None:
    with pytest.raises(NoSuchText, match="no text for"):
        text("blackjack.moon", language=language)
    with pytest.raises(NoSuchText, match="asks for total"):
        text("blackjack.bust", language=language)
    with pytest.raises(NoSuchText, match="asks for most"):
        text("refused.too_many_special_bets", language=language)


@pytest.mark.parametrize("unknown", ["", "fr", "../en", "EN", "__pycache__"])
def test_an_unknown_language_is_an_error(unknown: str) -> None:
    with pytest.raises(NoSuchText, match="there are de, en, es, zh"):
        text("bet.pair.name", language=unknown)


def test_every_language_has_its_rule_of_plurals() -> None:
    assert sorted(PLURALS) == list(languages())
    assert {"de", "en", "es", "zh"} <= set(languages())
