"""What a house chooses for itself: its currency, limits and premises; who did what; bodies read strictly."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from types import UnionType
from typing import Any

import msgspec
import pytest

from cutcard.server.app import HANDLERS
from cutcard.server.networks import Premises
from tests.server.running import Answered, Served, serving, socket
from tests.server.test_starting import tried

CHOICES = ("--currency", "USD", "--voucher-max", "500", "--play-money", "12345")
FLOOR = ("--floor-networks", "10.0.0.0/8, fd00::/8")
ON_FLOOR = {"internet": False}


@pytest.fixture(scope="module")
def dollars(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house in dollars, whose floor this machine is not on."""
    data = tmp_path_factory.mktemp("dollars") / "data"
    with serving(data, "--no-dealers", *CHOICES, *FLOOR) as started:
        yield started
    other = tried("--data", str(data), "--port", "0", "--no-dealers")
    assert other.returncode == 2, other
    assert other.stderr.splitlines()[-1] == "cutcard: this house keeps its books in USD, not in EUR"


def post(served: Served, path: str, role: str = "operator", **body: Any) -> Answered:
    return served.http("POST", path, {"ask": served.ask_id(), **body}, served.token(role))


def opened(
    served: Served, table: str, profile: str = "punto-banco", mode: str = "video", **more: Any
) -> Answered:
    return post(served, "/api/house/tables", id=table, name=table.title(), profile=profile, mode=mode, **more)


def code(answer: Answered) -> str:
    return str(answer.body["refusal"]["code"])


def test_tb_52_a_house_has_its_own_currency_limit_and_play_money(dollars: Served) -> None:
    token = dollars.guest()["token"]
    purse = dollars.http("GET", "/api/me/purse", token=token).body
    assert (purse["currency"], purse["balance"]) == ("USD", 12345)
    person = {"name": "Penny", "password": "x" * 12}
    made = post(dollars, "/api/people", **person, roles=["patron"])
    real = dollars.http("POST", "/api/login", person).body["token"]
    for amount, paid in ((500, "voucher"), (501, "hand_pay")):
        taken = post(dollars, "/api/cashier/cash-in", "attendant", patron=made.body["id"], amount=amount)
        assert taken.status == 201, taken
        out = dollars.http("POST", "/api/cashier/cash-out", {"ask": dollars.ask_id()}, real)
        assert out.body["result"]["what"].startswith(paid), out
    assert {table["currency"] for table in dollars.http("GET", "/api/tables").body} == {"USD"}


def test_a_table_in_another_currency_is_refused(dollars: Served, served: Served) -> None:
    assert opened(dollars, "plain").status == 201
    settings = dollars.http("GET", "/api/house/tables/plain/settings", token=dollars.token("operator")).body
    assert settings["currency"] == "USD"
    refused = opened(dollars, "euros", settings={"currency": "EUR"})
    assert (refused.status, code(refused)) == (409, "other_currency")
    assert refused.body["refusal"]["text"] == "The house plays in USD: a table in EUR cannot be opened here."
    private = opened(dollars, "euros", "multihand-online", "internal", settings={"currency": "EUR"})
    assert code(private) == "other_currency"
    change = {"ask": dollars.ask_id(), "settings": {"currency": "EUR"}}
    changed = dollars.http("PATCH", "/api/house/tables/plain", change, dollars.token("operator"))
    assert code(changed) == "other_currency"
    assert code(opened(served, "dollars", settings={"currency": "USD"})) == "other_currency"


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--currency", "euro"), "--currency is three capital letters such as EUR, not euro"),
        (("--voucher-max", "-1"), "--voucher-max is a whole number of minor units from 0"),
        (("--play-money", "0"), "--play-money is a whole number of minor units from 1"),
        (("--floor-networks", "10.0.0.0/8,moon"), "--floor-networks: 'moon' is no network"),
        (("--floor-networks", "10.0.0.1/8"), "--floor-networks: '10.0.0.1/8' is no network"),
        (("--profiles", "nowhere"), "there is no folder of profiles nowhere"),
    ],
)
def test_a_choice_that_cannot_be_is_refused_in_one_line(
    tmp_path: Path, options: tuple[str, ...], says: str
) -> None:
    done = tried("--data", str(tmp_path / "data"), "--port", "0", *options)
    assert done.returncode == 2, done
    assert says in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr


