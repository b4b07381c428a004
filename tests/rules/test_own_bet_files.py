"""Own bets read from TOML: what each word fits, and what is refused with its line."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutcard.cards import parse_cards
from cutcard.games.baccarat.coup import Coup
from cutcard.profiles.own_bets import BadBetFile, parse_bet
from cutcard.profiles.own_bets.positions import Place, line_numbers, line_of
from cutcard.profiles.own_bets.reading import DEPTH_MAX, LINES_MAX
from cutcard.profiles.own_bets.vocabulary import CARD_WORDS, COUP_WORDS

HEAD = """\
id = "own"
game = "blackjack"
sees = ["P1", "P2", "D1"]

[[line]]
id = "it"
"""
"""The first six lines; what fits comes on the seventh."""

BACCARAT = HEAD.replace("blackjack", "baccarat").replace('"D1"', '"B1"')
COUP = HEAD.replace("blackjack", "baccarat").replace('["P1", "P2", "D1"]', '"coup"')


def fits(words: str, cards: str, head: str = HEAD) -> bool:
    bet, _ = parse_bet(f"{head}fits = {{ {words} }}\n", "own.toml")
    return bet.lines[0].fits(parse_cards(cards))


@pytest.mark.parametrize(
    ("words", "fitting", "other"),
    [
        ('suit = "same"', "2h 9h Kh", "2h 9h Kd"),
        ('suit = "hearts"', "2h 9h Kh", "2d 9d Kd"),
        ('colour = "same"', "2h 9h Kd", "2h 9h Kc"),
        ('colour = "black"', "2c 9s Kc", "2c 9s Kd"),
        ('rank = "same"', "9h 9h 9d", "9h 9h 8h"),
        ('rank = "different"', "9h 8h 7h", "9h 8h 9d"),
        ('rank = "TJQK"', "Th Jh Kd", "Th Jh Ad"),
        ('ranks = "778"', "7h 8h 7d", "8h 8h 7d"),
        ('ranks = "7 7 8"', "7h 8h 7d", "7h 7h 7d"),
        ("sequence = true", "Qh Ad Kh", "Kh Ad 2h"),
        ("sequence = false", "Kh Ad 2h", "Qh Ad Kh"),
        ("identical = true", "9h 9h 9h", "9h 9h 9d"),
        ("total = 21", "7h 7d 7c", "7h 7d 8c"),
        ('total = "19..20"', "Ah 3d 6c", "Ah 3d 7c"),
        ("total = [12, 21]", "Ah Ad Kc", "Ah Ad 8c"),
        ('only = "Jc Js hearts"', "Jc 2h Js", "Jc 2h Jd"),
        ('count = { of = "ten-valued", is = 2 }', "Jc 2h Ts", "Jc Kh Ts"),
        ('count = { of = "hearts", at_least = 2 }', "Jh 2h Ts", "Jh 2c Ts"),
        ('count = { of = "A", at_most = 1 }', "Ah 2h Ts", "Ah Ac Ts"),
        ("of_one_suit = 2", "Jh 2h Ts", "Jh 2d Ts"),
        ("of_one_rank = 2", "Jh 2h Js", "Jh 2d Ts"),
        ('order = "7 red ?"', "7h 8d 2c", "8d 7h 2c"),
        ('cards = ["D1"], rank = "A"', "2c 3c As", "As 3c 2c"),
        ('cards = ["P2", "D1"], order = "A K"', "2c As Kh", "2c Kh As"),
        ('rank = "same", suit = "hearts"', "2h 2h 2h", "2h 2d 2h"),
        ('not = { colour = "red" }', "2h 3h 4c", "2h 3h 4d"),
        ('any = [{ rank = "same" }, { suit = "same" }]', "2h 3h 4h", "2h 3h 4d"),
        ('all = [{ rank = "23" }, { suit = "hearts" }]', "2h 3h 3h", "2h 3h 4h"),
        ('cards = ["P1", "P2"], not = { any = [{ rank = "same" }] }', "2h 3h 3h", "2h 2d 4h"),
    ],
)
def test_words_of_cards(words: str, fitting: str, other: str) -> None:
    assert fits(words, fitting)
    assert not fits(words, other)


def test_baccarat_counts_the_last_digit() -> None:
    assert fits("total = 4", "7h 7d Kc", BACCARAT)
    assert not fits("total = 4", "7h 7d Ac", BACCARAT)


@pytest.mark.parametrize(
    ("words", "player", "banker", "fitting"),
    [
        ('winner = "player"', "9h Kd", "8h Kd", True),
        ('winner = "tie"', "9h Kd", "8h Kd", False),
        ("player_total = 9, banker_total = 8", "9h Kd", "8h Kd", True),
        ('player_total = "6..8"', "9h Kd", "8h Kd", False),
        ("natural = true, margin = 1", "9h Kd", "8h Kd", True),
        ("natural = false", "9h Kd", "8h Kd", False),
        ("player_cards = 3, banker_cards = 2", "2h 2d 5c", "7h Kd", True),
        ("player_cards = [2, 3], banker_cards = 3", "2h 2d 5c", "7h Kd", False),
        ('any = [{ winner = "banker" }, { margin = "2..9" }]', "2h 2d 5c", "7h Kd", True),
        ('not = { winner = "player" }', "2h 2d 5c", "7h Kd", False),
    ],
)
def test_words_of_coups(words: str, player: str, banker: str, fitting: bool) -> None:
    bet, game = parse_bet(f"{COUP}fits = {{ {words} }}\n", "own.toml")
    assert game == "baccarat"
    assert bet.lines[0].fits(Coup(parse_cards(player), parse_cards(banker))) is fitting


def test_a_bet_carries_its_own_names_and_pay_tables() -> None:
    text = (
        HEAD.replace('id = "own"', 'id = "own"\nname = "Mine"') + 'name = "All"\nfits = { suit = "same" }\n'
    )
    tables = '[[paytable]]\npays = "9"\n[[paytable]]\nid = "low"\npays = { it = "5:2" }\nsource = "me"\n'
    bet, _ = parse_bet(text + tables, "own.toml")
    assert (bet.id, bet.name, bet.lines[0].name) == ("own", "Mine", "All")
    assert [(table.id, str(table.pays["it"]), table.source) for table in bet.paytables] == [
        ("9", "9:1", "own bet"),
        ("low", "5:2", "me"),
    ]


FITS = 'fits = { suit = "same" }\n'


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        (HEAD + "fits = 3\n", 7, "a pattern is a table of words"),
        (HEAD + "fits = {}\n", 7, "a pattern is a table of words"),
        (HEAD + 'fits = { siut = "same" }\n', 7, "there is no pattern called 'siut'. Did you mean suit?"),
        (HEAD + 'fits = { suit = "heart" }\n', 7, "Did you mean hearts?"),
        (HEAD + 'fits = { colour = "green" }\n', 7, "There are: same, red, black"),
        (HEAD + 'fits = { rank = "1" }\n', 7, "same, different or ranks of A23456789TJQK"),
        (HEAD + 'fits = { ranks = "77" }\n', 7, "ranks: 3 ranks of A23456789TJQK, one for each card"),
        (HEAD + 'fits = { order = "7 7" }\n', 7, "3 words, one for each card"),
        (HEAD + 'fits = { order = "7 7 hart" }\n', 7, "'hart' names no cards"),
        (HEAD + 'fits = { only = "Qx" }\n', 7, "'Qx' names no cards"),
        (HEAD + "fits = { only = 3 }\n", 7, "cards are named as text"),
        (HEAD + 'fits = { sequence = "yes" }\n', 7, "sequence: true or false, not 'yes'"),
        (HEAD + "fits = { total = 41 }\n", 7, "a number from 2 to 40"),
        (HEAD + "fits = { total = true }\n", 7, "a number from 2 to 40"),
        (HEAD + 'fits = { total = "20..19" }\n', 7, "a number from 2 to 40"),
        (HEAD + "fits = { total = [] }\n", 7, "a number from 2 to 40"),
        (HEAD + "fits = { of_one_suit = 4 }\n", 7, "a number of cards from 1 to 3, not 4"),
        (HEAD + "fits = { of_one_rank = 0 }\n", 7, "a number of cards from 1 to 3, not 0"),
        (HEAD + 'fits = { count = { of = "A" } }\n', 7, "a table such as { of ="),
        (HEAD + 'fits = { count = { of = "A", is = 4 } }\n', 7, "a number of cards from 0 to 3, not 4"),
        (HEAD + 'fits = { count = { of = "A", is = 1, at_most = 2 } }\n', 7, "is stands alone"),
        (HEAD + 'fits = { count = { of = "A", at_least = 2, at_most = 1 } }\n', 7, "never comes"),
        (HEAD + 'fits = { count = { off = "A", of = "A" } }\n', 7, "Did you mean of?"),
        (HEAD + 'fits = { count = { of = "Z", is = 1 } }\n', 7, "'Z' names no cards"),
        (HEAD + 'fits = { cards = ["P1"] }\n', 7, "no word says for what"),
        (HEAD + 'fits = { cards = ["P3"], suit = "same" }\n', 7, "There are: P1, P2, D1"),
        (HEAD + 'fits = { cards = ["P1", "P1"], suit = "same" }\n', 7, "each once"),
        (HEAD + 'fits = { winner = "player" }\n', 7, "there is no pattern called 'winner'"),
        (HEAD + "fits = { all = [] }\n", 7, "all is a list of patterns"),
        (HEAD + 'fits = { any = [\n{ suit = "same" },\n{ suit = "x" },\n] }\n', 9, "suit: there is no"),
        (HEAD + '[line.fits]\nsuit = "same"\nrank = "x"\n', 9, "same, different or ranks"),
        (HEAD, 5, "line it needs fits, such as"),
        (HEAD + FITS + "pays = 3\n", 8, "there is no part of a line called 'pays'"),
        (HEAD + FITS + '[[line]]\nid = "it"\n' + FITS, 9, "it is there twice"),
        (HEAD + FITS + '[[line]]\nid = "lose"\n' + FITS, 9, "it names another outcome"),
        (HEAD + FITS + '[[line]]\nid = "No Id"\n' + FITS, 9, "an id is small letters"),
        (HEAD + FITS + '[[paytable]]\npays = "9-8"\n', 9, "own is paid on 1 line, not 2: it"),
        (HEAD + FITS + '[[paytable]]\npays = { is = "9:1" }\n', 9, "There are: it"),
        (HEAD + FITS + '[[paytable]]\nid = "x"\n', 8, "a pay table needs pays"),
        (HEAD + FITS + '[[paytable]]\npay = "9"\n', 9, "Did you mean pays?"),
        (HEAD + FITS + '[[paytable]]\npays = "9"\n' * 2, 10, "9 is there twice"),
        (HEAD.replace("own", "21-plus-3") + FITS, 1, "21-plus-3 is a bet already"),
        (HEAD.replace("own", "insurance") + FITS, 1, "insurance is a bet already"),
        (HEAD.replace("blackjack", "poker") + FITS, 2, "There are: blackjack, baccarat"),
        (HEAD.replace('"D1"', '"B1"') + FITS, 3, "sees is a list of P1, P2, D1, D2, not 'B1'"),
        (HEAD.replace('["P1", "P2", "D1"]', '"coup"') + FITS, 3, "sees is a list of P1, P2, D1, D2"),
        (HEAD.replace("sees", "seas") + FITS, 3, "Did you mean sees?"),
        (HEAD.replace("[[line]]", "[line]") + FITS, 5, "each line stands under [[line]]"),
        ('id = "own"\ngame = "blackjack"\nsees = ["P1"]\n', 1, "a bet has 1 to 40 of [[line]], not 0"),
        (COUP + 'fits = { suit = "same" }\n', 7, "there is no pattern called 'suit'"),
        (COUP + 'fits = { winner = "nobody" }\n', 7, "There are: player, banker, tie"),
        (COUP + "fits = { player_cards = 4 }\n", 7, "a number from 2 to 3"),
        (COUP + "fits = { margin = 10 }\n", 7, "a number from 0 to 9"),
        (COUP + f"fits = {{ margin = 0x{'f' * 5000} }}\n", 7, "not that long a number"),
        (COUP + f"fits = {{ winner = 0x{'f' * 5000} }}\n", 7, "There are: player, banker, tie"),
        ('push = { suit = "x" }\n' + HEAD + FITS, 1, "suit: there is no such value"),
    ],
)
def test_a_bad_declaration_is_refused_with_its_line(text: str, line: int, why: str) -> None:
    with pytest.raises(BadBetFile) as refused:
        parse_bet(text, "own.toml")
    assert str(refused.value).startswith(f"own.toml, line {line}: ")
    assert why in str(refused.value)


def test_what_is_no_toml_is_refused_with_its_line() -> None:
    with pytest.raises(BadBetFile, match=r"own\.toml is no TOML: .*line 7"):
        parse_bet(HEAD + "fits = {\n", "own.toml")


def test_limits_hold_to_the_last() -> None:
    more = "".join(f'[[line]]\nid = "n{number}"\n{FITS}' for number in range(LINES_MAX - 1))
    assert len(parse_bet(HEAD + FITS + more, "own.toml")[0].lines) == LINES_MAX
    with pytest.raises(BadBetFile, match="a bet has 1 to 40"):
        parse_bet(HEAD + FITS + more + '[[line]]\nid = "more"\n' + FITS, "own.toml")
    for depth, allowed in ((DEPTH_MAX, True), (DEPTH_MAX + 1, False)):
        nested = "{ not = " * (depth - 1) + '{ suit = "same" }' + " }" * (depth - 1)
        if allowed:
            assert parse_bet(f"{HEAD}fits = {nested}\n", "own.toml")
        else:
            with pytest.raises(BadBetFile, match="8 deep at most"):
                parse_bet(f"{HEAD}fits = {nested}\n", "own.toml")


def test_too_many_deals_to_try_are_refused() -> None:
    text = HEAD.replace('"D1"', '"D1", "D2"') + 'fits = { cards = ["P1", "P2", "D1"], identical = true }\n'
    with pytest.raises(
        BadBetFile, match=r"line 3: these lines tell 52 kinds of cards apart in 7,311,616 deals"
    ):
        parse_bet(text, "own.toml")


NESTED = r"""
# a comment with [brackets] and = signs
a = "text # no comment" # [[not]]
b.c = [1, 2,
  { d = 'x, ]', e = [[], [3]] }, # }
]
"quoted . key" = '''
long
= text'''
[[line]]
id = 1
[line.fits]
any = [{ "not" = { x = true } }]
[[line]]
id = 2
[line.fits.deep]
x = 1979-05-27 07:32:00
[[line.more]]
z = "a\\\"#"
[[line.more]]
z = -0.5
[other]
w = {}
"""


def walk(value: object, place: Place = ()) -> Iterator[Place]:
    if place:
        yield place
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        yield from walk(inner, (*place, key))


def test_every_key_and_element_is_found_on_its_line() -> None:
    lines = line_numbers(NESTED)
    assert set(walk(tomllib.loads(NESTED))) <= set(lines)
    at = NESTED.splitlines()
    for place, line in lines.items():
        named = isinstance(place[-1], str)
        assert not named or str(place[-1]) in at[line - 1]
    assert lines["line", 0, "fits", "any", 0, "not", "x"] == at.index('any = [{ "not" = { x = true } }]') + 1
    assert lines["b", "c", 2, "e", 1, 0] == 5
    assert lines["line", 1, "more", 1, "z"] == at.index("z = -0.5") + 1
    assert line_of(lines, ("line", 1, "more", 1, "nothing")) == at.index("z = -0.5")


words = st.sampled_from((*CARD_WORDS, *COUP_WORDS, "all", "any", "not", "cards", "x"))
values = st.recursive(
    st.sampled_from(('"same"', '"A"', "true", "2", '"2..3"', "[]", "{}", '["P1"]', "1.5")),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda parts: f"[{', '.join(parts)}]"),
        st.dictionaries(words, inner, max_size=3).map(
            lambda table: "{ " + ", ".join(f"{key} = {value}" for key, value in table.items()) + " }"
        ),
    ),
    max_leaves=8,
)


@given(
    head=st.sampled_from((HEAD, BACCARAT, COUP)), table=st.dictionaries(words, values, min_size=1, max_size=3)
)
def test_whatever_is_written_is_a_bet_or_refused_in_one_line(head: str, table: dict[str, str]) -> None:
    written = ", ".join(f"{key} = {value}" for key, value in table.items())
    line = ""
    with suppress(BadBetFile):
        line = parse_bet(f"{head}fits = {{ {written} }}\n", "own.toml")[0].lines[0].id
    if not line:
        with pytest.raises(BadBetFile, match=r"^own\.toml, line [57]: [^\n]+$"):
            parse_bet(f"{head}fits = {{ {written} }}\n", "own.toml")
