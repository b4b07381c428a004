"""One running server for all tests of a worker; tests that stop or starve one start their own."""

from collections.abc import Iterator

import pytest

from tests.server.running import Served, serving


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("served") / "data") as started:
        yield started
