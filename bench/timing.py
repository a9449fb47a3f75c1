"""Taking times of the processor, so that other work on the machine hardly matters: the best of several repeats.

They are told as a rate and as a ratio to the first row of a table.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass

SECONDS, REPEATS = 0.2, 5


@dataclass(frozen=True)
class Measurement:
    """One measurement: how often a second, of what."""

    name: str
    rate: float
    unit: str


def measure(
    name: str, unit: str, work: Callable[[], object], times: float = 1.0, *, calls: int = 0, repeats: int = REPEATS
) -> Measurement:
    """Measure a function that does `times` units of work in each call.

    `calls` is how often it is called in each repeat; as often as goes into a fifth of a second if it is not given.
    """
    if not calls:
        work()
        started = time.process_time()
        while time.process_time() - started < SECONDS:
            work()
            calls += 1
    gc.collect()
    gc.freeze()  # the program itself, which is not what is measured, is not looked through again and again
    best = min(_batch(work, calls) for _ in range(repeats))
    gc.unfreeze()
    return Measurement(name, times * calls / best, unit)


def _batch(work: Callable[[], object], calls: int) -> float:
    started = time.process_time()
    for _ in range(calls):
        work()
    return time.process_time() - started


def table(title: str, rows: list[Measurement]) -> str:
    """Return a table of rates and of ratios to the first row."""
    width = max(len(row.name) for row in rows)
    lines = [title]
    for row in rows:
        ratio = f"{_figure(row.rate / rows[0].rate):>10} x" if row.unit == rows[0].unit else ""
        lines.append(f"  {row.name:<{width}}  {_figure(row.rate):>14} {row.unit:<14} {ratio}")
    return "\n".join(lines)


def _figure(rate: float) -> str:
    return f"{rate:,.0f}" if rate >= 100 else f"{rate:.3g}"
