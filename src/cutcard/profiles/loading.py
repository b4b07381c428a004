"""Reading profiles: the shipped ones by name, an operator's own from a file, either with values changed.

A file of one's own extends a shipped profile, or a file beside it, and states only what differs (PF-01).
Whatever does not fit is refused with one line; nothing is guessed.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec

from cutcard.games import baccarat, blackjack
from cutcard.money import BadOdds, Odds
from cutcard.profiles import values
from cutcard.profiles.content import content_hash
from cutcard.profiles.contradictions import contradictions
from cutcard.profiles.profile import Look, Mode, Policy, Profile, Rules, Specials, Table, catalogue_of
from cutcard.profiles.values import BadProfile
from cutcard.specials import NoSuchBet, NoSuchPayTable, PayTable, unknown

ORDER: Final = (
    "multihand-etg",
    "multihand-online",
    "live-seven",
    "american-live",
    "punto-banco",
    "punto-banco-no-commission",
    "dai-bacc",
    "koi-bacc",
)

_RULES: Final[Mapping[str, type[msgspec.Struct]]] = {"blackjack": blackjack.Rules, "baccarat": baccarat.Rules}
OwnPair = tuple[str, PayTable]
"""A bet, and a pay table of one's own for it."""
Parent = Callable[[str], Profile]
"""Finds the profile that another extends."""
ID: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")
VERSION_MAX: Final = 999_999  # also the most that the routes take
_SECTIONS: Final = ("extends", "id", "version", "game", "rules", "specials", "table", "policy", "look")


def profile_ids() -> tuple[str, ...]:
    """The names of the shipped profiles."""
    return ORDER


def load(name: str, changes: Mapping[str, object] | None = None) -> Profile:
    """A shipped profile by name, or one from a ``.toml`` file, with rule values changed.

    An unknown name or value, and a contradiction, are refused.
    """
    profile = _from_file(Path(name), ()) if name.endswith(".toml") else _load_shipped(name)
    if changes:
        rules: Rules = values.replace_values(profile.rules, changes)
        profile = msgspec.structs.replace(profile, rules=rules)
    return _check(profile)


def read_profile(text: str, parent: Parent) -> Profile:
    """A profile from the text of a file; ``parent`` knows what it may extend besides the shipped ones."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as wrong:
        raise BadProfile(f"this is no TOML: {wrong}") from None
    return _check(_with_hash(_read_profile(data, parent)))


def _check(profile: Profile) -> Profile:
    broken = contradictions(profile)
    if broken:
        raise BadProfile(f"{profile.id} contradicts itself: {'; '.join(broken)}")
    return profile


def _with_hash(profile: Profile) -> Profile:
    """With the hash of what it says, before anybody changes a value of it."""
    return msgspec.structs.replace(profile, hash=content_hash(profile))


@cache
def _load_shipped(name: str) -> Profile:
    if name not in ORDER:
        raise BadProfile(unknown("profile", name, ORDER))
    file = resources.files("cutcard.profiles") / "data" / f"{name}.toml"
    return _with_hash(_read_profile(tomllib.loads(file.read_text(encoding="utf-8")), _load_shipped))


def _from_file(path: Path, above: tuple[Path, ...]) -> Profile:
    """``above`` are the files that extend this one: none may be extended by what it extends."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError:
        raise BadProfile(f"there is no profile file {path}") from None
    except (ValueError, RecursionError) as wrong:  # TOML's own, no text, a number or a nest without end
        raise BadProfile(f"{path} cannot be read: {wrong}") from None

    def parent(name: str) -> Profile:
        beside = path.parent / f"{name}.toml"
        if name in ORDER or not ID.fullmatch(name) or not beside.is_file():
            return _load_shipped(name)
        if beside.resolve() in (path.resolve(), *above):
            raise BadProfile(f"{name} extends itself")
        return _from_file(beside, (path.resolve(), *above))

    try:
        return _with_hash(_read_profile(data, parent))
    except BadProfile as wrong:
        raise BadProfile(f"{path.name}: {wrong}") from None


def _read_profile(data: dict[str, Any], parent: Parent) -> Profile:
    for section in data:
        if section not in _SECTIONS:
            raise BadProfile(unknown("part of a profile", section, _SECTIONS))
    if "extends" in data:
        return _extend(parent(_text(data, "extends")), data)
    game = _text(data, "game")
    if game not in _RULES:
        raise BadProfile(unknown("game", game, tuple(_RULES)))
    rules: Any = values.replace_values(_RULES[game](), _section(data, "rules"))
    empty = Profile(
        id=_text(data, "id"),
        game=game,
        rules=rules,
        specials=Specials(),
        table=Table(modes=()),
        policy=_convert(_section(data, "policy"), Policy, "policy"),
        look=_convert(_section(data, "look"), Look, "look"),
    )
    return _extend(empty, {**data, "rules": {}})


def _extend(base: Profile, data: dict[str, Any]) -> Profile:
    return msgspec.structs.replace(
        base,
        id=_text(data, "id"),
        version=_version(data),
        rules=values.replace_values(base.rules, _section(data, "rules")),
        specials=_specials(base, _section(data, "specials")),
        table=_table(base.table, _section(data, "table")),
        policy=_convert({**_plain(base.policy), **_section(data, "policy")}, Policy, "policy"),
        look=_convert({**_plain(base.look), **_section(data, "look")}, Look, "look"),
    )


