"""Where a bet is asked for by name: the name of a ``.toml`` file stands for the bet that it declares."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from cutcard.profiles.own_bets.reading import BadBetFile, read_bet
from cutcard.profiles.profile import Profile, with_bet


def with_named_bet(profile: Profile, name: str) -> tuple[Profile, str]:
    """The profile that knows this bet, and the bet's id."""
    if not name.endswith(".toml"):
        return profile, name
    bet, game = read_bet(Path(name))
    if game != profile.game:
        raise BadBetFile(f"{name} is a bet for {game}, and {profile.id} is {profile.game}")
    if any(known.id == bet.id and known != bet for known in profile.specials.declared):
        raise BadBetFile(f"{name} declares {bet.id}, and so does another file")
    return with_bet(profile, bet), bet.id


def own_names(profile: Profile) -> dict[str | tuple[str, str], str]:
    """What own bets call themselves, by id, and their lines by both ids, as far as they have names."""
    names: dict[str | tuple[str, str], str] = {}
    for bet in profile.specials.declared:
        names[bet.id] = bet.name
        names |= {(bet.id, line.id): line.name for line in bet.lines}
    return {which: name for which, name in names.items() if name}


def with_named_bets(profile: Profile, names: Iterable[str]) -> tuple[Profile, tuple[str, ...]]:
    """The same for several bets."""
    ids = []
    for name in names:
        profile, bet_id = with_named_bet(profile, name)
        ids.append(bet_id)
    return profile, tuple(ids)
