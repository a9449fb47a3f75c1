"""What became of a list of another program, as lines to read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from builder.placing import Report, telling
from datasheets.words import say

MOST_SHOWN = 20


def placing_lines(report: Report) -> Iterator[str]:
    """Yield the report on one list, the most important first; what matched as it stands is only counted."""
    yield telling.title(report)
    yield from _some(telling.forces(report))
    yield f"  {telling.matched(report)}"
    for tell in (telling.unplaced, telling.read_otherwise, telling.unread):
        yield from _some(tell(report))
    for each in report.totals:
        sentence, causes = telling.total(each)
        yield f"  {sentence}"
        yield from (f"  {line}" for line in _some(causes))


def _some(lines: Iterable[str]) -> Iterator[str]:
    found = list(lines)
    yield from (f"  {line}" for line in islice(found, MOST_SHOWN))
    if len(found) > MOST_SHOWN:
        yield f"  {say('placing.more', {'count': len(found) - MOST_SHOWN})}"
