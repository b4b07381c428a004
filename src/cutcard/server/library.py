"""The house's own profiles and jurisdictions: every upload is a version, every version stays (PF-01, PF-03).

A table takes what it was opened with into its settings, so a later version changes no table by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import Final

import msgspec

from cutcard.profiles import (
    BadProfile,
    Jurisdiction,
    Profile,
    jurisdiction,
    jurisdictions,
    load,
    profile_ids,
    read_jurisdiction,
    read_profile,
)
from cutcard.profiles.loading import ID
from cutcard.record.encoding import canonical
from cutcard.specials import unknown
from cutcard.venue.ports import Document, Store

ID_MAX: Final = 40
"""A profile's id and a mode make a table's id, which has at most 64 characters."""
VERSIONS_MAX: Final = 10_000  # every version is kept for ever
FOLDER_FILES_MAX: Final = 1_000  # a folder that was named by mistake is refused, not read


class Kind(StrEnum):
    """What the house has of its own."""

    PROFILE = "profile"
    JURISDICTION = "jurisdiction"


DOCUMENTS: Final = {Kind.PROFILE: "own-profile", Kind.JURISDICTION: "own-jurisdiction"}


class Edition(msgspec.Struct, frozen=True, kw_only=True):
    """One version of a profile or a jurisdiction: what it says, as text and as read then, and whose it is."""

    kind: Kind
    id: str
    version: int
    hash: str
    toml: str
    by: str
    at_ms: int
    profile: Profile | None = None
    law: Jurisdiction | None = None


def _fraction(wanted: type, written: object) -> object:
    assert wanted is Fraction, f"{wanted} is no part of a profile"
    return Fraction(str(written))


_DECODER: Final = msgspec.json.Decoder(Edition, dec_hook=_fraction)


def edition_document(edition: Edition) -> Document:
    """An edition as it is kept."""
    return Document(DOCUMENTS[edition.kind], f"{edition.id}@{edition.version:06}", canonical(edition))


class Library:
    """Every edition by kind and id, oldest first.

    One thread takes editions in, others read: nothing is changed in its place.
    """

    def __init__(self, store: Store) -> None:
        self._editions: dict[tuple[Kind, str], tuple[Edition, ...]] = {}
        for kind in Kind:
            for document in store.documents(DOCUMENTS[kind]):
                self.put(_DECODER.decode(document.body or b""))

    def put(self, edition: Edition) -> None:
        """Know one more edition, the next of its id."""
        known = self.versions(edition.kind, edition.id)
        assert edition.version == len(known) + 1, f"{edition.id} {edition.version} follows {len(known)}"
        self._editions = {**self._editions, (edition.kind, edition.id): (*known, edition)}

    def ids(self, kind: Kind) -> tuple[str, ...]:
        """The ids there are of the house's own."""
        return tuple(sorted(name for of, name in self._editions if of is kind))

    def versions(self, kind: Kind, name: str) -> tuple[Edition, ...]:
        """Every edition of one of the house's own, oldest first."""
        return self._editions.get((kind, name), ())

    def latest(self, kind: Kind, name: str) -> Edition | None:
        """The edition in force."""
        found = self.versions(kind, name)
        return found[-1] if found else None

    def named(self, kind: Kind, name: str) -> Edition | None:
        """``salon`` is the latest edition of it, ``salon@2`` the second."""
        plain, at, number = name.partition("@")
        found = self.versions(kind, plain)
        if not at:
            return self.latest(kind, plain)
        if not number.isascii() or not number.isdigit() or len(number) > 6 or not found:
            return None
        return next((edition for edition in found if edition.version == int(number)), None)

    def profile(self, name: str) -> Profile:
        """A shipped profile or one of the house's own; BadProfile where there is none."""
        if name in profile_ids():
            return load(name)
        edition = self.named(Kind.PROFILE, name)
        if edition is None or edition.profile is None:
            raise BadProfile(unknown("profile", name[:64], (*profile_ids(), *self.ids(Kind.PROFILE))))
        return edition.profile

    def own_law(self, name: str) -> Jurisdiction | None:
        """A jurisdiction of the house's own; None for a shipped one, BadProfile for one that is neither."""
        shipped = tuple(law.id for law in jurisdictions())
        if name in shipped:
            return None
        edition = self.named(Kind.JURISDICTION, name)
        if edition is None or edition.law is None:
            raise BadProfile(unknown("jurisdiction", name[:64], (*shipped, *self.ids(Kind.JURISDICTION))))
        return edition.law

    def next_edition(self, kind: Kind, toml: str, by: str, at_ms: int) -> Edition:
        """What this text would be the next edition of; BadProfile where it is none. Nothing is kept yet."""
        if kind is Kind.PROFILE:
            return self.edition_of(read_profile(toml, self.profile), toml, by, at_ms)
        return self.edition_of(read_jurisdiction(toml), toml, by, at_ms)

    def edition_of(self, what: Profile | Jurisdiction, toml: str, by: str, at_ms: int) -> Edition:
        """The next edition of what was read from this text."""
        kind = _kind(what)
        _check_id(kind, what.id)
        version = len(self.versions(kind, what.id)) + 1
        if version > VERSIONS_MAX:
            raise BadProfile(f"{what.id} has {VERSIONS_MAX} versions: give it another id")
        if what.version not in (0, version):
            raise BadProfile(f"version is {what.version}, but the next one of {what.id} here is {version}")
        # Text that names its version gives a PAR sheet that names it too.
        text = toml if what.version else f"version = {version}\n{toml}"
        numbered = msgspec.structs.replace(what, version=version)
        return Edition(
            kind=kind,
            id=what.id,
            version=version,
            hash=what.hash,
            toml=text,
            by=by,
            at_ms=at_ms,
            profile=numbered if isinstance(numbered, Profile) else None,
            law=numbered if isinstance(numbered, Jurisdiction) else None,
        )

    def from_folder(self, folder: Path, by: str, at_ms: int) -> Iterator[Edition]:
        """What a folder has that is not in force yet, each known from then on; BadProfile names the file.

        Profiles lie in the folder itself, jurisdictions in its folder ``jurisdictions``.
        """
        for path in _files(folder):
            try:
                what = _from_file(path)
                latest = self.latest(_kind(what), what.id)
                if latest is not None and latest.hash == what.hash and what.version in (0, latest.version):
                    continue
                edition = self.edition_of(what, path.read_text(encoding="utf-8"), by, at_ms)
            except BadProfile as wrong:
                why = str(wrong)
                raise BadProfile(why if path.name in why else f"{path.name}: {why}") from None
            self.put(edition)
            yield edition


