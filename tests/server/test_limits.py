"""How often anybody may ask: bounded, counted, refused; and nobody locks anybody else out."""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from cutcard.adapters.memory_store import MemoryStore
from cutcard.server.address import is_loopback
from cutcard.server.http.known_addresses import OF_ACCOUNT_MAX, KnownAddresses
from cutcard.server.limits import (
    FREE_OF_ADDRESS,
    FREE_OF_PAIR,
    KEYS_MAX,
    LIMITS,
    LONGEST_S,
    Bounded,
    Limits,
    WrongPasswords,
)
from cutcard.server.metrics import Metrics
from cutcard.venue.ports import Batch
from tests.server.running import Answered, Served, Terminal, serving, socket

FAR, NEAR = "198.51.100.7", "203.0.113.9"


class Clock:
    """A clock that stands until it is moved."""

    now_s = 1_000.0

    def __call__(self) -> float:
        return self.now_s


def counted(served: Served, what: str) -> float:
    text = served.http("GET", "/metrics", token=served.token("auditor")).body.decode()
    name = f'cutcard_limited_total{{what="{what}"}} '
    return sum(float(line.removeprefix(name)) for line in text.splitlines() if line.startswith(name))


async def until_refused(terminal: Terminal, kind: str, most: int, **fields: Any) -> int:
    """How many were answered before one was refused for being too many."""
    for number in range(most + 1):
        answer = await terminal.ask(kind, **fields)
        if not answer["ok"] and answer["refusal"]["code"] == "too_many_attempts":
            assert answer["refusal"]["facts"]["seconds"] >= 1
            return number
    raise AssertionError(f"{most + 1} times {kind} and never refused")


@pytest.mark.parametrize(
    ("kind", "what", "fields", "alone"),
    [
        ("lobby", "lobby", {}, "ok"),
        ("resume", "look", {"tables": {"nowhere": 0}}, "ok"),
        ("redeem_voucher", "voucher", {"code": "00000000000000000000"}, "play_purse_takes_no_money"),
        ("call_attendant", "call", {"table": ""}, ""),
    ],
)
def test_a_flood_of_one_kind_is_bounded_and_counted(
    served: Served, kind: str, what: str, fields: dict[str, Any], alone: str
) -> None:
    pace = LIMITS[what].each
    assert pace is not None
    before = counted(served, what)

    async def flood() -> None:
        async with socket(served, served.guest()["token"]) as terminal:
            # On a slow machine a few become free again meanwhile; never as many as the bound itself.
            assert pace.burst <= await until_refused(terminal, kind, 10 * pace.burst, **fields)
            if what == "call":
                return
            async with socket(served, served.guest()["token"]) as other:
                answer = await other.ask(kind, **fields)
                assert (answer["refusal"]["code"] if not answer["ok"] else "ok") == alone, answer

    asyncio.run(flood())
    assert counted(served, what) > before


def test_who_goes_on_flooding_is_shown_out_with_a_reason(served: Served) -> None:
    async def flood() -> tuple[int, str]:
        async with socket(served, served.guest()["token"]) as terminal:
            with suppress(ConnectionClosed):
                for number in range(2_000):
                    await terminal.socket.send(json.dumps({"ask": f"a{number}", "do": {"type": "lobby"}}))
            with suppress(ConnectionClosed):
                while True:
                    await terminal.hear()
            return terminal.socket.close_code or 0, terminal.socket.close_reason or ""

    assert asyncio.run(flood()) == (1008, "too many requests")


def test_vouchers_are_not_guessed_over_http_either(served: Served) -> None:
    token = served.guest()["token"]

    def guess(number: int) -> Answered:
        body = {"ask": f"guess-{number}-{served.ask_id()}", "code": "00000000000000000000"}
        return served.http("POST", "/api/cashier/redeem", body, token=token)

    answers = [guess(number) for number in range(15)]
    assert 429 not in [answer.status for answer in answers[:10]]
    late = next(answer for answer in answers if answer.status == 429)
    assert late.body["refusal"]["code"] == "too_many_attempts"
    assert int(late.headers["retry-after"]) == late.body["refusal"]["facts"]["seconds"]


