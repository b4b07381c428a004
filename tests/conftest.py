"""What every test shares: how random tests behave.

It knows no product code and offers no fixtures; those stand beside the tests that need them.
"""

from hypothesis import settings

# A failure prints the line that reproduces it; a slow machine is not a failure.
settings.register_profile("house", print_blob=True, deadline=None)
settings.load_profile("house")
