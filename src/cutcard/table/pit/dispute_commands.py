"""What is asked of a table about a result that may be wrong (TB-30). Who may ask is judged elsewhere."""

from __future__ import annotations

from typing import Annotated

import msgspec

from cutcard.table.command import TableCommand

Name = Annotated[str, msgspec.Meta(max_length=64)]
Why = Annotated[str, msgspec.Meta(max_length=200)]


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
