"""The files of a bundle of evidence, made from what was asked alone: no clock, no path, no machine in them.

What knows the outside, such as sheets as documents and where the program comes from, is handed in.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from cutcard import __version__
from cutcard.analysis.evidence.readme import readme
from cutcard.analysis.evidence.resolved import profile_toml
from cutcard.analysis.evidence.shown_rules import Deal, ShownRound, ShownRule, shown_rules
from cutcard.analysis.evidence.simulated import simulated_runs
from cutcard.cards import texts
from cutcard.exact.par import definition, rules_shown, sheet
from cutcard.exact.sheet import Sheet
from cutcard.profiles import Profile, load, profile_ids

PROFILE: Final = "profile.toml"
REQUEST: Final = "request.json"


class EvidenceRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was asked: a shipped profile by name or the bundle's own file, changes, and the simulation."""

    profile: str
    changes: tuple[str, ...]
    rounds: int
    seed: int

    def command(self) -> str:
        """The command that makes the same bundle again."""
        words = ["cutcard", "evidence", self.profile, "--rounds", str(self.rounds), "--seed", str(self.seed)]
        words += ["--set", *self.changes] if self.changes else []
        return shlex.join([*words, "--out", "bundle.zip"])


class Makers(msgspec.Struct, frozen=True):
    """What is handed in: sheets as documents and as files by name, rounds as they are printed, the origin."""

    sheet_document: Callable[[Sheet], Mapping[str, Any]]
    sheet_files: Callable[[Sheet], Mapping[str, bytes]]
    deal: Deal
    origin: Mapping[str, Mapping[str, Any]]


Watch = Callable[[int], None]


def name_of_profile(profile: Profile) -> str:
    """The name by which a profile is found again: a shipped one's, or the bundle's own file."""
    shipped = profile.id in profile_ids() and load(profile.id).hash == profile.hash
    return profile.id if shipped else PROFILE


def evidence_files(
    read: Profile, profile: Profile, request: EvidenceRequest, makers: Makers, threads: int, watch: Watch
) -> dict[str, bytes]:
    """Every file by name. ``read`` is the profile before the changes that were asked for."""
    counted = sheet(profile)
    rules = shown_rules(profile, makers.deal)
    runs = simulated_runs(profile, request.rounds, request.seed, threads, watch)
    files = {
        PROFILE: profile_toml(read).encode(),
        REQUEST: _json(request),
        "definition.json": _json(_definition(profile)),
        "sheets/par.json": _json(makers.sheet_document(counted)),
        **{f"sheets/par.{kind}": content for kind, content in makers.sheet_files(counted).items()},
        "simulated.json": _json(runs),
        "rounds/index.json": _json([_entry(rule) for rule in rules]),
        **{
            f"rounds/{rule.rule}.json": _json(_rounds(rule, profile, request))
            for rule in rules
            if rule.rounds
        },
        **{f"origin/{name}.json": _json(part) for name, part in makers.origin.items()},
    }
    files["README.md"] = readme(counted, runs, rules, request.command()).encode()
    return files


def _json(value: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=2) + b"\n"


def _definition(profile: Profile) -> dict[str, Any]:
    return {
        "profile": profile.id,
        "profile_version": profile.version,
        "profile_hash": profile.hash,
        "definition": definition(profile),
        "rules": rules_shown(profile),
        "version": __version__,
    }


def _entry(rule: ShownRule) -> dict[str, Any]:
    """A rule value in force: in which file it is shown, or why it is not."""
    entry: dict[str, Any] = {"rule": rule.rule, "value": rule.value, "shown": bool(rule.rounds)}
    return entry | ({"file": f"{rule.rule}.json"} if rule.rounds else {"reason": rule.reason})


def _rounds(rule: ShownRule, profile: Profile, request: EvidenceRequest) -> dict[str, Any]:
    return {
        "rule": rule.rule,
        "value": rule.value,
        "rounds": [_round(shown, profile, request) for shown in rule.rounds],
        "alike": list(rule.alike),
    }


def _round(shown: ShownRound, profile: Profile, request: EvidenceRequest) -> dict[str, Any]:
    changes = ["--set", *request.changes] if request.changes else []
    words = ["cutcard", "deal", request.profile, *shown.played.arguments(profile.game), *changes]
    return {
        "about": shown.about,
        "command": shlex.join(words),
        "cards": texts(shown.played.cards),
        "decisions": list(shown.played.decisions),
        "result": shown.result,
        "by_other_values": [{"value": value, "result": result} for value, result in shown.others],
    }
