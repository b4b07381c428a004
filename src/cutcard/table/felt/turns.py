"""A blackjack round in turn on the felt: private tables and seats. Each position has one owner who decides.

Bets behind follow their seat. They decide nothing but insurance, which runs in the seat's window: the last
answer of a seat is kept back until those behind have answered too, or the window is over. A seat whose patron
was gone at the deadline is forked: its live hand stands, and its main bet is settled by the fork (TB-40).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import msgspec

from cutcard.cards import Pack
from cutcard.games import due
from cutcard.games.blackjack import Rules, in_turn
from cutcard.games.blackjack.in_turn import Wagered
from cutcard.games.blackjack.options import Decision, offer
from cutcard.games.blackjack.play import HandAt, Position, State
from cutcard.games.blackjack.rules import SecondCard
from cutcard.games.blackjack.wagers import MAIN
from cutcard.games.reason import Refusal
from cutcard.table.event import Wagers
from cutcard.table.felt.behind import ALONG, Behind
from cutcard.table.felt.hands import HandsFelt
from cutcard.table.felt.settling import committed, cost, insurance_stake, main_stake, share
from cutcard.table.felt.wager_fates import NO_RIDES, Ride, Rides, remaining
from cutcard.table.forks.fork import Fork, forked_from
from cutcard.table.play.events import Act, BehindShare, Decided, SettledShare, WindowShare
from cutcard.table.settings import BEHIND, Settings, paytables

Presets = Mapping[tuple[str, int], tuple[bool, bool]]
"""Whether a patron's bet behind a seat doubles along and splits along."""

NO_PRESETS: Presets = {}
INSURANCE_ONLY = (Decision.INSURE, Decision.DECLINE)


