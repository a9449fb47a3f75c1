"""A report as plain data: the one shape in which the API, the command line and pages show what became of a list."""

from __future__ import annotations

from dataclasses import asdict
from decimal import Decimal
from typing import Any

from builder.placing.report import Match, Report, Total


def report_data(report: Report) -> dict[str, Any]:
    """Return a report, ready for `json.dumps`."""
    return {
        "format": report.listed.format,
        "name": report.listed.name,
        "forces": [asdict(force) | {"other_revision": force.other_revision} for force in report.forces],
        "editions": [asdict(edition) for edition in report.editions],
        "matched": {how: report.count(how) for how in ("id", "segment", "name", "keyword", "none")},
        "read_as": [_match(match) | {"entry": match.entry, "how": match.how} for match in report.read_otherwise],
        "open": [_match(match) | {"entries": match.others + 1} for match in report.open],
        "unplaced": [_match(match) for match in report.unplaced],
        "unread": [{"place": str(line.place), "text": line.text} for line in report.unread],
        "totals": [_total(total) for total in report.totals],
    }


def stated_costs(report: Report) -> dict[str, int | float]:
    """Return the totals that the list states, by the name of the cost."""
    return {total.name: amount(total.stated) for total in report.totals}


def unplaced_data(report: Report) -> list[dict[str, Any]]:
    """Return the selections that no catalogue has."""
    return [_match(match) for match in report.unplaced]


def amount(value: Decimal) -> int | float:
    """Return a decimal as a JSON number."""
    return int(value) if value == value.to_integral_value() else float(value)


def _match(match: Match) -> dict[str, Any]:
    return {
        "selection": match.uid,
        "name": match.listed.name,
        "number": match.listed.number,
        "unit": match.unit,
        "place": str(match.listed.place),
    }


def _total(total: Total) -> dict[str, Any]:
    causes = [
        {
            "selection": cause.uid,
            "name": cause.name,
            "stated": amount(cause.stated),
            "ours": amount(cause.ours),
            "why": cause.why,
        }
        for cause in total.causes
    ]
    return {"cost": total.name, "stated": amount(total.stated), "ours": amount(total.ours), "causes": causes}
