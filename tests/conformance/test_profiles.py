"""The shipped profiles, value by value against the house table, and what is refused (PF-01 to PF-03)."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import msgspec
import pytest

from cutcard.games import baccarat, blackjack
from cutcard.profiles import (
    BadProfile,
    Mode,
    Profile,
    catalogue_of,
    contradictions,
    forbidden,
    jurisdiction,
    jurisdictions,
    load,
    paytable,
    profile_ids,
)
from cutcard.profiles.jurisdiction import read_jurisdiction
from cutcard.profiles.values import describe_allowed, json_value, names
from cutcard.texts import text

BLACKJACK = """
                          multihand-etg  multihand-online  live-seven  american-live
positions                 3              3                 1           1
seats                     0              0                 7           7
decks                     8              8                 8           8
shuffle                   continuous     every-round       cut-card    cut-card
penetration               1.0            1.0               0.5         0.5
dealer_hits_soft_17       False          False             False       True
second_card               hole           hole              hole        hole
checks_under_ace          True           True              True        True
checks_under_ten          True           True              False       False
late_blackjack_returns    nothing        nothing           doubles     nothing
bets_behind               False          False             False       True
blackjack_pays            3:2            3:2               3:2         3:2
double_on                 any            any               any         any
double_after_split        same           same              same        same
max_split_depth           1              2                 1           1
max_hands                 2              4                 2           2
resplit_aces              False          False             False       False
surrender                 none           late              none        early-ace
insurance                 True           True              True        True
insurance_with_blackjack  True           True              True        False
charlie                   10             8                 10          0
charlie_beats_blackjack   False          True              False       False
special_without_main      0              0                 0           0
hit_on_timeout            False          False             False       False
dealer_draws_to_end       False          False             False       False
unneeded_hole_card        turned         turned            left        turned
"""

BACCARAT = """
             punto-banco    punto-banco-no-commission  dai-bacc                 koi-bacc
