"""The description of the HTTP API: whole, and kept to; under whatever it allows, nothing fails (FZ-4)."""

import warnings
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from cutcard.server.app import HANDLERS
from cutcard.server.http.description.route_refusals import ROUTE_REFUSALS
from cutcard.server.http.refusals import STATUS
from cutcard.texts.catalogue import catalogue
from cutcard.venue.roles import ROUTES, Role
from tests.server.running import Served, serving
from tests.soak import as_often

ROLES = (None, *(role.value for role in Role))
EXAMPLES = as_often(5, 200)


def test_every_route_is_described_with_its_tag_who_may_ask_and_its_refusals(served: Served) -> None:
    body = served.http("GET", "/api/openapi.json").body
    tags = {tag["name"]: tag["description"] for tag in body["tags"]}
    schemes = set(body["components"]["securitySchemes"])
    operations = {
        operation["operationId"]: (verb, operation)
        for item in body["paths"].values()
        for verb, operation in item.items()
    }
    assert set(operations) == {name for name in ROUTES if not name.startswith("page.")}
    for name, (verb, operation) in operations.items():
        assert operation["summary"], name
        assert len(operation["description"].splitlines()) >= 3, name
        assert [tags[tag] for tag in operation["tags"]], name
        named = {scheme for need in operation["security"] for scheme in need}
        assert named == schemes, name
        assert ({} in operation["security"]) == (None in ROUTES[name]), name
        assert all(parameter["description"] for parameter in operation["parameters"]), name
        refusals = {
            code: status
            for status, response in operation["responses"].items()
            for code in response.get("x-refusals", ())
        }
        assert set(ROUTE_REFUSALS[name]) <= set(refusals), name
        assert ("not_signed_in" in refusals) == (None not in ROUTES[name]), name
        assert ("foreign_origin" in refusals) == (verb != "get"), name
        for code, status in refusals.items():
            assert status == str(STATUS.get(code, 409)), (name, code)
            assert f"`{code}`: {catalogue('en')[f'refused.{code}']}" in str(operation["responses"][status])
        assert all(response["description"] for response in operation["responses"].values()), name
    assert set(ROUTE_REFUSALS) == set(operations)
    assert {handler.name for handler in HANDLERS} == set(ROUTES)


def test_every_shape_is_described_by_what_it_is_and_not_by_another_of_its_name(served: Served) -> None:
    shapes = served.http("GET", "/api/openapi.json").body["components"]["schemas"]
    assert [name for name, shape in shapes.items() if not shape.get("description")] == []
    assert shapes["Credentials"]["description"] == "A name and a password."
    assert "The table it was done to" in shapes["TableDone"]["description"]


def test_what_a_route_does_is_answered_with_the_status_that_is_described(served: Served) -> None:
    described = served.http("GET", "/api/openapi.json").body["paths"]
    token, table = served.sign_in("operator"), {"ask": served.ask_id(), "reason": "a test"}
    asked = (
        ("POST", "/api/v1/guest", None, None),
        ("PUT", "/api/v1/me/language", {"language": "en"}, token),
        ("POST", "/api/v1/house/tables/koi-bacc-video/pause", table, token),
        ("POST", "/api/v1/house/tables/koi-bacc-video/resume", {"ask": served.ask_id()}, token),
        ("POST", "/api/v1/logout", None, token),
    )
    for verb, path, body, whose in asked:
        response = served.http(verb, path, body, whose)
        route = described[path.replace("koi-bacc-video", "{table}")][verb.lower()]
        assert response.status < 300, response
        assert str(response.status) in route["responses"], (path, response.status)


@pytest.mark.long
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
        if operation.path in ("/api/v1/logout", "/api/v1/people/{person}") and role is not None:
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
            path = urlsplit(response.request.url).path
            known = served.described_refusals(case.method, path) or set()  # type: ignore[attr-defined]
            refused = response.status_code >= 400 and response.status_code not in (404, 405, 413)
            code = response.json()["refusal"]["code"] if refused else ""
            if response.status_code >= 500 or (refused and (str(response.status_code), code) not in known):
                failed.append(f"{case.method} {path} {response.status_code} {code}")  # type: ignore[attr-defined]

        ask()
    return failed
