"""`/rosters`: made, edited by operations, undone, judged."""

from __future__ import annotations

from typing import Any

from flask import Response, url_for
from flask.views import MethodView

from builder.api.answers import VERSION_HEADER, creation, named_version, with_tag
from builder.api.bodies import Blueprint
from builder.api.current import services
from builder.api.fields import Paged, page_values
from builder.api.filters import refuse_unknown
from builder.api.findings import JudgementSchema, judgement_json
from builder.api.roster_shapes import (
    Copy,
    Edit,
    NewRoster,
    PreviewSchema,
    Restore,
    RosterItemSchema,
    RosterQuery,
    RosterSchema,
    Shelf,
    StepSchema,
    VersionName,
    refuse_unknown_system,
)
from builder.api.schemas import page_of
from builder.api.updates import RosterUpdateSchema, update_json
from builder.operations.roster_json import roster_to_json
from builder.services.places import point_at
from builder.services.rosters import RosterAnswer
from builder.store.rosters import RosterRow

blueprint = Blueprint("rosters", __name__, url_prefix="/rosters", description="Army lists, edited by operations.")


@blueprint.route("")
class Rosters(MethodView):
    """All rosters."""

    @blueprint.arguments(RosterQuery, location="query")
    @blueprint.response(200, page_of(RosterItemSchema))
    def get(self, query: dict[str, Any]) -> Any:
        """List the rosters, the last changed first."""
        return refuse_unknown(services().rosters.page(**page_values(query, start=None)), query).map(item)

    @blueprint.arguments(NewRoster)
    @blueprint.response(201, RosterSchema)
    @blueprint.alt_response(200, schema=RosterSchema, description="The roster that stands at this document already.")
    def post(self, body: dict[str, Any]) -> Response:
        """Make a roster; of a document that one stands at already only if it is wanted `again`: else 200 and that one."""
        if body["document"] is None:
            made, is_new = _create(body), True
        else:
            with point_at("/document"):
                made, is_new = services().rosters.add_document(body["document"], again=body["again"])
        return creation(answer(made), made.row.version) if is_new else with_tag(answer(made), made.row.version)


@blueprint.route("/<id:roster>")
class Roster(MethodView):
    """One roster."""

    @blueprint.response(200, RosterSchema)
    def get(self, roster: str) -> Response:
        """Read a roster."""
        found = services().rosters.get(roster)
        return with_tag(answer(found), found.row.version)

    @blueprint.doc(parameters=[VERSION_HEADER])
    @blueprint.response(204)
    def delete(self, roster: str) -> None:
        """Delete a roster with its history."""
        services().rosters.delete(roster, _version(roster))


@blueprint.route("/<id:roster>/operations")
class Operations(MethodView):
    """Edits of one roster."""

    @blueprint.doc(parameters=[VERSION_HEADER])
    @blueprint.arguments(Edit)
    @blueprint.response(200, RosterSchema)
    def post(self, body: dict[str, Any], roster: str) -> Response:
        """Run operations on a roster: all of them, or none."""
        with point_at("/operations"):
            return _edit_answer(services().rosters.apply(roster, _version(roster), body["operations"]))


@blueprint.route("/<id:roster>/preview")
class Preview(MethodView):
    """Edits that are not made."""

    @blueprint.arguments(Edit)
    @blueprint.response(200, PreviewSchema)
    def post(self, body: dict[str, Any], roster: str) -> Any:
        """Say what operations would make of a roster; nothing is stored."""
        with point_at("/operations"):
            judged = services().rosters.preview(roster, body["operations"])
        return {"tree": roster_to_json(judged.roster), **judgement_json(judged.verdict)}


@blueprint.route("/<id:roster>/undo")
class Undo(MethodView):
    """One step back."""

    @blueprint.doc(parameters=[VERSION_HEADER])
    @blueprint.response(200, RosterSchema)
    def post(self, roster: str) -> Response:
        """Take back the last edit."""
        return _edit_answer(services().rosters.undo(roster, _version(roster)))


