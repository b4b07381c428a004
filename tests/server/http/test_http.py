"""The HTTP side of a real server: pages, sign-in, cashier, house, history, audit."""

import asyncio
import json
import tempfile
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cutcard.record import RoundFile
from cutcard.verification import verify_round
from tests.server.running import INTERNAL, SHARED, Served, played, socket


def refusal(answered: Any) -> str:
    return str(answered.body["refusal"]["code"])


def post(served: Served, role: str, path: str, **body: Any) -> Any:
    return served.http("POST", path, {"ask": served.ask_id(), **body}, served.token(role))


def test_it_is_well(served: Served) -> None:
    body = served.http("GET", "/healthz").body
    assert (body["state"], body["frozen"]) == ("running", [])
    assert set(body) == {"state", "frozen", "frozen_count", "verified"}, (
        "what was verified: test_verified_record.py"
    )
    response = served.http("GET", "/metrics", token=served.token("auditor"))
    assert response.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    metrics = response.body.decode()
    for name in (
        "rounds",
        "requests",
        "refusals",
        "step_seconds",
        "commit_seconds",
        "inbox_depth",
        "connections",
    ):
        assert f"cutcard_{name}" in metrics
    for name in ("dropped_readers", "tables", "event_loop_lag_seconds"):
        assert f"cutcard_{name}" in metrics


def test_figures_of_the_server_are_for_those_who_see_everything(served: Served) -> None:
    assert served.http("GET", "/metrics").status == 401
    for role in ("patron", "croupier", "attendant"):
        assert served.http("GET", "/metrics", token=served.token(role)).status == 403
    for role in ("operator", "supervisor", "auditor"):
        assert served.http("GET", "/metrics", token=served.token(role)).status == 200


@pytest.mark.parametrize(
    "page", ["/", "/play", f"/display/{SHARED}", f"/croupier/{SHARED}", "/supervisor", "/operator", "/lab"]
)
def test_every_page_is_there_with_headers_that_let_no_script_in(served: Served, page: str) -> None:
    response = served.http("GET", page)
    assert response.status == 200
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    policy = response.headers["content-security-policy"]
    assert "script-src 'self';" in policy
    assert "frame-ancestors 'none'" in policy
    assert response.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "path", ["/static/../serving.py", "/static/%2e%2e/__init__.py", "/static/moon", "/moon"]
)
def test_nothing_else_is_served(served: Served, path: str) -> None:
    response = served.http("GET", path)
    assert response.status == 404
    assert refusal(response) == "no_such_page"


def test_a_guest_gets_a_cookie_that_scripts_cannot_read(served: Served) -> None:
    cookie = served.http("POST", "/api/guest").headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    token = cookie.split(";")[0]
    me = served.http("GET", "/api/me", headers={"Cookie": token})
    assert me.body["roles"] == ["patron"]


def test_whoever_is_signed_in_already_stays_who_they_are_and_gets_no_token(served: Served) -> None:
    first = served.http("POST", "/api/guest")
    cookie = {"Cookie": first.headers["set-cookie"].split(";")[0]}
    again = served.http("POST", "/api/guest", headers=cookie)
    assert (again.status, again.body["patron"]) == (200, first.body["patron"])
    assert again.body["token"] == ""
    assert "set-cookie" not in again.headers
    staff = served.http("POST", "/api/guest", token=served.token("attendant"))
    assert (staff.status, staff.body["name"], staff.body["roles"]) == (200, "attendant", ["attendant"])
    assert served.http("POST", "/api/logout", headers=cookie).status == 200
    anew = served.http("POST", "/api/guest", headers=cookie)
    assert (anew.status, anew.body["patron"] != first.body["patron"]) == (201, True)


def test_a_change_from_a_foreign_page_is_refused(served: Served) -> None:
    response = served.http("POST", "/api/guest", headers={"Origin": "http://evil.example"})
    assert (response.status, refusal(response)) == (403, "foreign_origin")
    assert served.http("GET", "/api/tables", headers={"Origin": "http://evil.example"}).status == 200