def _kind(what: Profile | Jurisdiction) -> Kind:
    return Kind.PROFILE if isinstance(what, Profile) else Kind.JURISDICTION


def folder_ids(folder: Path) -> tuple[str, ...]:
    """The ids of the profiles in a folder: each file is called by its id."""
    return tuple(path.stem for path in _files(folder) if path.parent == folder)


def _files(folder: Path) -> list[Path]:
    if not folder.is_dir():
        raise BadProfile(f"there is no folder of profiles {folder}")
    found = [*sorted((folder / "jurisdictions").glob("*.toml")), *sorted(folder.glob("*.toml"))]
    if not found:
        raise BadProfile(f"there is no profile in {folder}: a profile is a file that ends in .toml")
    if len(found) > FOLDER_FILES_MAX:
        raise BadProfile(f"{folder} has {len(found)} files: at most {FOLDER_FILES_MAX} are read")
    return found


def _from_file(path: Path) -> Profile | Jurisdiction:
    if path.parent.name == "jurisdictions":
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as wrong:
            raise BadProfile(f"{path.name} cannot be read: {wrong}") from None
        what: Profile | Jurisdiction = read_jurisdiction(text)
    else:
        what = load(str(path))
    if what.id != path.stem:
        raise BadProfile(f"its id is {what.id!r}: a file that is served is called by its id")
    return what


def _check_id(kind: Kind, name: str) -> None:
    if not ID.fullmatch(name) or len(name) > ID_MAX:
        raise BadProfile(f"id {name[:64]!r} is not made of up to {ID_MAX} letters a to z, digits and hyphens")
    shipped = profile_ids() if kind is Kind.PROFILE else tuple(law.id for law in jurisdictions())
    if name in shipped:
        raise BadProfile(f"{name} is a {kind} that ships: give your own another id")


def shipped_edition(kind: Kind, name: str) -> Edition | None:
    """A shipped one in the same shape; it has no version and no text of the house's."""
    if kind is Kind.PROFILE and name in profile_ids():
        profile = load(name)
        return _shipped(kind, name, profile.hash, profile=profile)
    if kind is Kind.JURISDICTION and name in {law.id for law in jurisdictions()}:
        law = jurisdiction(name)
        return _shipped(kind, name, law.hash, law=law)
    return None


def _shipped(
    kind: Kind, name: str, found: str, profile: Profile | None = None, law: Jurisdiction | None = None
) -> Edition:
    return Edition(
        kind=kind, id=name, version=0, hash=found, toml="", by="", at_ms=0, profile=profile, law=law
    )
