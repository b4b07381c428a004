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
from cutcard.verification.facts import Purse, Said, Told, told


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
    said = (_said(entry) for entry in file.entries if entry.round == file.round)
    return Verdict(file.stream, file.round, (chain, reader, *round_checks(file.round, told(said))))


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
    found = entry_hash(before, header, [leaf.hashed() for leaf in entry.leaves])
    if found.hex() == entry.hash:
        return None
    return Reason("record.hash_differs", {"number": entry.number, "tag": entry.tag})


def _said(entry: CopiedEntry) -> Said:
    public, *private = entry.leaves
    owned = tuple(
        (leaf.patron or "", (leaf.body or "").encode()) for leaf in private if leaf.body is not None
    )
    return Said(entry.number, entry.tag, None if public.body is None else public.body.encode(), owned)


def round_checks(round_number: int, round_told: Told) -> Iterator[Check]:
    """The checks of a round whose chain holds, up to the first that fails."""
    checks: tuple[tuple[str, Callable[[Told], Reason | None]], ...] = (
        ("complete", lambda whole: _incomplete(whole, round_number)),
        ("commitment", _commitment_fault),
        ("contributions", _contributions_fault),
        ("cards", _cards_fault),
        ("money", _money_fault),
    )
    for name, fault in checks:
        check = Check(name, fault(round_told))
        yield check
        if not check.holds:
            return


def _incomplete(whole: Told, round_number: int) -> Reason | None:
    if whole.fault is not None:
        return whole.fault
    if whole.opened is None or whole.seen[0] != "round_opened":
        return Reason("record.no_beginning")
    if whole.opened.round != round_number:
        return Reason("record.other_round", {"other": whole.opened.round})
    if "round_settled" not in whole.seen and "round_voided" not in whole.seen:
        return Reason("record.round_is_open")
    if whole.opened.commitment and (whole.revealed is None or whole.seen[-1] != "round_revealed"):
        return Reason("record.round_is_open")
    return None


def _commitment_fault(whole: Told) -> Reason | None:
    assert whole.opened is not None
    if not whole.opened.commitment:
        return None
    assert whole.revealed is not None
    if commitment(bytes.fromhex(whole.revealed.secret)).hex() != whole.opened.commitment:
        return Reason("record.other_secret")
    return None


def _contributions_fault(whole: Told) -> Reason | None:
    if whole.closed is None or whole.opened is None or not whole.opened.commitment:
        return None
    if contributions_hash(whole.closed.texts).hex() != whole.closed.contributions:
        return Reason("record.other_contributions")
    for purse in whole.purses.values():
        if purse.text is not None and purse.text not in whole.closed.texts:
            return Reason("record.contribution_left_out")
    return None


def _cards_fault(whole: Told) -> Reason | None:
    assert whole.opened is not None
    if len(whole.draws) > whole.pack.size:
        return Reason("record.more_cards_than_the_pack", {"cards": len(whole.draws)})
    if not whole.opened.commitment:
        return _impossible_card(whole)
    if whole.closed is None or whole.revealed is None:
        return None
    secret, mixed = bytes.fromhex(whole.revealed.secret), bytes.fromhex(whole.closed.contributions)
    redrawn = draw_cards(secret, mixed, whole.pack, len(whole.draws))
    for draw, (told_of, card) in enumerate(zip(whole.draws, redrawn, strict=True), 1):
        if told_of.card not in (None, card):
            return Reason("record.other_card", {"draw": draw, "card": text(told_of.card), "due": text(card)})
    hidden = [card for draw, card in zip(whole.draws, redrawn, strict=True) if draw.card is None]
    if sorted(hidden) != sorted(whole.revealed.unseen):
        return Reason("record.other_unseen")
    return None


def _impossible_card(whole: Told) -> Reason | None:
    pack = whole.pack
    for draw, dealt in enumerate(whole.draws, 1):
        if dealt.card is not None:
            try:
                pack = pack.without((dealt.card,))
            except NotInPack:
                return Reason("record.impossible_card", {"draw": draw, "card": text(dealt.card)})
    return None


def _money_fault(whole: Told) -> Reason | None:
    for patron in sorted(whole.purses):
        purse = whole.purses[patron]
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
