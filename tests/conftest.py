"""What every test shares: how random tests behave, and where results may be kept.

It knows no product code and offers no fixtures; those stand beside the tests that need them.
"""

import os
import tempfile

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
