"""Whether a round's record holds: its chain, its commitment, its contributions, its cards and its money.

Only what the record says is judged, against the record alone. Whether the play followed the rules is judged
where tables are replayed, and is not known here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from cutcard.cards import NotInPack, text
from cutcard.games.reason import Facts, Reason
from cutcard.money import Odds, settle
from cutcard.record.chain import Header, entry_hash
from cutcard.record.fairness import commitment, contributions_hash, draw_cards
from cutcard.record.round_file import BEHIND, CopiedEntry, RoundFile
from cutcard.verification.facts import EntryBodies, Purse, RoundFacts, gather_facts


class Check(msgspec.Struct, frozen=True):
    """One thing that was looked at; it holds where no reason stands against it."""

    name: str
    reason: Reason | None = None

    @property
    def holds(self) -> bool:
        """Whether nothing stands against it."""
        return self.reason is None


class Verdict(msgspec.Struct, frozen=True):
    """All checks of one round. After the first that fails, what rests on it is not looked at."""

    stream: str
    round: int
    checks: tuple[Check, ...]

    @property
    def holds(self) -> bool:
        """Whether everything holds."""
        return self.fault is None

    @property
    def fault(self) -> Reason | None:
        """The first thing that does not hold."""
        return next((check.reason for check in self.checks if check.reason is not None), None)


def verify_round(file: RoundFile) -> Verdict:
    """Everything that can be checked with this copy of a round and nothing else."""
    chain = Check("chain", file_fault(file))
    if not chain.holds:
        return Verdict(file.stream, file.round, (chain,))
    reader = Check("reader", other_reader(file))
    if not reader.holds:
        return Verdict(file.stream, file.round, (chain, reader))
    bodies = (_bodies(entry) for entry in file.entries if entry.round == file.round)
    return Verdict(file.stream, file.round, (chain, reader, *round_checks(file.round, gather_facts(bodies))))


def file_fault(file: RoundFile) -> Reason | None:
    """Where the chain of a copy does not hold."""
    before = bytes.fromhex(file.previous)
    due = file.entries[0].number
    for entry in file.entries:
        if entry.number != due:
            return Reason("record.gap", {"number": entry.number, "due": due})
        fault = _copy_fault(file, entry, before)
        if fault is not None:
            return fault
        before = bytes.fromhex(entry.hash)
        due += 1
    return None


def other_reader(file: RoundFile) -> Reason | None:
    """Where a copy shows leaves that are not for the reader it names; no hash binds that name."""
    if file.copy_for == "auditor":
        return None
    for entry in file.entries:
        for leaf in entry.leaves[1:]:
            if leaf.body is not None and entry.round == file.round and leaf.patron != file.patron:
                return Reason("record.other_reader", {"number": entry.number, "tag": entry.tag})
    return None


def _copy_fault(file: RoundFile, entry: CopiedEntry, before: bytes) -> Reason | None:
    header = Header(file.stream, entry.number, entry.round, entry.at_ms, entry.wall_ms, entry.tag)
    computed = entry_hash(before, header, [leaf.digest() for leaf in entry.leaves])
    if computed.hex() == entry.hash:
        return None
    return Reason("record.hash_differs", {"number": entry.number, "tag": entry.tag})


def _bodies(entry: CopiedEntry) -> EntryBodies:
    public, *private = entry.leaves
    owned = tuple(
        (leaf.patron or "", (leaf.body or "").encode()) for leaf in private if leaf.body is not None
    )
    return EntryBodies(entry.number, entry.tag, None if public.body is None else public.body.encode(), owned)


def round_checks(round_number: int, facts: RoundFacts) -> Iterator[Check]:
    """The checks of a round whose chain holds, up to the first that fails."""
    checks: tuple[tuple[str, Callable[[RoundFacts], Reason | None]], ...] = (
        ("complete", lambda whole: _incomplete(whole, round_number)),
        ("commitment", _commitment_fault),
        ("contributions", _contributions_fault),
        ("cards", _cards_fault),
        ("money", _money_fault),
    )
    for name, fault in checks:
        check = Check(name, fault(facts))
        yield check
        if not check.holds:
            return


def _incomplete(facts: RoundFacts, round_number: int) -> Reason | None:
    if facts.fault is not None:
        return facts.fault
    if facts.opened is None or facts.seen[0] != "round_opened":
        return Reason("record.no_beginning")
    if facts.opened.round != round_number:
        return Reason("record.other_round", {"other": facts.opened.round})
    if "round_settled" not in facts.seen and "round_voided" not in facts.seen:
        return Reason("record.round_is_open")
    if facts.opened.commitment and (facts.revealed is None or facts.seen[-1] != "round_revealed"):
        return Reason("record.round_is_open")
    return None


def _commitment_fault(facts: RoundFacts) -> Reason | None:
    assert facts.opened is not None
    if not facts.opened.commitment:
        return None
    assert facts.revealed is not None
    if commitment(bytes.fromhex(facts.revealed.secret)).hex() != facts.opened.commitment:
        return Reason("record.other_secret")
    return None


def _contributions_fault(facts: RoundFacts) -> Reason | None:
    if facts.closed is None or facts.opened is None or not facts.opened.commitment:
        return None
    if contributions_hash(facts.closed.texts).hex() != facts.closed.contributions:
        return Reason("record.other_contributions")
    for purse in facts.purses.values():
        if purse.text is not None and purse.text not in facts.closed.texts:
            return Reason("record.contribution_left_out")
    return None


def _cards_fault(facts: RoundFacts) -> Reason | None:
    assert facts.opened is not None
    if len(facts.draws) > facts.pack.size:
        return Reason("record.more_cards_than_the_pack", {"cards": len(facts.draws)})
    if not facts.opened.commitment:
        return _impossible_card(facts)
    if facts.closed is None or facts.revealed is None:
        return None
    secret, mixed = bytes.fromhex(facts.revealed.secret), bytes.fromhex(facts.closed.contributions)
    redrawn = draw_cards(secret, mixed, facts.pack, len(facts.draws))
    for draw, (drawn, card) in enumerate(zip(facts.draws, redrawn, strict=True), 1):
        if drawn.card not in (None, card):
            return Reason("record.other_card", {"draw": draw, "card": text(drawn.card), "due": text(card)})
    hidden = [card for draw, card in zip(facts.draws, redrawn, strict=True) if draw.card is None]
    if sorted(hidden) != sorted(facts.revealed.unseen):
        return Reason("record.other_unseen")
    return None


def _impossible_card(facts: RoundFacts) -> Reason | None:
    pack = facts.pack
    for draw, dealt in enumerate(facts.draws, 1):
        if dealt.card is not None:
            try:
                pack = pack.without((dealt.card,))
            except NotInPack:
                return Reason("record.impossible_card", {"draw": draw, "card": text(dealt.card)})
    return None


def _money_fault(facts: RoundFacts) -> Reason | None:
    for patron in sorted(facts.purses):
        purse = facts.purses[patron]
        # Wagers that are void were handed back: whoever had no others has no result.
        if purse.wagers and purse.settled is None and purse.back is None:
            return Reason("record.not_settled", {"patron": patron})
        fault = _purse_fault(patron, purse)
        if fault is not None:
            return fault
    return None


def _purse_fault(patron: str, purse: Purse) -> Reason | None:
    settled = purse.settled
    if settled is None:
        return None
    for line in settled.lines:
        due = settle(line.stake, Odds.parse(line.pays)).returned
        if line.returned != due:
            facts: Facts = {"patron": patron, "bet": line.bet, "returned": line.returned, "due": due}
            return Reason("record.line_paid_wrong", facts)
    staked = sum(line.stake for line in settled.lines)
    returned = sum(line.returned for line in settled.lines)
    if (staked, returned) != (settled.staked, settled.returned):
        return Reason("record.lines_do_not_add_up", {"patron": patron})
    # A bet behind follows another's decisions, whose cost is on another leaf.
    if purse.wagers is None or any(wager.bet == BEHIND for wager in purse.wagers):
        return None
    if sum(wager.stake for wager in purse.wagers) + purse.costs - (purse.back or 0) != staked:
        return Reason("record.stakes_differ", {"patron": patron})
    return None