def test_a_wrong_password_and_an_unknown_name_sound_alike_and_attempts_are_limited(served: Served) -> None:
    wrong = served.http("POST", "/api/login", {"name": "auditor", "password": "not this one"})
    unknown = served.http("POST", "/api/login", {"name": "nobody at all", "password": "not this one"})
    assert wrong.status == unknown.status == 401
    assert wrong.body == unknown.body
    tried = [served.http("POST", "/api/login", {"name": "somebody", "password": "x"}) for _ in range(12)]
    assert (tried[-1].status, refusal(tried[-1])) == (429, "too_many_attempts")


def test_who_signs_out_is_out(served: Served) -> None:
    token = served.guest()["token"]
    assert served.http("GET", "/api/me", token=token).status == 200
    assert served.http("POST", "/api/logout", token=token).status == 200
    assert served.http("GET", "/api/me", token=token).status == 401


def test_refusals_come_in_the_language_of_whoever_asks(served: Served) -> None:
    token = served.patron()["token"]
    assert served.http("PUT", "/api/me/language", {"language": "de"}, token).body["language"] == "de"
    for none in ("xx", ""):
        assert served.http("PUT", "/api/me/language", {"language": none}, token).status == 404
    response = served.http("POST", "/api/cashier/redeem", {"ask": "a", "code": "1"}, token)
    assert response.body["refusal"]["code"] == "voucher_code_mistyped"
    assert response.body["refusal"]["text"] != "voucher_code_mistyped"


@pytest.mark.parametrize("language", ["en", "de", "es", "zh"])
def test_all_texts_of_a_language(served: Served, language: str) -> None:
    assert len(served.http("GET", f"/api/texts/{language}").body) > 100


def test_the_lobby_says_what_tables_are_like(served: Served) -> None:
    rows = served.http("GET", "/api/tables").body
    assert len(rows) >= 10
    for row in rows:
        info = served.http("GET", f"/api/tables/{row['id']}").body
        assert info["profile"] == row["profile"]
        assert info["fields"]
        assert served.http("GET", f"/api/tables/{row['id']}/help").body["rules"]
    assert served.http("GET", "/api/tables/punto-banco-video/roads").body["board"]
    assert served.http("GET", "/api/tables/nowhere").status == 404


def test_cashing_out_and_back_in(served: Served) -> None:
    token = served.patron(1_000_000)["token"]
    # The purse is above the limit of a voucher, so an attendant pays by hand.
    out = served.http("POST", "/api/cashier/cash-out", {"ask": "out"}, token)
    assert out.body["result"]["what"] == "hand_pay_called"
    again = served.http("POST", "/api/cashier/cash-out", {"ask": "out"}, token)
    assert again.body == out.body
    number = out.body["result"]["id"]
    waiting = served.http("GET", "/api/cashier/hand-pays", token=served.token("attendant")).body
    assert number in [person["id"] for person in waiting]
    cancelled = post(served, "attendant", "/api/cashier/cancel-hand-pay", id=number, why="changed their mind")
    assert cancelled.status == 201
    assert served.http("GET", "/api/me/purse", token=token).body["balance"] == 1_000_000


def test_vouchers_are_redeemed_once(served: Served) -> None:
    person = served.patron()
    token = person["token"]
    taken = post(served, "attendant", "/api/cashier/cash-in", patron=person["patron"], amount=5_000)
    assert taken.body["result"]["what"] == "cash_taken"
    voucher = served.http("POST", "/api/cashier/cash-out", {"ask": "v"}, token).body["result"]
    assert (voucher["what"], voucher["amount"]) == ("voucher_issued", 5_000)
    redeemed = served.http("POST", "/api/cashier/redeem", {"ask": "r", "code": voucher["code"]}, token)
    assert redeemed.status == 201
    twice = served.http("POST", "/api/cashier/redeem", {"ask": "r2", "code": voucher["code"]}, token)
    assert (twice.status, refusal(twice)) == (404, "no_such_voucher")
    assert served.http("GET", "/api/me/purse", token=token).body["balance"] == 5_000