def limits(clock: Clock, metrics: Metrics | None = None) -> Limits:
    return Limits(metrics or Metrics(), is_loopback, clock)


@pytest.mark.parametrize("what", LIMITS)
def test_each_limit_lets_its_burst_through_and_not_one_more(what: str) -> None:
    kinds: dict[str, Callable[[Limits, int], object]] = {
        "each": lambda some, _: some.take(what, "127.0.0.1", "ann"),
        "address": lambda some, number: some.take(what, FAR, number),
        "everybody": lambda some, number: some.take(what, f"127.0.0.{number % 200}", number),
    }
    for kind, take in kinds.items():
        pace = getattr(LIMITS[what], kind)
        if pace is None:
            continue
        clock = Clock()
        some = limits(clock)
        assert [take(some, number) for number in range(pace.burst)] == [None] * pace.burst
        assert take(some, pace.burst) is not None
        assert take(some, pace.burst) is not None, "who is refused gains nothing by asking again"
        clock.now_s += 1.001 / pace.per_s
        assert take(some, pace.burst) is None
        assert take(some, pace.burst) is not None


def test_guests_of_one_address_are_bounded_and_those_of_another_are_not_held_up() -> None:
    metrics = Metrics()
    some = limits(Clock(), metrics)
    pace = LIMITS["guest"].address
    assert pace is not None
    taken = [some.take("guest", FAR) for _ in range(pace.burst + 3)]
    assert [answer for answer in taken[-3:] if answer is None] == []
    assert some.take("guest", NEAR) is None
    assert b'cutcard_limited_total{what="guest"} 3.0' in metrics.text()


def test_one_machines_ipv6_addresses_count_as_one() -> None:
    some = limits(Clock())
    pace = LIMITS["guest"].address
    assert pace is not None
    taken = [some.take("guest", f"2001:db8::{number:x}") for number in range(pace.burst + 1)]
    assert taken[-1] is not None
    assert some.take("guest", "2001:db8:0:1::1") is None


def wrong(some: WrongPasswords, address: str, account: str, times: int = 1) -> None:
    for _ in range(times):
        some.begin(address, account)


def test_wrong_passwords_cost_more_and_more_time_where_they_were_tried() -> None:
    clock = Clock()
    some = WrongPasswords(is_loopback, clock)
    wrong(some, FAR, "operator", FREE_OF_PAIR - 1)
    assert some.wait_s(FAR, "operator") <= 0
    waits = []
    for _ in range(12):
        wrong(some, FAR, "Operator")
        waits.append(some.wait_s(FAR, "operator"))
    assert waits == [min(LONGEST_S, 2.0**number) for number in range(12)]
    assert some.wait_s(NEAR, "operator") <= 0, "others are not locked out"
    clock.now_s += LONGEST_S
    assert some.wait_s(FAR, "operator") <= 0


def test_failures_of_a_whole_address_count_and_those_of_a_whole_account_do_not() -> None:
    clock = Clock()
    some = WrongPasswords(is_loopback, clock)
    for number in range(FREE_OF_ADDRESS):
        wrong(some, FAR, f"name {number}")
    assert some.wait_s(FAR, "operator") > 0
    assert some.wait_s(NEAR, "operator") <= 0
    for number in range(1_000):
        wrong(some, f"198.{number // 250}.{number % 250}.1", "operator", FREE_OF_PAIR)
    assert some.wait_s(NEAR, "operator") <= 0, "a thousand strangers lock nobody out"


def test_an_address_that_signed_in_before_is_not_delayed_by_others() -> None:
    some = WrongPasswords(is_loopback, Clock())
    for number in range(2 * FREE_OF_ADDRESS):
        wrong(some, f"198.51.{number}.1", "operator")
        wrong(some, NEAR, f"name {number}")
    assert some.wait_s(NEAR, "operator") > 0
    assert some.wait_s(NEAR, "operator", known=True) <= 0
    wrong(some, NEAR, "operator", FREE_OF_PAIR)
    assert some.wait_s(NEAR, "operator", known=True) > 0, "what was tried here for this account counts"


