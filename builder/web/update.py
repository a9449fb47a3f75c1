"""Before a force moves to the newest version of its catalogue: what would change in the roster, unit by unit."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass

from flask import Blueprint, Response

from builder.api.current import services
from builder.operations import nodes
from builder.rules.settling import identity
from builder.services.errors import NotFound
from builder.services.judging import Judged
from builder.web.rendering import amount, page
from datasheets.closure import UnknownCatalogue
from datasheets.evaluation.finding import Finding, Operation
from datasheets.evaluation.tree import Force

blueprint = Blueprint("update", __name__)


@dataclass(frozen=True, slots=True)
class Changed:
    """A unit whose cost changes, or whose datasheet is gone (`after` is "")."""

    name: str
    before: str
    after: str


@blueprint.get("/rosters/<id:roster>/update/<id:force>")
def show(roster: str, force: str) -> Response:
    """Show what the newest version of a force's catalogue would make of a roster."""
    found = services().rosters.get(roster)
    _, before = services().rosters.judge(roster)
    chosen = next((each for each in nodes.forces(found.roster) if each.uid == force), None)
    if chosen is None:
        raise NotFound(f"roster {roster!r} has no force {force!r}")
    operations = moving(chosen)
    after = services().rosters.preview(roster, operations) if operations else before
    known = {identity(each) for each in before.judgement.findings}
    left = {identity(each) for each in after.judgement.findings}
    return page(
        "update.html",
        row=found.row,
        system=before.system,
        force=chosen,
        operations=operations,
        before=before.summary,
        after=after.summary,
        units=list(_changed(before, after)),
        new=_only(after.judgement.findings, known),
        gone=_only(before.judgement.findings, left),
    )


def moving(force: Force) -> list[Operation]:
    """Return the edit that moves a force to the newest version of its catalogue; nothing where it is there already."""
    try:
        newest = services().catalogues.closure(force.catalogue).digest
    except UnknownCatalogue:
        return []
    return [] if newest == force.pin else [{"op": "move-pin", "force": force.uid, "digest": newest}]


def _changed(before: Judged, after: Judged) -> Iterator[Changed]:
    cost = before.system.size.cost
    for uid, unit in before.judgement.units.items():
        old, new = before.evaluation.by_uid[uid], after.evaluation.by_uid[uid]
        costs = amount(old.total_costs.get(cost)), amount(new.total_costs.get(cost))
        if new.missing != old.missing:
            yield Changed(unit.name, costs[0], "")
        elif costs[0] != costs[1]:
            yield Changed(unit.name, *costs)


def _only(findings: tuple[Finding, ...], known: Container[object]) -> list[Finding]:
    return [each for each in findings if identity(each) not in known]
