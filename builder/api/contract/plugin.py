"""The step of apispec that completes each operation: its id, its description, its example, its errors, its headers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from apispec import BasePlugin

from builder.api.contract.parameters import BODIES, describe
from builder.api.contract.refusals import OF_STATUS, header_references, refusals
from builder.api.contract.rows import EXAMPLE_IDS, Example, OperationRow, operation_rows
from builder.api.idempotency import MAKES, PARAMETER

Json = dict[str, Any]
SEATED: list[Json] = [{"seat": []}, {"seatHeader": []}]
IF_NONE_MATCH: Json = {
    "name": "If-None-Match",
    "in": "header",
    "description": "The `ETag` of what is there already: it is not sent again (304).",
    "schema": {"type": "string"},
}


class ContractPlugin(BasePlugin):
    """Completes what flask-smorest wrote of an operation."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix
        self._shared: list[Json] = []

    def path_helper(
        self, path: str | None = None, operations: Json | None = None, parameters: list[Json] | None = None, **_: Any
    ) -> None:
        """Give the parts of an address their examples, and remember them for its operations, which come next."""
        self._shared = [each for each in parameters or () if isinstance(each, dict) and each.get("in") == "path"]
        for each in self._shared:
            if each["name"] in EXAMPLE_IDS:
                each["example"] = EXAMPLE_IDS[each["name"]]
        describe(self._shared)

    def operation_helper(self, path: str | None = None, operations: Json | None = None, **_: Any) -> None:
        """Complete the operations of an address."""
        shared = self._shared
        for method, operation in (operations or {}).items():
            key = f"{method.upper()} {(path or '').removeprefix(self.prefix)}"
            row = operation_rows().get(key)
            if key in MAKES:
                operation.setdefault("parameters", []).append(dict(PARAMETER))
            _complete(method, operation, shared, row or _plain_row(method, path or ""))


def _plain_row(method: str, path: str) -> OperationRow:
    """Return what is said of an operation that has no row yet; a test asks for one."""
    words = [part.strip("{}").replace(".", "_") for part in path.split("/")[3:]]
    return OperationRow("_".join([method, *words]), Example())


def _complete(method: str, operation: Json, shared: Sequence[Json], row: OperationRow) -> None:
    operation["operationId"] = row.id
    operation["description"] = " ".join(filter(None, (operation.get("summary", ""), row.more)))
    parameters = operation.setdefault("parameters", [])
    is_tagged = method == "get" and "ETag" in row.headers
    if is_tagged:
        parameters.append(dict(IF_NONE_MATCH))
    describe(parameters)
    _give_examples(operation, parameters, shared, row.example)
    if row.seat:
        operation["security"] = [{}, *SEATED]
    answers = {str(status): answer for status, answer in operation["responses"].items() if status != "default"}
    for answer in answers.values():
        if row.headers and isinstance(answer, dict):
            answer["headers"] = header_references(row.headers)
    for refused in refusals(method, [*shared, *_whole_parameters(parameters)], "requestBody" in operation, row):
        answers.setdefault(str(refused), _refusal(refused))
    if is_tagged:
        answers["304"] = {"description": "What `If-None-Match` names is still the newest."}
    if row.conflict:
        answers["409"] = _problem(row.conflict)
    operation["responses"] = dict(sorted(answers.items()))


def _whole_parameters(parameters: Sequence[Any]) -> list[Mapping[str, Any]]:
    return [each for each in parameters if isinstance(each, Mapping)]


def _refusal(status: int) -> Json | str:
    """Return the answer of an error: the component of its status, or one with the headers that come with it."""
    headers = OF_STATUS.get(status, ())
    return (
        {**_problem(HTTPStatus(status).phrase), "headers": header_references(headers)}
        if headers
        else HTTPStatus(status).name
    )


def _problem(description: str) -> Json:
    content = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {"description": description, "content": content}


def _give_examples(operation: Json, parameters: list[Any], shared: Sequence[Json], example: Example) -> None:
    for each in _whole_parameters(parameters):
        given = {"query": example.query, "header": example.headers}.get(each.get("in", ""), {})
        if each.get("name") in given:
            each["example"] = given[each["name"]]  # type: ignore[index]
    own = [each for each in shared if each["name"] in example.path]
    parameters.extend({**each, "example": example.path[each["name"]]} for each in own)
    if example.body is not None:
        operation["requestBody"]["content"]["application/json"]["example"] = example.body
    elif example.file in BODIES:
        operation["requestBody"]["content"][example.content_type]["examples"] = dict(BODIES[example.file])
    if not parameters:
        del operation["parameters"]
