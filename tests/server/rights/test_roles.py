"""Who may do what: every command, message and route has a row, and a server keeps to it (TB-70, AZ-1)."""

import asyncio
from typing import Any, get_args

import pytest
from websockets.exceptions import ConnectionClosed

from cutcard.ledger import cashier_events
from cutcard.server.app import HANDLERS
from cutcard.server.realtime import commands
from cutcard.table import commands as c
from cutcard.table.command import Deals
from cutcard.venue.roles import COMMANDS, MESSAGES, ROUTES, Role, may
from tests.server.running import INTERNAL, SHARED, Served, Terminal, socket

ALL_COMMANDS = (*get_args(c.Command), *get_args(cashier_events.Command))
EVERYBODY = (None, *(role.value for role in Role))

# What each message says beside its table; a message that is not here says nothing more.
FIELDS: dict[str, dict[str, Any]] = {
    "place_bet": {"bet": "main", "amount": 500},
    "raise_bets": {"amount": 500},
    "bet_all": {"amount": 500},
    "hold_chip": {"amount": 500},
    "play_now": {"amount": 500},
    "set_option": {"option": "insurance", "on": True},
    "contribute": {"text": "seven"},
    "decide": {"decision": "stand"},
    "set_speed": {"speed": "fast"},
    "redeem_voucher": {"code": "1"},
    "tip": {"amount": 100},
    "deal_card": {"card": "As"},
    "turn_up": {"card": "As"},
    "check": {"blackjack": False},
    "pause": {"reason": "a test"},
    "call_supervisor": {"reason": "a test"},
    "enter_card": {"card": "As"},
    "correct_card": {"card": "As"},
    "close_dispute": {"reason": "a test"},
    "void_round": {"reason": "a test"},
    "propose_correction": {"of_round": 1, "amounts": {}, "why": "a test"},
    "approve_correction": {"number": 1},
    "take_seat": {"seat": 1},
    "leave_seat": {"seat": 1},
    "free_seat": {"seat": 1},
    "set_behind": {"seat": 1, "double_along": True, "split_along": True},
    "refuse_behind": {"seat": 1, "refused": True},
    "dispute": {"about": "a test"},
    "hello": {"token": "nobody's"},
    "notice_seen": {"notice": "no such notice"},
}
TABLELESS = (
    *("cash_out", "redeem_voucher", "call_attendant", "cancel_attendant", "notice_seen"),
    *("lobby", "hello", "resume"),
)


def routed() -> list[Any]:
    return [handler for handler in HANDLERS if not (handler.name or "").startswith("page.")]


def row(shape: type[Any]) -> tuple[Role | None, ...]:
    """The row of a message: its own, or that of the command it stands for."""
    if shape in commands.COMMANDS:
        return COMMANDS[commands.COMMANDS[shape]]
    tag = commands.tag_of(shape)
    if tag in MESSAGES:
        return MESSAGES[tag]
    if shape in commands.STAFF_COMMANDS:
        return COMMANDS[commands.STAFF_COMMANDS[shape]]
    return COMMANDS[{str(command.__struct_config__.tag): command for command in ALL_COMMANDS}[tag]]


def test_every_command_has_a_row_and_every_row_a_command() -> None:
    assert [command.__name__ for command in ALL_COMMANDS if command not in COMMANDS] == []
    assert [command.__name__ for command in COMMANDS if command not in ALL_COMMANDS] == []


def test_every_route_has_a_row_and_every_row_a_route() -> None:
    names = [handler.name for handler in HANDLERS]
    assert len(set(names)) == len(names)
    assert [name for name in names if name not in ROUTES] == []
    assert [name for name in ROUTES if name not in names] == []


def test_every_message_has_a_row() -> None:
    assert all(row(shape) is not None for shape in commands.message_types())
    tags = [commands.tag_of(shape) for shape in commands.message_types()]
    assert len(set(tags)) == len(tags)
    assert [tag for tag in MESSAGES if tag not in tags] == []


def test_the_venues_own_commands_are_nobodys() -> None:
    for command in (c.Tick, c.Reveal, cashier_events.GivePlayMoney):
        assert not any(may([] if role is None else [role], COMMANDS[command]) for role in EVERYBODY)


def code(answer: dict[str, Any]) -> str:
    return "" if answer["ok"] else str(answer["refusal"]["code"])


async def ask(terminal: Terminal, shape: type[Any], table: str) -> str:
    tag = commands.tag_of(shape)
    fields = dict(FIELDS.get(tag, {}))
    if tag not in TABLELESS:
        fields["table"] = table
    if tag == "resume":
        fields["tables"] = {table: 0}
    return code(await terminal.ask(tag, **fields))


