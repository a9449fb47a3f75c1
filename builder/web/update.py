"""Before a force moves to the newest version of its catalogue: what would change in the roster."""

from __future__ import annotations

from flask import Blueprint, Response

from builder.api.current import services
from builder.operations import nodes
from builder.web.rendering import page
from datasheets.closure import UnknownCatalogue
from datasheets.evaluation.tree import Force

blueprint = Blueprint("update", __name__)


@blueprint.get("/rosters/<id:roster>/update/<id:force>")
def show(roster: str, force: str) -> Response:
    """Show what the newest version of a force's catalogue would make of a roster."""
    update = services().updates.of(roster, force)
    stored = services().rosters.get(roster).roster
    return page(
        "update.html",
        row=update.row,
        system=update.before.system,
        force=nodes.find_force(stored, force, "/force"),
        update=update,
        operations=update.operations,
        names={unit.uid: unit.title or unit.name for unit in stored.units()},
    )


def is_outdated(force: Force) -> bool:
    """Say whether a force stands on another version of its catalogue than the newest."""
    try:
        return services().catalogues.closure(force.catalogue).digest != force.pin
    except UnknownCatalogue:
        return False
