"""A blackjack round from listed cards and decisions, as the document that ``cutcard deal`` prints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from cutcard.analysis.public.deal_settled import outcome_figures
from cutcard.analysis.refusal import BadQuestion, short
from cutcard.cards import texts
from cutcard.games.blackjack import CATALOGUE
from cutcard.games.blackjack.dealer import has_blackjack
from cutcard.games.blackjack.dealt import Refused, play_out
from cutcard.games.blackjack.explain import dealer_story, why_insurance, why_result, why_special
from cutcard.games.blackjack.in_turn import Round, Wagered, decisions
from cutcard.games.blackjack.options import Decision
from cutcard.games.blackjack.play import HandAt, Position, State
from cutcard.games.blackjack.rules import Rules
from cutcard.games.blackjack.settle import insurance_pays, results, special_outcome
from cutcard.games.blackjack.wagers import MAIN, refuse_wagers
from cutcard.profiles import Profile, paytable
from cutcard.texts import say


class Wagers(msgspec.Struct, frozen=True):
    """The stakes on each position by bet, the main bet among them."""

    by_position: tuple[Mapping[str, int], ...]

    @classmethod
    def of(cls, rules: Rules, positions: int, main: int, bets: Mapping[str, int]) -> Wagers:
        """The main bet on every position, each further bet where it is placed, if all may stand together."""
        if not 1 <= positions <= rules.places:
            raise BadQuestion(f"--positions is 1 to {rules.places} here, not {positions}")
        given: list[dict[str, int]] = [{} for _ in range(positions)]
        for written, stake in bets.items():
            bet_id, position = _where(written, positions)
            if bet_id in given[position - 1]:
                raise BadQuestion(f"--bet gives {bet_id} at position {position} twice")
            given[position - 1][bet_id] = stake
        placed = [{MAIN: main, **stakes} for stakes in given]
        wagers = cls(tuple({bet: stake for bet, stake in stakes.items() if stake} for stakes in placed))
        wagers.check(rules)
        return wagers

    def check(self, rules: Rules) -> None:
        """Refuses wagers that may not stand together, and a position without any."""
        for number, stakes in enumerate(self.by_position, 1):
            if not stakes:
                raise BadQuestion(f"position {number} has no wager")
            refusal = refuse_wagers(rules.special_without_main, stakes)
            if refusal is not None:
                raise BadQuestion(f"position {number}: {say(refusal)}")

    def wagered(self) -> tuple[Wagered, ...]:
        """The same without amounts, as the rules know it."""
        return tuple(
            Wagered(number, MAIN in stakes, frozenset(bet for bet in stakes if bet != MAIN))
            for number, stakes in enumerate(self.by_position, 1)
        )


def _where(written: str, positions: int) -> tuple[str, int]:
    """Which bet, and on which position: ``pair@2``, or ``pair`` for the first."""
    bet_id, behind, at = written.partition("@")
    if behind and at not in {str(number + 1) for number in range(positions)}:
        named = short(at) or "named"
        raise BadQuestion(f"--bet {short(written)}: there is no position {named} in this round")
    if bet_id == "insurance":
        raise BadQuestion("insurance is not placed with --bet: it is the decision insure")
    if bet_id != MAIN:
        CATALOGUE[bet_id]
    return bet_id, int(at or 1)


def play_round(
    profile: Profile, rules: Rules, cards: Sequence[int], decided: Sequence[str], wagers: Wagers
) -> dict[str, Any]:
    """The whole round as a document."""
    round_ = _round(rules, cards, decided, wagers)
    outcomes = [
        *_main_outcomes(round_, wagers),
        *_insurance_outcomes(round_, wagers),
        *_special_outcomes(profile, round_, wagers),
    ]
    dealer = round_.dealer
    return {
        "hands": [hand for position in round_.positions for hand in _hands(position)],
        "dealer": {"cards": texts(dealer.cards), "total": dealer.hand.total, "face_down": dealer.face_down},
        "outcomes": outcomes,
        "story": [say(reason) for reason in dealer_story(rules, dealer)],
    }


def _round(rules: Rules, cards: Sequence[int], decided: Sequence[str], wagers: Wagers) -> Round:
    coming, answers = iter(cards), iter(decided)

    def draw() -> int:
        card = next(coming, None)
        if card is None:
            raise BadQuestion(f"too few cards: the round needs another after these {len(cards)}")
        return card

    def decide(round_: Round, hand: HandAt) -> Decision:
        open_to = ", ".join(decisions(round_, hand))
        written = next(answers, None)
        if written is None:
            raise BadQuestion(f"too few decisions: {_describe_hand(round_, hand)} may choose {open_to}")
        if written not in set(Decision):
            raise BadQuestion(f"{written!r} is not a decision: there are {', '.join(Decision)}")
        return Decision(written)

    try:
        round_ = play_out(rules, wagers.wagered(), draw, decide)
    except Refused as no:
        hand = no.round.due.hands[0]  # type: ignore[union-attr]  # only a decision can be refused here
        raise BadQuestion(f"{_describe_hand(no.round, hand)}: {say(no.refusal)}") from None
    if left := list(coming):
        raise BadQuestion(f"cards left over when the round was done: {' '.join(texts(left))}")
    if unused := list(answers):
        raise BadQuestion(f"decisions left over when the round was done: {' '.join(unused)}")
    return round_


def _describe_hand(round_: Round, hand: HandAt) -> str:
    position = next(at for at in round_.positions if at.number == hand.position)
    cards = " ".join(texts(position.branches[hand.branch].cards))
    return f"position {hand.position}, hand {hand.branch} ({cards} against {texts(round_.dealer.cards)[0]})"


def _hands(position: Position) -> Iterator[dict[str, Any]]:
    for index, branch in enumerate(position.branches):
        yield {
            "position": position.number,
            "branch": index,
            "cards": texts(branch.cards),
            "total": branch.hand.total,
            "soft": branch.hand.soft,
            "status": State.STOOD if branch.state is State.UNPLAYED else branch.state,
            "wager_multiple": branch.wager if position.main else 0,
        }


def _main_outcomes(round_: Round, wagers: Wagers) -> Iterator[dict[str, Any]]:
    for position, placed in zip(round_.positions, wagers.by_position, strict=True):
        for result in results(round_.rules, position, round_.dealer):
            why = why_result(position.branches[result.hand.branch], round_.dealer, result)
            paid = outcome_figures(placed[MAIN] * result.wager, result.pays, why)
            yield _outcome(MAIN, result.hand, result.ending) | paid


def _insurance_outcomes(round_: Round, wagers: Wagers) -> Iterator[dict[str, Any]]:
    for number in sorted(round_.insured):
        pays = insurance_pays(round_.rules, round_.dealer)
        ending = "win" if has_blackjack(round_.dealer) else "lose"
        stake = wagers.by_position[number - 1][MAIN] // 2
        why = why_insurance(round_.dealer, pays)
        yield _outcome("insurance", HandAt(number, -1), ending) | outcome_figures(stake, pays, why)


def _special_outcomes(profile: Profile, round_: Round, wagers: Wagers) -> Iterator[dict[str, Any]]:
    for position, placed in zip(round_.positions, wagers.by_position, strict=True):
        for bet_id, stake in placed.items():
            if bet_id == MAIN:
                continue
            ended = special_outcome(bet_id, paytable(profile, bet_id), position.first, round_.dealer)
            paid = outcome_figures(stake, ended.pays, why_special(bet_id, ended))
            yield _outcome(bet_id, HandAt(position.number, -1), ended.id) | paid


def _outcome(bet: str, hand: HandAt, ending: str) -> dict[str, Any]:
    """Which bet, where, and how it ended. A bet on the whole position has no branch."""
    branch = hand.branch if hand.branch >= 0 else None
    return {"bet": bet, "position": hand.position, "branch": branch, "outcome": ending}
