"""The house's own profiles and jurisdictions over HTTP: uploaded, listed, read. It judges none of them."""

from __future__ import annotations

from hashlib import sha256
from typing import Annotated, Any, Final

import msgspec
from litestar import get, post
from litestar.params import Parameter

from cutcard.games.reason import Refusal
from cutcard.profiles import BadProfile, jurisdictions, profile_ids
from cutcard.server.http.house.settings_changes import bad_request
from cutcard.server.http.house.uploads import content_of, upload_deed
from cutcard.server.http.once import UPLOAD_ASKED, Deed, once, under
from cutcard.server.http.permissions import AnyRequest, house_of, person_of
from cutcard.server.http.refusals import Refused
from cutcard.server.library import Edition, Kind, Library, edition_document, shipped_edition
from cutcard.server.realtime.commands import RequestId
from cutcard.server.runtime import House, wall_ms
from cutcard.venue.ports import Document

TOML_MAX: Final = 32_768  # twenty times the longest profile that we ship

EditionName = Annotated[str, Parameter(max_length=64)]
Version = Annotated[int, Parameter(ge=1, le=999_999)]


class Upload(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A profile or a jurisdiction as the text of its TOML file."""

    ask: RequestId
    toml: Annotated[str, msgspec.Meta(min_length=1, max_length=TOML_MAX)]


class EditionRow(msgspec.Struct, frozen=True, kw_only=True):
    """One version. A shipped one has version 0 and is nobody's."""

    id: str
    version: int
    hash: str
    shipped: bool
    by: str
    at_ms: int


class EditionView(EditionRow, frozen=True, kw_only=True):
    """One version with all it says: as the text of its file, and as read, with all that it extends."""

    versions: tuple[int, ...]
    toml: str
    content: dict[str, Any]


def _fields(edition: Edition) -> dict[str, Any]:
    names = ("id", "version", "hash", "by", "at_ms")
    return {**{name: getattr(edition, name) for name in names}, "shipped": edition.version == 0}


def _all(house: House, kind: Kind) -> tuple[EditionRow, ...]:
    shipped = profile_ids() if kind is Kind.PROFILE else tuple(law.id for law in jurisdictions())
    found = [shipped_edition(kind, name) for name in shipped]
    found += [house.library.latest(kind, name) for name in house.library.ids(kind)]
    return tuple(EditionRow(**_fields(edition)) for edition in found if edition is not None)


def _edition_view(house: House, kind: Kind, name: str, version: int | None = None) -> EditionView:
    """One edition, the latest where no version is named."""
    known = house.library.versions(kind, name)
    if version is None:
        edition = house.library.latest(kind, name) or shipped_edition(kind, name)
    else:
        edition = next((kept for kept in known if kept.version == version), None)
    if edition is None:
        raise Refused(Refusal("no_such_profile", {"id": name[:64]}))
    versions = tuple(kept.version for kept in known)
    return EditionView(**_fields(edition), versions=versions, toml=edition.toml, content=content_of(edition))


async def _upload(request: AnyRequest, kind: Kind, data: Upload) -> EditionRow:
    """The next version of whatever the text is; the same ask again is answered with what it made (TB-51)."""
    house, person = house_of(request), person_of(request)

    def earlier(where: str, asked: str) -> EditionRow | None:
        """An earlier version kept the hash of what was said, and the edition that it made."""
        said = sha256(f"{kind}\n{data.toml}".encode()).hexdigest()
        if where != UPLOAD_ASKED or not asked.startswith(f"{said}\n"):
            return None
        edition = Library(house.venue.store).named(kind, asked.partition("\n")[2])
        return None if edition is None else EditionRow(**_fields(edition))

    made: list[Edition] = []

    def taken_up() -> Deed:
        edition, documents = _next(house, kind, data.toml, person.name)
        made.append(edition)
        return Deed(EditionRow(**_fields(edition)), documents)

    def put() -> None:
        for edition in made:
            house.library.put(edition)

    ask = under(request, data.ask, "upload", kind.value, data.toml)
    try:
        return await once(request, ask, EditionRow, taken_up, after=put, earlier=earlier)
    except BadProfile as wrong:
        raise bad_request(wrong) from None


def _next(house: House, kind: Kind, toml: str, by: str) -> tuple[Edition, list[Document]]:
    """The text as the next edition, and what is to be written of it. On the venue's thread."""
    store = house.venue.store
    edition = house.library.next_edition(kind, toml, by, wall_ms())
    document = edition_document(edition)
    if store.document(document.kind, document.key) is not None:
        # One was written although its writing counted as unavailable: it stays, and this is the one after.
        house.library = Library(store)
        edition = house.library.next_edition(kind, toml, by, wall_ms())
        document = edition_document(edition)
    return edition, [document, upload_deed(edition, house.library.latest(kind, edition.id))]


@get("/api/profiles", name="profiles", summary="Profiles")
async def profiles(request: AnyRequest) -> tuple[EditionRow, ...]:
    """The shipped profiles, and the latest version of every one of the house's own."""
    return _all(house_of(request), Kind.PROFILE)


@post("/api/profiles", name="profiles.upload", summary="Upload a profile")
async def upload_profile(request: AnyRequest, data: Upload) -> EditionRow:
    """A profile of the house's own. Its id uploaded again makes the next version; older ones stay."""
    return await _upload(request, Kind.PROFILE, data)


@get("/api/profiles/{profile:str}", name="profiles.one", summary="A profile")
async def profile(request: AnyRequest, profile: EditionName) -> EditionView:
    """The latest version of a profile with all it says."""
    return _edition_view(house_of(request), Kind.PROFILE, profile)


@get("/api/profiles/{profile:str}/versions/{version:int}", name="profiles.version", summary="A version")
async def profile_version(request: AnyRequest, profile: EditionName, version: Version) -> EditionView:
    """One version of a profile of the house's own."""
    return _edition_view(house_of(request), Kind.PROFILE, profile, version)


@get("/api/jurisdictions", name="jurisdictions", summary="Jurisdictions")
async def all_jurisdictions(request: AnyRequest) -> tuple[EditionRow, ...]:
    """The shipped jurisdictions, and the latest version of every one of the house's own."""
    return _all(house_of(request), Kind.JURISDICTION)


@post("/api/jurisdictions", name="jurisdictions.upload", summary="Upload a jurisdiction")
async def upload_jurisdiction(request: AnyRequest, data: Upload) -> EditionRow:
    """A jurisdiction of the house's own. Its id uploaded again makes the next version; older ones stay."""
    return await _upload(request, Kind.JURISDICTION, data)


@get("/api/jurisdictions/{law:str}", name="jurisdictions.one", summary="A jurisdiction")
async def one_jurisdiction(request: AnyRequest, law: EditionName) -> EditionView:
    """The latest version of a jurisdiction with all it says."""
    return _edition_view(house_of(request), Kind.JURISDICTION, law)


@get("/api/jurisdictions/{law:str}/versions/{version:int}", name="jurisdictions.version", summary="A version")
async def jurisdiction_version(request: AnyRequest, law: EditionName, version: Version) -> EditionView:
    """One version of a jurisdiction of the house's own."""
    return _edition_view(house_of(request), Kind.JURISDICTION, law, version)


HANDLERS: Final = (
    *(profiles, upload_profile, profile, profile_version),
    *(all_jurisdictions, upload_jurisdiction, one_jurisdiction, jurisdiction_version),
)
