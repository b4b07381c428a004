"""A shared blackjack round on the felt: everybody has the same cards and decides alone (TB-10 to TB-13).

Theory. Patrons who saw the same cards and decided alike are on one line of play. A line has a
number here; a patron is on a line, and a card changes what a line is, never who is on it. So a
card costs as much as there are lines, a decision moves one patron, and the end of a window moves
groups. Clocks are not known here: the table says when a window is over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from typing import Final

import msgspec

from cutcard.games import due
from cutcard.games.blackjack import Rules, in_step
from cutcard.games.blackjack.options import Decision, offer, options
from cutcard.games.blackjack.play import HandAt, Play, Position
from cutcard.games.blackjack.wagers import MAIN
from cutcard.games.reason import Refusal
from cutcard.table.event import Wagers
from cutcard.table.felt.hands import HandsFelt
from cutcard.table.felt.settling import committed, cost, insurance_stake, main_stake, share
from cutcard.table.felt.strikes import Strikes
from cutcard.table.felt.wager_fates import NO_RIDES, Rides, remaining
from cutcard.table.play.events import SettledShare, WindowClosed, WindowShare
from cutcard.table.settings import Settings, paytables

Insured = tuple[int, ...]
Burned = tuple[int, ...]

STEP: Final = due.Card(in_step.SHARED)
"""A step's card is due."""

_NOBODY: Final[frozenset[str]] = frozenset()