def test_pf_03_a_table_on_the_premises_lets_nobody_in_from_elsewhere(dollars: Served) -> None:
    law: dict[str, Any] = {"settings": {"jurisdiction": "closed-floor"}}
    forbidden = opened(dollars, "floor", **law)
    assert "closed-floor forbids internet" in forbidden.body["refusal"]["text"]
    assert opened(dollars, "floor", times=ON_FLOOR, **law).status == 201
    assert opened(dollars, "floor-own", "multihand-online", "internal", times=ON_FLOOR).status == 201
    token = dollars.guest()["token"]

    async def visit() -> None:
        async with socket(dollars, token) as terminal:
            for table in ("floor", "floor-own"):
                reply = (await terminal.ask("join", table=table))["refusal"]
                assert reply["code"] == "floor_only"
                assert reply["text"].startswith(f"{table.title()} is played on the premises only")
            assert (await terminal.ask("watch", table="floor"))["refusal"]["code"] == "floor_only"
            bet = await terminal.ask("place_bet", table="floor", bet="player", amount=500)
            assert bet["refusal"]["code"] == "floor_only"
            assert (await terminal.ask("join", table="punto-banco-video"))["ok"]
        # Staff, and a display that nobody plays at, may look.
        for role in ("supervisor", None):
            async with socket(dollars, None if role is None else dollars.token(role)) as screen:
                assert (await screen.ask("watch", table="floor"))["ok"]

    asyncio.run(visit())
    for table in ("floor", "floor-own"):
        refused = dollars.http("GET", f"/api/tables/{table}", token=token)
        assert (refused.status, code(refused)) == (403, "floor_only")
    assert dollars.http("GET", "/api/tables/floor", token=dollars.token("operator")).status == 200
    assert dollars.http("GET", "/api/tables/punto-banco-video", token=token).status == 200


def test_pf_03_who_is_on_the_premises_is_let_in(served: Served) -> None:
    """Unless networks are named, this machine is the floor."""
    table = f"on-floor-{served.process.pid}"
    assert opened(served, table, times=ON_FLOOR, settings={"jurisdiction": "closed-floor"}).status == 201
    token = served.guest()["token"]

    async def visit() -> None:
        async with socket(served, token) as terminal:
            assert (await terminal.ask("join", table=table))["ok"]
            assert (await terminal.ask("place_bet", table=table, bet="player", amount=500))["ok"]

    asyncio.run(visit())
    assert served.http("GET", f"/api/tables/{table}", token=token).status == 200


@pytest.mark.parametrize(
    ("address", "inside"),
    [
        ("10.255.255.255", True),
        ("11.0.0.0", False),
        ("::ffff:10.1.2.3", True),  # as a socket for both kinds of address tells one of the old kind
        ("::ffff:11.0.0.0", False),
        ("fd12::1", True),
        ("fd12::1%eth0", True),
        ("fe80::1", False),
        ("", False),
        ("unknown", False),
    ],
)
def test_pf_03_the_floor_is_its_networks_and_nothing_else(address: str, inside: bool) -> None:
    premises = Premises(["10.0.0.0/8", "fd00::/8"])
    assert premises.hold(address) is inside


BODIES: tuple[tuple[str, str, dict[str, Any], str], ...] = (
    ("POST", "/api/house/tables", {"specials": {"own": []}}, "own"),
    ("POST", "/api/house/tables", {"moon": 1}, "moon"),
    ("POST", "/api/house/tables", {"rules": {"moon": 1}}, "moon"),
    ("POST", "/api/house/tables", {"settings": {"moon": 1}}, "moon"),
    ("POST", "/api/house/tables", {"settings": {"law": None}}, "law"),
    ("POST", "/api/house/tables", {"settings": {"main": {"stake_mn": 1}}}, "stake_mn"),
    ("POST", "/api/house/tables", {"settings": {"limits": {"tie": {"most": 1}}}}, "most"),
    ("POST", "/api/house/tables", {"times": {"betting": 1}}, "betting"),
    ("POST", "/api/house/tables", {"policy": {"wait": 1}}, "wait"),
    ("POST", "/api/house/tables", {"mode": "moon"}, "mode"),
    ("POST", "/api/house/tables", {"specials": {"enabled": 3}}, "enabled"),
    ("PATCH", "/api/house/tables/punto-banco-video", {"specials": {"own": []}}, "own"),
    ("PATCH", "/api/house/tables/punto-banco-video", {"currency": "EUR"}, "currency"),
    (
        "PATCH",
        "/api/house/tables/punto-banco-video",
        {"specials": {"paytables": {"banker": "six-half"}}},
        "banker",
    ),
    ("POST", "/api/house/tables/punto-banco-video/pause", {"reason": "a", "why": "b"}, "why"),
    ("POST", "/api/people", {"name": "Zed", "password": "x" * 12, "roles": ["croupier"], "rank": 1}, "rank"),
    ("POST", "/api/people", {"name": "Zed", "password": "short", "roles": ["croupier"]}, "password"),
    ("POST", "/api/profiles", {"toml": "x", "version": 2}, "version"),
    ("POST", "/api/profiles", {}, "toml"),
    ("PATCH", "/api/house/tables/punto-banco-video", {"times": {"modes": ["live"]}}, "modes is stated in"),
)
UNREAD = (
    ("patron", "/api/guest"),
    ("operator", "/api/logout"),
    ("croupier", "/api/house/tables/punto-banco-live/duty"),
    ("attendant", "/api/calls/none/answer"),
    ("attendant", "/api/calls/none/done"),
)


