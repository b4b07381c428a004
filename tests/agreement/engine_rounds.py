"""The same rounds through the engine and the simulator's tables, and where they differ. Knows no rule."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec
import numpy as np

from cutcard.games.blackjack.dealt import play_out
from cutcard.games.blackjack.hand import value
from cutcard.games.blackjack.in_turn import Round, Stage, Wagered, decisions
from cutcard.games.blackjack.options import Decision
from cutcard.games.blackjack.play import HandAt
from cutcard.games.blackjack.rules import UnneededHoleCard, checks_under
from cutcard.games.blackjack.settle import insurance_pays, results
from cutcard.sim.compile.fused import Fused
from cutcard.sim.compile.position import position_machine
from cutcard.sim.compile.tables import CARD_VALUES, Game, Row
from cutcard.sim.kernels import block
from cutcard.sim.kernels.bets import Lookups
from cutcard.sim.kernels.blocks import play_blocks
from cutcard.sim.kernels.rounds import play_round
from cutcard.sim.kernels.shoe import Shoe
from cutcard.sim.kernels.words import LANES
from cutcard.sim.plan import decide, gives_up
from cutcard.sim.report.results import nets_room, pairs_room

NO_STREAM = np.zeros((4, LANES), dtype=np.uint64)
"""A stream of words that always pick the next card as it lies."""

NO_BETS = Lookups([], [], [], [])


class LaidShoe(Shoe):
    """A shoe whose cards come as they lie."""

    def __init__(self, cards: list[int], at: int = 0) -> None:
        super().__init__(cards, cut=0, seed=0)
        self.words, self.used, self.at = [0] * len(cards), 0, at


SHOE = 160
"""Enough for three positions that split and draw from a shoe of twos and threes alone."""


def shoes(seed: int, count: int) -> Iterator[np.ndarray[Any, Any]]:
    """Random shoes, many of few ranks, so that splits, blackjacks and long hands abound."""
    chance = np.random.default_rng(seed)
    for few in chance.choice((2, 3, 5, 13, 13), size=count).tolist():
        ranks, suits = chance.permutation(13)[:few], chance.integers(4, size=SHOE)
        yield ranks[chance.integers(few, size=SHOE)] + 13 * suits


class Engine:
    """Plays a round by a game's plan through the rules themselves."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def play(
        self, shoe: list[int], positions: int, specials: frozenset[str] = frozenset()
    ) -> tuple[Round, int]:
        """The finished round, and how many cards it took."""
        coming = iter(shoe)
        used = 0

        def draw() -> int:
            nonlocal used
            used += 1
            return next(coming)

        wagered = [Wagered(number, True, specials) for number in range(1, positions + 1)]
        return play_out(self.game.rules, wagered, draw, self.decide), used

    def decide(self, round_: Round, hand: HandAt) -> Decision:
        branch = round_.positions[hand.position - 1].branches[hand.branch]
        up, allowed = round_.dealer.up_value, decisions(round_, hand)
        two = None
        if len(branch.cards) == 2:
            low, high = sorted(value(card) for card in branch.cards)
            two = (high, low)
        # A plan may count cards further than the rules do.
        held = msgspec.structs.replace(branch.hand, cards=len(branch.cards))
        if round_.stage is Stage.OFFER:
            if gives_up(self.game.plan, up, held, two, allowed):
                return Decision.SURRENDER
            insure = self.game.plan.insurance and Decision.INSURE in allowed
            return Decision.INSURE if insure else Decision.DECLINE
        return decide(self.game.plan, up, held, two, allowed)

    def gained(self, round_: Round) -> int:
        """What the round gained, in the game's units."""
        settled = [
            result
            for position in round_.positions
            for result in results(round_.rules, position, round_.dealer)
        ]
        won = sum(
            (result.pays.ratio * result.wager for result in settled),
            start=0 * self.game.rules.blackjack_pays.ratio,
        )
        won += len(round_.insured) * insurance_pays(round_.rules, round_.dealer).ratio / 2
        return int(won * self.game.unit)


