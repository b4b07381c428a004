"""Own bets simulated: as often as they are counted, and just as the shipped bets that they repeat."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import msgspec
import pytest

from cutcard.cards import Pack
from cutcard.exact.bets.specials import count_bet
from cutcard.profiles import Profile, load
from cutcard.profiles.own_bets import parse_bet
from cutcard.profiles.profile import with_bet
from cutcard.sim.compile.baccarat import TooManyStates
from cutcard.sim.report.tally import BetTally
from cutcard.sim.request import Bets, simulation_request
from cutcard.sim.run import simulate
from cutcard.specials import PayTable
from tests.counts.own_bets import WRITTEN, declared

ROUNDS = 200_000
BACCARATS = ("any-pair-player", "emperor-player", "grouped-banker-4-6", "super-6")
PERFECT = WRITTEN["perfect-pairs"].replace("blackjack", "baccarat")


def simulated(profile: Profile, bets: Bets, rounds: int = ROUNDS) -> dict[str, BetTally]:
    return dict(simulate(simulation_request(profile, rounds, 7, 1, bets, None).request).bets)


def assert_within_5_sigma(
    tally: BetTally, table: PayTable, profile: Profile, bet_id: str, rounds: int
) -> None:
    bet = next(bet for bet in profile.specials.declared if bet.id == bet_id)
    counted = count_bet(bet, table, Pack.of_decks(profile.rules.decks), profile.rules)
    for ended, count in counted.counts:
        chance = float(Fraction(count, counted.total))
        sigma = sqrt(rounds * chance * (1 - chance))
        assert abs(tally.outcomes.get(ended, 0) - rounds * chance) <= 5 * sigma + 1e-9


def with_own(profile: Profile, shipped_ids: tuple[str, ...]) -> tuple[Profile, Bets, Bets]:
    """The profile with these bets said again, those bets, and the shipped ones."""
    own_bets, shipped_bets = [], []
    for shipped_id in shipped_ids:
        own, _ = declared(shipped_id)
        own = msgspec.structs.replace(own, id=f"own-{shipped_id}", definition=own.definition + shipped_id)
        profile = with_bet(profile, own)
        own_bets.append((own.id, own.paytables[0]))
        shipped_bets.append((shipped_id, own.paytables[0]))
    return profile, tuple(own_bets), tuple(shipped_bets)


@pytest.mark.parametrize("rounds", [2_000, ROUNDS])
@pytest.mark.parametrize("shuffle", ["cut-card", "every-round"])
def test_bets_on_coups_and_pairs_fall_as_the_shipped_ones(rounds: int, shuffle: str) -> None:
    profile, own, shipped = with_own(load("punto-banco", {"shuffle": shuffle}), BACCARATS)
    told, repeated = simulated(profile, own, rounds), simulated(profile, shipped, rounds)
    for bet_id, table in own:
        assert told[bet_id] == repeated[bet_id.removeprefix("own-")]
        assert_within_5_sigma(told[bet_id], table, profile, bet_id, rounds)


@pytest.mark.slow
@pytest.mark.parametrize("changed", [{}, {"shuffle": "cut-card", "penetration": "0.75"}])
def test_bets_on_first_cards_and_the_dealers_fall_as_the_shipped_ones(changed: dict[str, object]) -> None:
    bets = ("perfect-pairs", "sevens", "lucky-aces", "dealer-pair")
    profile, own, shipped = with_own(load("multihand-online", changed), bets)
    told, repeated = simulated(profile, own), simulated(profile, shipped)
    for bet_id, table in own:
        assert told[bet_id] == repeated[bet_id.removeprefix("own-")]
        assert_within_5_sigma(told[bet_id], table, profile, bet_id, ROUNDS)


@pytest.mark.parametrize("rounds", [2_000, ROUNDS])
@pytest.mark.parametrize("shuffle", ["cut-card", "every-round"])
def test_a_pair_of_one_suit_at_baccarat_has_more_letters_than_a_common_machine(
    rounds: int, shuffle: str
) -> None:
    bet, _ = parse_bet(PERFECT + '[[paytable]]\npays = "25-12-6"\n', "pairs.toml")
    profile = with_bet(load("punto-banco", {"shuffle": shuffle}), bet)
    told = simulated(profile, (("own", bet.paytables[0]),), rounds)
    assert_within_5_sigma(told["own"], bet.paytables[0], profile, "own", rounds)


def test_two_declarations_of_one_id_are_not_taken_for_each_other() -> None:
    """What was tried is kept on disk, by what the bet was read from."""
    for suits in ("same", "hearts"):
        line = f'[[line]]\nid = "it"\nfits = {{ suit = "{suits}" }}\n'
        text = f'id = "own"\ngame = "blackjack"\nsees = ["P1", "P2"]\n{line}'
        bet, _ = parse_bet(text + '[[paytable]]\npays = "3"\n', "own.toml")
        profile = with_bet(load("multihand-online"), bet)
        told = simulated(profile, (("own", bet.paytables[0]),), 2_000)
        assert_within_5_sigma(told["own"], bet.paytables[0], profile, "own", 2_000)


def test_coups_that_would_have_too_many_states_are_refused() -> None:
    lines = 'fits = { cards = ["P1", "P2", "B1", "B2"], of_one_rank = 3, of_one_suit = 3 }'
    text = f'id = "own"\ngame = "baccarat"\nsees = ["P1", "P2", "B1", "B2"]\n[[line]]\nid = "it"\n{lines}\n'
    bet, _ = parse_bet(text + '[[paytable]]\npays = "3"\n', "own.toml")
    request = simulation_request(load("punto-banco"), 10, 7, 1, (), None).request
    profile = with_bet(request.profile, bet)
    asked = msgspec.structs.replace(request, profile=profile, bets=(("own", bet.paytables[0]),))
    with pytest.raises(TooManyStates, match="own: too many cards are told apart"):
        simulate(asked)
