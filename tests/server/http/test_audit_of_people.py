"""Whose deeds the audit tells, by name or by kind; and parameters of an address that no route knows."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.http.test_http_manners import gets
from tests.server.running import SHARED, Served, serving

PROFILE = 'id = "solo"\nextends = "multihand-etg"\n'


def test_tb_71_what_the_house_did_by_itself_is_marked_so_and_left_out_where_people_are_asked_for(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "profiles"
    folder.mkdir()
    (folder / "solo.toml").write_text(PROFILE, encoding="utf-8")
    with serving(tmp_path / "data", "--no-dealers", "--profiles", str(folder)) as served:
        supervisor = served.token("supervisor")
        pause = {"ask": "p", "reason": "A card fell"}
        path = f"/api/house/tables/{SHARED}/pause"
        assert served.http("POST", path, pause, supervisor).status == 201
        everything = served.http("GET", "/api/audit", token=supervisor).body
        people = served.http("GET", "/api/audit?people=true", token=supervisor).body
        first = served.http("GET", "/api/audit?people=true&limit=1", token=supervisor)
        newer = served.http("GET", "/api/audit?by=house&limit=200", token=supervisor).body
    by_the_house = [deed for deed in everything if deed["by"] == "house"]
    assert {"table_opened", "profile_uploaded"} == {deed["what"] for deed in by_the_house}
    assert newer == by_the_house
    assert [deed for deed in everything if deed["by"] != "house"] == people
    assert [(deed["what"], deed["by"]) for deed in people] == [("paused", "supervisor")]
    assert first.body == people


def test_a_parameter_that_there_is_not_is_refused_by_name(served: Served) -> None:
    for path in gets(served):
        response = served.http("GET", f"{path}?moon=secret", token=served.token("auditor"))
        if path in ("/healthz", "/metrics") or response.status in (401, 403):
            continue
        assert (response.status, response.body["refusal"]["code"]) == (400, "bad_request"), path
        assert "moon" in response.body["refusal"]["facts"]["why"]
        assert "secret" not in response.body["refusal"]["text"]
    response = served.http("POST", "/api/guest?sun=de")
    assert response.status == 400
    assert "sun" in response.body["refusal"]["text"]


@pytest.mark.parametrize("path", ["/api/audit?table=x", "/api/v1/audit?limit=3&by=operator"])
def test_parameters_that_there_are_stay_as_they_were(served: Served, path: str) -> None:
    assert served.http("GET", path, token=served.token("auditor")).status == 200