banker_pays  commission     six-half                   three-card-seven-pushes  three-card-seven-pushes
decks        8              8                          8                        8
shuffle      cut-card       cut-card                   cut-card                 cut-card
penetration  0.95           0.95                       0.95                     0.95
burn         by-first-card  by-first-card              by-first-card            by-first-card
tie_pays     8:1            8:1                        8:1                      8:1
"""


def cells(table: str) -> list[tuple[str, str, str]]:
    header, *rows = (line.split() for line in table.strip().splitlines())
    return [(profile, row[0], value) for row in rows for profile, value in zip(header, row[1:], strict=True)]


@pytest.mark.parametrize(("profile", "rule", "value"), cells(BLACKJACK) + cells(BACCARAT))
def test_rule_values(profile: str, rule: str, value: str) -> None:
    assert str(json_value(getattr(load(profile).rules, rule))) == value


@pytest.mark.parametrize("name", profile_ids())
def test_every_profile_is_whole(name: str) -> None:
    profile = load(name)
    assert profile.id == name
    assert text(f"profile.{name}.name")
    assert set(profile.specials.enabled) <= set(profile.specials.offers)
    for bet_id in profile.specials.offers:
        assert paytable(profile, bet_id).pays
    for mode in profile.table.modes:
        assert contradictions(profile, mode) == ()


def test_pf_02_bets_enabled_by_default() -> None:
    etg = "21-plus-3 top-21-plus-3 lucky-ladies lucky-lucky pair match suits blackjack-bonus sevens".split()
    assert sorted(load("multihand-etg").specials.enabled) == sorted(etg)
    assert len(load("multihand-etg").specials.offers) == 20
    punto = "super-6 any-pair-player any-pair-banker lucky-nines".split()
    assert sorted(load("punto-banco").specials.enabled) == sorted(punto)
    assert load("multihand-online").specials.offers == ()


def test_modes() -> None:
    every = tuple(Mode)
    assert [load(name).table.modes for name in profile_ids()] == [
        every,
        (Mode.INTERNAL,),
        (Mode.LIVE,),
        (Mode.LIVE,),
        *[every] * 4,
    ]


def test_pf_01_every_combination_of_pay_table_values_is_made_by_overriding() -> None:
    choices = {
        "dealer_hits_soft_17": ("true", "false"),
        "second_card": ("none", "hole"),
        "blackjack_pays": ("3:2", "6:5", "1:1"),
        "double_on": ("any", "9-11", "10-11"),
        "surrender": ("none", "late"),
        "special_without_main": ("0", "1", "2"),
    }
    made = {
        load("multihand-etg", dict(zip(choices, values, strict=True))).rules
        for values in product(*choices.values())
    }
    assert len(made) == 2 * 2 * 3 * 3 * 2 * 3


def test_second_card_none_changes_no_other_value() -> None:
    before = msgspec.structs.asdict(load("multihand-etg").rules)
    after = msgspec.structs.asdict(load("multihand-etg", {"second_card": "none"}).rules)
    assert {name for name in before if before[name] != after[name]} == {"second_card"}


@pytest.mark.parametrize(
    ("profile", "changes", "said"),
    [
        ("multihand-etg", {"decks": "9"}, "decks cannot be 9: it is a whole number from 1 to 8"),
        ("multihand-etg", {"decks": "two"}, "a whole number from 1 to 8"),
        ("multihand-etg", {"deck": "8"}, "Did you mean decks?"),
        ("multihand-etg", {"surrender": "early"}, "none or late or early-ace"),
        ("multihand-etg", {"insurance": "1"}, "true or false"),
        ("multihand-etg", {"blackjack_pays": "2:1"}, "3:2 or 6:5 or 1:1"),
        ("multihand-etg", {"insurance_pays": "-1:1"}, "odds such as 2:1"),
        ("multihand-etg", {"penetration": "1.5"}, "a part of the pack"),
        ("multihand-etg", {"charlie": "3"}, "0 or 5"),
        ("punto-banco", {"burn": "some"}, "a whole number from 0 to 52 or by-first-card"),
        ("punto-banco", {"surrender": "late"}, "there is no rule value called 'surrender'"),
        ("poker", {}, "there is no profile called 'poker'"),
        ("multihand-online", {"late_blackjack_returns": "original-only"}, "original-only needs"),  # PF-02
        ("multihand-online", {"hit_on_timeout": "true"}, "internal mode"),  # PF-02
        ("multihand-online", {"bets_behind": "true"}, "needs seats"),
    ],
)
def test_pf_02_what_cannot_be_is_refused_with_what_there_is(
    profile: str, changes: dict[str, object], said: str
) -> None:
    with pytest.raises(BadProfile) as refused:
        load(profile, changes)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def own(tmp_path: Path, text_: str) -> Profile:
    path = tmp_path / "mine.toml"
    path.write_text(text_, encoding="utf-8")
    return load(str(path))


def enabling(*bets: str, base: str = "multihand-etg") -> str:
    listed = ", ".join(f'"{bet}"' for bet in bets)
    return f'extends = "{base}"\nid = "mine"\n[specials]\nenabled = [{listed}]\n'


TEN_BETS = "lucky-aces 21-plus-3 lucky-lucky c3 kk qq jj pair match suits".split()


@pytest.mark.parametrize(
    ("file", "said"),
    [
        (enabling(*TEN_BETS), "at most 9 special bets"),
        (enabling("top-21-plus-3"), "top-21-plus-3 cannot be enabled without 21-plus-3"),
        (enabling("poker-3-bonus"), "poker-3-bonus cannot be enabled without poker-3"),
        (enabling("hi-ti-0-3", "super-6", base="punto-banco"), "leaves no room on the layout"),
        (enabling("straight-up-*", "grouped-*", base="koi-bacc"), "leaves no room on the layout"),  # BA-07
        (enabling("perfect-pairs"), "does not offer it"),
        (enabling("no-such-bet"), "there is no bet called 'no-such-bet'"),
        ('extends = "multihand-etg"\nid = "mine"\n[table]\ndecision_s = 26\n', "at most 25 s"),
        ('extends = "multihand-etg"\nid = "mine"\n[table]\nbig_win_s = 29\nbetting_s = 60\n', "at most 30 s"),
        ('extends = "multihand-etg"\nid = "mine"\n[table]\nbetting_s = 4\n', "ends before betting does"),
        ('extends = "multihand-etg"\nid = "mine"\n[table]\nmodes = ["video", "dreams"]\n', "no mode called"),
        ('extends = "multihand-etg"\nid = "mine"\n[table]\nspeeds = 3\n', "no table setting called"),
        ('extends = "multihand-etg"\nid = "mine"\n[tables]\n', "no part of a profile called 'tables'"),
        ('extends = "nothing"\nid = "mine"\n', "there is no profile called 'nothing'"),
        ('extends = "multihand-etg"\n', "needs id"),
        *(
            (f'extends = "multihand-etg"\nid = "mine"\n{part} = {value}\n', f"{part} is a section")
            for part in ("rules", "specials", "table", "policy", "look")
            for value in ("3", '"s"', "[1]")
        ),
        ('extends = "multihand-etg"\nid = "mine"\n[table]\nmodes = 3\n', "modes is a list of internal"),
        ('extends = "multihand-etg"\nid = "mine"\n[table]\nmodes = "live"\n', "modes is a list of internal"),
        ('extends = "multihand-etg"\nid = "mine"\n[table]\nmodes = [[1]]\n', "no mode called"),
        (f'extends = "multihand-etg"\nid = "mine"\n[rules]\ndecks = {"9" * 5000}\n', "cannot be read"),
        (f'extends = "multihand-etg"\nid = "mine"\n[rules]\ndecks = 0x{"9" * 5000}\n', "from 1 to 8"),
        ("extends = " + "[" * 5000, "cannot be read"),
        ('game = "blackjack"\nid = "mine"\nrules = 3\n', "rules is a section"),
        ('id = "mine"\ngame = "poker"\n', "no game called 'poker'"),
        ("id = \n", "cannot be read"),
        ('extends = "multihand-etg"\nid = "mine"\n[policy]\ninterruption = "shrug"\n', "interruption"),
        (
            'extends = "live-seven"\nid = "mine"\n[specials.paytables]\ntop-3 = "1-1-1"\n',
            "no pay table of top-3",
        ),
    ],
)
def test_pf_02_a_file_that_contradicts_itself_does_not_load(tmp_path: Path, file: str, said: str) -> None:
    with pytest.raises(BadProfile) as refused:
        own(tmp_path, file)
    assert said in str(refused.value)


def test_a_profile_of_ones_own_states_only_what_differs(tmp_path: Path) -> None:
    mine = own(tmp_path, 'extends = "live-seven"\nid = "mine"\n[rules]\ndecks = 6\n[look]\ntheme = "sand"\n')
    base = load("live-seven")
    assert mine.rules.decks == 6
    assert mine.look.theme == "sand"
    assert (mine.table, mine.policy, mine.specials) == (base.table, base.policy, base.specials)


def test_a_pay_table_of_ones_own(tmp_path: Path) -> None:
    paying = '[[specials.paytable]]\nbet = "hi-ti-0-4"\nid = "wide"\npays = {{{}}}\n'
    head = (
        'extends = "punto-banco"\nid = "mine"\n[specials]\noffers = ["hi-ti-0-4"]\nenabled = ["hi-ti-0-4"]\n'
    )
    line = catalogue_of("baccarat")["hi-ti-0-4"].lines[0].id
    mine = own(tmp_path, head + paying.format(f'{line} = "15:1"'))
    assert str(paytable(mine, "hi-ti-0-4").pays[line]) == "15:1"
    for pays, said in (('moon = "15:1"', "no line of"), (f'{line} = "15"', "not odds"), ("", "pays nothing")):
        with pytest.raises(BadProfile, match=said):
            own(tmp_path, head + paying.format(pays))


def test_a_pay_table_is_used_only_with_the_decks_it_is_approved_for(tmp_path: Path) -> None:
    head = 'extends = "live-seven"\nid = "mine"\n[rules]\ndecks = 6\n'
    approved = (
        '[[specials.paytable]]\nbet = "top-3"\nid = "mine"\ndecks = [8]\npays = {straight-flush = "5:1"}\n'
    )
    with pytest.raises(BadProfile, match="not approved for 6 decks"):
        own(tmp_path, head + '[specials.paytables]\ntop-3 = "mine"\n' + approved)


LONGEST = "0." + "5" * 22


@pytest.mark.parametrize("written", ["0.5", ".5", "1/2", "02/04", "1", "1.0", LONGEST])
def test_a_part_of_the_pack_is_a_plain_decimal_or_fraction(written: str) -> None:
    rules = load("punto-banco", {"penetration": written}).rules
    assert 0 < rules.penetration <= 1


@pytest.mark.parametrize(
    "written",
    [
        "0",
        "1.1",
        "5/4",
        "1/0",
        "0/00",
        "-1/2",
        "1e-9999999",
        "1e9999999",
        "nan",
        "1_0/2_0",
        "٠.٥",
        LONGEST + "5",
    ],
)
def test_no_other_part_of_the_pack_is_worked_out(written: str) -> None:
    with pytest.raises(BadProfile, match="a part of the pack above 0 and up to 1"):
        load("punto-banco", {"penetration": written})


def test_a_missing_file_is_said_to_be_missing(tmp_path: Path) -> None:
    with pytest.raises(BadProfile, match="there is no profile file"):
        load(str(tmp_path / "none.toml"))


def test_pf_02_by_mode() -> None:
    counted = load("multihand-etg", {"shuffle": "cut-card"})
    assert "continuous" in contradictions(counted, Mode.LIVE)[0]
    assert contradictions(counted, Mode.VIDEO) == ()
    hitting = load("multihand-etg", {"hit_on_timeout": "true"})
    assert "internal mode" in contradictions(hitting, Mode.INTERNAL)[0]
    assert "not played in video mode" in contradictions(load("live-seven"), Mode.VIDEO)[0]


def test_pf_03_a_jurisdiction_forbids_features() -> None:
    floor = jurisdiction("closed-floor")
    etg = load("multihand-etg")
    assert "closed-floor forbids internal-mode" in forbidden(floor, etg, Mode.INTERNAL)
    on_premises = msgspec.structs.replace(etg, table=msgspec.structs.replace(etg.table, internet=False))
    assert forbidden(floor, on_premises, Mode.VIDEO) == ()
    assert forbidden(jurisdiction("open"), etg, Mode.INTERNAL) == ()


def test_pf_03_rounds_that_are_too_short() -> None:
    slow = jurisdiction("unhurried")
    etg = load("multihand-etg")
    hasty = msgspec.structs.replace(etg.table, betting_s=4, result_s=0, turbo=False, autoplay=False)
    assert (
        "forbids rounds under 5 s"
        in forbidden(slow, msgspec.structs.replace(etg, table=hasty), Mode.VIDEO)[0]
    )
    assert forbidden(slow, etg, Mode.INTERNAL) == ("unhurried forbids turbo", "unhurried forbids autoplay")


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ('id = "x"\nabout = "y"\nforbids = ["fun"]\n', "no feature to forbid called 'fun'"),
        ('id = "x"\n', "cannot be read"),
        ('id = "x"\nabout = "y"\nbans = []\n', "cannot be read"),
        ("id =", "cannot be read"),
    ],
)
def test_pf_03_a_jurisdiction_that_makes_no_sense_is_refused(file: str, said: str) -> None:
    with pytest.raises(BadProfile, match=said):
        read_jurisdiction(file)


def test_an_unknown_jurisdiction_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadProfile, match="closed-floor, open, unhurried"):
        jurisdiction("moon")
    assert len(jurisdictions()) == 3


@pytest.mark.parametrize("rules", [blackjack.Rules, baccarat.Rules])
def test_every_rule_value_says_what_it_may_be(rules: type[msgspec.Struct]) -> None:
    for name in names(rules):
        assert describe_allowed(rules, name)