def test_tb_54_tips_are_in_the_name_of_whoever_is_on_duty(served: Served) -> None:
    token = served.guest()["token"]
    assert post(served, "croupier", f"/api/house/tables/{SHARED}/duty").status == 201
    tipped = served.http("POST", "/api/cashier/tip", {"ask": "t", "table": SHARED, "amount": 200}, token)
    assert tipped.body["result"] == {"what": "tip_given", "amount": 200}


def test_tb_54_a_tip_at_a_table_that_is_none_is_refused_and_costs_nothing(served: Served) -> None:
    token = served.guest()["token"]
    before = served.http("GET", "/api/me/purse", token=token).body
    tipped = served.http("POST", "/api/cashier/tip", {"ask": "t", "table": "nowhere", "amount": 200}, token)
    assert (tipped.status, refusal(tipped)) == (404, "no_such_table")

    async def visit() -> None:
        async with socket(served, token) as terminal:
            reply = await terminal.ask("tip", table="nowhere", amount=200)
            assert reply["refusal"]["code"] == "no_such_table"

    asyncio.run(visit())
    assert served.http("GET", "/api/me/purse", token=token).body == before


def test_tb_71_settings_pauses_and_voids_are_shown_to_the_auditor(served: Served) -> None:
    table = f"audited-{served.process.pid}"
    new = {"id": table, "profile": "punto-banco", "mode": "video", "name": "Audited"}
    assert post(served, "operator", "/api/house/tables", **new).status == 201
    changes = {
        "ask": served.ask_id(),
        "settings": {"main": {"stake_min": 200, "stake_max": 900}},
        "times": {"betting_s": 9},
    }
    changed = served.http("PATCH", f"/api/house/tables/{table}", changes, served.token("operator"))
    assert changed.status == 200, changed
    assert (
        post(served, "supervisor", f"/api/house/tables/{table}/pause", reason="cards counted").status == 201
    )
    assert post(served, "supervisor", f"/api/house/tables/{table}/resume").status == 201
    assert post(served, "supervisor", f"/api/house/tables/{table}/void", reason="misdeal").status == 201
    assert post(served, "operator", f"/api/house/tables/{table}/close").status == 201
    body = served.http("GET", f"/api/audit?table={table}", token=served.token("auditor")).body
    assert {(deed["what"], deed["by"]) for deed in body} >= {
        ("settings_changed", "operator"),
        ("paused", "supervisor"),
        ("resumed", "supervisor"),
        ("round_voided", "supervisor"),
        ("table_closed", "operator"),
    }
    change = next(deed for deed in body if deed["what"] == "settings_changed")
    assert change["before"]["main.stake_min"] == 100
    assert change["after"]["main.stake_min"] == 200
    assert change["after"]["profile.table.betting_s"] == 9
    assert change["at_ms"] > 1_700_000_000_000


async def joined(served: Served, offer: str) -> str:
    """The private table that a guest gets of an offer."""
    async with socket(served, served.guest()["token"]) as terminal:
        return str((await terminal.ask("join", table=offer))["result"]["table"])


def test_an_offer_is_made_changed_and_recorded(served: Served) -> None:
    table = f"offered-{served.process.pid}"
    new = {"id": table, "profile": "multihand-online", "mode": "internal", "name": "Offered"}
    assert post(served, "operator", "/api/house/tables", **new).status == 201
    assert refusal(post(served, "operator", "/api/house/tables", **new)) == "table_exists"
    made = asyncio.run(joined(served, table))
    changes = {"ask": served.ask_id(), "rules": {"dealer_hits_soft_17": True}}
    assert served.http("PATCH", f"/api/house/tables/{table}", changes, served.token("operator")).status == 200
    shown = [
        served.http("GET", f"/api/house/tables/{name}/settings", token=served.token("auditor")).body
        for name in (table, made)  # and the private tables that were made from it before
    ]
    rules = [settings["profile"]["rules"] for settings in shown]
    assert [values["dealer_hits_soft_17"] for values in rules] == [True, True]
    assert rules[1]["blackjack_pays"] == "3:2"
    again = {"ask": served.ask_id(), "rules": rules[1]}  # what is shown can be sent back
    assert served.http("PATCH", f"/api/house/tables/{made}", again, served.token("operator")).status == 200
    body = served.http("GET", f"/api/audit?table={table}", token=served.token("auditor")).body
    assert [deed["what"] for deed in body] == ["offer_changed", "offer_made"]
    assert body[0]["after"] == {"profile.rules.dealer_hits_soft_17": True}


