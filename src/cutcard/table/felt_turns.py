"""A blackjack round in turn on the felt: private tables and seats. Each position has one owner who decides.

Bets behind follow their seat. They decide nothing but insurance, which runs in the seat's window: the last
answer of a seat is kept back until those behind have answered too, or the window is over. A seat whose patron
was gone at the deadline is forked: its live hand stands, and its main bet is settled by the fork (TB-40).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from cutcard.cards import Pack
from cutcard.games import due
from cutcard.games.blackjack import Rules, in_turn
from cutcard.games.blackjack.in_turn import Due, Stage, Wagered
from cutcard.games.blackjack.options import Decision, offer
from cutcard.games.blackjack.play import HandAt, Position, State
from cutcard.games.blackjack.rules import SecondCard
from cutcard.games.blackjack.wagers import MAIN
from cutcard.games.reason import Refusal
from cutcard.table.events import Act, BehindShare, SettledShare, Wagers, WindowShare
from cutcard.table.felt_behind import Behind
from cutcard.table.forks import Fork, forked_from
from cutcard.table.settings import BEHIND, Settings, paytables
from cutcard.table.settling import Outcomes, insurance_stake, share

Presets = Mapping[tuple[str, int], tuple[bool, bool]]
"""Whether a patron's bet behind a seat doubles along and splits along."""

NO_PRESETS: Presets = {}
INSURANCE_ONLY = (Decision.INSURE, Decision.DECLINE)


