"""HTTP as programs expect it: HEAD, validators, Allow, problems, headers on every response, two addresses."""

import asyncio
import json
from http.client import HTTPResponse
from socket import create_connection
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from cutcard.server.connections import Connections, Room, http_protocol
from cutcard.server.metrics import Metrics
from tests.server.running import SHARED, Answered, Served

PAGES = ("/", "/play", f"/display/{SHARED}", f"/croupier/{SHARED}", "/supervisor", "/operator", "/lab")
TEXTS = ("/api/texts/en", "/api/v1/texts/zh", "/api/messages.json")
PROTECTING = {
    "content-security-policy": "frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=()",
}
SAMPLES = {
    "table": SHARED,
    "language": "en",
    "number": "1",
    "person": "nobody",
    "call": "none",
    "path": "x",
    "profile": "live-seven",
    "law": "open",
    "version": "1",
}


def gets(served: Served) -> list[str]:
    """Every address that can be read, with something put in for what varies."""
    paths = served.http("GET", "/api/openapi.json").body["paths"]
    return [path.format(**SAMPLES) for path, verbs in paths.items() if "get" in verbs]


def is_protected(answered: Answered) -> bool:
    return all(text in answered.headers.get(name, "") for name, text in PROTECTING.items())


def test_head_is_get_without_its_body_wherever_there_is_something_to_read(served: Served) -> None:
    token = served.token("supervisor")
    for path in (*PAGES, *TEXTS, *gets(served), "/api/openapi.json", "/static/moon"):
        got, headed = (served.http(method, path, token=token) for method in ("GET", "HEAD"))
        assert headed.body == b"", path
        assert headed.status == got.status, path
        same = ("content-type", "content-length", "etag") if path in (*PAGES, *TEXTS) else ("content-type",)
        for name in same:
            assert headed.headers[name] == got.headers[name], (path, name)


@pytest.mark.parametrize("path", [*PAGES, *TEXTS])
def test_what_is_known_already_is_not_sent_again(served: Served, path: str) -> None:
    first = served.http("GET", path)
    tag = first.headers["etag"]
    assert first.headers["cache-control"] == "no-cache"
    for known in (tag, tag.removeprefix("W/"), f'"other", {tag}', "*"):
        again = served.http("GET", path, headers={"If-None-Match": known})
        assert (again.status, again.body, again.headers["etag"]) == (304, b"", tag), known
        assert is_protected(again)
    zipped = served.http("HEAD", path, headers={"If-None-Match": tag, "Accept-Encoding": "gzip"})
    assert zipped.status == 304
    assert served.http("GET", path, headers={"If-None-Match": '"other"'}).status == 200


def test_a_wrong_verb_hears_which_ones_there_are(served: Served) -> None:
    allowed = {
        "/api/tables": "GET, HEAD, OPTIONS",
        "/api/v1/people": "GET, HEAD, OPTIONS, POST",
        "/api/login": "OPTIONS, POST",
        "/play": "GET, HEAD, OPTIONS",
    }
    for path, methods in allowed.items():
        wrong = served.http("DELETE", path)
        assert (wrong.status, wrong.headers["allow"]) == (405, methods), path
        assert wrong.body["refusal"]["code"] == "bad_request"
        asked = served.http("OPTIONS", path)
        assert (asked.status, asked.headers["allow"]) == (204, methods), path
    assert served.http("HEAD", "/api/login").status == 405


def asks(served: Served) -> list[tuple[str, str, dict[str, Any]]]:
    patron = {"token": served.token("patron")}
    return [
        ("GET", "/play", {}),
        ("GET", "/moon", {}),
        ("GET", "/static/moon", {}),
        ("GET", "/ws", {}),
        ("DELETE", "/api/tables", {}),
        ("OPTIONS", "/api/tables", {}),
        ("GET", "/api/me", {}),
        ("GET", "/api/audit", patron),
        ("GET", "/api/tables/nowhere", {}),
        ("POST", "/api/login", {"body": {"name": 1}}),
        ("POST", "/api/login", {"body": {"name": "x" * 70_000, "password": "x"}}),
        ("POST", "/api/guest", {"headers": {"Origin": "http://evil.example"}}),
        ("GET", "/healthz", {}),
        ("GET", "/api/openapi.json", {}),
        ("HEAD", "/api/tables", {"headers": {"Accept-Encoding": "gzip"}}),
    ]


def test_every_response_carries_the_headers_that_protect_and_says_how_long_it_keeps(served: Served) -> None:
    for method, path, more in asks(served):
        answered = served.http(method, path, **more)
        assert is_protected(answered), (method, path, answered)
        kept = "no-cache" if path == "/play" else "no-store"
        assert answered.headers["cache-control"] == kept, (method, path)
    assert served.http("GET", "/api/me").headers["www-authenticate"].startswith("Bearer")


UPGRADE = (
    b"GET %s HTTP/1.1\r\nHost: house\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: %d\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n%s\r\n"
)
BELOW_THE_ROUTES = {
    "no host": (b"GET / HTTP/1.1\r\n\r\n", 400),
    "no request": (b"\0\1\r\n\r\n", 400),
    "a header without end": (b"GET / HTTP/1.1\r\nHost: house\r\nX: " + b"x" * 200_000, 400),
    "a chunk that is none": (
        b"POST /api/guest HTTP/1.1\r\nHost: house\r\nTransfer-Encoding: chunked\r\n\r\nZ\r\n",
        400,
    ),
    "a socket": (UPGRADE % (b"/ws", 13, b""), 101),
    "a socket elsewhere": (UPGRADE % (b"/moon", 13, b""), 403),
    "a socket from another site": (UPGRADE % (b"/ws", 13, b"Origin: http://evil.example\r\n"), 403),
    "a socket of another version": (UPGRADE % (b"/ws", 9, b""), 400),
}


