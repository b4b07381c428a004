"""Events as entries, and entries as events: what of an event everybody may read, and what one patron only.

An event is a frozen, tagged struct of one of three kinds, which its fields distinguish:

- with a field ``patron`` it is personal: the body is that patron's, and everybody reads only the fields
  that its class names in ``open_fields``;
- with a field ``shares``, a mapping from patrons to structs, it is shared: each share is its patron's, the
  other fields are everybody's;
- any other is public.

Bodies are canonical JSON: keys sorted, no blanks, UTF-8, whole numbers, exact fractions as ``"3/4"``. What an
event does is not known here.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any, Final, get_args

import msgspec

from cutcard.record.chain import NAME, NOTHING_BEFORE, Header, entry_hash, leaf_hashes
from cutcard.record.entry import SALT_BYTES, Entry
from cutcard.record.upgrades import UPGRADES, Fields, Kind, Upgrades, upgrade

PATRON: Final = "patron"
SHARES: Final = "shares"


def _text_of(value: object) -> str:
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    raise BadEvent(f"{type(value).__name__} cannot be kept on record")


def _value_of(wanted: type, written: object) -> object:
    if wanted is Fraction and isinstance(written, str):
        return Fraction(written)
    raise BadEvent(f"{wanted.__name__} cannot be kept on record")


_JSON: Final = msgspec.json.Encoder(order="sorted", enc_hook=_text_of)


class BadEvent(TypeError):
    """The class cannot be kept on record: a mistake of whoever wrote it, not of a user."""


class Plan(msgspec.Struct, frozen=True):
    """How the events of one class are taken apart and put together."""

    kind: Kind
    tag: str
    tag_field: str
    open_fields: tuple[tuple[str, str], ...]  # as the class names them, as the body does
    decoder: msgspec.json.Decoder[Any]


def canonical(value: object) -> bytes:
    """A value as the one JSON text it has here."""
    return _JSON.encode(value)


@cache
def plan_of(event_class: type[msgspec.Struct]) -> Plan:
    """The plan of a class; one that could not be read back exactly is refused."""
    settings = event_class.__struct_config__
    if not isinstance(settings.tag, str) or settings.tag_field is None or not settings.frozen:
        raise BadEvent(f"{event_class.__name__} has to be frozen and have a tag of letters")
    if not NAME.fullmatch(settings.tag):
        raise BadEvent(f"{settings.tag!r} is no tag: write it in plain letters on one line")
    if _has_floats(msgspec.inspect.type_info(event_class)):
        raise BadEvent(f"{event_class.__name__} holds a float; the record keeps whole numbers")
    names = {field.name: field.encode_name for field in msgspec.structs.fields(event_class)}
    kind = _kind(event_class, names)
    named = getattr(event_class, "open_fields", ()) if kind is Kind.PERSONAL else tuple(names)
    if unknown := [name for name in named if name not in names]:
        raise BadEvent(f"{event_class.__name__} has no field {unknown[0]} to keep open")
    opened = tuple((name, names[name]) for name in named if kind is not Kind.SHARED or name != SHARES)
    decoder = msgspec.json.Decoder(event_class, dec_hook=_value_of)
    return Plan(kind, settings.tag, settings.tag_field, opened, decoder)


def _kind(event_class: type[msgspec.Struct], names: dict[str, str]) -> Kind:
    if PATRON in names and SHARES in names:
        raise BadEvent(f"{event_class.__name__} is either one patron's or shared")
    if SHARES in names:
        if names[SHARES] != SHARES:
            raise BadEvent(f"{event_class.__name__} may not rename {SHARES}")
        return Kind.SHARED
    return Kind.PERSONAL if PATRON in names else Kind.PUBLIC


def _has_floats(info: object, seen: tuple[object, ...] = ()) -> bool:
    if isinstance(info, msgspec.inspect.FloatType):
        return True
    if isinstance(info, msgspec.inspect.StructType):
        if info.cls in seen:
            return False
        return any(_has_floats(field.type, (*seen, info.cls)) for field in info.fields)
    return any(_has_floats(part, seen) for part in _parts(info))


def _parts(info: object) -> Iterator[object]:
    for name in ("types", "item_types"):
        yield from getattr(info, name, ())
    for name in ("item_type", "key_type", "value_type"):
        if (part := getattr(info, name, None)) is not None:
            yield part


def seal(
    previous: Entry | None,
    stream: str,
    round: int,  # noqa: A002  # a round is a round; rounding is done elsewhere
    at_ms: int,
    wall_ms: int,
    event: msgspec.Struct,
    salt: bytes,
) -> Entry:
    """The entry of an event that follows ``previous`` in its stream; ``salt`` is 16 fresh random bytes."""
    if len(salt) != SALT_BYTES:
        raise ValueError(f"a salt has {SALT_BYTES} bytes, not {len(salt)}")
    if not NAME.fullmatch(stream):
        raise ValueError(f"{stream!r} is no name for a stream: write it in plain characters on one line")
    assert previous is None or previous.stream == stream, "an entry follows one of its own stream"
    plan = plan_of(type(event))
    public, private = _taken_apart(plan, event)
    header = Header(stream, previous.number + 1 if previous else 1, round, at_ms, wall_ms, plan.tag)
    before = previous.hash if previous else NOTHING_BEFORE
    found = entry_hash(before, header, leaf_hashes(salt, public, private))
    return Entry(stream, header.number, round, at_ms, wall_ms, plan.tag, public, private, salt, found)


def _taken_apart(plan: Plan, event: msgspec.Struct) -> tuple[bytes, tuple[tuple[str, bytes], ...]]:
    if plan.kind is Kind.PUBLIC:
        return _JSON.encode(event), ()
    fields: Fields = {plan.tag_field: plan.tag}
    fields.update((written, getattr(event, name)) for name, written in plan.open_fields)
    public = _JSON.encode(fields)
    if plan.kind is Kind.PERSONAL:
        return public, ((getattr(event, PATRON), _JSON.encode(event)),)
    shares = getattr(event, SHARES)
    # Sorted, so that the order does not show who came first and a rebuilt entry has the same hash.
    patrons = sorted(shares)
    # Patrons who did the same often share one value, which is then written out once.
    written = {
        key: _JSON.encode(share) for key, share in {id(share): share for share in shares.values()}.items()
    }
    return public, tuple([(patron, written[id(shares[patron])]) for patron in patrons])


def decode_event(entry: Entry, event_type: Any, upgrades: Upgrades = UPGRADES) -> Any:
    """The event that was sealed, exactly; ``event_type`` is a struct or a union of tagged ones.

    The whole entry is needed: a copy from which leaves were taken out cannot be opened.
    """
    if entry.tag in upgrades:
        return _decode_upgraded(entry, event_type, upgrades)
    plan = plans_of(event_type)[entry.tag]
    return plan.decoder.decode(_put_together(plan.kind, entry))


def decode_event_for(entry: Entry, patron: str, event_type: Any, upgrades: Upgrades = UPGRADES) -> Any | None:
    """The event as far as it is this patron's: of shares only their own; None where it is another's."""
    known = upgrades if entry.tag in upgrades else plans_of(event_type)
    mine = tuple(leaf for leaf in entry.private if leaf[0] == patron)
    if known[entry.tag].kind is Kind.PERSONAL and not mine:
        return None
    return decode_event(msgspec.structs.replace(entry, private=mine), event_type, upgrades)


@cache
def plans_of(event_type: Any) -> dict[str, Plan]:
    """The plans of all classes of a union, by tag."""
    plans = (plan_of(kind) for kind in get_args(event_type) or (event_type,))
    return {plan.tag: plan for plan in plans}


def _put_together(kind: Kind, entry: Entry) -> bytes:
    match kind:
        case Kind.PUBLIC:
            return entry.public
        case Kind.PERSONAL:
            return entry.private[0][1]
        case Kind.SHARED:
            # The shares are set into the public body as text: they were encoded once and are not read twice.
            shares = b",".join(_JSON.encode(patron) + b":" + body for patron, body in entry.private)
            return entry.public[:-1] + b',"' + SHARES.encode() + b'":{' + shares + b"}}"


def _decode_upgraded(entry: Entry, event_type: Any, upgrades: Upgrades) -> Any:
    fields = msgspec.json.decode(_put_together(upgrades[entry.tag].kind, entry))
    tag, fields = upgrade(entry.tag, fields, upgrades)
    plan = plans_of(event_type)[tag]
    return plan.decoder.decode(_JSON.encode({**fields, plan.tag_field: tag}))
