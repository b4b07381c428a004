"""What a croupier and a supervisor see to: shoe, cut card, cards put right, disputes, corrections (TB-30)."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from cutcard.table.command import Deals, Name, TableCommand, Why


class ChangeShoe(TableCommand, frozen=True, tag="change_shoe"):
    """A new shoe. ``remaining`` are the 52 counts of what was left in the old one, where it was counted."""

    deals: ClassVar[Deals] = Deals.BY_HAND | Deals.FROM_THE_SHOE
    by: Name
    remaining: tuple[int, ...] = ()


class SeeCutCard(TableCommand, frozen=True, tag="see_cut_card"):
    """The cut card came out."""

    deals: ClassVar[Deals] = Deals.BY_HAND | Deals.FROM_THE_SHOE
    by: Name


class CorrectCard(TableCommand, frozen=True, tag="correct_card"):
    """A card was misread. Without ``at`` it is the last one; else it is counted from 1 in the round."""

    deals: ClassVar[Deals] = Deals.FROM_THE_SHOE
    by: Name
    card: Annotated[int, msgspec.Meta(ge=0, le=51)]
    at: Annotated[int, msgspec.Meta(ge=0, le=400)] = 0
    why: Why = ""


class CallSupervisor(TableCommand, frozen=True, tag="call_supervisor"):
    """A supervisor, please."""

    by: Name
    reason: Why


class Dispute(TableCommand, frozen=True, tag="dispute"):
    """Something about the running round is wrong. A reason from the table's list, own words, both or none."""

    patron: str
    about: Why = ""
    reason: Name = ""


class FillDispute(TableCommand, frozen=True, tag="fill_dispute"):
    """The patron has the dispute form open, or has closed it without sending: the table waits for it."""

    patron: str
    on: bool = True


class ConfirmResult(TableCommand, frozen=True, tag="confirm_result"):
    """The patron agrees with the result, and need not be waited for."""

    patron: str


class CloseDispute(TableCommand, frozen=True, tag="close_dispute"):
    """The result stands, and why."""

    by: Name
    reason: Why


class ProposeCorrection(TableCommand, frozen=True, tag="propose_correction"):
    """Put a settled round right: what each patron gets, or gives back where it is negative."""

    by: Name
    of_round: Annotated[int, msgspec.Meta(ge=1)]
    amounts: dict[str, int]
    why: Why


class ApproveCorrection(TableCommand, frozen=True, tag="approve_correction"):
    """The second person's yes."""

    by: Name
    number: Annotated[int, msgspec.Meta(ge=1)]
