"""A voucher's code: nineteen digits of chance and a check digit. Where chance comes from is not known here.

The check digit is Damm's: any single wrong digit and any two neighbours swapped are noticed, so a
mistyped code is distinguished from one that does not exist.
"""

from __future__ import annotations

from typing import Final

DIGITS: Final = 20  # nineteen of chance, so that guessing finds none, and the check digit
CHANCE_BYTES: Final = 16  # far more than nineteen digits, so that all codes are equally likely

# H. M. Damm, Total anti-symmetrische Quasigruppen, 2004: weakly totally anti-symmetric, of order ten.
_DAMM: Final = (
    (0, 3, 1, 7, 5, 9, 8, 6, 4, 2),
    (7, 0, 9, 2, 1, 5, 4, 8, 6, 3),
    (4, 2, 0, 6, 8, 7, 1, 3, 5, 9),
    (1, 7, 5, 0, 9, 8, 3, 4, 2, 6),
    (6, 1, 2, 3, 0, 4, 5, 9, 7, 8),
    (3, 6, 7, 4, 2, 0, 9, 5, 8, 1),
    (5, 8, 6, 9, 7, 2, 0, 1, 3, 4),
    (8, 9, 4, 5, 3, 6, 2, 0, 1, 7),
    (9, 4, 3, 8, 6, 1, 7, 2, 0, 5),
    (2, 5, 8, 1, 4, 3, 6, 7, 9, 0),
)


def check_digit(digits: str) -> str:
    """The digit that makes these whole."""
    interim = 0
    for digit in digits:
        interim = _DAMM[interim][int(digit)]
    return str(interim)


def code_from(chance: bytes) -> str:
    """The code that these random bytes make."""
    if len(chance) < CHANCE_BYTES:
        raise ValueError(f"a voucher's code needs {CHANCE_BYTES} random bytes, not {len(chance)}")
    digits = str(int.from_bytes(chance, "big") % 10 ** (DIGITS - 1)).zfill(DIGITS - 1)
    return digits + check_digit(digits)


def read_code(written: str) -> str | None:
    """The code as it is kept, from one as it is typed; None where its check digit says it is mistyped."""
    digits = written.replace("-", "").replace(" ", "")
    if len(digits) != DIGITS or not (digits.isascii() and digits.isdigit()):
        return None
    return digits if check_digit(digits) == "0" else None