def test_tb_51_an_offer_asked_for_again_is_made_and_changed_once(served: Served) -> None:
    operator, table = served.token("operator"), f"asked-{served.process.pid}"
    new = {"id": table, "profile": "multihand-online", "mode": "internal", "name": "Asked"}
    made = {"ask": served.ask_id(), **new}
    path = f"/api/house/tables/{table}"
    first, second = ({"ask": served.ask_id(), "settings": {"name": name}} for name in ("Once", "Twice"))
    assert [served.http("POST", "/api/house/tables", made, operator).status for _ in range(2)] == [201, 201]
    assert [served.http("PATCH", path, body, operator).status for body in (first, second, first)] == [200] * 3
    assert served.http("GET", f"{path}/settings", token=operator).body["name"] == "Twice"
    document = served.http("GET", f"/api/audit?table={table}", token=served.token("auditor")).body
    assert [deed["what"] for deed in document] == ["offer_changed", "offer_changed", "offer_made"]


NO_SENSE: list[dict[str, Any]] = [
    {"settings": {"moon": 1}},
    {"settings": {"id": "other"}},
    {"settings": {"card_ms": -1}},
    {"settings": {"main": {"stake_min": 10, "stake_max": 1}}},
    {"settings": {"jurisdiction": "nowhere"}},
    {"settings": {"limits": {"mayn": {"stake_max": 5}}}},
    {"settings": {"unit": 1_000_000}},
    {"rules": {"decks": 99}},
    {"rules": {"moon": 1}},
    {"rules": {"penetration": "1/0"}},
    {"times": {"betting_s": "soon"}},
    {"policy": {"interruption": "stand"}},
    {"policy": {"interruption": "moon"}},
    {"policy": {"fork_wait_s": -1}},
    {"policy": {"moon": 1}},
    {"specials": {"enabled": ["moon"]}},
    {"specials": {"paytables": {"tie": "moon"}}},
    {"specials": {"paytables": {"super-6": ""}}},
]


@pytest.mark.parametrize("changes", NO_SENSE)
def test_settings_that_make_no_sense_are_refused(served: Served, changes: dict[str, Any]) -> None:
    operator, path = served.token("operator"), "/api/house/tables/punto-banco-video"
    before = served.http("GET", f"{path}/settings", token=operator).body
    response = served.http("PATCH", path, {"ask": served.ask_id(), **changes}, operator)
    assert response.status in (400, 409), response
    assert response.body["refusal"]["text"]
    assert served.http("GET", f"{path}/settings", token=operator).body == before


@pytest.mark.parametrize("mode", ["video", "internal"])
@pytest.mark.parametrize("changes", NO_SENSE)
def test_no_table_or_offer_is_made_with_them(served: Served, mode: str, changes: dict[str, Any]) -> None:
    profile = {"video": "punto-banco", "internal": "multihand-online"}[mode]
    new = {"id": "senseless", "profile": profile, "mode": mode, "name": "Senseless"}
    response = post(served, "operator", "/api/house/tables", **new, **changes)
    assert response.status in (400, 409), response
    assert response.body["refusal"]["text"]
    path = "/api/house/tables/senseless/settings"
    assert served.http("GET", path, token=served.token("operator")).status == 404


