"""Profiles and jurisdictions taken up by the house, each with a deed that says who did it (TB-71)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from cutcard.profiles import Profile
from cutcard.record.encoding import canonical
from cutcard.server.http.accounts import HOUSE
from cutcard.server.http.house.audit import Deed, deed_document, differing
from cutcard.server.library import Edition, Kind, Library, edition_document, folder_ids
from cutcard.venue.ports import Batch, Document, Store

"""Who signs for what a folder of the house brought."""


def content_of(edition: Edition | None) -> dict[str, Any]:
    """All that an edition says, as JSON."""
    if edition is None:
        return {}
    said: dict[str, Any] = msgspec.json.decode(canonical(edition.profile or edition.law))
    return said


def upload_deed(edition: Edition, before: Edition | None) -> Document:
    """Who uploaded what, and what of it is new."""
    was, now = ({}, {}) if before is None else differing(content_of(before), content_of(edition))
    return deed_document(
        Deed(
            at_ms=edition.at_ms,
            table="",
            round=0,
            what=f"{edition.kind}_uploaded",
            by=edition.by,
            facts={"id": edition.id, "version": edition.version, "hash": edition.hash},
            before=was,
            after=now,
        )
    )


def take_folder(store: Store, folder: Path, at_ms: int) -> tuple[Profile, ...]:
    """Keep what is new in a folder, and give every profile in it as it is in force.

    BadProfile where a file is none; then nothing of the folder is kept.
    """
    library, documents = Library(store), []
    for edition in library.from_folder(folder, HOUSE, at_ms):
        earlier = library.versions(edition.kind, edition.id)[:-1]
        documents += [edition_document(edition), upload_deed(edition, earlier[-1] if earlier else None)]
    if documents:
        store.commit(Batch(documents=documents))
    found = (library.latest(Kind.PROFILE, name) for name in folder_ids(folder))
    return tuple(edition.profile for edition in found if edition is not None and edition.profile is not None)
