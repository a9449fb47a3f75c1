"""Which characteristics of profiles are columns of figures, in which order, and which are texts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from exports.document import Army

LONG_VALUE = 18
"""A characteristic with a longer value is a text and no column."""


def columns_of(army: Army, kind: str, rows: Iterable[Mapping[str, str]]) -> list[str]:
    """Return the characteristics that occur, in printed order; those that the document has no order for follow by name."""
    used = {key for row in rows for key in row}
    ordered = [key for key in army.columns.get(kind, ()) if key in used]
    return ordered + sorted(used - set(ordered))


def columns_and_texts(columns: Sequence[str], rows: Sequence[Mapping[str, str]]) -> tuple[list[str], list[str]]:
    """Return which characteristics are columns, and which are texts."""
    texts = [column for column in columns if is_text(row.get(column, "") for row in rows)]
    return [column for column in columns if column not in texts], texts


def is_text(values: Iterable[str]) -> bool:
    """Say whether the values of a characteristic are texts, too long for a column."""
    return any(len(value) > LONG_VALUE for value in values)