def test_tb_61_a_patron_reads_their_own_rounds_and_can_verify_them(served: Served) -> None:
    guest = served.guest()

    async def play() -> str:
        async with socket(served, guest["token"]) as terminal:
            table = str((await terminal.ask("join", table=INTERNAL))["result"]["table"])
            await played(terminal, table)
            return table

    table = asyncio.run(play())
    listed = served.http("GET", f"/api/rounds?table={table}", token=guest["token"]).body
    mine = next(session for session in listed if session["over"])
    assert mine["staked"] >= 500
    assert served.http("GET", "/api/rounds", token=guest["token"]).body[0]["table"] == table
    path = f"/api/rounds/{table}/{mine['round']}"
    file = msgspec.convert(served.http("GET", path, token=guest["token"]).body, RoundFile)
    assert file.patron == guest["patron"]
    assert verify_round(file).holds
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "round.json").write_text(json.dumps(msgspec.to_builtins(file)))
    other = served.guest()["token"]
    assert served.http("GET", path, token=other).status == 404
    assert served.http("GET", f"/api/rounds?table={table}", token=other).body == []
    whole = msgspec.convert(served.http("GET", path, token=served.token("auditor")).body, RoundFile)
    assert whole.copy_for == "auditor"
    assert verify_round(whole).holds


def test_advice_is_for_hands_that_are_asked_something(served: Served) -> None:
    token = served.guest()["token"]
    response = served.http("GET", f"/api/advice/{SHARED}", token=token)
    assert (response.status, refusal(response)) == (404, "no_such_table")


def test_accounts_are_made_changed_and_shut_out(served: Served) -> None:
    operator = served.token("operator")
    made = {"name": f"Pit {served.ask_id()}", "password": "a long password", "roles": ["croupier"]}
    person = served.http("POST", "/api/people", made, operator).body
    assert "password" not in person
    assert refusal(served.http("POST", "/api/people", made, operator)) == "name_is_taken"
    signed = {"name": made["name"], "password": made["password"]}
    token = served.http("POST", "/api/login", signed).body["token"]
    path = f"/api/people/{person['id']}"
    assert served.http("PATCH", path, {"disabled": True}, operator).body["disabled"] is True
    assert served.http("GET", "/api/me", token=token).status == 401
    assert served.http("POST", "/api/login", signed).status == 401
    listed = served.http("GET", "/api/people", token=operator).body
    assert person["id"] in [item["id"] for item in listed]
    deeds = served.http("GET", "/api/audit?by=operator", token=served.token("auditor")).body
    assert {"account_made", "account_changed"} <= {deed["what"] for deed in deeds}


def test_tb_51_an_account_asked_for_again_is_made_once(served: Served) -> None:
    operator = served.token("operator")
    made = {"name": f"Pit {served.ask_id()}", "password": "a long password", "roles": ["croupier"]}
    asked = {"ask": served.ask_id(), **made}
    first, again = (served.http("POST", "/api/people", asked, operator) for _ in range(2))
    assert (first.status, again.status, again.body) == (201, 201, first.body)
    other = served.http("POST", "/api/people", {"ask": served.ask_id(), **made}, operator)
    assert refusal(other) == "name_is_taken"


@pytest.mark.parametrize("name", ["restart", "Table", "card  device "])
def test_tb_71_nobody_is_called_as_the_product_signs_itself(served: Served, name: str) -> None:
    new = {"name": name, "password": "a long password", "roles": ["supervisor"]}
    response = served.http("POST", "/api/people", new, served.token("operator"))
    assert (response.status, refusal(response)) == (409, "name_is_taken")


def test_the_messages_and_the_routes_are_described(served: Served) -> None:
    schemas = served.http("GET", "/api/messages.json").body
    assert {"Message", "TableNews", "Answer", "PlaceBet", "Decide", "Welcome"} <= set(schemas["$defs"])
    assert "patron" not in schemas["$defs"]["PlaceBet"]["properties"]
    routes = served.http("GET", "/api/openapi.json").body
    assert routes["openapi"].startswith("3.1")
    assert "/api/v1/tables/{table}" in routes["paths"]
