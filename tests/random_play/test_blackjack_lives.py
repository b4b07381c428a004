"""Random rounds under random rules, with answers legal or not: the rules hold in every one of them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from cutcard.cards import CARDS, Pack
from cutcard.games import due
from cutcard.games.blackjack import in_turn
from cutcard.games.blackjack.answers import Answer, Checked, Dealt, DealtFaceDown, Decided, Turned
from cutcard.games.blackjack.dealer import has_blackjack, with_card
from cutcard.games.blackjack.hand import value
from cutcard.games.blackjack.in_turn import Round, Stage, Wagered
from cutcard.games.blackjack.options import Decision
from cutcard.games.blackjack.play import HandAt
from cutcard.games.blackjack.rules import LateBlackjack, Rules, SecondCard, UnneededHoleCard
from cutcard.games.blackjack.settle import Ending, results, special_outcome
from cutcard.games.blackjack.specials import CATALOGUE
from cutcard.games.reason import Refusal
from tests.random_play.rule_values import blackjack_rules

STEPS_MAX = 400


def some_of_the_pack(data: st.DataObject, pack: Pack) -> int:
    """Any card left, tens and aces more often, so that blackjacks and splits come up."""
    favoured = data.draw(
        st.sampled_from([0, 0, 7, 9, 10, 11, 12, 20, 21, 22, 23, 24, 25, None]), label="card"
    )
    if favoured is not None and pack.counts[favoured]:
        return favoured
    return data.draw(st.sampled_from([card for card in CARDS if pack.counts[card]]), label="card")


def everything_else(round_: Round, fitting: type[Answer]) -> list[Answer]:
    """One answer of every kind that is not due."""
    any_hand = HandAt(round_.positions[0].number)
    answers: list[Answer] = [
        Dealt(0),
        DealtFaceDown(),
        Checked(False),
        Turned(0),
        Decided(any_hand, Decision.STAND),
    ]
    return [answer for answer in answers if not isinstance(answer, fitting)]


class Life:
    """One round and the pack it is dealt from; the face-down card is known here alone."""

    def __init__(self, rules: Rules, wagered: list[Wagered], data: st.DataObject) -> None:
        self.data = data
        self.pack = Pack.of_decks(rules.decks)
        self.round = in_turn.start(rules, wagered)
        self.face_down: int | None = None
        self.dealt: Counter[int] = Counter()

    def card(self) -> int:
        card = some_of_the_pack(self.data, self.pack)
        self.pack = self.pack.without([card])
        self.dealt[card] += 1
        return card

    def step(self) -> None:
        """Refuse what does not fit, then answer what is due."""
        match self.round.due:
            case due.Card():
                self._only(Dealt(self.card()))
            case due.FaceDown():
                self.face_down = self.card()
                self._only(DealtFaceDown())
            case due.Check():
                assert self.face_down is not None
                self._only(Checked(has_blackjack(with_card(self.round.dealer, self.face_down))))
            case due.Turn():
                assert self.face_down is not None
                self._only(Turned(self.face_down))
            case due.Decision(hands=hands):
                self._decide(hands)
            case due.Nothing():
                raise AssertionError("the round is over")

    def _only(self, answer: Answer) -> None:
        for other in everything_else(self.round, type(answer)):
            assert isinstance(in_turn.answer(self.round, other), Refusal), other
        after = in_turn.answer(self.round, answer)
        assert isinstance(after, Round)
        self.round = after

    def _decide(self, hands: tuple[HandAt, ...]) -> None:
        """Every offered decision is accepted and every other refused; one of them is made."""
        hand = self.data.draw(st.sampled_from(hands), label="hand")
        offered = in_turn.decisions(self.round, hand)
        assert offered
        for decision in Decision:
            after = in_turn.decide(self.round, hand, decision)
            assert isinstance(after, Refusal) is (decision not in offered), decision
        elsewhere = HandAt(hand.position, hand.branch + 1)
        assert isinstance(in_turn.decide(self.round, elsewhere, Decision.STAND), Refusal)
        self._only(Decided(hand, self.data.draw(st.sampled_from(offered), label="decision")))

    def cards_on_the_table(self) -> Counter[int]:
        """Every card that lies anywhere."""
        cards = Counter(self.round.dealer.cards)
        for position in self.round.positions:
            cards.update(card for branch in position.branches for card in branch.cards)
        if self.round.dealer.face_down:
            assert self.face_down is not None
            cards[self.face_down] += 1
        return cards


special_bets = st.frozensets(st.sampled_from([bet.id for bet in CATALOGUE]), max_size=3)


@given(
    blackjack_rules,
    st.lists(st.tuples(st.booleans(), special_bets), min_size=1, max_size=3),
    st.data(),
)
def test_any_round_under_any_rules(
    rules: Rules, wagers: list[tuple[bool, frozenset[str]]], data: st.DataObject
) -> None:
    wagered = [Wagered(number, main, bets) for number, (main, bets) in enumerate(wagers, 1)]
    life = Life(rules, wagered, data)
    for _ in range(STEPS_MAX):
        if isinstance(life.round.due, due.Nothing):
            break
        life.step()
        # Cards on the table and cards in the shoe are the pack, at every moment.
        assert life.cards_on_the_table() == life.dealt
    assert life.round.stage is Stage.OVER
    check_results(life.round)
    check_turned(life)


def check_turned(life: Life) -> None:
    """A house that always turns the face-down card leaves none; turned, it changes nothing (BJ-20)."""
    round_, rules = life.round, life.round.rules
    turns = rules.second_card is SecondCard.HOLE and rules.unneeded_hole_card is UnneededHoleCard.TURNED
    if turns:
        assert not round_.dealer.face_down
    if not round_.dealer.face_down:
        return
    assert life.face_down is not None
    shown = with_card(round_.dealer, life.face_down)
    for position, wagered in zip(round_.positions, round_.wagered, strict=True):
        assert results(rules, position, shown) == results(rules, position, round_.dealer)
        for bet in wagered.specials:
            table = CATALOGUE.paytable(bet)
            left = special_outcome(bet, table, position.first, round_.dealer)
            assert special_outcome(bet, table, position.first, shown) == left


def check_results(round_: Round) -> None:
    """What holds of every finished round, whatever the rules."""
    rules = round_.rules
    for position in round_.positions:
        ended = results(rules, position, round_.dealer)
        assert len(ended) == (len(position.branches) if position.main else 0)
        assert len(position.branches) <= max(1, rules.max_hands)  # BJ-14
        lost = sum(
            (-result.pays.ratio * result.wager for result in ended if result.pays.won < 0), Fraction(0)
        )
        if has_blackjack(round_.dealer) and rules.late_blackjack_returns is LateBlackjack.ORIGINAL_ONLY:
            assert lost <= 1  # BJ-22
        for branch, result in zip(position.branches, ended, strict=False):
            assert (sum(value(card) for card in branch.cards) > 21) == (branch.state == "bust")  # BJ-01
            assert branch.hand.depth <= rules.max_split_depth
            if result.ending is Ending.BLACKJACK:
                assert (len(position.branches), result.pays) == (1, rules.blackjack_pays)  # BJ-02, BJ-21
    checked_all = rules.second_card is SecondCard.HOLE and rules.checks_under_ace and rules.checks_under_ten
    if checked_all and has_blackjack(round_.dealer):
        # BJ-11: a blackjack that is looked for is found before anybody plays.
        assert all(len(branch.cards) == 2 for position in round_.positions for branch in position.branches)


@given(blackjack_rules, st.lists(st.integers(0, 51), min_size=4, max_size=4))
def test_bj_26_a_card_that_is_not_due_changes_nothing(rules: Rules, cards: list[int]) -> None:
    round_: Round | Refusal = in_turn.start(rules, [Wagered(1)])
    for card in cards:
        assert isinstance(round_, Round)
        before = round_
        for other in everything_else(round_, Dealt):
            if isinstance(before.due, due.Card):
                assert isinstance(in_turn.answer(before, other), Refusal)
        after = in_turn.deal(round_, card)
        if isinstance(after, Refusal):
            assert after.code == "no_card_is_due"
            break
        round_ = after
