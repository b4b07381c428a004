"""The messages that a terminal may send over a socket, as values. Not who may send them.

What a terminal asks of a table is the table's own command without its patron and with the table's name: the
shapes are made from the commands, so that none is written twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Final, get_args

import msgspec

from cutcard.cards import parse_card
from cutcard.table import commands as c
from cutcard.table.command import TableCommand
from cutcard.venue import roles
from cutcard.venue.roles import Role

MESSAGE_BYTES_MAX: Final = 16 * 1024  # the longest, a resume of sixteen tables, fits in
TABLES_AT_ONCE: Final = 16  # far more than a terminal shows; each costs a whole view

RequestId = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
TableName = Annotated[str, msgspec.Meta(min_length=1, max_length=128)]
CardName = Annotated[str, msgspec.Meta(min_length=2, max_length=2)]
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Amount = Annotated[int, msgspec.Meta(ge=1, le=10**12)]


class Hello(msgspec.Struct, frozen=True, tag="hello"):
    """What this client speaks; with a session's token it signs the socket in.

    Who names no protocol is taken to speak the first that was promised, 2.
    """

    token: Annotated[str, msgspec.Meta(max_length=200)] = ""
    protocol: Annotated[int, msgspec.Meta(ge=0, le=2**31)] = 2


class ResumeTables(msgspec.Struct, frozen=True, tag="resume"):
    """A fresh view of each of these tables; the numbers are the last ones heard.

    A patron whose place was given up while the terminal was gone is at the table again.
    """

    tables: Annotated[dict[TableName, int], msgspec.Meta(max_length=TABLES_AT_ONCE)]


class Watch(msgspec.Struct, frozen=True, tag="watch"):
    """Follow a table as its display does: the public part only."""

    table: TableName


class Unwatch(msgspec.Struct, frozen=True, tag="unwatch"):
    """No longer."""

    table: TableName


class Lobby(msgspec.Struct, frozen=True, tag="lobby"):
    """The lobby now, and again whenever it has changed."""


class CashOut(msgspec.Struct, frozen=True, tag="cash_out"):
    """All of the purse, on a voucher or by hand (TB-52)."""


class RedeemVoucher(msgspec.Struct, frozen=True, tag="redeem_voucher"):
    """Put a voucher in."""

    code: Annotated[str, msgspec.Meta(max_length=64)]


class Tip(msgspec.Struct, frozen=True, tag="tip"):
    """Tip whoever is on duty at a table (TB-54)."""

    table: TableName
    amount: Amount


class HoldChip(msgspec.Struct, frozen=True, tag="hold_chip"):
    """Which chip is in hand at this terminal: a table's buttons are offered, and priced, for it (GUI-08)."""

    table: TableName
    amount: Amount


class NoticeSeen(msgspec.Struct, frozen=True, tag="notice_seen"):
    """A notice was read: it is not sent again, here or anywhere."""

    notice: Annotated[str, msgspec.Meta(min_length=1, max_length=400)]


class CallAttendant(msgspec.Struct, frozen=True, tag="call_attendant"):
    """Have an attendant come; to this table, where one is open."""

    table: Annotated[str, msgspec.Meta(max_length=128)] = ""


class CancelAttendant(msgspec.Struct, frozen=True, tag="cancel_attendant"):
    """The attendant need not come."""


SocketMessage = (
    Hello | ResumeTables | Watch | Unwatch | Lobby | HoldChip | NoticeSeen | CallAttendant | CancelAttendant
)
CashierMessage = CashOut | RedeemVoucher | Tip

# What nobody says over a socket: who they are, bets that the venue finds, what a center commits to.
_NEVER_SAID: Final = ("patron", "name", "by", "other", "commitment")
# Whether a terminal is there is seen from its sockets.
_NEVER_ASKED: Final = (c.GoAway, c.StayAway, c.ComeBack)

STAFF: Final = tuple(
    command
    for command in get_args(c.Command)
    if {Role.CROUPIER, Role.SUPERVISOR}.intersection(roles.COMMANDS[command])
)
"""What croupiers and supervisors ask of a table, as the matrix of roles has it."""

_NAMES: Final = {
    c.Deal: "deal_card",
    c.OpenRound: "open_bets",
    c.ChangeShoe: "new_shoe",
    c.Resume: "resume_table",  # plain resume is a terminal's, after a gap
}


def _for_sockets(command: type[msgspec.Struct]) -> type[msgspec.Struct]:
    """A command as it is sent: with its table, without whoever sends it, cards as they are written."""
    fields: list[Any] = [("table", TableName)]
    for field in msgspec.structs.fields(command):
        if field.name in _NEVER_SAID:
            continue
        kind: Any = field.type
        if field.name == "card":
            kind = CardName if field.required else CardName | None
        given = () if field.default is msgspec.NODEFAULT else (field.default,)
        if field.default_factory is not msgspec.NODEFAULT:
            given = (msgspec.field(default_factory=field.default_factory),)
        fields.append((field.name, kind, *given))
    tag = _NAMES.get(command, str(command.__struct_config__.tag))
    return msgspec.defstruct(
        command.__name__, fields, frozen=True, tag=tag, namespace={"__doc__": command.__doc__}
    )


COMMANDS: Final[Mapping[type[msgspec.Struct], type[msgspec.Struct]]] = {
    _for_sockets(command): command for command in get_args(c.PatronCommand) if command not in _NEVER_ASKED
}
"""A patron's messages, and the commands they stand for."""

STAFF_COMMANDS: Final[Mapping[type[msgspec.Struct], type[TableCommand]]] = {
    _for_sockets(command): command for command in STAFF
}
"""The same for croupiers and supervisors."""


@cache
def message_types() -> tuple[type[msgspec.Struct], ...]:
    """Every shape that ``do`` can have."""
    return (*COMMANDS, *STAFF_COMMANDS, *get_args(SocketMessage), *get_args(CashierMessage))


def tag_of(shape: type[msgspec.Struct]) -> str:
    """The word by which a message is known."""
    return str(shape.__struct_config__.tag)


def _message_shape() -> Any:
    union: Any = message_types()[0]
    for message_type in message_types()[1:]:
        union = union | message_type
    return msgspec.defstruct("Message", [("ask", RequestId), ("do", union)], frozen=True)


Message: Final = _message_shape()


def patron_command(message: msgspec.Struct, patron: str, name: str = "") -> Any:
    """The table's command that a terminal's message stands for, with its patron and their name for others."""
    command = COMMANDS[type(message)]
    named = {"name": name} if "name" in command.__struct_fields__ else {}
    return command(patron=patron, **named, **_fields_of(message))


def staff_command(message: msgspec.Struct, by: str) -> Any:
    """The table's command that a croupier's message stands for. BadCard where a card is none."""
    command = STAFF_COMMANDS[type(message)]
    fields = _fields_of(message)
    if fields.get("card") is not None:
        fields["card"] = parse_card(fields["card"])
    named = {"by": by} if "by" in command.__struct_fields__ else {}
    return command(**named, **fields)


def _fields_of(message: msgspec.Struct) -> dict[str, Any]:
    return {name: getattr(message, name) for name in message.__struct_fields__ if name != "table"}
