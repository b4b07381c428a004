"""A round is rebuilt from its own record: its rules, pay tables and mode, whatever became of them since."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any, Final

import msgspec
import pytest

from cutcard.cards import Shoe
from cutcard.games import baccarat, blackjack
from cutcard.games.blackjack.options import Decision
from cutcard.money import Odds
from cutcard.profiles import BadProfile, Mode, Profile, load, profile_ids
from cutcard.profiles.values import names, parse_value
from cutcard.record import RoundFile, decode_event
from cutcard.specials import PayTable
from cutcard.table import Settings, new_table
from cutcard.table import commands as c
from cutcard.table import events as e
from cutcard.table.opening import BEFORE_IT_EXISTED, UnknownRules, round_opened, settings_of
from cutcard.table.phases import betting
from cutcard.table.settings import paytables
from cutcard.table.state import Phase
from cutcard.verification import verify_round
from cutcard.verification.round_file import replay_round
from cutcard.views.past.past_round import past_steps
from tests.interruptions.stage import ANN, Stage
from tests.record.replaying import STAKE, changed, coup, forged, private, record_of, shared

RULES: Final[dict[str, Any]] = {"blackjack": blackjack.Rules, "baccarat": baccarat.Rules}
TEXTS: Final = (
    *("true", "false", *map(str, range(13)), "0.5", "19/20", "1/3", "3:2", "6:5", "1:1", "8:1", "9:1"),
    *(
        "by-first-card",
        "none",
        "hole",
        "turned",
        "left",
        "nothing",
        "doubles",
        "original-only",
        "any",
        "9-11",
    ),
    *("10-11", "no", "same", "late", "early-ace", "commission", "six-half", "three-card-seven-pushes"),
    *("every-round", "cut-card"),
)
"""Whatever some rule value can be; each takes those that it understands."""


@cache
def possible(game: str, name: str) -> tuple[object, ...]:
    return tuple(_read(game, name))


def _read(game: str, name: str) -> Any:
    for text in TEXTS:
        try:
            yield parse_value(RULES[game], name, text)
        except BadProfile:
            continue


def with_any_rules(profile: Profile, chance: Random) -> Profile:
    kind = type(profile.rules)
    values: dict[str, Any] = {name: chance.choice(possible(profile.game, name)) for name in names(kind)}
    return msgspec.structs.replace(profile, rules=kind(**values))


def begun(profile: Profile, mode: Mode) -> tuple[Settings, e.RoundOpened]:
    settings = Settings(id="t", name="T", profile=profile, mode=mode)
    return settings, round_opened(new_table(settings), "")


def begun_again(first: e.RoundOpened) -> e.RoundOpened:
    """The round once more, opened at a table of the settings that it names."""
    table = new_table(settings_of(first, "t"))
    rules = table.deal.settings.profile.rules
    table.deal.shoe = Shoe.fresh(rules.decks, rules.shuffle, rules.penetration, first.shoe_number - 1)
    table.deal.round = first.round - 1
    return round_opened(table, first.commitment)


def assert_inverse(profile: Profile) -> None:
    for mode in profile.table.modes:
        settings, first = begun(profile, mode)
        again = settings_of(first, "t")
        assert again.profile.rules == settings.profile.rules
        assert {bet: dict(pays.pays) for bet, pays in paytables(again).items()} == {
            bet: dict(pays.pays) for bet, pays in paytables(settings).items()
        }
        assert again.mode is mode
        assert (again.profile.id, again.profile.version) == (profile.id, profile.version)
        assert begun_again(first) == msgspec.structs.replace(first, profile_hash=again.profile.hash)


@pytest.mark.parametrize("name", profile_ids())
def test_tb_60_settings_come_back_from_what_a_round_names(name: str) -> None:
    assert_inverse(load(name))
    chance = Random(name)
    for _ in range(30):
        assert_inverse(with_any_rules(load(name), chance))


def test_every_rule_value_is_drawn_in_more_than_one_way() -> None:
    for game, kind in RULES.items():
        for name in names(kind):
            assert len(possible(game, name)) > 1, name


def own_profile(lent: Profile) -> Profile:
    """What a house may upload and take away again: an id and a pay table that ship nowhere."""
    pays = PayTable("of-our-own", {"pair": Odds(77)})
    specials = msgspec.structs.replace(lent.specials, enabled=("pair",), paytables={}, own=(("pair", pays),))
    return msgspec.structs.replace(lent, id="of-our-own", specials=specials, version=3, hash="ab" * 32)


def without_bets(profile: Profile) -> Profile:
    return msgspec.structs.replace(
        profile, specials=msgspec.structs.replace(profile.specials, enabled=(), paytables={}, own=())
    )


def over_with_pair(stage: Stage) -> Stage:
    stage.do(c.PlaceBet(ANN, "main", STAKE, 1))
    stage.do(c.PlaceBet(ANN, "pair", STAKE, 1))
    number = stage.table.deal.round
    stage.until(lambda: stage.table.deal.round == number and stage.table.phase is Phase.RESULT)
    return stage


def changed_to(stage: Stage, profile: Profile) -> None:
    """From the next round on; the running one comes to nothing."""
    stage.do(c.ChangeSettings(msgspec.structs.replace(stage.table.deal.settings, profile=profile), "boss"))
    stage.do(c.VoidRound("boss", "another profile")) if betting(stage.table) else None
    stage.until(lambda: stage.table.deal.settings.profile == profile)


def test_tb_61_a_round_of_an_uploaded_and_vanished_profile_is_shown_and_verified() -> None:
    stage = Stage("multihand-etg", Mode.VIDEO)
    changed_to(stage, own_profile(stage.table.deal.settings.profile))
    number = stage.table.deal.round
    over_with_pair(stage)
    changed_to(stage, without_bets(stage.table.deal.settings.profile))
    stage.verified()
    record = record_of(stage, number)
    assert '"profile":"of-our-own"' in record.entries[0].public.decode()
    for file in (record.for_auditor(), record.for_patron(ANN)):
        assert verify_round(file).holds
        assert replay_round(file).settled
    steps = past_steps(list(record.entries), stage.store.entries, ANN)
    assert {line.bet for line in steps[-1].lines} == {"main", "pair"}
    assert any(
        wager.bet == "pair" and wager.could_win == 77 * STAKE for step in steps for wager in step.wagers
    )


def without_rule(file: RoundFile, name: str) -> RoundFile:
    """As a version wrote it that had no such choice yet."""

    def forget(body: Any) -> None:
        del body["rules"][name]

    return changed(file, "round_opened", forget)


@pytest.mark.parametrize("kind", ["private", "shared"])
def test_a_round_that_is_older_than_a_rule_value_is_still_judged(kind: str) -> None:
    record = record_of(private(Decision.DOUBLE) if kind == "private" else shared())
    for file in (record.for_auditor(), record.for_patron(ANN)):
        old = without_rule(file, "unneeded_hole_card")
        assert verify_round(old).holds
        assert replay_round(old).faults == ()
        assert replay_round(old).settled
        assert replay_round(forged(old)).faults != ()


def test_what_always_had_to_be_named_is_not_guessed() -> None:
    file = without_rule(record_of(coup()).for_auditor(), "burn")
    again = replay_round(file)
    assert (again.faults, again.settled) == ((), False)
    assert "other names" in again.left_out[0]


def test_what_was_played_before_a_choice_existed_is_not_todays_default() -> None:
    """A later default, or what a profile says today, changes no round that was played."""
    record = record_of(shared())
    first = decode_event(record.entries[0], e.AnyEvent)
    kept = {name: value for name, value in first.rules.items() if name != "unneeded_hole_card"}
    old = settings_of(msgspec.structs.replace(first, rules=kept), "t").profile.rules
    assert isinstance(old, blackjack.Rules)
    assert old.unneeded_hole_card == BEFORE_IT_EXISTED["blackjack"]["unneeded_hole_card"]
    with pytest.raises(UnknownRules):
        settings_of(msgspec.structs.replace(first, rules={**first.rules, "of_tomorrow": True}), "t")


@pytest.mark.parametrize("game", RULES)
def test_a_table_opened_before_a_choice_existed_is_read_the_same_way(game: str) -> None:
    """Settings on record fill what they do not name with the type's default: it is what was played then."""
    for name, meant in BEFORE_IT_EXISTED[game].items():
        assert getattr(RULES[game](), name) == parse_value(RULES[game], name, meant), name
