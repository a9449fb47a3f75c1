"""Taking times: the best of several repeats, told as a rate and as a ratio to the first row of a table."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

SECONDS, REPEATS = 0.2, 5


@dataclass(frozen=True)
class Row:
    """One measurement: how often a second, of what."""

    name: str
    rate: float
    unit: str


def measured(name: str, unit: str, work: Callable[[], object], times: float = 1.0) -> Row:
    """Measure a function that does `times` units of work in each call."""
    work()
    calls, started = 0, time.perf_counter()
    while time.perf_counter() - started < SECONDS:
        work()
        calls += 1
    best = min(_batch(work, calls) for _ in range(REPEATS))
    return Row(name, times * calls / best, unit)


def _batch(work: Callable[[], object], calls: int) -> float:
    started = time.perf_counter()
    for _ in range(calls):
        work()
    return time.perf_counter() - started


def table(title: str, rows: list[Row]) -> str:
    """Return a table of rates and of ratios to the first row."""
    width = max(len(row.name) for row in rows)
    lines = [title]
    for row in rows:
        ratio = f"{row.rate / rows[0].rate:10.2f} x" if row.unit == rows[0].unit else ""
        lines.append(f"  {row.name:<{width}}  {row.rate:>14,.0f} {row.unit:<14} {ratio}")
    return "\n".join(lines)
