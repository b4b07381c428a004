"""A table between rounds, as a snapshot keeps it: everything but the cards of the last round on the felt.

A snapshot is a cache of the record and may be deleted; its hash says whether two tables are the same. It
says of which shape it is: one that another version of the product has kept is as good as none.
"""

from __future__ import annotations

from fractions import Fraction
from hashlib import sha256
from typing import Any, Final

import msgspec
from msgspec.inspect import type_info

from cutcard import __version__
from cutcard.table import Phase, Table
from cutcard.table.state import Deal, Past

OF_THE_LAST_ROUND: Final[dict[type[msgspec.Struct], tuple[str, ...]]] = {
    Deal: ("felt", "story"),
    Past: ("settled", "shown", "refunded"),
}
"""What is shown of the last round until the next is dealt; no later round depends on it."""

# Made from the table's own fields, so that one which is added there cannot be forgotten here.
_NAMES: Final = {
    group: [field.name for field in msgspec.structs.fields(group) if field.name not in left_out]
    for group, left_out in OF_THE_LAST_ROUND.items()
}
_GROUPS: Final = {
    group: msgspec.defstruct(
        group.__name__,
        [(field.name, field.type) for field in msgspec.structs.fields(group) if field.name in _NAMES[group]],
        kw_only=True,
    )
    for group in OF_THE_LAST_ROUND
}
_FIELDS: Final = msgspec.structs.fields(Table)
Kept: Final = msgspec.defstruct(
    "Kept", [(field.name, _GROUPS.get(field.type, field.type)) for field in _FIELDS], kw_only=True
)

SHAPE: Final = sha256(f"{__version__} {type_info(Kept)!r}".encode()).hexdigest()[:16]
"""Changes with every field of a table, whatever it is part of, and with the version."""


class _Shaped(msgspec.Struct):
    shape: str = ""


_SHAPED: Final = msgspec.json.Decoder(_Shaped)


def _fraction(wanted: type, written: object) -> object:
    if wanted is Fraction and isinstance(written, str):
        return Fraction(written)
    raise TypeError(f"{wanted} is not kept")


def _text_of(value: object) -> str:
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    raise TypeError(f"{type(value)} is not kept")


_ENCODER: Final = msgspec.json.Encoder(enc_hook=_text_of)
_DECODER: Final[msgspec.json.Decoder[Any]] = msgspec.json.Decoder(Kept, dec_hook=_fraction)


def snapshot_of(table: Table) -> bytes:
    """The table as bytes; only between rounds, when nothing that matters lies on the felt."""
    assert table.phase in (Phase.BETTING, Phase.LAST_BETS, Phase.WAITING), (
        "snapshots are taken between rounds"
    )
    # Mappings keep their order, which comes from the record: so it is the same after any replay.
    fields = {field.name: _without_last_round(getattr(table, field.name)) for field in _FIELDS}
    return _ENCODER.encode({"shape": SHAPE, **fields})


def state_hash(table: Table) -> bytes:
    """What two tables must agree in to be the same between rounds."""
    return sha256(snapshot_of(table)).digest()


def is_current(snapshot: bytes) -> bool:
    """Whether this very version keeps tables so; of any other snapshot nothing can be said."""
    return _SHAPED.decode(snapshot).shape == SHAPE


def restore_table(snapshot: bytes) -> Table:
    """The table that was kept."""
    fields = _DECODER.decode(snapshot)
    return Table(**{field.name: _as_in_table(field.type, getattr(fields, field.name)) for field in _FIELDS})


def _without_last_round(part: object) -> object:
    names = _NAMES.get(type(part)) if isinstance(part, msgspec.Struct) else None
    return part if names is None else {name: getattr(part, name) for name in names}


def _as_in_table(kind: type[Any], part: object) -> Any:
    names = _NAMES.get(kind)
    return part if names is None else kind(**{name: getattr(part, name) for name in names})
