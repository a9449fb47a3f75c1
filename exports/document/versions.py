"""The versions of the roster document and the road from each older one to the newest.

A new version adds its number here and a step `{older: function from its data to the next version's data}`; the golden
documents of every version keep the road open.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from datasheets.problems import refused
from datasheets.words import Said

FORMAT = "muster.roster"
NEWEST = 1
STEPS: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}


def upgraded(data: object) -> dict[str, Any]:
    """Return the data of a document of any known version as data of the newest.

    Raises:
        DocumentError: It names no version, or one that this Muster does not know.
    """
    if not isinstance(data, dict):
        raise refused("", Said("refused.document.object"))
    version = _version(data.get("schema"))
    for step in range(version, NEWEST):
        data = STEPS[step](data)
    return data


def _version(schema: object) -> int:
    written = schema if isinstance(schema, str) else ""
    name, _, number = written.partition("/")
    if name != FORMAT or not (number.isascii() and number.isdigit() and len(number) < 7):
        raise refused("/schema", Said("refused.document.schema", {"wanted": f"{FORMAT}/{NEWEST}"}))
    if int(number) > NEWEST:
        raise refused("/schema", Said("refused.document.newer", {"found": int(number), "newest": NEWEST}))
    if f"{FORMAT}/{int(number)}" != schema or int(number) < 1:
        raise refused("/schema", Said("refused.document.never", {"found": number, "format": FORMAT}))
    return int(number)
