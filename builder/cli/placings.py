"""What became of a list of another program, as lines to read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from builder.cli.words import language, say
from builder.placing import telling
from builder.placing.report import Report

MOST_SHOWN = 20


def placing_lines(report: Report) -> Iterator[str]:
    """Yield the report on one list, the most important first; what matched as it stands is only counted."""
    yield telling.title(report, language())
    yield from _some(telling.forces(report, language()))
    yield f"  {telling.match_count(report, language())}"
    for tell in (telling.unplaced_lines, telling.read_otherwise, telling.left_open, telling.unread):
        yield from _some(tell(report, language()))
    for each in report.totals:
        sentence, causes = telling.total(each, language())
        yield f"  {sentence}"
        yield from (f"  {line}" for line in _some(causes))


def _some(lines: Iterable[str]) -> Iterator[str]:
    found = list(lines)
    yield from (f"  {line}" for line in islice(found, MOST_SHOWN))
    if len(found) > MOST_SHOWN:
        yield f"  {say('placing.more', {'count': len(found) - MOST_SHOWN})}"
