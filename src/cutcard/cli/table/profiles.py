"""``cutcard profiles``: the profiles there are, or one with all its values, bets and pay tables."""

from __future__ import annotations

from typing import Any

from cutcard.cli.arguments import Changes, Json, ProfileName, profile_with
from cutcard.cli.output import print_facts, print_json, print_table
from cutcard.cli.refusal import BadInput, check_input
from cutcard.games import baccarat
from cutcard.profiles import Profile, catalogue_of, load, paytable, profile_ids
from cutcard.profiles.profile import paytables
from cutcard.profiles.values import json_values
from cutcard.specials import Bet, PayTable
from cutcard.texts import bet_name, profile_name


def profiles(profile: ProfileName | None = None, /, *, set_: Changes = (), json: Json = False) -> None:
    """List the profiles, or show one."""
    with check_input():
        if profile is None and set_:
            raise BadInput("--set goes with a profile: say which one's values to change")
        if profile is None:
            _print_all(json)
        else:
            _print_one(profile_with(profile, set_), json)


def _print_all(json: bool) -> None:
    documents = [_summary(load(name)) for name in profile_ids()]
    if json:
        print_json({"profiles": documents})
        return
    rows = [
        (document["id"], document["game"], document["decks"], ", ".join(document["modes"]), document["name"])
        for document in documents
    ]
    print_table("Profiles", ("profile", "game", "decks", "modes", ""), rows)


def _print_one(profile: Profile, json: bool) -> None:
    document = _document(profile)
    if json:
        print_json(document)
        return
    print_facts(f"{profile.id}: {document['name']}", json_values(profile.rules))
    for title, bets in (("Main bets", document["main"]), ("Special bets", document["bets"])):
        if bets:
            rows = [
                (bet["id"], "yes" if bet["enabled"] else "", table["id"], _pays(table))
                for bet in bets
                for table in bet["paytables"]
                if table["id"] == bet["paytable"]
            ]
            print_table(title, ("bet", "enabled", "pay table", "pays"), rows)


def _pays(table: dict[str, Any]) -> str:
    return ", ".join(f"{line} {odds}" for line, odds in table["pays"].items())


def _summary(profile: Profile) -> dict[str, Any]:
    return {
        "id": profile.id,
        "name": profile_name(profile.id),
        "game": profile.game,
        "modes": list(profile.table.modes),
        "decks": profile.rules.decks,
    }


def _document(profile: Profile) -> dict[str, Any]:
    mains = baccarat.MAIN_BETS if profile.game == "baccarat" else ()
    catalogue = catalogue_of(profile.game)
    return {
        "id": profile.id,
        "name": profile_name(profile.id),
        "game": profile.game,
        "rules": json_values(profile.rules),
        "main": [_bet(profile, catalogue[bet_id], enabled=True) for bet_id in mains],
        "bets": [
            _bet(profile, catalogue[bet_id], enabled=bet_id in profile.specials.enabled)
            for bet_id in profile.specials.offers
        ],
        "table": json_values(profile.table),
        "policy": profile.policy,
        "look": profile.look,
        "version": profile.version,
        "hash": profile.hash,
    }


def _bet(profile: Profile, bet: Bet[Any], *, enabled: bool) -> dict[str, Any]:
    in_force = paytable(profile, bet.id)
    tables = paytables(profile, bet)
    if in_force not in tables:
        tables = (in_force, *tables)
    return {
        "id": bet.id,
        "name": bet_name(bet.id),
        "sees": list(bet.sees),
        "needs": bet.needs,
        "enabled": enabled,
        "paytable": in_force.id,
        "paytables": [_table(bet, table) for table in tables],
    }


def _table(bet: Bet[Any], table: PayTable) -> dict[str, Any]:
    return {
        "id": table.id,
        "pays": {line.id: str(table.pays[line.id]) for line in bet.lines if line.id in table.pays},
        "decks": list(table.decks),
        "source": table.source,
    }
