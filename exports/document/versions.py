"""The versions of the roster document and the road from each older one to the newest.

A new version adds its number here and a step `{older: function from its data to the next version's data}`; the golden
documents of every version keep the road open.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from datasheets.problems import document_error
from datasheets.words import Message

FORMAT = "muster.roster"
NEWEST = 3
KNOWN = tuple(f"{FORMAT}/{version}" for version in range(1, NEWEST + 1))
"""What `schema` says in every version that is read."""


def upgrade(data: object) -> dict[str, Any]:
    """Return the data of a document of any known version as data of the newest.

    Raises:
        DocumentError: It names no version, or one that this Muster does not know.
    """
    if not isinstance(data, dict):
        raise document_error("", Message("refused.document.object"))
    version = _version(data.get("schema"))
    for step in range(version, NEWEST):
        data = STEPS[step](data)
    return data


def _version(schema: object) -> int:
    written = schema if isinstance(schema, str) else ""
    name, _, number = written.partition("/")
    if name != FORMAT or not (number.isascii() and number.isdigit() and len(number) < 7):
        raise document_error("/schema", Message("refused.document.schema", {"wanted": f"{FORMAT}/{NEWEST}"}))
    if int(number) > NEWEST:
        raise document_error("/schema", Message("refused.document.newer", {"found": int(number), "newest": NEWEST}))
    if f"{FORMAT}/{int(number)}" != schema or int(number) < 1:
        raise document_error("/schema", Message("refused.document.never", {"found": number, "format": FORMAT}))
    return int(number)


def _not_judged(data: dict[str, Any]) -> dict[str, Any]:
    """Return a document of version 1 as one of version 2: legal by the data alone became not judged."""
    data = {**data, "schema": f"{FORMAT}/2"}
    judgement = data.get("judgement")
    if not isinstance(judgement, dict) or judgement.get("legal") is not True:
        return data
    findings = judgement.get("findings")
    codes = [each.get("code") for each in findings if isinstance(each, dict)] if isinstance(findings, list) else []
    return {**data, "judgement": {**judgement, "legal": None}} if "system.no-army-rules" in codes else data


def _more_parts(data: dict[str, Any]) -> dict[str, Any]:
    """Return a document of version 2 as one of version 3, which may say more of units and says nothing otherwise."""
    return {**data, "schema": f"{FORMAT}/3"}


STEPS: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {1: _not_judged, 2: _more_parts}
