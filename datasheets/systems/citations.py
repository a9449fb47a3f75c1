"""What a system's data cite of its rulebook."""

from __future__ import annotations

from collections.abc import Iterator

from datasheets.systems import rulebook, system

CITATIONS = ("rule", "total_rule", "table_rule", "rounds_rule", "decision")


def unknown_citations(id: str) -> list[str]:
    """Return the ids that a system's data cite and that its rulebook does not have."""
    found = system(id)
    return sorted({*_citations(found.document()), *found.severity} - rulebook(id).ids)


def _citations(value: object) -> Iterator[str]:
    """Every id of a rule or decision that a document names."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in CITATIONS and inner:
                yield inner
            elif key == "rules":
                yield from inner.values() if isinstance(inner, dict) else inner
            else:
                yield from _citations(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _citations(inner)
