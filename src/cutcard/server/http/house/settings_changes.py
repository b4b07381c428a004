"""What a request changes of a table's settings, value by value and by name. It opens and changes no table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Final

import msgspec

from cutcard.games.reason import Refusal
from cutcard.profiles import Jurisdiction, Mode, Profile, jurisdiction, paytable, values
from cutcard.profiles.values import BadProfile
from cutcard.server.http.refusals import Refused
from cutcard.server.realtime.commands import RequestId
from cutcard.specials import NoSuchBet, NoSuchPayTable
from cutcard.table import Settings
from cutcard.table.settings import faults

CHANGEABLE: Final = tuple(
    name for name in Settings.__struct_fields__ if name not in ("id", "profile", "mode", "owner", "law")
)

WHY_MAX: Final = 200  # a reason is a line on a screen
TableName = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$")]
Values = dict[str, Any]


class Specials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The bets a table offers, and which pay table each is paid by; what is left out stays."""

    enabled: tuple[Annotated[str, msgspec.Meta(max_length=64)], ...] | None = None
    paytables: dict[str, str] = {}


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be opened: a profile with rule values changed, a mode, and settings by name."""

    ask: RequestId
    id: TableName
    profile: Annotated[str, msgspec.Meta(max_length=64)]
    mode: Mode
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
    rules: Values = {}
    times: Values = {}
    policy: Values = {}
    specials: Specials | None = None
    settings: Values = {}


class ChangedTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What of a table is to change from the next round on; what is left out stays."""

    ask: RequestId
    rules: Values = {}
    times: Values = {}
    policy: Values = {}
    specials: Specials | None = None
    settings: Values = {}


def shipped_law(name: str) -> None:
    """A house without jurisdictions of its own: only the shipped ones are known."""
    jurisdiction(name)


def changed_settings(
    old: Settings,
    changes: NewTable | ChangedTable,
    own_law: Callable[[str], Jurisdiction | None] = shipped_law,
) -> Settings:
    """Settings with values changed by name; Refused where a name or a value is none.

    ``own_law`` finds a jurisdiction of the house's own, which the table then takes with it.
    """
    settings = changes.settings
    for name in settings:
        if name not in CHANGEABLE:
            raise Refused(Refusal("no_such_setting", {"setting": name[:64]}))
    try:
        profile = _profile(old.profile, changes)
        plain = {name: _plain(getattr(old, name)) for name in CHANGEABLE}
        chosen = {**plain, **settings, "id": old.id, "mode": old.mode.value}
        read = msgspec.convert({**chosen, "profile": None}, _Loose)
        law = own_law(str(settings["jurisdiction"])) if "jurisdiction" in settings else old.law
    except (BadProfile, NoSuchBet, NoSuchPayTable, msgspec.ValidationError, ValueError, TypeError) as wrong:
        raise bad_request(wrong) from None
    fields = {name: getattr(read, name) for name in CHANGEABLE}
    new = msgspec.structs.replace(old, profile=profile, law=law, **fields)
    wrong_lines = faults(new)
    if wrong_lines:
        raise Refused(Refusal("settings_contradict", {"why": wrong_lines[0][:WHY_MAX]}))
    return new


def bad_request(why: object) -> Refused:
    """What was asked cannot be: why, in one line."""
    return Refused(Refusal("bad_request", {"why": " ".join(str(why).split())[:WHY_MAX]}), 400)


def _plain(value: object) -> Any:
    return msgspec.to_builtins(value)


def _profile(profile: Profile, changes: NewTable | ChangedTable) -> Profile:
    """The profile with rule values, times, bets and pay tables changed."""
    if changes.rules:
        profile = msgspec.structs.replace(profile, rules=values.replace_values(profile.rules, changes.rules))
    if changes.times:
        table = values.replace_values(profile.table, changes.times, "table setting")
        profile = msgspec.structs.replace(profile, table=table)
    if changes.policy:
        policy = values.replace_values(profile.policy, changes.policy, "policy setting")
        profile = msgspec.structs.replace(profile, policy=policy)
    chosen = changes.specials or Specials()
    for bet, paytable_id in chosen.paytables.items():
        if not paytable_id:
            raise NoSuchPayTable(f"the pay table of {bet[:64]} has no name")
        paytable(profile, bet, paytable_id)
    specials = msgspec.structs.replace(
        profile.specials,
        enabled=profile.specials.enabled if chosen.enabled is None else tuple(dict.fromkeys(chosen.enabled)),
        paytables={**profile.specials.paytables, **chosen.paytables},
    )
    for bet in specials.enabled:
        if bet not in specials.offers:
            raise NoSuchBet(f"{profile.id} offers no bet {bet[:64]}")
    return msgspec.structs.replace(profile, specials=specials)


_Loose: Final = msgspec.defstruct(
    "LooseSettings",
    [
        (
            field.name,
            Any if field.name == "profile" else field.type,
            *(() if field.required else (field.default,)),
        )
        for field in msgspec.structs.fields(Settings)
        if field.name not in ("owner", "law")
    ],
    kw_only=True,
)
