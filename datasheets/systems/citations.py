"""What a system's data cite of its rulebook."""

from __future__ import annotations

from collections.abc import Iterator

from datasheets.systems import rulebook, system

CITATIONS = ("rule", "total_rule", "table_rule", "rounds_rule", "decision")
NAMES = "words"
"""The system's own names of things, which cite nothing."""


def unknown_citations(id: str) -> list[str]:
    """Return the ids that a system's data cite and that its rulebook does not have."""
    found = system(id)
    cited = {*_citations(found.document()), *found.severity, *found.datasheet_rules.values()}
    return sorted(each for each in cited if each and each not in rulebook(id).ids)


def _citations(value: object) -> Iterator[str]:
    """Every id of a rule or decision that a document names."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == NAMES:
                continue
            if key in CITATIONS:
                yield inner or ""
            elif key == "rules":
                yield from inner.values() if isinstance(inner, dict) else inner
            else:
                yield from _citations(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _citations(inner)
