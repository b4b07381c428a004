"""What every test shares: how random tests behave, and where results may be kept.

It knows no product code and offers no fixtures; those stand beside the tests that need them.
"""

import os
import tempfile
from itertools import chain, groupby, zip_longest

import pytest
from hypothesis import settings

# A failure prints the line that reproduces it; a slow machine is not a failure.
settings.register_profile("house", print_blob=True, deadline=None)
settings.load_profile("house")


def pytest_configure(config: pytest.Config) -> None:
    """Results are kept for one run of the tests and nowhere else; workers share the folder."""
    if not hasattr(config, "workerinput"):
        kept = tempfile.TemporaryDirectory(prefix="cutcard-tests-")
        config.add_cleanup(kept.cleanup)
        os.environ["CUTCARD_CACHE"] = kept.name


WAITING = ("nights", "processes", "browser", "server", "interruptions", "live_tables")
"""Folders whose tests mostly wait for tables, browsers and time limits; those that wait longest first."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Slow files come first, and those that wait beside those that compute, so that no core is ever idle."""
    files = [list(tests) for _, tests in groupby(items, key=lambda item: item.path)]
    files.sort(key=lambda tests: not any(test.get_closest_marker("slow") for test in tests))
    waiting = sorted(filter(_wait_rank, files), key=_wait_rank, reverse=True)
    computing = [tests for tests in files if not _wait_rank(tests)]
    items[:] = chain.from_iterable(chain.from_iterable(zip_longest(waiting, computing, fillvalue=[])))


def _wait_rank(tests: list[pytest.Item]) -> int:
    """How much a file waits; 0 for one that computes."""
    folders = [part for part in tests[0].path.parts if part in WAITING]
    return len(WAITING) - WAITING.index(folders[0]) if folders else 0