class TurnsFelt(HandsFelt):
    """The round, who owns which position, what lies there, and who bets behind."""

    one_by_one = True

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
        self.placed = dict(wagers)
        self.wagers = dict(wagers)
        self.void = NO_RIDES
        self.declining = declining
        own = [
            (patron, wager) for patron, each in self.wagers.items() for wager in each if wager.bet != BEHIND
        ]
        self.owner = {wager.position: patron for patron, wager in own}
        self.behind = [
            Behind(patron, wager.position, wager.stake, *presets.get((patron, wager.position), ALONG))
            for patron, each in sorted(self.wagers.items())
            for wager in each
            if wager.bet == BEHIND
        ]
        self.kept_back: tuple[HandAt, Decision] | None = None
        self.forked: dict[int, Fork] = {}
        self.hole_read = rules.second_card is SecondCard.NONE
        wagered = [self._wagered(number) for number in sorted(self.owner)]
        self.round: in_turn.Round = in_turn.start(rules, wagered)

    def leave_out(self, void: Rides, stay: frozenset[str]) -> None:
        """Before any card: these wagers are void, and only these patrons still have one (TB-33).

        A position whose main bet is void keeps its first cards, so that all others keep theirs.
        """
        self.void = void
        self.wagers = remaining(self.placed, void, stay)
        for wager in self.behind:
            wager.units = [0 if Ride(wager.patron, wager.seat, BEHIND) in void else 1]
        wagered = [self._wagered(number) for number in sorted(self.owner)]
        self.round = in_turn.start(self.round.rules, wagered)

    def _wagered(self, number: int) -> Wagered:
        bets = [wager.bet for wager in self.wagers.get(self.owner[number], ()) if wager.position == number]
        return Wagered(number, MAIN in bets, frozenset(bet for bet in bets if bet not in (MAIN, BEHIND)))

    def first_cards(self) -> Iterable[tuple[int, tuple[int, ...]]]:
        """Those of every position that is played."""
        return [(position.number, position.first) for position in self.round.positions]

    @property
    def open_positions(self) -> tuple[Position, ...]:
        """In turn every hand lies open for all."""
        return self.round.positions

    def take(self, card: int, _place: int) -> None:
        """An open card."""
        self._put(in_turn.deal(self.round, card))

    def face_down(self, read: bool) -> None:
        """The dealer's second card lies."""
        self.hole_read = read
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
            position.number
            for position in self.round.positions
            if position.branches[0].state is not State.SURRENDERED
            and Decision.INSURE in offer(self.round.rules, position.branches[0].hand, up)
        }
        if self.kept_back is not None and self.kept_back[1] is Decision.SURRENDER:
            offered.discard(self.kept_back[0].position)  # those behind surrender with the seat
        return [wager for wager in self.behind if not wager.answered and wager.seat in offered]

    def hands_to_decide(self, patron: str) -> tuple[HandAt, ...]:
        """The hands that need a decision of this patron now; of a forked seat, those of its fork."""
        forked = [fork.seat for fork in self._forks(patron)]
        live = [hand for hand in self.live_hands_to_decide(patron) if hand.position not in forked]
        forks = self._forks(patron) if self.forks_are_played else []
        return (*live, *(fork.hand_to_decide for fork in forks if fork.hand_to_decide is not None))

    def live_hands_to_decide(self, patron: str) -> tuple[HandAt, ...]:
        """The hands on the felt that need a decision of this patron now, those bet behind included."""
        own = [hand for hand in self._owners_hands() if self.owner[hand.position] == patron]
        followed = [HandAt(wager.seat) for wager in self._behind_asked() if wager.patron == patron]
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
            stake=main_stake(self.wagers[patron], seat),
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
        return [fork for fork in self.forked.values() if fork.patron == patron and not fork.void]

    def choices(self, patron: str, hand: HandAt) -> tuple[Decision, ...]:
        """What the rules let this hand choose from."""
        fork = self.forked.get(hand.position)
        if fork is not None and fork.patron == patron:
            return in_turn.decisions(fork.round, hand) if hand in self.hands_to_decide(patron) else ()
        if self.owner.get(hand.position) == patron:
            return in_turn.decisions(self.round, hand)
        return INSURANCE_ONLY if hand in self.hands_to_decide(patron) else ()

    def why_not(self, patron: str, hand: HandAt, decision: Decision) -> Refusal | None:
        """Why this decision is not to be had."""
        if self.owner.get(hand.position) != patron:
            if hand not in self.hands_to_decide(patron):
                return Refusal("not_your_hand", {"position": hand.position})
            offered = decision in INSURANCE_ONLY
            return None if offered else Refusal("not_offered", {"decision": decision.value})
        if self.kept_back is not None and self.kept_back[0] == hand:
            return Refusal("not_this_hands_turn", {"position": hand.position, "branch": hand.branch})
        return in_turn.why_not(self.round, hand, decision)

    def decided(self, patron: str, hand: HandAt, decision: Decision) -> None:
        """A decision has been made: for a hand by its owner, or on insurance by somebody behind it."""
        if self.owner[hand.position] != patron:
            wager = self._behind_at(patron, hand.position)
            wager.answered, wager.insured = True, decision is Decision.INSURE
            if wager.insured:
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
        """What those behind a seat do when it doubles, splits or surrenders."""
        if decision not in (Decision.DOUBLE, Decision.SPLIT, Decision.SURRENDER):
            return {}
        shares = {}
        for wager in self.behind:
            if wager.seat == hand.position:
                done = wager.follows(hand.branch, decision, playable(wager.patron))
                if done is not None:
                    shares[wager.patron] = done
        return shares

    def followed(self, shares: Mapping[str, BehindShare]) -> None:
        """Those behind have gone along or not."""
        for wager in self.behind:
            done = shares.get(wager.patron)
            if done is not None and done.seat == wager.seat:
                wager.followed(done.branch, done.decision, done.along)
                if wager.stays:
                    stay = (*self.round.stay_behind, wager.seat)
                    self.round = msgspec.structs.replace(self.round, stay_behind=stay)
            elif done is None and any(each.seat == wager.seat for each in shares.values()):
                self._moved_up(wager, next(iter(shares.values())))

    def _moved_up(self, wager: Behind, done: BehindShare) -> None:
        """A split beside a hand it is not on moves the places of the hands."""
        if done.decision is Decision.SPLIT:
            wager.units.insert(done.branch + 1, 0)

    def left_undecided(self) -> dict[str, WindowShare]:
        """What the end of the window's time does: hands stand, offers are declined (TB-13)."""
        decision = Decision.DECLINE if self.offering else Decision.STAND
        return {
            patron: WindowShare(acts=tuple(Act(at.position, at.branch, decision) for at in hands))
            for patron, hands in self.asked_by().items()
        }

    def answered_by_itself(self) -> Decided | None:
        """Insurance that a patron never wants to be offered is declined (BJ-16)."""
        if not self.offering:
            return None
        for patron, hands in self.asked_by().items():
            for at in hands:
                if patron in self.declining and Decision.SURRENDER not in self.choices(patron, at):
                    return Decided(patron, at.position, at.branch, Decision.DECLINE, automatic=True)
        return None

    def window_opened(self) -> None:
        """A window opened. In turn, nothing has to be remembered of it."""

    def window_closed(self, shares: Mapping[str, WindowShare]) -> None:
        """The window is over, and what the house did is done."""
        if self.offering:
            for wager in self._behind_asked():
                wager.answered = True
        for patron, each in shares.items():
            for act in each.acts:
                self.decided(patron, HandAt(act.position, act.branch), act.decision)
        self._release(over=True)

    def insure(self, patron: str, number: int) -> None:
        """Insurance that stands although the main bet it was taken with is void (TB-33)."""
        if self.owner[number] == patron:
            self.round = msgspec.structs.replace(self.round, insured=(*self.round.insured, number))
            return
        self._behind_at(patron, number).insured = True
        self.round = msgspec.structs.replace(self.round, insured_behind=True)

    def _behind_at(self, patron: str, seat: int) -> Behind:
        return next(wager for wager in self.behind if (wager.patron, wager.seat) == (patron, seat))

    def positions_behind(self, patron: str) -> tuple[Position, ...]:
        """The hands that the patron bets behind, as they stand for those bets."""
        by_number = {position.number: position for position in self.round.positions}
        return tuple(wager.plays(by_number[wager.seat]) for wager in self.behind if wager.patron == patron)

    def cost(self, patron: str, hand: HandAt, decision: Decision) -> int:
        """What a decision costs."""
        if self.owner.get(hand.position) != patron:
            return cost(self._behind_at(patron, hand.position).stake, decision)
        return cost(main_stake(self.wagers[patron], hand.position), decision)

    def hands(self, patron: str) -> tuple[Position, ...]:
        """The patron's own positions; a forked seat's as it stands in the interrupted game."""
        forks = {fork.seat: fork.position for fork in self._forks(patron)}
        return tuple(forks.get(position.number, position) for position in self._live(patron))

    def _live(self, patron: str) -> tuple[Position, ...]:
        """The patron's own positions on the felt."""
        return tuple(position for position in self.round.positions if self.owner[position.number] == patron)

    def main_stake_at(self, position: int, _patron: str | None) -> int:
        """What the position's owner has on its main bet."""
        return main_stake(self.wagers.get(self.owner.get(position, ""), ()), position)

    def insured(self, patron: str) -> tuple[int, ...]:
        """The patron's own positions that are insured."""
        numbers = list(self.round.insured)
        if self.kept_back is not None and self.kept_back[1] is Decision.INSURE:
            numbers.append(self.kept_back[0].position)
        return tuple(number for number in numbers if self.owner[number] == patron)

    def staked(self, patron: str) -> int:
        """All that the patron has on the round."""
        own = committed(self.wagers[patron], self._live(patron), self._insurances(patron))
        raised = sum(fork.raised for fork in self._forks(patron))
        return own + raised + sum(wager.staked for wager in self.behind if wager.patron == patron)

    def _insurances(self, patron: str) -> dict[int, int]:
        """What lies on insurance of one's own positions."""
        placed = self.placed[patron]
        return {at: insurance_stake(main_stake(placed, at)) for at in self.insured(patron)}

    @property
    def finished(self) -> int:
        """How many patrons have nothing left to decide."""
        playing = {
            self.owner[position.number]
            for position in self.round.positions
            if position.main and position.in_play
        }
        return len(self.wagers) - len(playing)

    def shares(self) -> dict[str, SettledShare]:
        """What everybody's wagers came to."""
        return {patron: self._share(patron) for patron in self.wagers}

    def _share(self, patron: str) -> SettledShare:
        ended, wagers = self.outcomes(), self.wagers[patron]
        forks = {fork.seat: fork.settled or () for fork in self._forks(patron)}
        insurances = self._insurances(patron)
        own = [
            line
            for position in self._live(patron)
            for line in ended.of_position(position, wagers, insurances.get(position.number, 0))
            if line.bet != MAIN or position.number not in forks
        ]
        own.extend(line for lines in forks.values() for line in lines)
        by_number = {position.number: position for position in self.round.positions}
        followed = [
            line
            for wager in self.behind
            if wager.patron == patron
            for line in wager.lines(self.round.rules, by_number[wager.seat], self.round.dealer)
        ]
        return share([*own, *followed])

    def _put(self, after: in_turn.Round | Refusal) -> None:
        assert isinstance(after, in_turn.Round), f"a recorded answer fits: {after}"
        self.round = after
