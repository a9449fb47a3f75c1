"""What is refused can be said in every language: errors get sentences that know themselves, and their codes have words."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from datasheets.words import codes, has_words

ROOT = Path(__file__).parents[2]
ROOMS = ("datasheets", "exports", "resolver", "builder")
TERMINAL = ("builder/cli/", "builder/adapter/", "builder/client/")
"""What no page and no API shows."""
REFUSALS = re.compile(
    "Problem|document_error|OperationError|ValidationError|NotASheet|Altered|NotALink|NotADocument|NotPlayable|NoAttack|ReplayError|"
    "NotFound|Conflict|Unreadable|Unauthorized|Forbidden|TooLarge|Stale|Invalid|NoSuchStep|TooLong|UnsupportedMediaType|"
    "PreconditionFailed"
)
LOOKED_AT = re.compile(rf"\b({REFUSALS.pattern}|Message|document_message|unknown)\(")


@cache
def calls() -> list[tuple[str, ast.Call, str]]:
    """Return calls in the program, all that are looked at among them: where, the call, and the name that is called."""
    paths = (path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py")))
    texts = {path: path.read_text(encoding="utf-8") for path in paths}
    return [
        (f"{path.relative_to(ROOT).as_posix()}:{node.lineno}", node, _function_name(node.func))
        for path, text in texts.items()
        if LOOKED_AT.search(text)  # to parse all others takes six seconds
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call)
    ]


def _function_name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def is_sentence(node: ast.AST) -> bool:
    """Whether an argument is written out: text with a blank in it, or a choice between such."""
    if isinstance(node, ast.IfExp):
        return is_sentence(node.body) or is_sentence(node.orelse)
    if isinstance(node, (ast.Dict, ast.List)):
        return any(is_sentence(each) for each in (node.values if isinstance(node, ast.Dict) else node.elts))
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    return any(isinstance(part, ast.Constant) and isinstance(part.value, str) and " " in part.value for part in parts)


def constants(name: str, place: int) -> Iterator[tuple[str, str]]:
    """Yield where a function is called with a constant text at this place, and the text."""
    for where, call, called in calls():
        if called == name and len(call.args) > place and isinstance(call.args[place], ast.Constant):
            yield where, call.args[place].value  # type: ignore[attr-defined]


def imports(where: str, name: str) -> bool:
    """Whether a name is ours there, and no other function of that name."""
    source = (ROOT / where.partition(":")[0]).read_text(encoding="utf-8")
    return bool(re.search(rf"^from datasheets\.(fields|words) import .*\b{name}\b", source, re.MULTILINE))


@pytest.mark.slow
def test_errors_get_sentences_that_know_themselves() -> None:
    found = [
        where
        for where, call, name in calls()
        if REFUSALS.fullmatch(name) and not where.startswith(TERMINAL)
        if any(is_sentence(each) for each in (*call.args, *(keyword.value for keyword in call.keywords)))
    ]
    assert found == []


@pytest.mark.parametrize(("name", "prefix"), [("Message", ""), ("document_message", "document.")])
def test_what_is_said_has_words(name: str, prefix: str) -> None:
    found = [(where, code) for where, code in constants(name, 0) if imports(where, name)]
    assert len(found) > 30
    assert [(where, code) for where, code in found if not has_words(prefix + code)] == []


def test_whatever_can_be_unknown_has_a_sentence() -> None:
    kinds = {what.replace(" ", "-") for _, what in constants("unknown", 2)}
    assert len(kinds) > 10
    known = {code.removeprefix("document.unknown.").rpartition(".")[0] for code in codes() if ".unknown." in code}
    assert kinds <= known