class SharedFelt(HandsFelt):
    """The round, who is on which line, and what lies there.

    ``void_took`` says at which steps whose void hand has the card: it stays there, and no other hand of
    theirs takes it (TB-33). ``burned`` are the cards that each line asked for none of, by their place among
    the round's open cards; ``bet_on`` the positions that each patron has any wager on.
    """

    def __init__(
        self, settings: Settings, wagers: Mapping[str, Wagers], declining: frozenset[str] = frozenset()
    ) -> None:
        rules = settings.profile.rules
        assert isinstance(rules, Rules), "hands are played by blackjack's rules"
        self.tables = paytables(settings)
        self.placed = dict(wagers)
        self.wagers = dict(wagers)
        self.void = NO_RIDES
        self.steps = 0
        self.void_took: dict[int, frozenset[str]] = {}
        self.declining = declining
        self.insured_at: dict[str, Insured] = {}
        self.answered: dict[str, tuple[int, ...]] = {}
        self.unanswered = 0
        self.strikes = Strikes()
        self.round: in_step.Round = self._start(rules)

    def leave_out(self, void: Rides, stay: frozenset[str]) -> None:
        """Before any card: these wagers are void, and only these patrons still have one (TB-33)."""
        self.void = void
        self.wagers = remaining(self.placed, void, stay)
        self.round = self._start(self.round.rules)

    def _start(self, rules: Rules) -> in_step.Round:
        self.line_of: dict[str, int] = {}
        self.members: dict[int, dict[str, None]] = {}
        self.plays: dict[int, Play] = {}
        self.burned: dict[int, Burned] = {}
        self.number_of: dict[tuple[Play, Burned], int] = {}
        self.lines_made = 0
        self.bet_on: dict[str, tuple[int, ...]] = {}
        specials: list[set[str]] = [set() for _ in range(rules.positions)]
        opening: dict[Wagers, tuple[int, tuple[int, ...]]] = {}
        for patron, wagers in self.wagers.items():
            known = opening.get(wagers)
            if known is None:
                mains = tuple(
                    any(wager.bet == MAIN and wager.position == at for wager in wagers)
                    for at in range(1, rules.positions + 1)
                )
                bet_on = tuple(sorted({wager.position for wager in wagers}))
                known = opening[wagers] = self._line(in_step.opening(mains), ()), bet_on
                for wager in wagers:
                    if wager.bet != MAIN:
                        specials[wager.position - 1].add(wager.bet)
            number, self.bet_on[patron] = known
            self.members[number][patron] = None
            self.line_of[patron] = number
        counts = {self.plays[number]: len(patrons) for number, patrons in self.members.items()}
        return in_step.start(rules, counts, [frozenset(bets) for bets in specials])

    def _line(self, play: Play, burned: Burned) -> int:
        """The number of a line, a new one where nobody is on it yet."""
        number = self.number_of.get((play, burned))
        if number is None:
            number = self.lines_made = self.lines_made + 1
            self.plays[number], self.burned[number] = play, burned
            self.number_of[play, burned] = number
            self.members[number] = {}
        return number

    def first_cards(self) -> Iterable[tuple[int, tuple[int, ...]]]:
        """Every position has first cards, wagered on or not (BJ-08)."""
        return enumerate(self.round.first, 1)

    def take(self, card: int, place: int) -> None:
        """An open card, the round's so-and-so-manyth: one of the first, a step's card, or the dealer's."""
        before, plays, burned = self.round, self.plays, self.burned
        passing = {patron: self.line_of[patron] for patron in sorted(self.passing)}
        counts = Counter(plays[number] for number in passing.values())
        self._put(in_step.deal(before, card, counts))
        for patron, number in passing.items():
            del self.members[number][patron]
        if before.due == STEP:
            self.burned = {
                number: burned[number] if in_step.served(play) else (*burned[number], place)
                for number, play in plays.items()
            }
        self._relabel({number: in_step.line_after(before, play, card) for number, play in plays.items()})
        for patron, number in passing.items():
            self.line_of[patron] = to = self._line(plays[number], burned[number])
            self.members[to][patron] = None
        self.steps += before.due == STEP
        self._count_offers()

    @property
    def passing(self) -> frozenset[str]:
        """Whose void hand has the step's card that is due, so that no other hand of theirs takes it."""
        took = self.void_took.get(self.steps) if self.round.due == STEP else None
        return took.intersection(self.line_of) if took else _NOBODY

    @property
    def nobody_takes(self) -> bool:
        """Whether the card that is due goes to no hand at all."""
        passing = self.passing
        return self.round.due == STEP and not any(
            in_step.served(play) is not None and not passing.issuperset(self.members[number])
            for number, play in self.plays.items()
        )

    def face_down(self, _read: bool) -> None:
        """The dealer's second card lies."""
        self._put(in_step.deal_face_down(self.round))
        self._count_offers()

    def check(self, blackjack: bool) -> None:
        """The dealer has looked."""
        self._put(in_step.check(self.round, blackjack))
        if blackjack:
            self._relabel({number: in_step.stopped_line(play) for number, play in self.plays.items()})

    def turn(self, card: int) -> None:
        """The face-down card is open."""
        self._put(in_step.turn(self.round, card))

    def turn_refused(self, card: int) -> Refusal | None:
        """Why the face-down card cannot be this one."""
        after = in_step.turn(self.round, card)
        return after if isinstance(after, Refusal) else None

    def _relabel(self, plays: dict[int, Play]) -> None:
        self.plays = {number: play for number, play in plays.items() if self.members[number]}
        self.members = {number: self.members[number] for number in self.plays}
        self.burned = {number: self.burned[number] for number in self.plays}
        self.number_of = {}
        for number, play in self.plays.items():
            self.number_of.setdefault((play, self.burned[number]), number)

    def _count_offers(self) -> None:
        """How many positions the offer, where one has just begun, waits for."""
        if not self.offering or not isinstance(self.round.due, due.Decision):
            return
        for number, play in self.plays.items():
            offered = len(in_step.offered_to(self.round, play))
            if offered:
                declining = sum(patron in self.declining for patron in self.members[number])
                self.unanswered += offered * (len(self.members[number]) - declining)

    def play_of(self, patron: str) -> Play:
        """The patron's line of play."""
        return self.plays[self.line_of[patron]]

    def hands_to_decide(self, patron: str) -> tuple[HandAt, ...]:
        """The patron's hands that need a decision now."""
        if not isinstance(self.round.due, due.Decision) or patron not in self.line_of:
            return ()
        play = self.play_of(patron)
        if not self.offering:
            return in_step.needs(play)
        if patron in self.declining:
            return ()
        answered = self.answered.get(patron, ())
        return tuple(at for at in in_step.offered_to(self.round, play) if at.position not in answered)

    def choices(self, patron: str, hand: HandAt) -> tuple[Decision, ...]:
        """What the rules let this hand choose from."""
        if hand not in self.hands_to_decide(patron):
            return ()
        position = self.play_of(patron).positions[hand.position - 1]
        branch = position.branches[hand.branch]
        if self.offering:
            return offer(self.round.rules, branch.hand, self.round.dealer.up_value)
        return options(self.round.rules, branch.hand, len(position.branches))

    def why_not(self, patron: str, hand: HandAt, decision: Decision) -> Refusal | None:
        """Why this decision is not to be had."""
        if patron not in self.line_of:
            return Refusal("no_wager_in_this_round")
        if self.offering and hand not in self.hands_to_decide(patron):
            return Refusal("not_this_hands_turn", {"position": hand.position, "branch": hand.branch})
        return in_step.why_not(self.round, self.play_of(patron), hand, decision)

    def decided(self, patron: str, hand: HandAt, decision: Decision) -> None:
        """One patron's decision for one hand."""
        offering = self.offering
        before = self.line_of[patron]
        self._moved((patron,), before, ((hand, decision),))
        if offering:
            self.answered[patron] = (*self.answered.get(patron, ()), hand.position)
            self.unanswered -= 1
            if decision is Decision.INSURE:
                self.insured_at[patron] = (*self.insured_at.get(patron, ()), hand.position)
        else:
            self.strikes.decided(patron, hand, before)

    def _moved(
        self, patrons: tuple[str, ...], number: int, decisions: tuple[tuple[HandAt, Decision], ...]
    ) -> None:
        """These patrons, all on one line, have all decided so."""
        play = self.plays[number]
        for hand, decision in decisions:
            after = in_step.decide(self.round, play, hand, decision, len(patrons))
            assert not isinstance(after, Refusal), f"a recorded decision fits: {after}"
            self.round, play = after
        to = self._line(play, self.burned[number])
        if to == number:
            return
        left, joined = self.members[number], self.members[to]
        for patron in patrons:
            del left[patron]
            joined[patron] = None
            self.line_of[patron] = to
        if not left:  # a line that nobody is on costs nothing any more
            gone = self.plays.pop(number), self.burned.pop(number)
            del self.members[number]
            if self.number_of.get(gone) == number:
                del self.number_of[gone]

    def answered_by_itself(self) -> WindowClosed | None:
        """An offer that all have answered is over."""
        return None if self.unanswered or not self.offering else WindowClosed({})

    def window_opened(self) -> None:
        """A window of decisions has opened: how many hands of each line it opened for is remembered."""
        needed = {} if self.offering else {n: len(in_step.needs(play)) for n, play in self.plays.items()}
        self.strikes.open_window(needed)

    def left_undecided(self) -> dict[str, WindowShare]:
        """What the end of the window's time does to those who have not decided (TB-12, TB-13)."""
        if self.offering:
            return {}
        shares: dict[str, WindowShare] = {}
        for number, play in self.plays.items():
            hands = in_step.needs(play)
            if hands:
                shares.update(self._silence(number, play, hands))
        return shares

    def _silence(self, number: int, play: Play, hands: tuple[HandAt, ...]) -> dict[str, WindowShare]:
        """The same for all on a line whose window opened alike and whose hands have the same strikes."""
        strikes = self.strikes
        alike: dict[tuple[int, ...], WindowShare] = {}
        shares = {}
        for patron in self.members[number]:
            counts = strikes.counts.get(patron)
            opened_on = strikes.opened_on.get(patron, number)
            key = (opened_on, *[counts.get(hand, 0) for hand in hands]) if counts else (opened_on,)
            found = alike.get(key)
            if found is None:
                found = alike[key] = strikes.share(self.round.rules, patron, number, play, hands)
            shares[patron] = found
        return shares

    def window_closed(self, shares: Mapping[str, WindowShare]) -> None:
        """The window is over: strikes are noted, and what the house did is done."""
        groups: dict[tuple[int, WindowShare], list[str]] = {}
        for patron, window in sorted(shares.items()):
            self.strikes.note_share(patron, window)
            if window.acts:
                groups.setdefault((self.line_of[patron], window), []).append(patron)
        for (number, window), patrons in groups.items():
            acts = tuple((HandAt(act.position, act.branch), act.decision) for act in window.acts)
            self._moved(tuple(patrons), number, acts)
        if isinstance(self.round.due, due.Decision):
            self._put(in_step.close_window(self.round))

    def insure(self, patron: str, number: int) -> None:
        """Insurance that stands although the main bet it was taken with is void (TB-33)."""
        self.insured_at[patron] = (*self.insured_at.get(patron, ()), number)
        self.round = msgspec.structs.replace(self.round, insured=True)

    def cost(self, patron: str, hand: HandAt, decision: Decision) -> int:
        """What a decision costs."""
        return cost(main_stake(self.wagers[patron], hand.position), decision)

    def line_key(self, patron: str) -> Hashable:
        """Who is on the same line, with wagers on the same positions, sees the same hands."""
        return self.line_of.get(patron, 0), self.bet_on.get(patron)

    def hands(self, patron: str) -> tuple[Position, ...]:
        """The patron's positions."""
        return self.play_of(patron).positions

    def burned_by(self, patron: str) -> tuple[int, ...]:
        """The open cards that the patron's line asked for none of."""
        return self.burned[self.line_of[patron]]

    def main_stake_at(self, position: int, patron: str | None) -> int:
        """What lies on the patron's main bet of a position."""
        return main_stake(self.wagers.get(patron or "", ()), position)

    def insured(self, patron: str) -> tuple[int, ...]:
        """The patron's positions that are insured."""
        return self.insured_at.get(patron, ())

    def staked(self, patron: str) -> int:
        """All that the patron has on the round."""
        return committed(self.wagers[patron], self.hands(patron), self._insurances(patron))

    def _insurances(self, patron: str) -> dict[int, int]:
        """What lies on insurance, by position."""
        placed = self.placed[patron]
        return {at: insurance_stake(main_stake(placed, at)) for at in self.insured(patron)}

    @property
    def finished(self) -> int:
        """How many patrons have nothing left to decide."""
        return sum(
            len(self.members[number])
            for number, play in self.plays.items()
            if not any(position.main and position.in_play for position in play.positions)
        )

    def shares(self) -> dict[str, SettledShare]:
        """What everybody's wagers came to: found once for all who wagered and played alike."""
        ended = self.outcomes()
        alike: dict[tuple[int, Wagers, tuple[tuple[int, int], ...]], SettledShare] = {}
        shares: dict[str, SettledShare] = {}
        for patron, wagers in self.wagers.items():
            insurances = self._insurances(patron) if patron in self.insured_at else {}
            key = (self.line_of[patron], wagers, tuple(insurances.items()))
            found = alike.get(key)
            if found is None:
                found = alike[key] = share(
                    settled
                    for position in self.plays[key[0]].positions
                    for settled in ended.of_position(position, wagers, insurances.get(position.number, 0))
                )
            shares[patron] = found
        return shares

    def _put(self, after: in_step.Round | Refusal) -> None:
        assert isinstance(after, in_step.Round), f"a recorded answer fits: {after}"
        self.round = after