@blueprint.route("/<id:roster>/redo")
class Redo(MethodView):
    """One step forward."""

    @blueprint.doc(parameters=[VERSION_HEADER])
    @blueprint.response(200, RosterSchema)
    def post(self, roster: str) -> Response:
        """Do again what was taken back."""
        return _edit_answer(services().rosters.redo(roster, _version(roster)))


@blueprint.route("/<id:roster>/restore")
class Restored(MethodView):
    """Any step, in whatever branch."""

    @blueprint.doc(parameters=[VERSION_HEADER])
    @blueprint.arguments(Restore)
    @blueprint.response(200, RosterSchema)
    def post(self, body: dict[str, Any], roster: str) -> Response:
        """Let a roster stand at any step of its history."""
        return _edit_answer(services().rosters.restore(roster, _version(roster), body["step"]))


@blueprint.route("/<id:roster>/history")
class HistoryOfRoster(MethodView):
    """What was done to one roster."""

    @blueprint.arguments(Paged, location="query")
    @blueprint.response(200, page_of(StepSchema))
    def get(self, query: dict[str, Any], roster: str) -> Any:
        """List the steps of a roster's history, oldest first; an edit after an undo starts a branch."""
        return services().rosters.history(roster, **page_values(query))


@blueprint.route("/<id:roster>/history/<number:step>")
class Version(MethodView):
    """One step of a roster's history."""

    @blueprint.arguments(VersionName)
    @blueprint.response(204)
    def put(self, body: dict[str, Any], roster: str, step: int) -> None:
        """Give a version of a roster a name, so that it is found again; an empty one takes the name away."""
        services().filing.name(roster, step, body["name"])


@blueprint.route("/<id:roster>/shelf")
class Filed(MethodView):
    """How one roster is filed."""

    @blueprint.doc(parameters=[VERSION_HEADER])
    @blueprint.arguments(Shelf)
    @blueprint.response(200, RosterSchema)
    def put(self, body: dict[str, Any], roster: str) -> Response:
        """File a roster: under tags, put away, or locked; it works on a locked one too."""
        services().filing.file(roster, _version(roster), **body)
        return _edit_answer(services().rosters.get(roster))


@blueprint.route("/<id:roster>/copies")
class Copies(MethodView):
    """A roster's like."""

    @blueprint.arguments(Copy)
    @blueprint.response(201, RosterSchema)
    def post(self, body: dict[str, Any], roster: str) -> Response:
        """Make a second roster like this one, with a history of its own."""
        made = services().rosters.duplicate(roster, body["name"])
        return creation(answer(made), made.row.version)


@blueprint.route("/<id:roster>/findings")
class Findings(MethodView):
    """What is wrong with one roster."""

    @blueprint.response(200, JudgementSchema)
    def get(self, roster: str) -> Any:
        """Judge a roster: what it amounts to, every finding with its rule, and fixes that settle it."""
        _, judged = services().rosters.judge(roster)
        return judgement_json(judged.verdict)


@blueprint.route("/<id:roster>/updates")
class Updated(MethodView):
    """What newer catalogues would make of one roster."""

    @blueprint.response(200, RosterUpdateSchema)
    def get(self, roster: str) -> Response:
        """Say what the newest versions of its catalogues would make of a roster; run `operations` on it to accept them."""
        found = services().updates.of(roster)
        return with_tag(update_json(found), found.row.version)


def item(row: RosterRow) -> dict[str, Any]:
    """Return a roster as it stands in lists."""
    names = ("id", "system", "name", "origin", "version", "summary", "tags", "archived", "locked")
    return {name: getattr(row, name) for name in names} | {"href": url_for("rosters.Roster", roster=row.id)}


def answer(found: RosterAnswer) -> dict[str, Any]:
    """Return a roster as it stands."""
    standing = {"step": found.row.step, "can_undo": found.can_undo, "can_redo": found.can_redo}
    return item(found.row) | standing | {"tree": roster_to_json(found.roster)}


def _edit_answer(made: RosterAnswer) -> Response:
    return with_tag(answer(made), made.row.version)


def _version(roster: str) -> int:
    return named_version(services().rosters.version(roster))


def _create(body: dict[str, Any]) -> RosterAnswer:
    refuse_unknown_system(body["system"])
    with point_at("/operations"):
        return services().rosters.create(body["system"], body["name"], body["operations"])