@pytest.mark.parametrize(("method", "path", "body", "named"), BODIES, ids=[f"{b[1]} {b[3]}" for b in BODIES])
def test_a_body_that_does_not_fit_is_refused_by_name(
    served: Served, method: str, path: str, body: dict[str, Any], named: str
) -> None:
    table = {"id": "strict", "name": "Strict", "profile": "punto-banco", "mode": "video"}
    whole = {"ask": served.ask_id(), **(table if path == "/api/house/tables" else {}), **body}
    response = served.http(method, path, whole, served.token("operator"))
    assert response.status in (400, 409), response
    assert named in response.body["refusal"]["text"], response
    tables = served.http("GET", "/api/house/tables", token=served.token("operator")).body
    assert "strict" not in {row["table"]["id"] for row in tables}


@pytest.mark.parametrize(("role", "path"), UNREAD)
def test_a_body_that_nobody_reads_is_refused_by_name(served: Served, role: str, path: str) -> None:
    token = served.token(role)
    response = served.http("POST", path, {"moon": 1}, token)
    assert (response.status, response.body["refusal"]["code"]) == (400, "bad_request")
    assert "`moon`" in response.body["refusal"]["text"]
    assert served.http("POST", path, ["moon"], token).status == 400
    assert served.http("GET", "/api/me", token=token).status == 200, "nobody was signed out"


def test_an_ask_may_come_with_whatever_is_done(served: Served) -> None:
    """The screens send one with every deed, whether its route needs it or not."""
    response = post(served, "/api/house/tables/punto-banco-live/duty", "croupier")
    assert response.status == 201, response


def test_a_body_that_is_missing_is_said_to_be_missing(served: Served) -> None:
    response = served.http(
        "POST", "/api/house/tables/punto-banco-video/close", token=served.token("operator")
    )
    assert (response.status, response.body["refusal"]["facts"]["why"]) == (
        400,
        "the body is missing: it is a JSON object",
    )


def test_no_route_takes_a_body_with_keys_that_it_does_not_know() -> None:
    loose = [
        f"{handler.name} {struct.__name__}"
        for handler in HANDLERS
        for struct in _structs(handler.fn.__annotations__.get("data"), handler.fn.__globals__)
        if not struct.__struct_config__.forbid_unknown_fields
    ]
    assert loose == []


def _structs(annotation: Any, names: dict[str, Any]) -> Iterator[type[msgspec.Struct]]:
    kind = names[annotation] if isinstance(annotation, str) else annotation
    if isinstance(kind, UnionType):  # a body that may be left out
        kind = next(part for part in kind.__args__ if part is not type(None))
    if kind is None:
        return
    yield kind
    for field in msgspec.structs.fields(kind):
        for part in getattr(field.type, "__args__", (field.type,)):
            if isinstance(part, type) and issubclass(part, msgspec.Struct):
                yield from _structs(part, names)


def test_tb_71_every_deed_of_an_operator_names_who_and_what(served: Served) -> None:
    table, person = f"deeds-{served.process.pid}", f"Deedy {served.process.pid}"
    assert opened(served, table).status == 201
    assert post(served, f"/api/house/tables/{table}/pause", reason="a look").status == 201
    assert post(served, f"/api/house/tables/{table}/resume").status == 201
    change = {"ask": served.ask_id(), "times": {"betting_s": 11}}
    assert served.http("PATCH", f"/api/house/tables/{table}", change, served.token("operator")).status == 200
    duty = served.http("POST", f"/api/house/tables/{table}/duty", token=served.token("croupier"))
    assert duty.status == 201
    assert post(served, f"/api/house/tables/{table}/close").status == 201
    made = post(served, "/api/people", name=person, password="x" * 12, roles=["croupier"])
    gone = {"disabled": True}
    path = f"/api/people/{made.body['id']}"
    assert served.http("PATCH", path, gone, served.token("operator")).status == 200
    body = served.http("GET", "/api/audit", token=served.token("auditor")).body
    mine = [deed for deed in body if deed["table"] == table or deed["facts"].get("name") == person]
    assert sorted((deed["what"], deed["by"]) for deed in mine) == [
        *(("account_changed", "operator"), ("account_made", "operator"), ("duty_taken", "croupier")),
        *(("paused", "operator"), ("resumed", "operator"), ("settings_changed", "operator")),
        *(("table_closed", "operator"), ("table_opened", "operator")),
    ]
    opening = next(deed for deed in mine if deed["what"] == "table_opened")["facts"]
    assert (opening["profile"], opening["mode"], opening["currency"]) == ("punto-banco", "video", "EUR")
