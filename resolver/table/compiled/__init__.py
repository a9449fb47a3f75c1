"""Loops over models, lines and paths that are compiled by Numba: geometry is most of what a battle works out.

Models are given as `Bodies.data`, an array of shape (8, n) whose rows are X to EXTENT below. Everything here is pure and
takes arrays and numbers only. Compiled code is kept on disk beside the modules, for exactly these sources; `make clean`
removes it.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import config, njit

X, Y, Z, FACING, HALF, RADIUS, HEIGHT, EXTENT = range(8)
"""The rows of a body: where it stands, half length of the middle line, radius; height for sight and for measuring."""
EPSILON = 1e-6

Function = TypeVar("Function", bound=Callable[..., Any])


def _kept() -> str:
    """The folder for code compiled from exactly these sources: a loop holds those that it calls, so all change together."""
    here = Path(__file__).parent
    sources = b"".join(file.read_bytes() for file in sorted(here.glob("*.py")))
    return str(here / "__pycache__" / sha256(sources).hexdigest()[:16])


config.CACHE_DIR = config.CACHE_DIR or _kept()  # type: ignore[attr-defined]


def compiled(function: Function) -> Function:
    """Compile a function when it is first called with such arguments, and keep the result on disk."""
    return cast(Function, njit(cache=True, nogil=True, error_model="numpy")(function))


def inlined(function: Function) -> Function:
    """Compile a function into each that calls it: to hand arrays on may take longer than what is worked out from them."""
    return cast(Function, njit(cache=True, nogil=True, error_model="numpy", inline="always")(function))
