"""An id belongs to what was asked under it: over every route that takes one, and over sockets (TB-51)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from cutcard.adapters.database.opening import open_store
from cutcard.server.http.accounts import Person, hashed, made_id, person_document
from cutcard.venue.ports import Batch, Document
from tests.server.running import INTERNAL, SHARED, Answered, Served, serving, socket

USED = (409, "key_used_before")
NAME, PASSWORD = "Everything", "a long password"
ROLES = ["patron", "croupier", "attendant", "operator", "supervisor"]
PROFILE = 'id = "{id}"\nextends = "multihand-etg"\n'
LAW = 'id = "{id}"\nabout = "A quiet town."\nforbids = ["turbo"]\n'
Body = dict[str, Any]
Route = tuple[str, str, Body]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("ids")
    with serving(folder / "data", "--no-dealers", "--voucher-max", "1000") as served:
        yield served


class Everybody:
    """One account with every role that asks for anything, and how each route is asked by it."""

    def __init__(self, served: Served) -> None:
        self.served, self._made = served, 0
        person = {"name": NAME, "password": PASSWORD, "roles": ROLES}
        assert served.http("POST", "/api/people", person, served.token("operator")).status == 201
        signed = served.http("POST", "/api/login", {"name": NAME, "password": PASSWORD}).body
        self.id, self.token = signed["patron"], signed["token"]
        self.other = served.patron()["patron"]

    def ask(self, route: Route, ask: str) -> Answered:
        method, path, body = route
        return self.served.http(method, path, {**body, "ask": ask}, self.token)

    def done(self, method: str, path: str, **body: object) -> Any:
        answer = self.served.http(method, path, {"ask": self.served.ask_id(), **body}, self.token)
        assert answer.status < 300, answer
        return answer.body

    def fresh(self, stem: str) -> str:
        self._made += 1
        return f"{stem}-{self._made}"

    def voucher(self) -> str:
        return str(self.done("POST", "/api/cashier/sell-voucher", amount=500)["result"]["code"])

    def hand_pay(self) -> str:
        self.done("POST", "/api/cashier/cash-in", patron=self.id, amount=5_000)
        paid = self.done("POST", "/api/cashier/cash-out")["result"]
        return str(paid["id"])

    async def called(self) -> None:
        async with socket(self.served, self.served.guest()["token"]) as terminal:
            assert (await terminal.ask("call_attendant", table=SHARED))["ok"]

    def calls(self) -> list[str]:
        """Two patrons call for an attendant."""
        for _ in range(2):
            asyncio.run(self.called())
        return [call["id"] for call in self.done("GET", "/api/calls") if call["wanted"] == "attendant"]

    def routes(self) -> dict[str, Route]:
        """Every route that takes an id, with what it would be asked for; nothing of it was done before."""
        return {**self.at_the_desk(), **self.on_tables(), **self.of_staff()}

    def at_the_desk(self) -> dict[str, Route]:
        codes, pays = [self.voucher() for _ in range(3)], [self.hand_pay(), self.hand_pay()]
        self.done("POST", "/api/cashier/cash-in", patron=self.id, amount=600)
        bodies: dict[str, Body] = {
            "redeem": {"code": codes[0]},
            "pay-voucher": {"code": codes[1]},
            "void-voucher": {"code": codes[2], "why": "Misprinted"},
            "tip": {"table": SHARED, "amount": 100},
            "cash-in": {"patron": self.id, "amount": 200},
            "sell-voucher": {"amount": 300},
            "confirm-hand-pay": {"id": pays[0]},
            "cancel-hand-pay": {"id": pays[1], "why": "Misprinted"},
            "cash-out": {},
        }
        return {
            f"cashier.{name.replace('-', '_')}": ("POST", f"/api/cashier/{name}", body)
            for name, body in bodies.items()
        }

    def on_tables(self) -> dict[str, Route]:
        table, renamed = "/api/house/tables", {"settings": {"name": "Other"}}
        opening = {"profile": "multihand-etg", "name": "Another"}
        closes, pauses, resumes = (self.fresh(name) for name in ("closed", "paused", "resumed"))
        for name in (closes, pauses, resumes):
            self.done("POST", table, id=name, mode="video", **opening)
        self.done("POST", f"{table}/{resumes}/pause", reason="A card fell")
        why = {"reason": "A card fell"}
        return {
            "house.open": ("POST", table, {"id": self.fresh("open"), "mode": "video", **opening}),
            "house.open offer": ("POST", table, {"id": self.fresh("offer"), "mode": "internal", **opening}),
            "house.change": ("PATCH", f"{table}/{SHARED}", renamed),
            "house.change offer": ("PATCH", f"{table}/{INTERNAL}", renamed),
            "house.close": ("POST", f"{table}/{closes}/close", {}),
            "house.pause": ("POST", f"{table}/{pauses}/pause", why),
            "house.resume": ("POST", f"{table}/{resumes}/resume", {}),
            "house.void": ("POST", f"{table}/{SHARED}/void", why),
            "house.duty": ("POST", f"{table}/{SHARED}/duty", {}),
        }

    def of_staff(self) -> dict[str, Route]:
        person = {"name": self.fresh("Somebody"), "password": PASSWORD, "roles": ["patron"]}
        own, law = PROFILE.format(id=self.fresh("own")), LAW.format(id=self.fresh("law"))
        answered, closed = self.calls()
        return {
            "people.add": ("POST", "/api/people", person),
            "people.change": ("PATCH", f"/api/people/{self.other}", {"roles": ["patron"]}),
            "profiles.upload": ("POST", "/api/profiles", {"toml": own}),
            "jurisdictions.upload": ("POST", "/api/jurisdictions", {"toml": law}),
            "calls.answer": ("POST", f"/api/calls/{answered}/answer", {}),
            "calls.done": ("POST", f"/api/calls/{closed}/done", {}),
        }


def routes_with_an_id(described: dict[str, Any]) -> set[str]:
    """The routes whose body may have an ask, as the server describes them."""
    schemas = described["components"]["schemas"]

    def takes(schema: dict[str, Any]) -> bool:
        found = schemas[schema["$ref"].rsplit("/", 1)[1]] if "$ref" in schema else schema
        parts = [part for name in ("oneOf", "anyOf", "allOf") for part in found.get(name, ())]
        return "ask" in found.get("properties", {}) or any(takes(part) for part in parts)

    return {
        operation["operationId"]
        for item in described["paths"].values()
        for operation in item.values()
        if takes(
            operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
        )
    }


def code(answer: Answered) -> tuple[int, str]:
    body = answer.body if isinstance(answer.body, dict) else {}
    return answer.status, body.get("refusal", {}).get("code", "")


def test_tb_51_an_id_used_on_one_route_is_taken_on_every_other(house: Served) -> None:
    everybody = Everybody(house)
    routes = everybody.routes()
    described = house.http("GET", "/api/openapi.json").body
    assert {name.partition(" ")[0] for name in routes} == routes_with_an_id(described)
    first = {}
    for turn, (name, route) in enumerate(routes.items()):
        ask = f"id {name}"
        first[name] = everybody.ask(route, ask)
        assert first[name].status < 300 or code(first[name])[1] == "no_round_to_void", (name, first[name])
        for other, elsewhere in routes.items():
            # A person puts in ten vouchers at once, right or wrong, and then has to wait.
            if other != name and (other != "cashier.redeem" or turn < 8):
                assert code(everybody.ask(elsewhere, ask)) == USED, (name, other)
    for name, route in routes.items():
        again = everybody.ask(route, f"id {name}")
        assert (again.status, again.body) == (first[name].status, first[name].body), name


def test_tb_51_an_id_is_the_same_over_http_and_a_socket(house: Served) -> None:
    served = house
    patron = served.patron(5_000)
    tip = {"table": SHARED, "amount": 100}

    async def play() -> None:
        async with socket(served, patron["token"]) as terminal:
            table = (await terminal.ask("join", id="joined", table=INTERNAL))["result"]["table"]
            over_http = served.http("POST", "/api/cashier/tip", {**tip, "ask": "joined"}, patron["token"])
            assert code(over_http) == USED
            assert served.http("POST", "/api/cashier/tip", {**tip, "ask": "t"}, patron["token"]).status == 201
            reply = await terminal.ask("place_bet", id="t", table=table, bet="main", amount=500)
            assert reply["refusal"]["code"] == USED[1]

    asyncio.run(play())
    croupier = served.token("croupier")
    duty = f"/api/house/tables/{SHARED}/duty"
    assert served.http("POST", duty, {"ask": "mine"}, croupier).status == 201

    async def pause() -> None:
        async with socket(served, croupier) as terminal:
            reply = await terminal.ask("pause", id="mine", table=SHARED, reason="A card fell")
            assert reply["refusal"]["code"] == USED[1]

    asyncio.run(pause())


def test_tb_51_an_account_asked_for_again_is_the_same_in_all_it_says(house: Served) -> None:
    operator = house.token("operator")
    body = {"ask": "account", "name": "Berta", "password": PASSWORD, "roles": ["patron"], "language": "en"}
    made = house.http("POST", "/api/people", body, operator)
    assert made.status == 201
    others: tuple[Body, ...] = (
        {"name": "Carla"},
        {"roles": ["operator"]},
        {"password": "another password"},
        {"language": "de"},
    )
    for other in others:
        assert code(house.http("POST", "/api/people", {**body, **other}, operator)) == USED, other
    assert house.http("POST", "/api/people", body, operator).body == made.body

    path = f"/api/people/{made.body['id']}"
    change = {"ask": "changed", "roles": ["croupier"], "password": "a new password"}
    changed = house.http("PATCH", path, change, operator)
    assert (changed.status, changed.body["roles"]) == (200, ["croupier"])
    for other in ({"roles": ["attendant"]}, {"password": "an old password"}, {"disabled": True}):
        assert code(house.http("PATCH", path, {**change, **other}, operator)) == USED, other
    assert house.http("PATCH", path, {"roles": ["attendant"]}, operator).status == 200
    assert house.http("PATCH", path, change, operator).body == changed.body
    assert house.http("POST", "/api/people", body, operator).body == made.body
    # Neither has changed anything: the account is as it was last made.
    document = house.http("GET", "/api/people?name=Berta", token=operator).body
    assert [person["roles"] for person in document] == [["attendant"]]


def test_tb_51_duty_taken_again_under_one_id_takes_nothing_from_who_has_it_now(house: Served) -> None:
    duty = f"/api/house/tables/{SHARED}/duty"
    first, second = house.token("croupier"), house.token("attendant")
    assert house.http("POST", duty, {"ask": "d-1"}, first).status == 201
    assert house.http("POST", duty, token=second).status == 201
    assert house.http("POST", duty, {"ask": "d-1"}, first).status == 201
    rows = house.http("GET", "/api/house/tables", token=house.token("supervisor")).body
    assert [row["on_duty"] for row in rows if row["table"]["id"] == SHARED] == ["attendant"]


def test_tb_51_what_earlier_versions_kept_of_an_id_still_counts(tmp_path: Path) -> None:
    """Uploads and offers kept their ids in documents of their own, accounts in nothing but their own id."""
    data = tmp_path / "data"
    toml = PROFILE.format(id="older")
    with serving(data, "--no-dealers") as first:
        operator = first.token("operator")
        upload = first.http("POST", "/api/profiles", {"ask": "newer", "toml": toml}, operator)
        me = first.http("GET", "/api/me", token=operator).body["patron"]
        first.stop()
    said = sha256(f"profile\n{toml}".encode()).hexdigest()
    store = open_store(data)
    person = Person(id=made_id(f"{me}:older-account"), name="Old", password=hashed(PASSWORD))
    store.commit(
        Batch(
            documents=[
                Document("upload-asked", f"{me}:older-upload", f"{said}\nolder@1".encode()),
                Document("offer-asked", f"{me}:older-offer", INTERNAL.encode()),
                person_document(person),
            ]
        )
    )
    store.close()
    with serving(data, "--no-dealers") as again:
        path, asked = "/api/profiles", {"ask": "older-upload", "toml": toml}
        assert again.http("POST", path, asked, operator).body == upload.body
        assert code(again.http("POST", path, {**asked, "toml": toml + "#\n"}, operator)) == USED
        change = {"ask": "older-offer", "settings": {"name": "Other"}}
        assert again.http("PATCH", f"/api/house/tables/{INTERNAL}", change, operator).status == 200
        assert code(again.http("POST", path, {"ask": "older-offer", "toml": toml}, operator)) == USED
        account = {"ask": "older-account", "name": "Old", "password": PASSWORD, "roles": ["patron"]}
        assert again.http("POST", "/api/people", account, operator).body["id"] == person.id
        for other in ({"password": "another password"}, {"roles": ["operator"]}, {"name": "New"}):
            assert code(again.http("POST", "/api/people", {**account, **other}, operator)) == USED, other
