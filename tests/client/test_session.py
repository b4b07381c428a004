"""What a terminal knows and owes, without a socket: numbers, gaps, asks that are sent again."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cutcard.client.session import Session
from cutcard.client.wire import NotUnderstood
from tests.client.house import public


def news(number: int, **parts: Any) -> str:
    return json.dumps({"type": "table", "table": "one", "number": number, **parts})


def answer(ask: str) -> str:
    return json.dumps({"type": "answer", "ask": ask, "ok": True})


def do_of(frame: bytes) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(frame)["do"]
    return message


@pytest.fixture
def session() -> Session:
    session = Session("n")
    session.heard(news(1, public=public(), own={"bet": 3}))
    return session


def test_a_part_left_out_has_not_changed(session: Session) -> None:
    session.heard(news(2, public=public(2)))
    seen = session.tables["one"]
    assert seen.public is not None
    assert (seen.number, seen.public.round, seen.own.bet) == (2, 2, 3)


def test_a_gap_changes_nothing_and_asks_for_what_is_missing(session: Session) -> None:
    (frame,) = session.heard(news(4, own={"bet": 9})).send
    assert do_of(frame) == {"type": "resume", "tables": {"one": 1}}
    assert session.tables["one"].own.bet == 3


def test_after_a_gap_missing_messages_are_taken_in_their_order(session: Session) -> None:
    session.heard(news(4))
    for number, bet in ((2, 5), (3, 6), (4, 7)):
        assert session.heard(news(number, own={"bet": bet})).send == ()
    assert session.tables["one"].own.bet == 7


def test_a_whole_view_ends_the_looseness_whatever_its_number(session: Session) -> None:
    session.heard(news(2))
    session.cut()
    assert session.heard(news(1, public=public(5))).send == ()
    assert session.tables["one"].number == 1
    assert session.heard(news(3)).send != ()


def test_what_is_owed_is_sent_again_in_order_until_it_is_answered() -> None:
    session = Session("n")
    frames = [session.ask({"type": "tip", "table": "one", "amount": amount})[1] for amount in (1, 2, 3)]
    assert session.opening_frames()[1:] == tuple(frames)
    session.heard(answer("n-2"))
    assert session.opening_frames()[1:] == (frames[0], frames[2])


def test_tb_51_asked_again_it_is_owed_again_under_its_id() -> None:
    session = Session("n")
    do = {"type": "tip", "table": "one", "amount": 1}
    ask, frame = session.ask(do)
    session.heard(answer(ask))
    assert session.opening_frames()[1:] == ()
    assert session.ask(do, ask) == (ask, frame)
    assert session.opening_frames()[1:] == (frame,)
    assert session.ask(do)[0] == "n-2"


def test_an_answer_given_twice_is_heard_once() -> None:
    session = Session("n")
    ask, _ = session.ask({"type": "lobby"})
    assert session.heard(answer(ask)).answer is not None
    assert session.heard(answer(ask)).answer is None


def test_a_new_connection_begins_with_where_we_are(session: Session) -> None:
    session.ask({"type": "lobby"})
    assert [do_of(frame)["type"] for frame in session.opening_frames()] == ["hello", "resume", "lobby"]


def test_every_connection_begins_with_who_we_are() -> None:
    session = Session("n", "secret")
    (frame,) = session.opening_frames()
    assert do_of(frame) == {"type": "hello", "token": "secret", "protocol": 2}
    assert session.opening_frames() == (frame,)
    no = {"code": "not_signed_in", "facts": {}, "text": ""}
    assert not session.not_welcome
    session.heard(json.dumps({"type": "answer", "ask": json.loads(frame)["ask"], "ok": False, "refusal": no}))
    assert session.not_welcome


def test_a_table_that_is_gone_is_not_resumed(session: Session) -> None:
    session.heard(json.dumps({"type": "gone", "table": "one", "reason": "left"}))
    assert [do_of(frame) for frame in session.opening_frames()] == [{"type": "hello", "protocol": 2}]


@pytest.mark.parametrize("frame", ["", "[]", "{}", '{"type": "table"}', '{"type": 3}', b"\xff"])
def test_nonsense_is_not_understood(frame: str | bytes) -> None:
    with pytest.raises(NotUnderstood):
        Session("n").heard(frame)
