"""Reading what a stranger sent: strict JSON, strict queries. The only place that parses request bodies.

webargs' own parser answers 500 to four hostile bodies and lets duplicate keys pass (style.md F2); `StrictParser` takes
its place for every `@blueprint.arguments`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

import marshmallow as ma
from flask import Request, current_app, request
from flask_smorest import Blueprint as SmorestBlueprint
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import UnsupportedMediaType

from builder.services.errors import Invalid, Unreadable
from datasheets import strict_json
from datasheets.problems import DocumentError, Problem, document_error, from_messages
from datasheets.words import Message


def read_json() -> Any:
    """Return the body as data: strict JSON, see `datasheets.strict_json`.

    Raises:
        UnsupportedMediaType: it is not declared to be JSON.
        Unreadable: it is not JSON, or JSON that no honest program writes (doubled keys, NaN, half characters, endless
            numbers, a thousand levels); with the places where that can be told.
        RequestEntityTooLarge: it is larger than the address takes.
    """
    if request.mimetype != JSON:
        raise UnsupportedMediaType(Message("refused.request.json"))
    data = request.get_data()  # RequestEntityTooLarge beyond the address's limit
    try:
        if sum(map(data.count, SIGNS)) > strict_json.MOST_BYTES:
            raise document_error("", Message("refused.request.values", {"most": strict_json.MOST_BYTES}))
        return strict_json.read_json(data, max(len(data), strict_json.MOST_BYTES))
    except DocumentError as error:
        raise Unreadable(error.problems[0].message, error.problems) from error


JSON = "application/json"
SIGNS = (b",", b":", b"[", b"{")
"""What stands around the values of JSON: as many as 2 MB can have are read, however long the texts; base 64 has none."""


class TakesFiles(ABC):
    """A schema of bodies that may also come as a form with files, or as one file."""

    @abstractmethod
    def body_of(self, req: Request) -> Any:
        """Return a body that is no JSON as data; raises `UnsupportedMediaType`."""

    @classmethod
    @abstractmethod
    def reads_query(cls, req: Request) -> bool:
        """Tell whether the query says what the body has no place for."""


class StrictParser(FlaskParser):
    """webargs with our reader of bodies and our sentences; everything unknown is refused, in a query too."""

    DEFAULT_UNKNOWN_BY_LOCATION: dict[str, str | None] = {"json": None, "query": ma.RAISE, "headers": ma.EXCLUDE}  # noqa: RUF012
    DEFAULT_VALIDATION_STATUS = 422

    def load_json(self, req: Request, schema: ma.Schema) -> Any:
        """Return the body as data."""
        if isinstance(schema, TakesFiles) and req.mimetype != JSON:
            return schema.body_of(req)
        body = read_json()
        if not isinstance(body, dict):
            raise Invalid((Problem("", Message("refused.request.object")),))
        return body

    def load_querystring(self, req: Request, schema: ma.Schema) -> Any:
        """Return the query, each name at most once unless its field is a list."""
        for name, values in req.args.lists():
            if len(values) > 1 and not isinstance(schema.fields.get(name), ma.fields.List):
                raise Invalid((Problem(f"?{name}", Message("refused.request.once")),))
        return super().load_querystring(req, schema)

    def handle_error(
        self,
        error: ma.ValidationError,
        req: Request,
        schema: ma.Schema,
        *,
        error_status_code: int | None,
        error_headers: Mapping[str, str] | None,
    ) -> NoReturn:
        """Raise all problems at once, each with its JSON pointer ("?name" for a part of the query)."""
        problems = []
        messages = error.messages if isinstance(error.messages, dict) else {"json": error.messages}
        for location, inner in messages.items():
            for problem in from_messages(inner):
                path = problem.path if location == "json" else "?" + problem.path.removeprefix("/")
                problems.append(Problem(path, problem.message))
        raise Invalid(tuple(problems)) from error


def refuse_unread_query() -> None:
    """Refuse a query at an address that reads none: whoever sends one believes that it does something.

    Raises:
        Invalid: there is one.
    """
    if request.args and not _reads_query():
        raise Invalid(
            tuple(Problem(f"?{name}", Message("refused.request.unread-query", {"name": name})) for name in request.args)
        )


def _reads_query() -> bool:
    view = getattr(current_app.view_functions[request.endpoint or ""], "view_class", None)
    method = getattr(view, "get" if request.method == "HEAD" else request.method.lower(), None)
    told: Mapping[str, Any] = getattr(method, "_apidoc", {})
    for each in told.get("arguments", {}).get("parameters", ()):
        schema = each.get("schema")
        if each["in"] == "query" or (
            isinstance(schema, type) and issubclass(schema, TakesFiles) and schema.reads_query(request)
        ):
            return True
    return method is None


class Blueprint(SmorestBlueprint):
    """flask-smorest's blueprint with the strict parser, and addresses that all answer in the asker's language."""

    ARGUMENTS_PARSER = StrictParser()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.before_request(refuse_unread_query)

    @staticmethod
    def doc(**told: Any) -> Any:
        """Return a decorator that says more of a view; parameters stand beside those of the arguments and hide none."""
        parameters = told.pop("parameters", ())
        decorate = SmorestBlueprint.doc(**told)

        def decorator(view: Any) -> Any:
            wrapper = decorate(view)
            arguments = wrapper._apidoc.setdefault("arguments", {})
            arguments.setdefault("parameters", []).extend(parameters)
            return wrapper

        return decorator

    def route(self, rule: str, *, parameters: Sequence[Any] = (), **options: Any) -> Any:
        """Return a decorator that puts a view at an address."""
        return super().route(rule, parameters=[*parameters, "Language"], **options)
