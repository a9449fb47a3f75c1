"""Operations as they were written before, read as they are written today."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

OLDER: Mapping[str, Mapping[str, str]] = {"rename": {"title": "name"}}
"""By operation: what an argument was called, and what it is called today."""


def in_todays_words(operation: Mapping[str, Any]) -> dict[str, Any]:
    """Return an operation with its arguments called as today; histories and programs may have older ones."""
    names = OLDER.get(str(operation.get("op")), {})
    return {new if (new := names.get(key)) and new not in operation else key: value for key, value in operation.items()}
