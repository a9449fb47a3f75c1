"""The versions of the roster document and the road from each older one to the newest.

A new version adds its number here and a step `{older: function from its data to the next version's data}`; the golden
documents of every version keep the road open.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from datasheets.problems import DocumentError, Problem

FORMAT = "muster.roster"
NEWEST = 1
STEPS: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}


def upgraded(data: object) -> dict[str, Any]:
    """Return the data of a document of any known version as data of the newest.

    Raises:
        DocumentError: It names no version, or one that this Muster does not know.
    """
    if not isinstance(data, dict):
        raise DocumentError((Problem("", "A roster document is a JSON object in braces, { }."),))
    version = _version(data.get("schema"))
    for step in range(version, NEWEST):
        data = STEPS[step](data)
    return data


def _version(schema: object) -> int:
    written = schema if isinstance(schema, str) else ""
    name, _, number = written.partition("/")
    if name != FORMAT or not (number.isascii() and number.isdigit() and len(number) < 7):
        raise _refusal(f'This is no roster document: "schema" is not "{FORMAT}/{NEWEST}".')
    if int(number) > NEWEST:
        raise _refusal(
            f"This document is of version {int(number)}; this Muster reads up to version {NEWEST}. Use a newer Muster."
        )
    if f"{FORMAT}/{int(number)}" != schema or int(number) < 1:
        raise _refusal(f'There never was a version "{number}" of {FORMAT}.')
    return int(number)


def _refusal(message: str) -> DocumentError:
    return DocumentError((Problem("/schema", message),))
