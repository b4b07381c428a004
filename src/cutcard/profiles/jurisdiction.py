"""A jurisdiction: what may not be used where a table stands (PF-03).

It is a list of forbidden features. Which features a table uses is read off its
settings here, once; who wrote the law is not known.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Annotated

import msgspec

from cutcard.profiles.content import content_hash
from cutcard.profiles.profile import Mode, Profile
from cutcard.profiles.values import BadProfile
from cutcard.specials import unknown

FEATURES = (
    *(f"{mode}-mode" for mode in Mode),
    "card-device",
    "deal-button",
    "keep-bets-on",
    "speed",
    "turbo",
    "autoplay",
    "delayed-result",
    "dispute",
    "internet",
)


class Jurisdiction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a place forbids, and the shortest round it allows.

    One of the house's own has a version, from 1, and the hash of what it says.
    """

    id: str
    about: str
    forbids: tuple[str, ...] = ()
    round_s_min: Annotated[int, msgspec.Meta(ge=0, le=600)] = 0
    version: Annotated[int, msgspec.Meta(ge=0, le=999_999)] = 0
    hash: str = ""


@cache
def jurisdictions() -> tuple[Jurisdiction, ...]:
    """The shipped ones."""
    folder = resources.files("cutcard.profiles") / "jurisdictions"
    files = sorted(
        (path for path in folder.iterdir() if path.name.endswith(".toml")), key=lambda path: path.name
    )
    return tuple(read_jurisdiction(file.read_text(encoding="utf-8")) for file in files)


def jurisdiction(name: str) -> Jurisdiction:
    """A shipped one by name."""
    by_name = {law.id: law for law in jurisdictions()}
    if name not in by_name:
        raise BadProfile(unknown("jurisdiction", name, tuple(by_name)))
    return by_name[name]


def read_jurisdiction(text: str) -> Jurisdiction:
    """A jurisdiction file; one that forbids something unheard of is refused."""
    try:
        data = tomllib.loads(text)
        if "hash" in data:
            raise BadProfile("the hash of a jurisdiction is worked out, not stated")
        jurisdiction = msgspec.convert(data, Jurisdiction)
    except (tomllib.TOMLDecodeError, RecursionError, msgspec.ValidationError) as wrong:
        raise BadProfile(f"this jurisdiction cannot be read: {wrong}") from None
    for feature in jurisdiction.forbids:
        if feature not in FEATURES:
            raise BadProfile(unknown("feature to forbid", feature, FEATURES))
    return msgspec.structs.replace(jurisdiction, hash=content_hash(jurisdiction))


def forbidden(law: Jurisdiction, profile: Profile, mode: Mode) -> tuple[str, ...]:
    """Why a table of this profile in this mode may not open here, one line for each reason."""
    lines = [
        f"{law.id} forbids {feature}" for feature in features_used(profile, mode) if feature in law.forbids
    ]
    # A private round has no betting time: its table stretches it to what the law wants.
    shortest = profile.table.betting_s + profile.table.result_s
    if mode is not Mode.INTERNAL and shortest < law.round_s_min:
        lines.append(f"{law.id} forbids rounds under {law.round_s_min} s, and one here could take {shortest}")
    return tuple(lines)


def features_used(profile: Profile, mode: Mode) -> tuple[str, ...]:
    """The features that a table of this profile uses in this mode."""
    table = profile.table
    on = {
        f"{mode}-mode": True,
        "card-device": mode is Mode.AUTO,
        "deal-button": table.deal_button and mode in (Mode.INTERNAL, Mode.VIDEO),
        "keep-bets-on": table.keep_bets_on and mode is Mode.INTERNAL,
        "speed": table.speed and mode is Mode.INTERNAL,
        "turbo": table.turbo and mode is Mode.INTERNAL,
        "autoplay": table.autoplay,
        "delayed-result": table.delayed_result_s > 0 and mode is Mode.INTERNAL,
        "dispute": table.dispute and mode is Mode.LIVE,
        "internet": table.internet,
    }
    return tuple(feature for feature, is_on in on.items() if is_on)
