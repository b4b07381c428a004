"""Which refusals each route can answer with beside those that follow from its shape. Refuses nothing itself.

Not signed in, not allowed, too many requests, a foreign origin and a request that cannot be read follow
from who may ask and what is sent; ``openapi.py`` adds them. The tests' own client fails where a route
refuses with anything else.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_BUSY: Final = ("busy", "unavailable")
"""Whatever asks the venue may find its inbox full, or nothing that can be written."""

_ONCE: Final = ("key_used_before", *_BUSY)
"""Whatever is asked under an id may find that id used for something else (TB-51)."""

_TABLE: Final = ("no_such_table", "not_your_table", *_BUSY)
_HOUSE: Final = ("no_such_table", "table_is_frozen", *_ONCE)
_SETTINGS: Final = ("bad_request", "no_such_setting", "settings_contradict", "other_currency")
_UPLOAD: Final = ("bad_request", *_ONCE)
_VOUCHER: Final = ("voucher_code_mistyped", "no_such_voucher", *_ONCE)
_ROUND: Final = ("no_such_round", "round_is_running", *_BUSY)

ROUTE_REFUSALS: Final[Mapping[str, tuple[str, ...]]] = {
    "health": (),
    "metrics": _BUSY,
    "messages": (),
    "texts": ("no_such_language",),
    "tables": _BUSY,
    "tables.one": ("floor_only", *_TABLE),
    "tables.roads": _TABLE,
    "tables.help": _TABLE,
    "tables.advice": ("no_such_table", "floor_only", "no_advice_here", "no_decision_is_due", *_BUSY),
    "guest": ("no_guests_here", "too_many_guests", *_BUSY),
    "login": ("wrong_name_or_password", *_BUSY),
    "logout": _BUSY,
    "me": (),
    "me.language": ("no_such_language", *_BUSY),
    "me.purse": _BUSY,
    "people": ("bad_cursor",),
    "people.add": ("name_is_taken", *_ONCE),
    "people.change": ("no_such_person", *_ONCE),
    "rounds": ("bad_cursor", *_BUSY),
    "rounds.one": _ROUND,
    "rounds.steps": ("round_of_unknown_rules", *_ROUND),
    "cashier.cash_out": (
        "play_money_is_not_paid",
        "bets_on_a_table",
        "nothing_to_cash_out",
        "number_is_taken",
        *_ONCE,
    ),
    "cashier.redeem": ("play_purse_takes_no_money", "play_money_is_not_paid", *_VOUCHER),
    "cashier.tip": ("no_such_table", "not_enough_credit", *_ONCE),
    "cashier.cash_in": ("no_such_person", "play_purse_takes_no_money", "amount_too_large", *_ONCE),
    "cashier.sell_voucher": ("amount_too_large", "number_is_taken", *_ONCE),
    "cashier.pay_voucher": ("play_money_is_not_paid", *_VOUCHER),
    "cashier.void_voucher": _VOUCHER,
    "cashier.confirm_hand_pay": (
        "voucher_code_mistyped",
        "no_such_hand_pay",
        "play_money_is_not_paid",
        *_ONCE,
    ),
    "cashier.cancel_hand_pay": ("voucher_code_mistyped", "no_such_hand_pay", *_ONCE),
    "cashier.hand_pays": _BUSY,
    "cashier.paper": ("voucher_code_mistyped", "no_such_voucher", "unavailable"),
    "calls": (),
    "calls.answer": ("no_such_call", *_ONCE),
    "calls.done": ("no_such_call", *_ONCE),
    "house.tables": _BUSY,
    "house.settings": ("no_such_table", *_BUSY),
    "house.record": ("no_such_round", "unavailable"),
    "house.open": ("table_exists", *_SETTINGS, *_ONCE),
    "house.change": ("not_the_same_table", *_SETTINGS, *_HOUSE),
    "house.close": _HOUSE,
    "house.pause": ("not_done_to_offers", "table_is_paused", "reason_is_missing", *_HOUSE),
    "house.resume": ("not_done_to_offers", "table_is_not_paused", *_HOUSE),
    "house.void": ("not_done_to_offers", "no_round_to_void", *_HOUSE),
    "house.duty": ("no_such_table", *_ONCE),
    "profiles": (),
    "profiles.upload": _UPLOAD,
    "profiles.one": ("no_such_profile",),
    "profiles.version": ("no_such_profile",),
    "jurisdictions": (),
    "jurisdictions.upload": _UPLOAD,
    "jurisdictions.one": ("no_such_profile",),
    "jurisdictions.version": ("no_such_profile",),
    "audit": ("bad_cursor", "unavailable"),
}
