"""The house's own profiles are read while others are taken in, by different threads."""

import msgspec

from cutcard.adapters.memory_store import MemoryStore
from cutcard.server.library import Kind, Library, shipped_edition


def test_a_list_that_is_being_read_does_not_change_when_a_profile_is_taken_in() -> None:
    library, shipped = Library(MemoryStore()), shipped_edition(Kind.PROFILE, "punto-banco")
    assert shipped is not None
    first, again, other = (
        msgspec.structs.replace(shipped, id=name, version=version)
        for name, version in (("one", 1), ("one", 2), ("other", 1))
    )
    library.put(first)
    reading, versions = iter(library._editions), library.versions(Kind.PROFILE, "one")
    library.put(again)
    library.put(other)
    assert len(list(reading)) == 1
    assert versions == (first,)
    assert library.ids(Kind.PROFILE) == ("one", "other")
    assert library.latest(Kind.PROFILE, "one") == again
