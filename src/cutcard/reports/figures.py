"""How a number is printed, from the exact value straight to its digits. Knows no sheet and no format.

A fraction is rounded once, in whole numbers, half away from zero; no float comes in between.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

MINUS: Final = "\N{MINUS SIGN}"
SPACE: Final = "\N{NO-BREAK SPACE}"
NEVER: Final = "never"

_RAISED: Final = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


def decimal(value: Fraction, digits: int) -> str:
    """The value with this many digits after the point, thousands set apart."""
    scaled = abs(value) * 10**digits
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    before, after = divmod(whole, 10**digits)
    sign = MINUS if value < 0 and whole else ""
    return f"{sign}{before:,}" + (f".{after:0{digits}}" if digits else "")


def percent(value: Fraction, digits: int = 4) -> str:
    """The value as a percentage."""
    return f"{decimal(value * 100, digits)}{SPACE}%"


def whole_number(number: int) -> str:
    """A whole number, thousands set apart."""
    return decimal(Fraction(number), 0)


_LONG: Final = 10**21


def count(number: int) -> str:
    """A count: all its digits as long as a table has room for them, else the first seven."""
    if number < _LONG:
        return whole_number(number)
    power = len(str(number)) - 1
    return f"{decimal(Fraction(number, 10**power), 6)} × 10{superscript(power)}"


def exact(value: Fraction) -> str:
    """The value in lowest terms, as it can be copied into a calculator."""
    return f"{value.numerator}/{value.denominator}"


def one_in(probability: Fraction) -> str:
    """How many trials there are to one hit, on average."""
    return decimal(1 / probability, 2) if probability else NEVER


def superscript(power: int) -> str:
    """A power as it is set above the line."""
    return str(power).translate(_RAISED)


def scientific(value: float) -> str:
    """A small number by its first digits and its power of ten."""
    if value == 0:
        return "0"
    digits, _, power = f"{value:.1e}".partition("e")
    return f"{digits.replace('-', MINUS)} × 10{superscript(int(power))}"
