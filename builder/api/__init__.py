"""The REST API under `/api/v1`: one module per resource, errors as problems, OpenAPI made from the code.

A view reads its input, calls one service and shapes the answer; decisions are made in `builder.services`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cached_property
from http import HTTPStatus
from threading import Lock
from typing import TYPE_CHECKING, Any

from flask import Flask, Response, request
from flask_smorest import Api, Blueprint
from flask_smorest.utils import prepare_response

import builder
from builder.api import (
    battle_links,
    bulk,
    catalogues,
    clubs,
    collection,
    comparisons,
    datasheets,
    docs,
    exports,
    imports,
    json_schemas,
    links,
    odds,
    print_setups,
    rosters,
    sheets,
    simulations,
    systems,
    validations,
)
from builder.api.contract.components import add_components, name_schemas, publish_parts
from builder.api.contract.plugin import ContractPlugin
from builder.api.current import services
from builder.api.fields import ID, TOKEN, IdConverter, NumberConverter, TokenConverter, bounds
from builder.api.languages import ACCEPTED
from builder.api.problems import BY_STATUS, KINDS
from builder.api.schemas import ProblemSchema
from datasheets.steps import limited_steps

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

PREFIX = "/api/v1"
BLUEPRINTS = (
    systems.blueprint,
    catalogues.blueprint,
    datasheets.blueprint,
    rosters.blueprint,
    bulk.blueprint,
    exports.blueprint,
    links.blueprint,
    clubs.blueprint,
    imports.blueprint,
    validations.validations,
    validations.matchups,
    comparisons.blueprint,
    collection.blueprint,
    sheets.blueprint,
    print_setups.blueprint,
    battle_links.blueprint,
    odds.blueprint,
    simulations.blueprint,
    json_schemas.blueprint,
)
ARMIES = (
    "rosters.Rosters",
    "validations.Validations",
    "matchups.Matchups",
    "comparisons.Comparisons",
    "sheets.Rendered",
    "battles.Battles",
    "simulations.Simulations",
)
LIMITS = {
    **dict.fromkeys(ARMIES, "document_limit"),
    **dict.fromkeys(("sheets.Read", "sheets.Verified", "battles.BattleRecords"), "sheet_limit"),
    "imports.Imports": "import_limit",
    "catalogues.CatalogueFiles": "sheet_limit",
}
"""The setting that limits bodies, by endpoint; `body_limit` for all others."""

CONFIG = {
    "API_TITLE": "Muster",
    "API_VERSION": "v1",
    "OPENAPI_VERSION": "3.1.0",
    "OPENAPI_URL_PREFIX": PREFIX,
    "API_SPEC_OPTIONS": {
        "info": {
            "description": "Army lists, their findings, their sheets, and battles. Every error is a problem (RFC 9457).",
            "license": {"name": "MIT"},
            "x-muster": builder.__version__,
        },
        "servers": [{"url": "/", "description": "The server that this document came from."}],
        "security": [{}, {"key": []}, {"session": []}],
    },
}


class ProblemApi(Api):
    """flask-smorest without its own error answers; `builder.api.problems` makes ours.

    What the OpenAPI document says is worked out when somebody first reads it: that takes as long as the rest of a start.
    """

    ERROR_SCHEMA = ProblemSchema

    def __init__(self, app: Flask) -> None:
        self._untold: list[Blueprint] = []
        self._telling = Lock()
        super().__init__(app, spec_kwargs={"extra_plugins": [ContractPlugin(PREFIX)]})

    def register_blueprint(self, blueprint: Blueprint, **options: Any) -> None:
        """Register the addresses of a blueprint; the document tells of them later."""
        self._app.extensions["flask-smorest"]["blp_name_to_api"][blueprint.name] = self
        self._app.register_blueprint(blueprint, **options)
        self._untold.append(blueprint)

    def contents(self) -> dict[str, Any]:
        """Return the OpenAPI document: nothing changes it after the start."""
        with self._telling:
            return self._contents

    @cached_property
    def _contents(self) -> dict[str, Any]:
        self.spec.components.parameter("Language", "header", ACCEPTED)
        add_components(self.spec)
        name_schemas(self.ma_plugin)
        for blueprint in self._untold:
            blueprint.register_views_in_doc(self, self._app, self.spec, name=blueprint.name, parameters=None)
            self.spec.tag({"name": blueprint.name, "description": blueprint.description})
        found: dict[str, Any] = self.spec.to_dict()
        return found

    @cached_property
    def document(self) -> str:
        """The OpenAPI document as JSON, written once."""
        return json.dumps(self.contents(), indent=2)

    def _openapi_json(self) -> Response:
        return Response(self.document, mimetype="application/json")

    def _register_error_handlers(self) -> None:
        """Leave errors to the application's one handler."""

    def _register_pagination_header(self) -> None:
        """Leave out a header that no answer has: pages are in the body."""

    def _register_responses(self) -> None:
        names = {kind.status: HTTPStatus(kind.status).name for kind in KINDS}
        for status, name in {**names, 0: self.DEFAULT_ERROR_RESPONSE_NAME}.items():
            meaning = BY_STATUS[status].meaning if status else "A problem; see the table of problems on the docs page."
            response = {"description": meaning, "schema": self.ERROR_SCHEMA}
            prepare_response(response, self.spec, "application/problem+json")
            self.spec.components.response(name, response, lazy=True)


def register(app: Flask) -> None:
    """Put the API into an application."""
    app.config.update(CONFIG)
    app.url_map.converters.update(id=IdConverter, number=NumberConverter, token=TokenConverter)
    api = ProblemApi(app)
    api.ma_plugin.converter.add_attribute_function(bounds)
    api.register_converter(IdConverter, lambda converter: {"type": "string", "pattern": f"^{ID}$", "maxLength": 80})
    api.register_converter(TokenConverter, lambda converter: {"type": "string", "pattern": f"^{TOKEN}$", "maxLength": 80})
    api.register_converter(NumberConverter, lambda converter: {"type": "integer", "minimum": 0, "maximum": 10**9 - 1})
    publish_parts(api.contents)
    for blueprint in BLUEPRINTS:
        api.register_blueprint(blueprint, url_prefix=PREFIX + blueprint.url_prefix)
    docs.register(app, api.contents, PREFIX)

    answer = app.wsgi_app

    def within_budget(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request with a budget of steps of its own; whatever the thread does afterwards has none of it."""
        with limited_steps():
            return answer(environ, start_response)

    app.wsgi_app = within_budget  # type: ignore[method-assign]

    @app.before_request
    def limit_work() -> None:
        limit = LIMITS.get(request.endpoint or "")
        if limit:
            request.max_content_length = getattr(services().settings, limit)