def _table(base: Table, data: dict[str, Any]) -> Table:
    modes = base.modes
    if "modes" in data:
        known = tuple(Mode)
        if not isinstance(data["modes"], list):
            raise BadProfile(f"modes is a list of {', '.join(known)}, not {data['modes']}")
        for mode in data["modes"]:
            if mode not in known:
                raise BadProfile(unknown("mode", str(mode), known))
        modes = tuple(Mode(mode) for mode in data["modes"])
    rest = {name: value for name, value in data.items() if name != "modes"}
    return values.replace_values(msgspec.structs.replace(base, modes=modes), rest, "table setting")


def _specials(base: Profile, data: dict[str, Any]) -> Specials:
    section = _convert(data, _SpecialsFile, "specials")
    catalogue = catalogue_of(base.game)
    own = tuple((given.bet, _own_paytable(base.game, given)) for given in section.paytable)
    for at, pair in enumerate(own):
        if _is_among(pair, own[:at]):
            raise BadProfile(f"pay table {pair[1].id!r} of {pair[0]} is given twice")
    offers = _expand(base.game, section.offers) if section.offers is not None else base.specials.offers
    enabled = _expand(base.game, section.enabled) if section.enabled is not None else base.specials.enabled
    chosen = {**base.specials.paytables, **_in_force(own, section.paytables)}
    inherited = tuple(pair for pair in base.specials.own if not _is_among(pair, own))
    try:
        for bet_id, table_id in {**chosen, **section.paytables}.items():
            if not _is_named(bet_id, table_id, (*own, *inherited)):
                catalogue.paytable(bet_id, table_id)
    except (NoSuchBet, NoSuchPayTable) as wrong:
        raise BadProfile(str(wrong)) from None
    return Specials(offers=offers, enabled=enabled, paytables=chosen, own=(*own, *inherited))


def _in_force(own: Sequence[OwnPair], named: Mapping[str, str]) -> dict[str, str]:
    """What a file chooses by itself: its own pay table of a bet, else the one it names.

    A name may say which of several own ones it is. What the file extends is not asked: it came before.
    """
    chosen = dict(named)
    for bet_id, table in own:
        if not _is_named(bet_id, chosen.get(bet_id), own):
            chosen[bet_id] = table.id
    return chosen


def _is_named(bet_id: str, table_id: str | None, own: Sequence[OwnPair]) -> bool:
    return any(bet == bet_id and table.id == table_id for bet, table in own)


def _is_among(pair: OwnPair, own: Sequence[OwnPair]) -> bool:
    return _is_named(pair[0], pair[1].id, own)


class _OwnPayTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    bet: str
    id: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    pays: dict[str, str]
    decks: tuple[Annotated[int, msgspec.Meta(ge=1, le=8)], ...] = tuple(range(1, 9))
    source: str = "the operator"


class _SpecialsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    offers: tuple[str, ...] | None = None
    enabled: tuple[str, ...] | None = None
    paytables: dict[str, str] = {}
    paytable: tuple[_OwnPayTable, ...] = ()


def _own_paytable(game: str, given: _OwnPayTable) -> PayTable:
    try:
        bet = catalogue_of(game)[given.bet]
        table = PayTable(
            given.id,
            {line: Odds.parse(odds) for line, odds in given.pays.items()},
            given.decks,
            given.source,
        )
    except (NoSuchBet, BadOdds) as wrong:
        raise BadProfile(str(wrong)) from None
    lines = tuple(line.id for line in bet.lines)
    for line, odds in table.pays.items():
        if line not in lines:
            raise BadProfile(unknown(f"line of {bet.id}", line, lines))
        if odds.won < 0:
            raise BadProfile(f"line {line} of {bet.id} pays {odds}: a line that wins takes nothing away")
    if not table.pays:
        raise BadProfile(f"pay table {given.id!r} of {bet.id} pays nothing")
    return table


def _expand(game: str, listed: tuple[str, ...]) -> tuple[str, ...]:
    """Bets by id; ``straight-up-*`` stands for every shipped bet whose id begins so."""
    catalogue = catalogue_of(game)
    bets: list[str] = []
    for name in listed:
        if name.endswith("*"):
            bets.extend(bet.id for bet in catalogue if bet.id.startswith(name[:-1]))
        elif name in catalogue:
            bets.append(name)
        else:
            raise BadProfile(unknown("bet", name, tuple(bet.id for bet in catalogue)))
    return tuple(dict.fromkeys(bets))


def _convert(data: dict[str, Any], kind: type[msgspec.Struct], section: str) -> Any:
    for name in data:
        if name not in kind.__struct_fields__:
            raise BadProfile(unknown(f"part of [{section}]", name, kind.__struct_fields__))
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as wrong:
        raise BadProfile(f"[{section}] {wrong}") from None


def _plain(struct: msgspec.Struct) -> dict[str, Any]:
    plain = msgspec.to_builtins(struct)
    assert isinstance(plain, dict)
    return {name: value for name, value in plain.items() if value is not None}


def _section(data: dict[str, Any], name: str) -> dict[str, Any]:
    section = data.get(name, {})
    if not isinstance(section, dict):
        raise BadProfile(f"{name} is a section of names and values, as under [{name}], not {section}")
    return section


def _version(data: dict[str, Any]) -> int:
    """The version that a house gave it; 0 where it has none."""
    value = data.get("version", 0)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= VERSION_MAX:
        raise BadProfile(f"version is a whole number from 0 to {VERSION_MAX}, not {str(value)[:40]}")
    return value


def _text(data: dict[str, Any], name: str) -> str:
    value = data.get(name)
    if not isinstance(value, str):
        raise BadProfile(f"a profile needs {name} as text")
    return value
