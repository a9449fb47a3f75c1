"""What became of a list of another program, as lines to read."""

from __future__ import annotations

from collections.abc import Iterator

from builder.placing import Report
from builder.placing.plain import amount
from builder.placing.report import Total
from datasheets.words import say

MOST_SHOWN = 20


def placing_lines(report: Report) -> Iterator[str]:
    """Yield the report on one list, the most important first; what matched as it stands is only counted."""
    listed = report.listed
    yield say("placing.title", {"name": listed.name, "format": say(f"placing.format.{listed.format}")})
    for force in report.forces:
        values = {"force": force.name, "catalogue": force.found or force.wanted}
        if not force.found:
            yield "  " + say("placing.force.missing", values)
        elif force.other_revision:
            yield "  " + say("placing.force.revision", {**values, "wanted": force.revision, "found": force.found_revision})
    yield "  " + say("placing.matched", {"count": len(report.matches) - len(report.unplaced), "all": len(report.matches)})
    for match in report.unplaced[:MOST_SHOWN]:
        yield "  " + say("placing.unplaced", {"name": match.listed.name, "unit": match.unit})
    for match in report.read_otherwise[:MOST_SHOWN]:
        yield "  " + say("placing.read-as", {"name": match.listed.name, "entry": match.entry, "unit": match.unit})
    for line in report.unread[:MOST_SHOWN]:
        yield "  " + say("placing.unread", {"place": line.place, "text": line.text[:100]})
    for total in report.totals:
        yield from (f"  {line}" for line in _total(total))


def _total(total: Total) -> Iterator[str]:
    values = {"cost": total.name, "stated": amount(total.stated), "ours": amount(total.ours)}
    yield say("placing.total.differs" if total.difference else "placing.total.same", values)
    for cause in total.causes[:MOST_SHOWN]:
        values = {"name": cause.name, "stated": amount(cause.stated), "ours": amount(cause.ours)}
        yield "  " + say(f"placing.cause.{cause.why}", values)
