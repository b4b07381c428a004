"""The reference names everything there is: each message of a socket, each setting, each field of the history.

What it says about them nobody checks here.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from cutcard.client import wire as client_wire
from cutcard.profiles import profile
from cutcard.server.realtime import commands
from cutcard.table import Settings
from cutcard.views.messages import terminal
from cutcard.views.messages.money import NoticeView, RoundMoney
from cutcard.views.messages.tables import OwnView, TableNews
from cutcard.views.messages.terminal import SERVER_MESSAGES
from cutcard.views.past.history import PastRound
from tests.house.checkout import ROOT

REFERENCE = ROOT / "docs" / "reference"
MESSAGES, SETTINGS = REFERENCE / "messages.md", REFERENCE / "table-settings.md"


def named_in(page: Path) -> set[str]:
    """Every word in code style; examples count, since they show where a field stands."""
    text = page.read_text(encoding="utf-8")
    code = re.findall(r"```.*?```|`[^`]+`", text, re.DOTALL)
    return {word for span in code for word in re.findall(r"[a-z][a-z0-9_]*", span)}


def tags(shapes: Iterable[type[msgspec.Struct]]) -> set[str]:
    return {commands.tag_of(shape) for shape in shapes}


def test_every_message_is_named() -> None:
    assert (tags(commands.message_types()) | tags(SERVER_MESSAGES)) - named_in(MESSAGES) == set()


def test_every_message_is_declared_once_for_server_and_client() -> None:
    there = [shape for shape in vars(terminal).values() if inspect.isclass(shape)]
    shapes = [shape for shape in there if issubclass(shape, msgspec.Struct)]
    own = [shape for shape in shapes if shape.__module__ == terminal.__name__]
    assert {TableNews, *(shape for shape in own if shape.__struct_config__.tag is not None)} == set(
        SERVER_MESSAGES
    )
    assert set(get_args(client_wire.Message)) <= set(SERVER_MESSAGES)


def test_every_field_of_an_ask_is_named_beside_it() -> None:
    rows = MESSAGES.read_text(encoding="utf-8")
    missing = []
    for shape in commands.message_types():
        fields = {field.name for field in msgspec.structs.fields(shape)} - {"table"}
        beside = " ".join(re.findall(rf"`{commands.tag_of(shape)}`([^·|]*)", rows))
        missing += [f"{commands.tag_of(shape)} {name}" for name in fields if name not in beside]
    assert missing == []


@pytest.mark.parametrize("shape", [PastRound, NoticeView, RoundMoney], ids=lambda shape: shape.__name__)
def test_messages_of_money_and_notices_are_named(shape: type[msgspec.Struct]) -> None:
    assert set(shape.__struct_fields__) - named_in(MESSAGES) == set()
    assert {"result", "paid", "chip", "can"} <= set(OwnView.__struct_fields__)


@pytest.mark.parametrize("group", [Settings, profile.Table, profile.Policy], ids=lambda group: group.__name__)
def test_every_setting_of_a_table_is_named(group: type[msgspec.Struct]) -> None:
    assert set(group.__struct_fields__) - named_in(SETTINGS) == set()


def written(default: object) -> str:
    return ("on" if default else "off") if isinstance(default, bool) else str(default)


def test_defaults_are_those_of_the_settings() -> None:
    """The plain ones, where the page says a number or on and off."""
    rows = re.findall(r"^\| `(\w+)` \| ([\w,]+) \|", SETTINGS.read_text(encoding="utf-8"), re.MULTILINE)
    said = {name: written for name, written in rows if written in ("on", "off") or written.isdigit()}
    assert len(said) > 15
    defaults = {field.name: field.default for field in msgspec.structs.fields(Settings)}
    del said["denominations"]  # a list of one
    assert said == {name: written(defaults[name]) for name in said}
