"""Plain JSON values out of whatever rules compute with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

_AS_THEY_ARE = frozenset({str, int, bool, type(None)})


def plain(value: Any) -> Any:
    """Return NumPy numbers and arrays, tuples and read-only mappings as plain JSON values, whole numbers as integers."""
    kind = type(value)
    if kind is float:
        return int(value) if value.is_integer() else value
    if kind in _AS_THEY_ARE:
        return value
    if kind is list:
        if value and type(value[0]) is float:  # a pose, of which there are most
            return [(int(item) if item.is_integer() else item) if type(item) is float else plain(item) for item in value]
        return [item if type(item) in _AS_THEY_ARE else plain(item) for item in value]
    if kind is dict:
        return {key: item if type(item) in _AS_THEY_ARE else plain(item) for key, item in value.items()}
    if isinstance(value, str | int):
        return value
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, np.ndarray | np.generic):
        return plain(value.tolist())
    raise TypeError(f"{type(value).__name__} is no JSON value")
