"""Cutcard: electronic tables for blackjack and baccarat.

Each folder is a room that says what it knows. This file knows which version they are, and where the public
functions are: each is loaded when it is first named, so that `import cutcard` stays light.
"""

__version__ = "0.1.0"

__all__ = [
    "BadQuestion",
    "__version__",
    "compare",
    "deal",
    "design",
    "par",
    "roads",
    "simulate",
    "strategy",
    "sweep",
]


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if name == "BadQuestion":
        return import_module("cutcard.analysis.refusal").BadQuestion
    try:
        return getattr(import_module(f"cutcard.analysis.public.{name}"), name)
    except ImportError as wrong:
        parts = import_module("cutcard.analysis.parts")
        line = parts.missing_part(wrong)
        if line is None:
            raise
        raise parts.PartMissing(line) from None


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
