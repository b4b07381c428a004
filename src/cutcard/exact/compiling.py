"""Compiling kernels, and where the compiled ones are kept: beside their source, else in a cache folder.

Numba keeps them in NUMBA_CACHE_DIR, in the package's own folder or in the user's cache folder, and fails
where it can write to none of these, as for a service that has no home. Then they are kept in our own cache
folder, or only in memory: compiling takes ten seconds more at every start, and nothing fails.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import config
from numba import njit as compiled
from numba.core import event

from cutcard.exact.cache import KERNELS, folder, is_writable
from cutcard.exact.compile_notice import notify


class _Listener(event.Listener):
    """Passes on that a compile begins; a kernel that is found in a cache is not compiled."""

    def on_start(self, event: Any) -> None:  # noqa: ARG002  # numba's shape
        notify()

    def on_end(self, event: Any) -> None:
        pass


event.register("numba:compile", _Listener())  # type: ignore[no-untyped-call]  # numba has no types


def njit(**options: Any) -> Callable[[Callable[..., Any]], Any]:
    """Numba's decorator: a function is compiled when it is first called, and kept if that is possible."""

    def decorate(function: Callable[..., Any]) -> Any:
        try:
            return _renewing(compiled(cache=True, **options)(function))
        except RuntimeError:  # numba's way to say that it can write nowhere
            return _keep_elsewhere(function, options)

    return decorate


def _keep_elsewhere(function: Callable[..., Any], options: dict[str, Any]) -> Any:
    place = folder()
    if place is None or not is_writable(place / KERNELS):
        return compiled(**options)(function)
    config.CACHE_DIR = str(place / KERNELS)  # type: ignore[attr-defined]  # numba makes these by name
    return _renewing(compiled(cache=True, **options)(function))


def _renewing(kernel: Any) -> Any:
    """Compiles anew what was kept by a version of ours with named tuples that are called otherwise by now."""
    cache = kernel._cache  # noqa: SLF001  # numba asks only whether the file changed, and after it has read all
    load = cache.load_overload

    def load_overload(*asked: Any) -> Any:
        try:
            return load(*asked)
        except AttributeError:
            cache.flush()
            return None

    cache.load_overload = load_overload
    return kernel
