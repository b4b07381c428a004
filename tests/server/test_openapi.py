"""The HTTP API under whatever its description allows, with every role: it never fails (FZ-4)."""

import warnings
from pathlib import Path

import pytest

from cutcard.venue.roles import Role
from tests.server.running import Served, serving
from tests.soak import as_often

pytestmark = pytest.mark.slow

ROLES = (None, *(role.value for role in Role))
EXAMPLES = as_often(5, 200)


@pytest.mark.slow
def test_fz_4_no_request_fails_with_any_role(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as served:
        # Whoever is signed in must stay so: the fuzzer finds /api/logout and the accounts.
        for role in ROLES:
            failed = fuzzed(served, role)
            assert failed == [], f"as {role}: {failed}"
        assert served.http("GET", "/healthz").status == 200
    log = (tmp_path / "data.log").read_text()
    assert "Traceback" not in log, log[-3000:]


def fuzzed(served: Served, role: str | None) -> list[str]:
    """What answered with a failure of the server."""
    from hypothesis import HealthCheck, Phase, given, settings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the fuzzer's own dependencies warn on import
        import schemathesis

        schema = schemathesis.openapi.from_url(f"{served.url}/api/openapi.json")
    failed: list[str] = []
    for found in schema.get_all_operations():
        operation = found.ok()  # type: ignore[union-attr]  # an error has no such method, and fails here
        if operation.path in ("/api/logout", "/api/people/{person}") and role is not None:
            continue

        @given(case=operation.as_strategy())
        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        def ask(case: object) -> None:
            headers = {} if role is None else {"Authorization": f"Bearer {served.token(role)}"}
            response = case.call(headers=headers)  # type: ignore[attr-defined]
            if response.status_code >= 500:
                failed.append(f"{case.method} {case.formatted_path} {response.status_code}")  # type: ignore[attr-defined]

        ask()
    return failed