@pytest.mark.parametrize("what", BELOW_THE_ROUTES)
def test_an_answer_that_no_route_gives_carries_them_too(served: Served, what: str) -> None:
    sent, status = BELOW_THE_ROUTES[what]
    host, port = served.address.rsplit(":", 1)
    with create_connection((host, int(port)), timeout=30) as link:
        link.sendall(sent)
        response = HTTPResponse(link)
        response.begin()
        body = b"" if status == 101 else response.read()
    headers = {name.lower(): value for name, value in response.getheaders()}
    assert response.status == status
    assert is_protected(Answered(response.status, b"", headers)), headers
    assert headers["cache-control"] == "no-store"
    if status != 101:
        refusal = json.loads(body)["refusal"]
        assert refusal["code"] == ("foreign_origin" if status == 403 else "bad_request")
        assert refusal["text"]
        assert headers["content-type"] == "application/json"


def test_whoever_finds_no_room_is_refused_in_the_usual_shape() -> None:
    """The only place is taken by somebody who owes nothing, and so makes way for nobody."""

    async def visit() -> bytes:
        book = Connections(Room(connections=1, of_one_address=1), Metrics())
        assert book.arrive(object(), "192.0.2.1") is None
        config = uvicorn.Config(lambda: None, loop="none", lifespan="off", log_config=None)
        made = http_protocol(book)
        door = await asyncio.get_running_loop().create_server(
            lambda: made(config, ServerState(), {}), "127.0.0.1", 0
        )
        async with door:
            reader, writer = await asyncio.open_connection(*door.sockets[0].getsockname()[:2])
            answer = await reader.read()
            writer.close()
        return answer

    head, _, body = asyncio.run(visit()).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 503 Service Unavailable\r\n")
    headers = dict(line.split(": ", 1) for line in head.decode().split("\r\n")[1:])
    assert (headers["retry-after"], headers["content-type"]) == ("5", "application/json")
    assert int(headers["content-length"]) == len(body)
    assert is_protected(Answered(503, b"", headers))
    assert json.loads(body)["refusal"]["code"] == "busy"


@pytest.mark.parametrize("path", ["/api", "/api/v1", "/api/moon", "/api/v1/moon", "/api/openapi.yaml"])
def test_where_there_is_nothing_nobody_is_asked_to_sign_in(served: Served, path: str) -> None:
    for token in (None, served.token("operator")):
        response = served.http("GET", path, token=token)
        assert (response.status, response.body["refusal"]["code"]) == (404, "no_such_page")


@pytest.mark.parametrize("name", ["%00", "a%00.js", "a" * 300, "a/" * 2_000, "%ff", "..%2fapp.py"])
def test_a_name_that_no_file_can_have_is_not_found(served: Served, name: str) -> None:
    assert served.http("GET", f"/static/{name}").status == 404


def test_a_refusal_comes_as_a_problem_where_one_is_asked_for(served: Served) -> None:
    path = "/api/tables/nowhere"
    plain = served.http("GET", path)
    assert plain.headers["content-type"].startswith("application/json")
    for accept in ("application/problem+json", "text/html, application/problem+json;q=0.9, */*;q=0.1"):
        response = served.http("GET", path, headers={"Accept": accept, "Accept-Language": "de"})
        assert response.headers["content-type"].startswith("application/problem+json")
        assert response.status == response.body["status"] == 404
        assert response.body == {
            "type": "about:blank",
            "title": "Not Found",
            "status": 404,
            "detail": response.body["detail"],
            "instance": "/api/v1/tables/nowhere",
            "code": "no_such_table",
            "facts": {"table": "nowhere"},
        }
        assert response.body["detail"] not in ("", plain.body["refusal"]["text"])
    for accept in ("application/json", "*/*", "application/json, application/problem+json;q=0.5", "q=;,;;"):
        assert served.http("GET", path, headers={"Accept": accept}).body == plain.body
    wrong = served.http("DELETE", "/api/tables", headers={"Accept": "application/problem+json"})
    assert (wrong.status, wrong.body["code"], wrong.body["instance"]) == (
        405,
        "bad_request",
        "/api/v1/tables",
    )
    assert "GET" in wrong.headers["allow"]


def test_every_route_is_to_be_had_at_both_addresses(served: Served) -> None:
    published = served.http("GET", "/api/openapi.json").body["paths"]
    outside = {path for path in published if not path.startswith("/api/v1/")}
    assert outside == {"/healthz", "/metrics"}
    token = served.token("supervisor")
    for path in gets(served):
        if path in outside:
            continue
        new = served.http("GET", path, token=token)
        old = served.http("GET", path.replace("/api/v1/", "/api/", 1), token=token)
        assert (new.status, type(new.body)) == (old.status, type(old.body)), path
    signed = served.http("POST", "/api/v1/guest")
    assert signed.status == 201
    assert (
        served.http("GET", "/api/v1/me", token=signed.body["token"]).body["patron"] == signed.body["patron"]
    )
    assert served.http("GET", "/api/v1/v1/tables").status == 404
    assert served.http("GET", "/api/v1/openapi.json").body["paths"] == published
