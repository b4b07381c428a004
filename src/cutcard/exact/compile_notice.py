"""Tells whoever listens that a kernel is being compiled right now. Loads no numba, so that is cheap."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

_listeners: list[Callable[[], None]] = []


def notify() -> None:
    """A compile begins: tell everybody who listens."""
    for listener in tuple(_listeners):
        listener()


@contextmanager
def listening(listener: Callable[[], None]) -> Iterator[None]:
    """Have this called at the beginning of every compile, for as long as the context lasts."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)
