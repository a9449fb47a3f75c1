"""`/collection`: how many models of each datasheet the player owns."""

from __future__ import annotations

from typing import Any

import marshmallow as ma
from flask.views import MethodView
from marshmallow import fields

from builder.api.bodies import Blueprint
from builder.api.current import services
from builder.services.collection import MOST_OWNED
from datasheets.fields import Strict, Whole

blueprint = Blueprint("collection", __name__, url_prefix="/collection", description="What the player owns.")


class CollectionSchema(ma.Schema):
    """What is owned of one game system."""

    owned = fields.Dict(
        keys=fields.String(),
        values=fields.Integer(),
        required=True,
        metadata={"description": "Numbers of models by the name of the datasheet."},
    )


class Owning(Strict):
    """What to note; names that are left out stay as they are."""

    owned = fields.Dict(
        keys=fields.String(),
        values=Whole(most=MOST_OWNED),
        required=True,
        metadata={"description": "Numbers of models by the name of the datasheet; 0 takes one off."},
    )


@blueprint.route("/<id:system>")
class OfSystem(MethodView):
    """The collection of one game system."""

    @blueprint.response(200, CollectionSchema)
    def get(self, system: str) -> Any:
        """List how many models of each datasheet of a system are owned."""
        return {"owned": services().collection.owned_models(system)}

    @blueprint.arguments(Owning)
    @blueprint.response(200, CollectionSchema)
    def put(self, body: dict[str, Any], system: str) -> Any:
        """Note how many models are owned of some datasheets."""
        return {"owned": services().collection.put(system, body["owned"])}
