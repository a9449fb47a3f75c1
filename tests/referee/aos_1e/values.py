"""What the modifiers of a roll in the log come to, and by which rules and abilities."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any


def add_up(rows: Iterable[Mapping[str, Any]], what: str = "roll") -> tuple[int | None, Counter[str]]:
    """What modifiers of a roll add up to (None where one does not add), and how much each rule adds."""
    total: int | None = 0
    by_rule: Counter[str] = Counter()
    for row in rows:
        if row["what"] != what:
            continue
        try:
            by = int(row["by"])
        except ValueError:
            total = None
            continue
        by_rule[row.get("rule") or row.get("characteristic") or ""] += by
        total = None if total is None else total + by
    return total, by_rule