def test_the_last_addresses_of_an_account_are_kept_and_no_more() -> None:
    store, known = MemoryStore(), KnownAddresses()
    for number in range(OF_ACCOUNT_MAX + 1):
        store.commit(Batch(documents=known.put("operator", f"192.0.2.{number}")))
    assert known.put("operator", f"192.0.2.{OF_ACCOUNT_MAX}") == [], "nothing new is to be written"
    for again in (known, KnownAddresses()):
        again.load(store)
        assert not again.knows("operator", "192.0.2.0"), "the oldest has gone"
        assert all(again.knows("operator", f"192.0.2.{number}") for number in range(1, OF_ACCOUNT_MAX + 1))
        assert not again.knows("somebody else", "192.0.2.1")
    store.commit(Batch(documents=known.put("operator", "2001:db8::1")))
    assert known.knows("operator", "2001:db8::2"), "one machine has a whole network of them"


def test_what_is_kept_of_strangers_is_bounded() -> None:
    kept: Bounded[int] = Bounded(3)
    for number in (1, 2, 3, 1, 4):
        kept[number] = number
    assert list(kept) == [3, 1, 4]
    clock = Clock()
    some = limits(clock)
    for number in range(KEYS_MAX + 100):
        some.take("voucher", "127.0.0.1", number)
        some.sign_ins.begin(FAR, str(number))
    assert len(some._buckets["each"]._left) == KEYS_MAX
    assert len(some.sign_ins._failures) == KEYS_MAX


def test_strangers_at_many_addresses_hold_the_operator_up_nowhere(tmp_path: Path) -> None:
    """Wrong passwords from everywhere, also from where the operator sits, and a restart in between."""
    data = tmp_path / "data"
    options = ("--no-dealers", "--trusted-proxy", "127.0.0.0/8,::1")

    def sign_in(served: Served, address: str, name: str, password: str) -> int:
        headers = {"X-Forwarded-For": address}
        return served.http("POST", "/api/login", {"name": name, "password": password}, headers=headers).status

    with serving(data, *options) as served:
        password = served.passwords["operator"]
        assert sign_in(served, NEAR, "operator", password) == 201
    with serving(data, *options) as served:
        tried = [sign_in(served, f"198.51.100.{number}", "operator", "guessed") for number in range(60)]
        assert tried == [401] * 60, "each of them had not tried before"
        here = [sign_in(served, NEAR, f"name {number}", "guessed") for number in range(FREE_OF_ADDRESS + 1)]
        assert here[-1] == 429, "nobody else gets on from here"
        assert sign_in(served, NEAR, "operator", password) == 201, "but who signed in here before"
        assert sign_in(served, "192.0.2.1", "operator", password) == 201, "and at an address never seen"


def test_ten_wrong_passwords_from_elsewhere_lock_nobody_out(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Over HTTP, behind a proxy: a stranger waits longer and longer, the operator signs in."""
    data = tmp_path_factory.mktemp("locked") / "data"
    with serving(data, "--no-dealers", "--trusted-proxy", "127.0.0.0/8,::1") as served:

        def sign_in(address: str, password: str) -> Answered:
            body = {"name": "operator", "password": password}
            headers = {"X-Forwarded-For": address, "X-Forwarded-Proto": "https"}
            return served.http("POST", "/api/login", body, headers=headers)

        tried = [sign_in(FAR, "not the password") for _ in range(10)]
        assert [answer.status for answer in tried[:FREE_OF_PAIR]] == [401] * FREE_OF_PAIR
        assert tried[-1].status == 429
        assert int(tried[-1].headers["retry-after"]) >= 1
        assert sign_in(FAR, served.passwords["operator"]).status == 429, (
            "right or wrong is not said meanwhile"
        )
        signed = sign_in(NEAR, served.passwords["operator"])
        assert signed.status == 201
        assert "secure" in signed.headers["set-cookie"].lower()
        plain = served.http("POST", "/api/guest")
        assert "secure" not in plain.headers["set-cookie"].lower()
        assert counted(served, "login") >= 1