def differing(game: Game, row: Row, seed: int, rounds: int) -> int:
    """In how many of so many rounds the kernel gains otherwise, or takes other cards, than the engine."""
    plain, pairs = row.in_lists, pairs_room(game)
    engine, chance = Engine(game), random.Random(seed)
    wrong = 0
    for shoe in shoes(seed, rounds):
        positions = chance.choice((1, 1, 2, 3))
        played, used = engine.play(shoe.tolist(), positions)
        laid = LaidShoe(shoe.tolist())
        net, *_ = play_round(plain, laid, positions, 0, pairs, NO_BETS)
        wrong += (laid.at, net) != (used, engine.gained(played))
    return wrong


def differing_in_blocks(game: Game, row: Row, seed: int, rounds: int, positions: int) -> int:
    """In how many rounds a block of slots gains otherwise, or takes other cards, than the engine.

    Neither may the kernel that plays one round after the other.
    """
    engine, plain, coming = Engine(game), row.in_lists, shoes(seed, rounds)
    followed = block.BlockGame(position_machine(game), row.in_records)
    looks, blackjacks = game.looks.astype(np.uint8), game.blackjacks.astype(np.uint8)
    dealing = block.Dealing(positions, np.uint32(0), row.head.hole, looks, blackjacks, 0)
    pairs = np.zeros(8 * len(game.classes) + 8, dtype=np.int64)
    tallies, values = block.Tallies(nets_room(game, positions), pairs), CARD_VALUES.astype(np.uint8)
    wrong = 0
    while dealt := list(islice(coming, block.SLOTS)):
        played_so, cards = block.new_block(), np.concatenate([shoe.astype(np.uint8) for shoe in dealt])
        laid = block.Shoes(cards, np.uint64(SHOE), values)
        play_blocks(followed, dealing, laid, played_so, NO_STREAM, len(dealt), tallies, None)
        for slot, shoe in enumerate(dealt):
            played, used = engine.play(shoe.tolist(), positions)
            expected = used, engine.gained(played)
            gained = int(played_so[block.NET, slot]) - block.NO_GAIN
            wrong += (int(played_so[block.AT, slot]), gained) != expected
            alone = LaidShoe(shoe.tolist())
            net, *_ = play_round(plain, alone, positions, 0, pairs, NO_BETS)
            wrong += (alone.at, net) != expected
    return wrong


def differing_fused(game: Game, fused: Fused, seed: int, rounds: int, second_fourth: bool = False) -> int:
    """In how many rounds of one position the fused machine ends otherwise than the engine.

    The machine takes no card that nothing depends on, so it follows a house that leaves it face down.
    One that turns it must come to the same (BJ-20).
    """
    engine = Engine(game)
    left = msgspec.structs.replace(game.rules, unneeded_hole_card=UnneededHoleCard.LEFT)
    leaving = Engine(msgspec.structs.replace(game, rules=left))
    wrong = 0
    for shoe in shoes(seed, rounds):
        played, _ = leaving.play(shoe.tolist(), 1)
        wrong += engine.gained(engine.play(shoe.tolist(), 1)[0]) != engine.gained(played)
        position, dealer = played.positions[0], played.dealer
        looks = checks_under(game.rules, dealer.up_value) or second_fourth
        cards = [position.first[0], dealer.cards[0], position.first[1]]
        # Where nobody saw a second card, any that makes no blackjack will do: the up card's own double.
        hidden = dealer.cards[1] if len(dealer.cards) > 1 else dealer.cards[0]
        cards += [hidden] if looks else []
        split = len(position.branches) > 1
        if not split:
            cards += [*position.branches[0].cards[2:], *dealer.cards[2 if looks else 1 :]]
        state = fused.first
        for card in cards:
            wrong += state >= fused.ends
            state = int(fused.after[16 * state + value(int(card)) - 1])
        if split:
            wrong += state < fused.splits
        else:
            ended = fused.ends <= state < fused.splits
            wrong += not ended or int(fused.nets[state - fused.ends]) != engine.gained(played)
    return wrong
