"""Reading what a stranger sent: strict JSON, strict queries. The only place that parses request bodies.

webargs' own parser answers 500 to four hostile bodies and lets duplicate keys pass (style.md F2); `StrictParser` takes
its place for every `@blueprint.arguments`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NoReturn

import marshmallow as ma
from flask import Request, request
from flask_smorest import Blueprint as SmorestBlueprint
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import BadRequest, UnsupportedMediaType

from builder.services.errors import Invalid
from datasheets.problems import Problem, from_messages

DEPTH = 64
DIGITS = 30


def read_json() -> Any:
    """Return the body as data.

    Raises:
        UnsupportedMediaType: it is not declared to be JSON.
        BadRequest: it is not JSON, or JSON that no honest program writes: doubled keys, NaN, half characters, numbers of
            more than `DIGITS` digits, more than `DEPTH` levels.
        RequestEntityTooLarge: it is larger than the resource takes.
    """
    if request.mimetype != "application/json":
        raise UnsupportedMediaType("send the body as application/json")
    return parse_json(request.get_data(cache=True))


def parse_json(body: bytes) -> Any:
    """Return strict JSON as data; raises `BadRequest` as `read_json` says."""
    try:
        document = json.loads(
            body.decode("utf-8"), object_pairs_hook=_object, parse_constant=_constant, parse_int=_whole, parse_float=_decimal
        )
        if _levels(document) > DEPTH:
            raise ValueError(f"it is nested more than {DEPTH} levels deep")
        json.dumps(document, ensure_ascii=False).encode("utf-8")  # refuses lone surrogates
    except UnicodeError as error:
        raise BadRequest("the body is not UTF-8 text without half characters") from error
    except json.JSONDecodeError as error:
        raise BadRequest(f"the body is not JSON: {error.msg} in line {error.lineno}, column {error.colno}") from error
    except RecursionError as error:
        raise BadRequest(f"the body cannot be read: it is nested more than {DEPTH} levels deep") from error
    except ValueError as error:
        raise BadRequest(f"the body cannot be read: {error}") from error
    return document


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        seen: set[str] = set()
        double = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise ValueError(f"the key {double[:60]!r} stands twice in one object")
    return made


def _constant(word: str) -> NoReturn:
    raise ValueError(f"{word} is no JSON number")


def _whole(text: str) -> int:
    if len(text) > DIGITS:
        raise ValueError(f"a number has more than {DIGITS} digits")
    return int(text)


def _decimal(text: str) -> float:
    number = float(text) if len(text) <= 2 * DIGITS else float("inf")
    if number in (float("inf"), float("-inf")):
        raise ValueError("a number is too large or too long")
    return number


def _levels(document: Any) -> int:
    levels, level = 0, [document]
    while level:
        levels += 1
        level = [
            inner
            for value in level
            for inner in (value.values() if isinstance(value, dict) else value if isinstance(value, list) else ())
        ]
    return levels


class StrictParser(FlaskParser):
    """webargs with our reader of bodies and our sentences; everything unknown is refused, in a query too."""

    DEFAULT_UNKNOWN_BY_LOCATION: dict[str, str | None] = {"json": None, "query": ma.RAISE, "headers": ma.EXCLUDE}  # noqa: RUF012
    DEFAULT_VALIDATION_STATUS = 422

    def load_json(self, req: Request, schema: ma.Schema) -> Any:
        """Return the body as data."""
        return read_json()

    def load_querystring(self, req: Request, schema: ma.Schema) -> Any:
        """Return the query, each name at most once unless its field is a list."""
        for name, values in req.args.lists():
            if len(values) > 1 and not isinstance(schema.fields.get(name), ma.fields.List):
                raise Invalid((Problem(f"?{name}", "Give this once; it stands in the address several times."),))
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


class Blueprint(SmorestBlueprint):
    """flask-smorest's blueprint with the strict parser."""

    ARGUMENTS_PARSER = StrictParser()
