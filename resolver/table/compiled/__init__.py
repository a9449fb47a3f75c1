"""Loops over models, lines and paths that are compiled by Numba: geometry is most of what a battle works out.

Models are given as `Bodies.data`, an array of shape (8, n) whose rows are X to EXTENT below. Everything here is pure and
takes arrays and numbers only. Compiled code is kept on disk, for exactly these sources: beside the modules, else below the
data folder, else among the temporary files (`folder`); `make clean` removes what is beside the modules.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import config, njit

from resolver.table.compiled.folder import find_folder

X, Y, Z, FACING, HALF, RADIUS, HEIGHT, EXTENT = range(8)
"""The rows of a body: where it stands, half length of the middle line, radius; height for sight and for measuring."""
EPSILON = 1e-6

Function = TypeVar("Function", bound=Callable[..., Any])


logger = logging.getLogger("muster")


def _folder() -> str:
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


config.CACHE_DIR = config.CACHE_DIR or _folder()  # type: ignore[attr-defined]
KEEPS = bool(config.CACHE_DIR)  # type: ignore[attr-defined]


def compiled(function: Function) -> Function:
    """Compile a function when it is first called with such arguments, and keep the result on disk."""
    return cast(Function, njit(cache=KEEPS, nogil=True, error_model="numpy")(function))


def inlined(function: Function) -> Function:
    """Compile a function into each that calls it: to hand arrays on may take longer than what is worked out from them."""
    return cast(Function, njit(cache=KEEPS, nogil=True, error_model="numpy", inline="always")(function))
