"""`/sheets/setups`: print set-ups, saved under a name."""

from __future__ import annotations

from typing import Any

import marshmallow as ma
from flask import Response
from flask.views import MethodView
from marshmallow import fields

from builder.api.bodies import Blueprint
from builder.api.current import services
from builder.api.fields import Paged, page_values
from builder.api.schemas import page_of
from builder.services.print_setups import NamedSetup
from exports.sheet.setup import Setup, SetupShape

blueprint = Blueprint(
    "setups", __name__, url_prefix="/sheets/setups", description="Print set-ups: how sheets are printed, saved under a name."
)


class SetupAnswer(ma.Schema):
    """A saved set-up."""

    name = fields.String(required=True)
    setup = fields.Nested(SetupShape, required=True)


@blueprint.route("")
class Setups(MethodView):
    """All print set-ups."""

    @blueprint.arguments(Paged, location="query")
    @blueprint.response(200, page_of(SetupAnswer))
    def get(self, query: dict[str, Any]) -> Any:
        """List the print set-ups by name."""
        return services().print_setups.page(**page_values(query))


@blueprint.route("/<id:name>")
class SetupByName(MethodView):
    """One print set-up."""

    @blueprint.response(200, SetupAnswer)
    def get(self, name: str) -> Any:
        """Read a print set-up."""
        return NamedSetup(name, services().print_setups.get(name))

    @blueprint.arguments(SetupShape)
    @blueprint.response(200, SetupAnswer)
    def put(self, body: dict[str, Any], name: str) -> Any:
        """Save a print set-up under a name, in the place of what was there; what is left out has its default."""
        return services().print_setups.save(name, Setup(**body))

    @blueprint.response(204)
    def delete(self, name: str) -> Response:
        """Forget a print set-up."""
        services().print_setups.delete(name)
        return Response(status=204)
