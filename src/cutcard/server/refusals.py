"""A no in words and as an HTTP answer, one shape everywhere. Why it is refused is decided elsewhere."""

from __future__ import annotations

from typing import Final

from cutcard.games.reason import Refusal
from cutcard.server.wire import RefusalTold
from cutcard.texts import NoSuchText, say

NOT_SIGNED_IN: Final = Refusal("not_signed_in")
NOT_ALLOWED: Final = Refusal("not_allowed")

STATUS: Final = {
    "not_signed_in": 401,
    "wrong_name_or_password": 401,
    "not_allowed": 403,
    "foreign_origin": 403,
    "not_your_table": 403,
    "no_such_table": 404,
    "no_such_round": 404,
    "no_such_person": 404,
    "no_such_page": 404,
    "no_such_call": 404,
    "no_such_language": 404,
    "no_such_voucher": 404,
    "no_such_hand_pay": 404,
    "bad_request": 400,
    "too_many_attempts": 429,
    "busy": 503,
    "unavailable": 503,
}


class Refused(Exception):
    """A no on its way to whoever asked over HTTP."""

    def __init__(self, refusal: Refusal, status: int | None = None) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal
        self.status = status or STATUS.get(refusal.code, 409)


def refusal_told(refusal: Refusal, language: str, currency: str = "EUR") -> RefusalTold:
    """A refusal with its words. One that lost its text is still told, by its code."""
    try:
        words = say(refusal, language, currency)
    except NoSuchText:
        words = refusal.code
    return RefusalTold(refusal.code, refusal.facts, words)
