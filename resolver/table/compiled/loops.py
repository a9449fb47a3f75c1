"""Functions that Numba compiles, all together, when one of them is first called: whoever only loads them needs no Numba."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import update_wrapper
from hashlib import sha256
from pathlib import Path
from threading import RLock
from typing import Any, TypeVar, cast

from resolver.table.compiled.folder import find_folder

Function = TypeVar("Function", bound=Callable[..., Any])

logger = logging.getLogger("muster")
_FEW = ContextVar("few", default=False)
_LOCK = RLock()
_WAITING: list[Loop] = []


class Loop:
    """A function that was not compiled yet. `options` are those of `numba.njit`."""

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        update_wrapper(self, function)
        self.function, self.options = function, options
        self.made: Callable[..., Any] | None = None

    def __call__(self, *values: Any) -> Any:
        """Compile all loops and call this one; where few calls are to come, call it as it is written."""
        if self.made is None and _FEW.get():
            return self.function(*values)
        if self.made is None:
            _make_all()
        return cast(Callable[..., Any], self.made)(*values)


def compiled(function: Function) -> Function:
    """Compile a function when it is first called with such arguments, and keep the result on disk."""
    return _loop(function)


def inlined(function: Function) -> Function:
    """Compile a function into each that calls it: to hand arrays on may take longer than what is worked out from them."""
    return _loop(function, inline="always")


@contextmanager
def few_calls() -> Iterator[None]:
    """Let loops that were not compiled yet run as they are written: to load Numba takes as long as thousands of calls."""
    token = _FEW.set(True)
    try:
        yield
    finally:
        _FEW.reset(token)


def _loop(function: Function, **options: Any) -> Function:
    loop = Loop(function, options)
    with _LOCK:
        _WAITING.append(loop)
    return cast(Function, loop)


def _make_all() -> None:
    """Compile what waits, and put it in the place of its loops wherever these were imported to: loops call loops."""
    with _LOCK:
        from numba import config, njit

        config.CACHE_DIR = config.CACHE_DIR or compiled_folder()  # type: ignore[attr-defined]
        keeps = bool(config.CACHE_DIR)  # type: ignore[attr-defined]
        for loop in _WAITING:
            loop.made = njit(cache=keeps, nogil=True, error_model="numpy", **loop.options)(loop.function)
        _WAITING.clear()
        for module in [module for name, module in sys.modules.items() if name.startswith("resolver.")]:
            for name, value in list(vars(module).items()):
                if isinstance(value, Loop):
                    setattr(module, name, value.made)


def compiled_folder() -> str:
    """Return the folder for code compiled from exactly these sources, "" where there is none.

    A loop holds those that it calls, so all change together.
    """
    here = Path(__file__).parent
    sources = b"".join(file.read_bytes() for file in sorted(here.glob("*.py")))
    found = find_folder(here, sha256(sources).hexdigest()[:16], os.environ)
    if found is None:
        logger.warning(
            "Compiled code cannot be kept: no folder can be written to, so each start compiles anew for a minute."
        )
    return str(found or "")
