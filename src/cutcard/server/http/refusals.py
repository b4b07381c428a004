"""A no in words and as an HTTP answer, one shape everywhere. Why it is refused is decided elsewhere."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final

import msgspec

from cutcard.games.reason import Refusal
from cutcard.texts import NoSuchText, say, spoken_facts
from cutcard.views.messages.terminal import RefusalMessage

NOT_SIGNED_IN: Final = Refusal("not_signed_in")
NOT_ALLOWED: Final = Refusal("not_allowed")

STATUS: Final = {
    "not_signed_in": 401,
    "wrong_name_or_password": 401,
    "not_allowed": 403,
    "foreign_origin": 403,
    "not_your_table": 403,
    "floor_only": 403,
    "no_such_table": 404,
    "no_such_round": 404,
    "no_such_person": 404,
    "no_such_profile": 404,
    "no_such_page": 404,
    "no_such_call": 404,
    "no_such_language": 404,
    "no_such_voucher": 404,
    "no_such_hand_pay": 404,
    "bad_request": 400,
    "bad_cursor": 400,
    "too_many_attempts": 429,
    "too_many_guests": 503,
    "busy": 503,
    "unavailable": 503,
}


class Refused(Exception):
    """A no on its way to whoever asked over HTTP."""

    def __init__(self, refusal: Refusal, status: int | None = None) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal
        self.status = status or STATUS.get(refusal.code, 409)


def retry_after(refusal: Refusal) -> dict[str, str]:
    """The header that says when to try again, where a refusal does."""
    seconds = refusal.facts.get("seconds")
    return {} if seconds is None else {"retry-after": str(seconds)}


def refusal_message(refusal: Refusal, language: str, currency: str) -> RefusalMessage:
    """A refusal with its words. One that lost its text is still sent, by its code."""
    try:
        words = say(refusal, language, currency)
    except NoSuchText:
        words = refusal.code
    return RefusalMessage(refusal.code, spoken_facts(refusal), words)


PROBLEM: Final = "application/problem+json"
PLAIN: Final = "application/json"


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """A refusal as RFC 9457 has it, with its code and facts beside. ``detail`` is in the asker's language."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    instance: str
    code: str
    facts: dict[str, Any]


def problem(message: RefusalMessage, status: int, instance: str) -> Problem:
    """A refusal for whoever asked for problems."""
    return Problem(
        title=HTTPStatus(status).phrase,
        status=status,
        detail=message.text,
        instance=instance,
        code=message.code,
        facts=dict(message.facts),
    )


def wants_problem(accept: str) -> bool:
    """Whether an Accept header names problems, and no less gladly than plain JSON."""
    liked = {}
    for part in accept.split(","):
        kind, *parameters = (text.strip().lower() for text in part.split(";"))
        liked[kind] = next((_quality(text[2:]) for text in parameters if text.startswith("q=")), 1.0)
    return 0.0 < liked.get(PROBLEM, 0.0) >= liked.get(PLAIN, 0.0)


def _quality(written: str) -> float:
    try:
        return min(max(float(written), 0.0), 1.0)
    except ValueError:
        return 0.0
