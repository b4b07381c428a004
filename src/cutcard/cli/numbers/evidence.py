"""``cutcard evidence``: what a test laboratory needs of a profile, in an archive that can be made again."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from cyclopts import Parameter

from cutcard.adapters.origin import dependencies_origin, program_origin
from cutcard.analysis.answer import file_name
from cutcard.analysis.evidence import (
    PROFILE,
    REQUEST,
    BadArchive,
    EvidenceRequest,
    Makers,
    NotPlayed,
    PlayedRound,
    compared_runs,
    differences,
    evidence_files,
    name_of_profile,
    pack_files,
    unpack_files,
)
from cutcard.analysis.evidence.archive import BYTES_MAX
from cutcard.analysis.public import deal_baccarat, deal_blackjack
from cutcard.analysis.public.par_document import sheet_document
from cutcard.analysis.refusal import BadQuestion
from cutcard.cards import NotInPack, Pack
from cutcard.cli.arguments import Changes, Decks, Json, profile_with
from cutcard.cli.output import print_json, print_lines
from cutcard.cli.output_file import output_file, refuse_unwritable
from cutcard.cli.progress import progress_bar
from cutcard.cli.refusal import BadInput, check_input, short
from cutcard.exact.sheet import Sheet
from cutcard.games import blackjack
from cutcard.profiles import Profile, load, profile_ids

ROUNDS: Final = 1_000_000
SEED: Final = 1
ROUNDS_MAX: Final = 10**10
SEEDS: Final = 2**63
THREADS_MAX: Final = 256
"""As `cutcard simulate` takes."""
SUFFIXES: Final = ("xlsx", "html", "pdf")


def evidence(
    profile: Annotated[
        str | None, Parameter(help="A profile's name, or a `.toml` file of your own that extends one.")
    ] = None,
    /,
    *,
    out: Annotated[Path | None, Parameter(help="The bundle to write.")] = None,
    check: Annotated[Path | None, Parameter(help="A bundle to make again and to compare with.")] = None,
    rounds: Annotated[int | None, Parameter(help="Rounds to simulate: a million unless given.")] = None,
    seed: Annotated[int | None, Parameter(help="Of the simulation: 1 unless given.")] = None,
    threads: Annotated[int | None, Parameter(help="As many as there are cores unless given.")] = None,
    decks: Decks = None,
    set_: Changes = (),
    force: Annotated[bool, Parameter(negative="", help="Replace what is there already.")] = False,
    json: Json = False,
) -> None:
    """Write the bundle of a profile, or make one again; leave with 1 where that comes out otherwise."""
    workers = os.cpu_count() or 1 if threads is None else threads
    if not 1 <= workers <= THREADS_MAX:
        raise BadInput(f"--threads is 1 to {THREADS_MAX}, not {workers}")
    if check is not None:
        if any(given is not None for given in (profile, out, rounds, seed, decks)) or set_ or force:
            raise BadInput("--check takes a bundle and --threads alone: what was asked stands in the bundle")
        _check_again(check, workers, json=json)
        return
    if profile is None or out is None:
        raise BadInput("name a profile and --out, or --check a bundle")
    _refuse_target(out, force=force)
    with check_input():
        changes = _stated(profile, set_, decks)
        files = _files(
            profile, changes, ROUNDS if rounds is None else rounds, SEED if seed is None else seed, workers
        )
    archive = pack_files(files)
    with output_file(out) as file:
        file.write(archive)
    _print_written(out, archive, files, json=json)


def _refuse_target(out: Path, *, force: bool) -> None:
    refuse_unwritable({"--out": out})
    if out.exists() and not force:
        raise BadInput(f"{short(out)} exists already: --force replaces it")


def _stated(profile: str, changes: tuple[str, ...], decks: int | None) -> tuple[str, ...]:
    """Every change as ``--set`` would say it."""
    profile_with(profile, changes, decks)  # refuses decks that contradict each other
    said = decks is None or any(change.startswith("decks=") for change in changes)
    return changes if said else (*changes, f"decks={decks}")


def _files(name: str, changes: tuple[str, ...], rounds: int, seed: int, threads: int) -> dict[str, bytes]:
    """The files of the bundle that was asked for."""
    if not 1 <= rounds <= ROUNDS_MAX:
        raise BadInput(f"--rounds is 1 to {ROUNDS_MAX}, not {rounds}")
    if not 0 <= seed < SEEDS:
        raise BadInput(f"--seed is 0 to {SEEDS - 1}, not {seed}")
    read, chosen = load(name), profile_with(name, changes)
    request = EvidenceRequest(name_of_profile(read), changes, rounds, seed)
    origin = {"program": program_origin(), "dependencies": dependencies_origin()}
    makers = Makers(sheet_document, _sheet_files, deal_played, origin)
    with progress_bar("rounds", rounds * len(compared_runs(chosen))) as watch:
        return evidence_files(read, chosen, request, makers, threads, watch)


def _sheet_files(sheet: Sheet) -> dict[str, bytes]:
    from cutcard.reports import write_html, write_pdf, write_xlsx

    with tempfile.TemporaryDirectory() as folder:
        for suffix, write in zip(SUFFIXES, (write_xlsx, write_html, write_pdf), strict=True):
            write(sheet, Path(folder) / suffix)
        return {suffix: (Path(folder) / suffix).read_bytes() for suffix in SUFFIXES}


def deal_played(profile: Profile, played: PlayedRound) -> Mapping[str, Any]:
    """The round as `cutcard deal` prints it."""
    rules = profile.rules
    try:
        Pack.of_decks(rules.decks).without(played.cards)
        if not isinstance(rules, blackjack.Rules):
            return deal_baccarat.play_coup(profile, rules, played.cards, played.bets)
        wagers = deal_blackjack.Wagers.of(rules, played.positions, played.stake, played.bets)
        return deal_blackjack.play_round(profile, rules, played.cards, played.decisions, wagers)
    except (BadQuestion, NotInPack) as wrong:
        raise NotPlayed(str(wrong)) from None


def _print_written(out: Path, archive: bytes, files: Mapping[str, bytes], *, json: bool) -> None:
    named, digest = file_name(out), sha256(archive).hexdigest()
    if json:
        hashes = {name: sha256(content).hexdigest() for name, content in sorted(files.items())}
        print_json({"file": named, "bytes": len(archive), "sha256": digest, "files": hashes})
    else:
        print_lines(
            [f"{named}: {len(files)} files and their manifest, {len(archive):,} bytes", f"SHA-256 {digest}"]
        )


def _check_again(bundle: Path, threads: int, *, json: bool) -> None:
    try:
        with bundle.open("rb") as file:
            archive = file.read(BYTES_MAX + 1)
        there = unpack_files(archive)
        request = msgspec.json.decode(there.get(REQUEST, b""), type=EvidenceRequest)
    except BadArchive as wrong:
        raise BadInput(f"{short(bundle)}: {wrong}") from None
    except msgspec.DecodeError as wrong:
        raise BadInput(f"{short(bundle)}: its {REQUEST} cannot be read: {wrong}") from None
    made = _made_again(bundle, there, request, threads)
    lines = differences(there, made)
    if not lines and pack_files(made) != archive:
        lines = ["the files are the same, and the archive around them is another"]
    if json:
        print_json({"file": file_name(bundle), "same": not lines, "differences": lines})
    else:
        print_lines(lines or [f"{file_name(bundle)}: made again, byte by byte the same"])
    if lines:
        sys.exit(1)


def _made_again(
    bundle: Path, there: Mapping[str, bytes], request: EvidenceRequest, threads: int
) -> dict[str, bytes]:
    """From the bundle's own profile file, where it is of no shipped profile."""
    if request.profile != PROFILE and request.profile not in profile_ids():
        raise BadInput(f"{short(bundle)}: there is no profile {short(request.profile)} here")
    with tempfile.TemporaryDirectory() as folder, check_input():
        file = Path(folder) / PROFILE
        file.write_bytes(there.get(PROFILE, b""))
        name = str(file) if request.profile == PROFILE else request.profile
        return _files(name, request.changes, request.rounds, request.seed, threads)