@pytest.mark.parametrize("role", EVERYBODY)
@pytest.mark.parametrize("place", ["shared", "another's", "nowhere"])
def test_az_1_every_message_is_open_to_its_roles_and_to_no_others(
    served: Served, role: str | None, place: str
) -> None:
    """At a table in its betting phase, at another patron's private one, and at none."""

    async def visit() -> None:
        async with socket(served, served.guest()["token"]) as other:
            private = (await other.ask("join", table=INTERNAL))["result"]["table"]
            table = {"shared": SHARED, "another's": private, "nowhere": "nowhere"}[place]
            token = (
                None
                if role is None
                else (served.guest()["token"] if role == "patron" else served.token(role))
            )
            async with socket(served, token) as terminal:
                for shape in commands.message_types():
                    if (
                        commands.tag_of(shape) in ("pause", "resume_table", "void_round")
                        and place == "shared"
                    ):
                        continue  # the shared table is every test's
                    said = await ask(terminal, shape, table)
                    tag = commands.tag_of(shape)
                    refused = said in ("not_allowed", "not_signed_in") and tag != "hello"
                    assert refused != may([] if role is None else [role], row(shape)), f"{role} {tag}: {said}"
                    if refused:
                        assert said == ("not_signed_in" if role is None else "not_allowed")
                    if place == "another's" and role == "patron" and shape in commands.COMMANDS:
                        assert said, f"{tag} was done at somebody else's table"

    asyncio.run(visit())


@pytest.mark.parametrize("role", [role.value for role in Role])
def test_az_1_nothing_is_open_to_a_session_that_is_over(served: Served, role: str) -> None:
    async def visit() -> None:
        token = served.guest()["token"] if role == "patron" else served.sign_in(role)
        async with socket(served, token) as terminal:
            assert served.http("POST", "/api/logout", token=token).status == 200
            with pytest.raises(ConnectionClosed):
                await terminal.until(lambda _: False)
        async with socket(served, token) as nobodys:
            for shape in commands.message_types():
                if commands.tag_of(shape) != "hello" and not may([], row(shape)):
                    assert await ask(nobodys, shape, SHARED) == "not_signed_in", shape
        for handler in routed():
            response = served.http(*example(handler), token=token)
            open_to_all = None in ROUTES[handler.name]
            assert (response.status == 401) != open_to_all or handler.name == "login", (
                f"{handler.name} {response.status}"
            )

    asyncio.run(visit())


PATHS = {
    "texts": "/api/texts/en",
    "people.change": "/api/people/nobody",
    "calls.answer": "/api/calls/none/answer",
    "calls.done": "/api/calls/none/done",
    "rounds.one": "/api/rounds/nowhere/1",
    "rounds.steps": "/api/rounds/nowhere/1/steps",
    "house.record": "/api/house/rounds/nowhere/1",
    "cashier.paper": "/api/cashier/papers/1",
    "profiles.one": "/api/profiles/nowhere",
    "profiles.version": "/api/profiles/nowhere/versions/1",
    "jurisdictions.one": "/api/jurisdictions/nowhere",
    "jurisdictions.version": "/api/jurisdictions/nowhere/versions/1",
}


def example(handler: Any) -> tuple[str, str]:
    """The route's method and a path to it that leads nowhere in particular."""
    method = next(iter(sorted(handler.http_methods)))
    path = PATHS.get(handler.name, next(iter(handler.paths)).replace("{table:str}", "nowhere"))
    return str(method), path


@pytest.mark.parametrize("role", EVERYBODY)
def test_az_1_every_route_is_open_to_its_roles_and_to_no_others(served: Served, role: str | None) -> None:
    token = None if role is None else (served.guest()["token"] if role == "patron" else served.sign_in(role))
    for handler in routed():
        if handler.name in ("logout", "login", "guest"):
            continue  # they begin and end sessions; each has a test of its own
        response = served.http(*example(handler), token=token)
        refused = response.status in (401, 403)
        allowed = may([] if role is None else [role], ROUTES[handler.name])
        assert refused != allowed, f"{role} {handler.name}: {response.status} {response.body}"
        assert response.status < 500


def test_a_decision_in_the_wrong_phase_is_refused_for_what_it_is(served: Served) -> None:
    async def visit() -> None:
        async with socket(served, served.guest()["token"]) as terminal:
            table = (await terminal.ask("join", table=INTERNAL))["result"]["table"]
            assert code(await terminal.ask("decide", table=table, decision="hit")) == "no_decision_is_due"
            assert code(await terminal.ask("press_deal", table=table)) == "no_bet_on_the_table"

    asyncio.run(visit())


def test_cards_are_entered_by_hand_only_at_live_tables(served: Served) -> None:
    async def visit() -> None:
        async with socket(served, served.token("croupier")) as croupier:
            for shape, command in commands.STAFF_COMMANDS.items():
                if Deals.BY_HAND in command.deals:
                    assert await ask(croupier, shape, SHARED) == "not_a_live_table"
            assert code(await croupier.ask("deal_card", table=SHARED, card="Zz")) == "bad_message"

    asyncio.run(visit())
