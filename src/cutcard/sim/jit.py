"""Compiling, or not: kernels are plain functions, and numba is loaded only where it pays. Counts nothing.

Loading numba and its cache takes seconds; a small run is done by then. So a kernel module
is read in one of two ways: as it stands, or with every function compiled.

What numba keeps on disk is made anew when the file of a function changes, not when one that it calls does:
after work on a kernel, remove ``__pycache__``.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any

_compiling = False


def compiling() -> bool:
    """Whether the module being read is to be compiled."""
    return _compiling


def njit(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compiles a kernel function where its module is read to be compiled."""
    if not _compiling:
        return function
    from cutcard.exact.compiling import njit as compiled

    made: Callable[..., Any] = compiled(nogil=True, boundscheck=False)(function)
    return made


MODULES = ("words_kernel", "round_kernel", "bets_kernel")
"""The kernel modules, each after those it uses."""


@cache
def kernels(*, compiled: bool) -> ModuleType:
    """The kernels of rounds with bets, compiled or plain. Both may be loaded side by side."""
    global _compiling  # noqa: PLW0603  # a decorator cannot be given an argument by its importer
    before, _compiling = _compiling, compiled
    names = [f"cutcard.sim.{name}" for name in MODULES]
    kept = {name: sys.modules.pop(name, None) for name in names}
    try:
        read = [importlib.import_module(name) for name in names]
    finally:
        _compiling = before
        for name, module in kept.items():
            sys.modules.pop(name, None)
            if module is not None:
                sys.modules[name] = module
    return read[-1]
