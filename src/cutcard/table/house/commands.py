"""What the house asks of a table: to open and close it, its rounds, its settings; and that time passed."""

from __future__ import annotations

from typing import ClassVar

from cutcard.table.command import Deals, Name, TableCommand, Why
from cutcard.table.settings import Settings


class OpenTable(TableCommand, frozen=True, tag="open_table"):
    """Begin. ``by`` is whoever has the table opened; nobody where the house does it by itself."""

    settings: Settings
    by: Name | None = None


class ChangeSettings(TableCommand, frozen=True, tag="change_settings"):
    """Run with other settings from the next round on."""

    settings: Settings
    by: Name


class OpenRound(TableCommand, frozen=True, tag="open_round"):
    """Open betting. The commitment is empty where real cards are dealt."""

    deals: ClassVar[Deals] = Deals.BY_HAND | Deals.FROM_THE_SHOE
    commitment: str = ""


class Reveal(TableCommand, frozen=True, tag="reveal"):
    """The round's secret, after the round."""

    deals: ClassVar[Deals] = Deals.FROM_THE_SHOE
    secret: str
    unseen: tuple[int, ...] = ()


class Tick(TableCommand, frozen=True, tag="tick"):
    """Time has passed. One that changes nothing is not recorded."""


class Pause(TableCommand, frozen=True, tag="pause"):
    """Halt the table."""

    by: Name
    reason: Why


class Resume(TableCommand, frozen=True, tag="resume"):
    """Go on; open times begin again in full."""

    by: Name


class VoidRound(TableCommand, frozen=True, tag="void_round"):
    """Hand every wager of the running round back."""

    by: Name
    reason: Why


class CloseTable(TableCommand, frozen=True, tag="close_table"):
    """No further round."""

    by: Name