class TurnsFelt:
    """The round, who owns which position, what lies there, and who bets behind."""

    def __init__(
        self,
        settings: Settings,
        wagers: Mapping[str, Wagers],
        declining: frozenset[str] = frozenset(),
        presets: Presets = NO_PRESETS,
    ) -> None:
        rules = settings.profile.rules
        assert isinstance(rules, Rules), "hands are played by blackjack's rules"
        self.tables = paytables(settings)
        self.wagers = dict(wagers)
        self.declining = declining
        own = [(patron, one) for patron, each in self.wagers.items() for one in each if one.bet != BEHIND]
        self.owner = {one.position: patron for patron, one in own}
        self.behind = [
            Behind(patron, one.position, one.stake, *presets.get((patron, one.position), (True, True)))
            for patron, each in sorted(self.wagers.items())
            for one in each
            if one.bet == BEHIND
        ]
        self.kept_back: tuple[HandAt, Decision] | None = None
        self.forked: dict[int, Fork] = {}
        self.hole_read = rules.second_card is SecondCard.NONE
        self.round = in_turn.start(rules, [self._wagered(number) for number in sorted(self.owner)])

    def _wagered(self, number: int) -> Wagered:
        bets = [one.bet for one in self.wagers[self.owner[number]] if one.position == number]
        return Wagered(number, MAIN in bets, frozenset(bet for bet in bets if bet not in (MAIN, BEHIND)))

    @property
    def due(self) -> Due:
        """What the round waits for."""
        return self.round.due

    @property
    def offering(self) -> bool:
        """Whether insurance or early surrender is what is asked."""
        return self.round.stage is Stage.OFFER

    def take(self, card: int) -> None:
        """An open card."""
        self._put(in_turn.deal(self.round, card))

    def face_down(self) -> None:
        """The dealer's second card lies."""
        self._put(in_turn.deal_face_down(self.round))

    def check(self, blackjack: bool) -> None:
        """The dealer has looked."""
        self._put(in_turn.check(self.round, blackjack))

    def turn(self, card: int) -> None:
        """The face-down card is open."""
        self._put(in_turn.turn(self.round, card))

    def turn_refused(self, card: int) -> Refusal | None:
        """Why the face-down card cannot be this one."""
        after = in_turn.turn(self.round, card)
        return after if isinstance(after, Refusal) else None

    def _owners_hands(self) -> tuple[HandAt, ...]:
        """The hands whose owners are asked now."""
        if not isinstance(self.round.due, due.Decision):
            return ()
        kept = self.kept_back[0] if self.kept_back else None
        return tuple(hand for hand in self.round.due.hands if hand != kept)

    def _behind_asked(self) -> list[Behind]:
        """The bets behind that may still be insured."""
        if not self.offering or not self.round.rules.insurance:
            return []
        up = self.round.dealer.up_value
        offered = {
            one.number
            for one in self.round.positions
            if one.branches[0].state is not State.SURRENDERED
            and Decision.INSURE in offer(self.round.rules, one.branches[0].hand, up)
        }
        if self.kept_back is not None and self.kept_back[1] is Decision.SURRENDER:
            offered.discard(self.kept_back[0].position)  # those behind surrender with the seat
        return [one for one in self.behind if not one.answered and one.seat in offered]

    def asked(self, patron: str) -> tuple[HandAt, ...]:
        """The hands that need a decision of this patron now; of a forked seat, those of its fork."""
        forked = [fork.seat for fork in self._forks(patron)]
        live = [hand for hand in self.live_asked(patron) if hand.position not in forked]
        forks = self._forks(patron) if self.forks_are_played else []
        return (*live, *(fork.asked for fork in forks if fork.asked is not None))

    def live_asked(self, patron: str) -> tuple[HandAt, ...]:
        """The hands on the felt that need a decision of this patron now, those bet behind included."""
        own = [hand for hand in self._owners_hands() if self.owner[hand.position] == patron]
        followed = [HandAt(one.seat) for one in self._behind_asked() if one.patron == patron]
        return (*own, *followed)

    def asked_by(self) -> dict[str, tuple[HandAt, ...]]:
        """Everybody whose own hands are asked something now."""
        owners = dict.fromkeys(self.owner[hand.position] for hand in self._owners_hands())
        return {
            patron: tuple(hand for hand in self._owners_hands() if self.owner[hand.position] == patron)
            for patron in owners
        }

    def fork(self, patron: str, seat: int, of_round: int, closes_ms: int, dealt: list[int]) -> None:
        """The seat's hand goes on by itself; ``dealt`` are the open cards of the round (TB-40)."""
        self.forked[seat] = Fork(
            patron=patron,
            seat=seat,
            of_round=of_round,
            stake=self.main_stake(patron, seat),
            closes_ms=closes_ms,
            round=forked_from(self.round, seat),
            seen=tuple(dealt),
            pack=Pack.of_decks(self.round.rules.decks).without(dealt),
            live_cards=len(dealt),
        )

    @property
    def forks_are_played(self) -> bool:
        """Whether patrons may decide in forks: not before the hole card is known, nor once it is shown."""
        return self.hole_read and not self.hole_shown

    @property
    def hole_shown(self) -> bool:
        """Whether the dealer's second card lies open."""
        return len(self.round.dealer.cards) > 1

    @property
    def forks_open(self) -> bool:
        """Whether the result still waits for an interrupted game."""
        return any(fork.open for fork in self.forked.values())

    def _forks(self, patron: str) -> list[Fork]:
        return [one for one in self.forked.values() if one.patron == patron and not one.void]

    def choices(self, patron: str, hand: HandAt) -> tuple[Decision, ...]:
        """What the rules let this hand choose from."""
        fork = self.forked.get(hand.position)
        if fork is not None and fork.patron == patron:
            return in_turn.decisions(fork.round, hand) if hand in self.asked(patron) else ()
        if self.owner.get(hand.position) == patron:
            return in_turn.decisions(self.round, hand)
        return INSURANCE_ONLY if hand in self.asked(patron) else ()

    def why_not(self, patron: str, hand: HandAt, decision: Decision) -> Refusal | None:
        """Why this decision is not to be had."""
        if self.owner.get(hand.position) != patron:
            if hand not in self.asked(patron):
                return Refusal("not_your_hand", {"position": hand.position})
            offered = decision in INSURANCE_ONLY
            return None if offered else Refusal("not_offered", {"decision": decision.value})
        if self.kept_back is not None and self.kept_back[0] == hand:
            return Refusal("not_this_hands_turn", {"position": hand.position, "branch": hand.branch})
        after = in_turn.decide(self.round, hand, decision)
        return after if isinstance(after, Refusal) else None

    def decided(self, patron: str, hand: HandAt, decision: Decision) -> None:
        """A decision has been made: for a hand by its owner, or on insurance by somebody behind it."""
        if self.owner[hand.position] != patron:
            one = next(one for one in self.behind if (one.patron, one.seat) == (patron, hand.position))
            one.answered, one.insured = True, decision is Decision.INSURE
            if one.insured:
                self.round = msgspec.structs.replace(self.round, insured_behind=True)
        elif self.offering and self._last_answer():
            self.kept_back = (hand, decision)
        else:
            self._put(in_turn.decide(self.round, hand, decision))
        self._release()

    def _last_answer(self) -> bool:
        return len(self.round.unanswered) == 1 and bool(self._behind_asked())

    def _release(self, over: bool = False) -> None:
        """What was kept back counts as soon as nobody behind is asked any more."""
        if self.kept_back is not None and (over or not self._behind_asked()):
            hand, decision = self.kept_back
            self.kept_back = None
            self._put(in_turn.decide(self.round, hand, decision))

    def follows(
        self, hand: HandAt, decision: Decision, playable: Callable[[str], int]
    ) -> dict[str, BehindShare]:
        """What those behind a seat do when it doubles or splits."""
        if decision not in (Decision.DOUBLE, Decision.SPLIT):
            return {}
        shares = {}
        for one in self.behind:
            if one.seat == hand.position:
                done = one.follows(hand.branch, decision, playable(one.patron))
                if done is not None:
                    shares[one.patron] = done
        return shares

    def followed(self, shares: Mapping[str, BehindShare]) -> None:
        """Those behind have gone along or not."""
        for one in self.behind:
            done = shares.get(one.patron)
            if done is not None and done.seat == one.seat:
                one.followed(done.branch, done.decision, done.along)
            elif done is None and any(each.seat == one.seat for each in shares.values()):
                self._moved_up(one, next(iter(shares.values())))

    def _moved_up(self, one: Behind, done: BehindShare) -> None:
        """A split beside a hand it is not on moves the places of the hands."""
        if done.decision is Decision.SPLIT:
            one.units.insert(done.branch + 1, 0)

    def left_undecided(self) -> dict[str, WindowShare]:
        """What the end of the window's time does: hands stand, offers are declined (TB-13)."""
        decision = Decision.DECLINE if self.offering else Decision.STAND
        return {
            patron: WindowShare(acts=tuple(Act(at.position, at.branch, decision) for at in hands))
            for patron, hands in self.asked_by().items()
        }

    def window_opened(self) -> None:
        """A window opened. In turn, nothing has to be remembered of it."""

    def window_closed(self, shares: Mapping[str, WindowShare]) -> None:
        """The window is over, and what the house did is done."""
        if self.offering:
            for one in self._behind_asked():
                one.answered = True
        for patron, each in shares.items():
            for act in each.acts:
                self.decided(patron, HandAt(act.position, act.branch), act.decision)
        self._release(over=True)

    def main_stake(self, patron: str, number: int) -> int:
        """What lies on the main bet of a position."""
        return sum(one.stake for one in self.wagers[patron] if one.position == number and one.bet == MAIN)

    def cost(self, patron: str, hand: HandAt, decision: Decision) -> int:
        """What a decision costs."""
        if self.owner.get(hand.position) != patron:
            stake = sum(one.stake for one in self.behind if (one.patron, one.seat) == (patron, hand.position))
        else:
            stake = self.main_stake(patron, hand.position)
        if decision in (Decision.DOUBLE, Decision.SPLIT):
            return stake
        return insurance_stake(stake) if decision is Decision.INSURE else 0

    def hands(self, patron: str) -> tuple[Position, ...]:
        """The patron's own positions; a forked seat's as it stands in the interrupted game."""
        forks = {fork.seat: fork.position for fork in self._forks(patron)}
        return tuple(forks.get(one.number, one) for one in self._live(patron))

    def _live(self, patron: str) -> tuple[Position, ...]:
        """The patron's own positions on the felt."""
        return tuple(one for one in self.round.positions if self.owner[one.number] == patron)

    def insured(self, patron: str) -> tuple[int, ...]:
        """The patron's own positions that are insured."""
        numbers = list(self.round.insured)
        if self.kept_back is not None and self.kept_back[1] is Decision.INSURE:
            numbers.append(self.kept_back[0].position)
        return tuple(number for number in numbers if self.owner[number] == patron)

    def staked(self, patron: str) -> int:
        """All that the patron has on the round."""
        total = sum(one.stake for one in self.wagers[patron] if one.bet not in (MAIN, BEHIND))
        for position in self._live(patron):
            stake = self.main_stake(patron, position.number)
            total += stake * sum(branch.wager for branch in position.branches)
        total += sum(fork.raised for fork in self._forks(patron))
        total += sum(insurance_stake(self.main_stake(patron, at)) for at in self.insured(patron))
        return total + sum(one.staked for one in self.behind if one.patron == patron)

    @property
    def finished(self) -> int:
        """How many patrons have nothing left to decide."""
        playing = {self.owner[one.number] for one in self.round.positions if one.main and one.in_play}
        return len(self.wagers) - len(playing)

    def outcomes(self) -> Outcomes:
        """How every bet ended."""
        return Outcomes(self.round.rules, self.round.dealer, self.tables)

    def shares(self) -> dict[str, SettledShare]:
        """What everybody's wagers came to."""
        return {patron: self._share(patron) for patron in self.wagers}

    def _share(self, patron: str) -> SettledShare:
        ended, wagers = self.outcomes(), self.wagers[patron]
        forks = {fork.seat: fork.settled or () for fork in self._forks(patron)}
        own = [
            line
            for position in self._live(patron)
            for line in ended.of_position(
                position, _without_behind(wagers), position.number in self.round.insured
            )
            if line.bet != MAIN or position.number not in forks
        ]
        own.extend(line for lines in forks.values() for line in lines)
        by_number = {one.number: one for one in self.round.positions}
        followed = [
            line
            for one in self.behind
            if one.patron == patron
            for line in one.lines(self.round.rules, by_number[one.seat], self.round.dealer)
        ]
        return share([*own, *followed])

    def _put(self, after: in_turn.Round | Refusal) -> None:
        assert isinstance(after, in_turn.Round), f"a recorded answer fits: {after}"
        self.round = after


def _without_behind(wagers: Wagers) -> Wagers:
    return tuple(one for one in wagers if one.bet != BEHIND)
