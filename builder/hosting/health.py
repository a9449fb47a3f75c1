"""`/health`: whether this server works, for whoever watches over it. It tells nothing else, so everybody may ask."""

from __future__ import annotations

from flask import Blueprint, Flask, Response, jsonify

from builder.api.current import house

blueprint = Blueprint("health", __name__)
ENDPOINT = "health.show"


@blueprint.get("/health")
def show() -> Response:
    """Answer 200 where the database can be read; an error of the store becomes its own problem."""
    with house().store.reading() as db:
        db.execute("select 1 from rosters limit 1").fetchone()
    return jsonify({"status": "ok"})


def register(app: Flask) -> None:
    """Add the address."""
    app.register_blueprint(blueprint)
