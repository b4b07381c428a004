"""Protocol 2 and its promise: a recorded client of it is served, and no message has lost what it had."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from cutcard.client.session import Session
from cutcard.server.http.health import message_schemas
from tests.server.running import SHARED, Served, Terminal, socket

RECORDED = Path(__file__).with_name("protocol-2.jsonl")
PROMISED: dict[str, Any] = json.loads(
    (Path(__file__).parents[3] / "docs/reference/protocol-2.schema.json").read_text()
)
KINDS: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}


def faults(kind: dict[str, Any], value: Any, at: str) -> list[str]:
    """Where a value lacks what a shape of the promise names. It may have more, and words of its own."""
    if "$ref" in kind:
        return faults(PROMISED["$defs"][kind["$ref"].rsplit("/", 1)[1]], value, at)
    if "anyOf" in kind:
        tried = [faults(shape, value, at) for shape in kind["anyOf"]]
        return [] if [] in tried else tried[0]
    kinds = [KINDS[name] for name in ([kind["type"]] if isinstance(kind.get("type"), str) else [])]
    if kinds and not isinstance(value, kinds[0]):
        return [f"{at} is {value!r}, not of type {kind['type']}"]
    found = [f"{at} lacks {name}" for name in kind.get("required", ()) if name not in value]
    if isinstance(value, dict):
        inner = {
            name: kind.get("properties", {}).get(name, kind.get("additionalProperties")) for name in value
        }
        parts = [
            (inner[name], value[name], f"{at}.{name}") for name in value if isinstance(inner[name], dict)
        ]
    elif isinstance(value, list):
        of = kind.get("prefixItems") or [kind.get("items") or {}] * len(value)
        parts = [(shape, item, f"{at}[]") for shape, item in zip(of, value, strict=False)]
    else:
        parts = []
    return found + [fault for part in parts for fault in faults(*part)]


def shape_of(message: dict[str, Any]) -> dict[str, Any]:
    """The promised shape of a message that a server sends, by its type."""
    for promised in PROMISED["told"]["oneOf"]:
        shape: dict[str, Any] = PROMISED["$defs"][promised["$ref"].rsplit("/", 1)[1]]
        if shape["properties"]["type"]["enum"] == [message["type"]]:
            return shape
    raise AssertionError(f"{message['type']} is no message of protocol 2")


def recorded(patron: str = "p0", name: str = "Guest") -> list[dict[str, Any]]:
    text = RECORDED.read_text().replace("$patron", patron).replace("$name", name)
    return [json.loads(line) for line in text.splitlines()]


async def wait(terminal: Terminal, table: str, what: str) -> None:
    """Until a part of one's own is there, or the table takes bets again, as the client did."""
    while True:
        own, public = terminal.last(table, "own") or {}, terminal.last(table, "public") or {}
        if any(own.get(name) for name in what.split(" or ")) or public.get("phase") == what:
            return
        await terminal.hear()


def test_a_recorded_client_of_protocol_2_is_served_as_it_was(served: Served) -> None:
    guest = served.guest()
    lines = recorded(guest["patron"], guest["name"])
    before = {line["heard"]["ask"]: line["heard"] for line in lines if "ask" in line.get("heard", ())}

    async def visit() -> list[dict[str, Any]]:
        async with socket(served, guest["token"]) as terminal:
            table = ""
            for line in lines:
                if "wait" in line:
                    await wait(terminal, table, line["wait"])
                if "sent" not in line:
                    continue
                ask, do = line["sent"]["ask"], dict(line["sent"]["do"])
                kind = do.pop("type")
                answer = await terminal.ask(kind, id=ask, **do)
                table = (answer.get("result") or {}).get("table", table) if kind == "join" else table
                if kind == "decide":
                    continue  # other cards ask for other decisions
                then = before[ask]
                assert answer["ok"] == then["ok"], (line, answer)
                assert set(then.get("result") or ()) <= set(answer.get("result") or ()), (line, answer)
                assert (answer.get("refusal") or {}).get("code") == (then.get("refusal") or {}).get("code")
            return terminal.heard

    heard = asyncio.run(visit())
    assert {line["heard"]["type"] for line in lines if "heard" in line} <= {
        message["type"] for message in heard
    }
    assert [fault for message in heard for fault in faults(shape_of(message), message, message["type"])] == []


def test_what_was_sent_then_is_still_of_the_promised_shape_and_understood_by_the_client_of_today() -> None:
    messages = [line["heard"] for line in recorded() if "heard" in line]
    assert [
        fault for message in messages for fault in faults(shape_of(message), message, message["type"])
    ] == []
    session = Session("t")
    for message in messages:
        session.heard(json.dumps(message))
    assert session.purse is not None
    assert session.tables["multihand-online-internal-p0"].public is not None


def test_no_message_of_protocol_2_has_lost_what_it_had() -> None:
    now, then = message_schemas()["$defs"], PROMISED["$defs"]
    shapes = {shape["$ref"] for shape in message_schemas()["told"]["oneOf"]}
    assert {shape["$ref"] for shape in PROMISED["told"]["oneOf"]} <= shapes
    asked = {shape["$ref"].rsplit("/", 1)[1] for shape in then["Message"]["properties"]["do"]["anyOf"]}
    assert asked <= {shape["$ref"].rsplit("/", 1)[1] for shape in now["Message"]["properties"]["do"]["anyOf"]}
    for name, shape in then.items():
        assert set(shape.get("properties", ())) <= set(now[name].get("properties", ())), name
        assert set(shape.get("enum", ())) <= set(now[name].get("enum", ())), name
        required, before = set(now[name].get("required", ())), set(shape.get("required", ()))
        if name in asked:
            assert required <= before, f"{name} asks for more than it did"
        else:
            assert before <= required, f"{name} may leave out what it always had"


@pytest.mark.parametrize("named", [1, 3])
def test_another_protocol_gets_one_clear_line_and_is_shown_out(served: Served, named: int) -> None:
    async def visit() -> None:
        token = served.guest()["token"]
        async with socket(served, token) as terminal:
            assert terminal.heard[0]["protocol"] == 2
            hello = {"ask": "h", "do": {"type": "hello", "protocol": named}}
            behind = {"ask": "b", "do": {"type": "join", "table": SHARED}}
            await terminal.socket.send(json.dumps(hello))
            await terminal.socket.send(json.dumps(behind))
            news = await terminal.until(lambda message: message["type"] == "answer")
            assert news["refusal"] == {
                "code": "other_protocol",
                "facts": {"named": named, "spoken": 2},
                "text": f"This program speaks protocol {named}, this house protocol 2. "
                "Update it, or load the page again.",
            }
            with pytest.raises(ConnectionClosed) as closed:
                await terminal.until(lambda message: message["type"] == "answer")
            assert closed.value.rcvd is not None
            assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1008, "protocol")
        async with socket(served, token) as again:
            assert (await again.ask("hello"))["result"]["protocol"] == 2  # who names none speaks 2
            assert (await again.ask("leave", table=SHARED))["refusal"]["code"] == "not_at_this_table"

    asyncio.run(visit())


def test_whoever_is_not_signed_in_says_hello_too(served: Served) -> None:
    async def visit() -> None:
        async with socket(served) as display:
            assert (await display.ask("hello", protocol=2))["result"] == {"protocol": 2}
            for wrong in (-1, "2", 2**40, None):
                refused = await display.ask("hello", protocol=wrong)
                assert refused["refusal"]["code"] == "bad_message"

    asyncio.run(visit())
